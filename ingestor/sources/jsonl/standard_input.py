"""Standard input, read once: what was read but not yet recorded is lost when the process dies."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import select
from collections.abc import Callable
from typing import BinaryIO

from ingestor.sources.base import Poll, Tools
from ingestor.sources.jsonl.lines import MAX_LINE_BYTES, Batch

WAIT_SECONDS = 1.0
"""A poll of standard input ends after this without data, so that a stop need not wait."""


class StandardInput:
    """In batches. A batch is returned again until the cursor shows that it was recorded."""

    def __init__(self, tools: Tools, stdin: Callable[[], BinaryIO]) -> None:
        self._tools = tools
        self._open = stdin
        self._run = secrets.token_hex(8)
        self._number = 0
        self._given = 0
        self._ended = False
        self._last: Poll | None = None
        self._buffer = b""

    async def poll(self, cursor: str | None) -> Poll:
        if self._last and self._recorded(cursor) < self._given:
            return self._last
        batch = await asyncio.to_thread(self._read)
        self._given += 1
        mark = json.dumps({"stdin": self._run, "batches": self._given})
        self._last = Poll(batch.posts, mark, batch.skipped, more=not self._ended or bool(self._buffer))
        return self._last

    def _recorded(self, cursor: str | None) -> int:
        try:
            tree = json.loads(cursor or "{}")
            return int(tree["batches"]) if tree.get("stdin") == self._run else 0
        except (ValueError, KeyError, TypeError, AttributeError):
            return 0

    def _read(self) -> Batch:
        """Lines until the batch is full, the end, or the source's time is up."""
        batch, until = Batch(), self._tools.monotonic() + min(WAIT_SECONDS, self._tools.budget_seconds)
        while not batch.full:
            line = self._line(until)
            if line is None:
                break
            self._number += 1
            batch.take(line, f"standard input line {self._number}")
        return batch

    def _line(self, until: float) -> bytes | None:
        """The next line, or None at the end and when nothing comes in time."""
        descriptor = self._open().fileno()
        while b"\n" not in self._buffer and not self._ended:
            ready, _, _ = select.select([descriptor], [], [], max(until - self._tools.monotonic(), 0))
            if not ready:
                return None
            data = os.read(descriptor, 65_536)
            self._ended = not data
            if len(self._buffer) <= 2 * MAX_LINE_BYTES or b"\n" in data:
                self._buffer += data
        line, feed, self._buffer = self._buffer.partition(b"\n")
        return line + feed if line or feed else None
