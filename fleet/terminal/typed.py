"""Commands that a person is told to type next: with the settings file that this one was given."""

from __future__ import annotations

import re
from contextvars import ContextVar
from pathlib import Path

from common.output.typable import typable_path

CONFIG: ContextVar[Path | None] = ContextVar("CONFIG", default=None)
"""What --config named for the command that runs; None: it was not given."""

_COMMAND = re.compile(r"(^|; |, or |`)crawlfleet (?=[a-z])")
"""Where a command begins in a step, and not the program's name in a sentence."""


def with_config(step: str) -> str:
    """`step` as it must be typed to look at the same fleet: whoever gave --config and leaves it out the next time asks
    another database, or makes one. A step begins with its command, or holds commands between backticks or in a row."""
    config = CONFIG.get()
    if config is None:
        return step
    program = f"crawlfleet --config {typable_path(str(config))} "
    return _COMMAND.sub(lambda found: found[1] + program, step)
