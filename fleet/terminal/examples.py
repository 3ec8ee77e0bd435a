"""The last lines of every --help: what to type."""

from __future__ import annotations


def examples(*lines: str) -> str:
    """An epilog whose lines are kept as they stand (\\b stops the help's own wrapping)."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
