"""A volunteer's side of the protocol with as little work as can be: a thousand of them share one process.

It reads what a gateway of this project answers (a head, a content-length, a body) and nothing more.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

VERSION = "9.0.0"


@dataclass(slots=True)
class Wire:
    """One machine's connection, opened again when it was closed."""

    gateway: str
    token: str
    _reader: asyncio.StreamReader | None = field(default=None, init=False)
    _writer: asyncio.StreamWriter | None = field(default=None, init=False)

    async def post(self, call: str, body: object) -> tuple[int, Any]:
        """Status and answer. Raises OSError, EOFError when the gateway is away."""
        parts = urlsplit(self.gateway)
        if self._reader is None or self._writer is None or self._writer.is_closing() or self._reader.at_eof():
            self._reader, self._writer = await asyncio.open_connection(parts.hostname, parts.port)
        content = json.dumps(body, separators=(",", ":")).encode()
        head = (
            f"POST /v1/{call} HTTP/1.1\r\nhost: {parts.netloc}\r\nauthorization: Bearer {self.token}\r\n"
            f"crawlfleet-version: {VERSION}\r\ncontent-length: {len(content)}\r\n\r\n"
        )
        try:
            self._writer.write(head.encode() + content)
            answered = await self._reader.readuntil(b"\r\n\r\n")
            length = next(
                int(line.partition(b":")[2]) for line in answered.split(b"\r\n") if line.startswith(b"content-length")
            )
            return int(answered[9:12]), json.loads(await self._reader.readexactly(length))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None
