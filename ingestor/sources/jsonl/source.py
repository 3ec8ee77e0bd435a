"""The source `jsonl`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from common.settings_tables.feeds import FeedSettings
from ingestor.sources.base import Poll, Tools
from ingestor.sources.jsonl.files import read_files
from ingestor.sources.jsonl.standard_input import StandardInput


class Jsonl:
    """`account` is a file, a folder, or "-" for standard input."""

    def __init__(self, tools: Tools, stdin: Callable[[], BinaryIO] = lambda: sys.stdin.buffer) -> None:
        self._stdin = StandardInput(tools, stdin)

    async def poll(self, feed: FeedSettings, cursor: str | None) -> Poll:
        if feed.is_standard_input:
            return await self._stdin.poll(cursor)
        return await asyncio.to_thread(read_files, Path(feed.account), cursor)
