"""Which version of the reader somebody reads with: two looks are compared fully only when both read alike."""

from __future__ import annotations

import importlib.metadata


def reader_of(version: str) -> str:
    """The reader of a program of this version: its first two numbers; a third one does not change reading.

    What is no version stays as it is, cut to 20 characters: it is nobody's reader, and so is always checked.
    """
    parts = version.split(".")
    return ".".join(parts[:2])[:20] if len(parts) > 1 and all(part.isdigit() for part in parts[:2]) else version[:20]


def own_reader() -> str:
    """The reader of this program, as it was installed."""
    return reader_of(importlib.metadata.version("crawlfleet"))
