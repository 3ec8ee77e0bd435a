"""An answer's body, counted as it arrives and again after inflating, with a limit on each.

Memory stays near the limit whatever arrives: a compressed chunk is inflated in steps of at most 256 KiB. Time too:
pieces of a few bytes and gzip members of nothing, each of which costs as much as a large one, are limited in number.
What is on the wire beside the body (heads, framing, TLS) is counted by the connection (budget.py).
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterable
from dataclasses import dataclass

import httpx

from common.errors import CrawlError, ErrorCode
from common.net.answer.budget import TooLarge

ACCEPT_ENCODING = "gzip, deflate"
_STEP = 256 * 1024
MAX_GZIP_MEMBERS = 1_000
_BYTES_A_PIECE = 256
"""Pieces may be this small on the average, beside the first thousand; a network's packets bring five times as much."""
_PIECES_A_TURN = 256
"""After so many pieces others get a turn: pieces that are already here never make the event loop wait."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes on the wire, of whatever kind, and bytes of the body after inflating.

    With `cut` the body ends at the one or the other instead of being refused. `wire_bytes` also count what stands on
    the wire beside the body, and are never passed.
    """

    wire_bytes: int
    body_bytes: int
    cut: bool = False

    @property
    def pieces(self) -> int:
        return 1_000 + self.wire_bytes // _BYTES_A_PIECE


@dataclass(frozen=True, slots=True)
class Body:
    """`cut`: more would have come."""

    content: bytes
    cut: bool = False


async def read_body(headers: httpx.Headers, stream: AsyncIterable[bytes], limits: Limits) -> Body:
    """The inflated body. Raises CrawlError(INVALID_RESPONSE) when it is too large, in a coding that was not
    asked for, damaged, or ends too early."""
    _refuse_by_length(headers, limits)
    inflater = _inflater(headers)
    body = bytearray()
    try:
        received = await _inflated(stream, inflater, body, limits)
    except TooLarge:
        if not limits.cut:
            raise
        return Body(bytes(body[: limits.body_bytes]), cut=True)
    if received:
        inflater.finish()
    return Body(bytes(body))


async def _inflated(stream: AsyncIterable[bytes], inflater: _Plain | _Zlib, body: bytearray, limits: Limits) -> int:
    """What arrives is appended to `body`; how many bytes that were on the wire. Raises CrawlError, TooLarge among
    others."""
    wire_bytes = pieces = 0
    async for chunk in stream:
        pieces += 1
        if pieces > limits.pieces:
            raise TooLarge(f"more than {limits.pieces} pieces ({wire_bytes} bytes)")
        if pieces % _PIECES_A_TURN == 0:
            await asyncio.sleep(0)
        wire_bytes += len(chunk)
        if wire_bytes > limits.wire_bytes:
            raise TooLarge(f"more than {limits.wire_bytes} bytes on the wire")
        inflater.feed(chunk, body, limits.body_bytes)
        if len(body) > limits.body_bytes:
            raise TooLarge(f"more than {limits.body_bytes} bytes (of {wire_bytes} on the wire)")
    return wire_bytes


def _refuse_by_length(headers: httpx.Headers, limits: Limits) -> None:
    told = headers.get("content-length", "")
    if not limits.cut and told.isascii() and told.isdigit() and int(told) > limits.wire_bytes:
        raise TooLarge(f"{told} bytes announced, {limits.wire_bytes} allowed")


class _Plain:
    def feed(self, chunk: bytes, body: bytearray, limit: int) -> None:
        body += chunk[: limit + 1 - len(body)]

    def finish(self) -> None:
        """Nothing to check: the transport notices a body that is shorter than announced."""


class _Zlib:
    """gzip with any number of members, or deflate, with or without the zlib header that the standard asks for."""

    def __init__(self, *, gzip: bool) -> None:
        self._gzip = gzip
        self._stream = zlib.decompressobj(31) if gzip else None
        self._ended = False
        self._members = 1

    def feed(self, chunk: bytes, body: bytearray, limit: int) -> None:
        """Append what was inflated to `body`, at most one byte more than `limit`; the caller then stops."""
        pending, more = chunk, bool(chunk)
        while more and len(body) <= limit:
            if self._ended:
                pending = self._next_member(pending)
                more = bool(pending)
                continue
            if self._stream is None:
                # Servers disagree on what deflate is. A zlib header's first byte has 8 in its low half.
                self._stream = zlib.decompressobj(15 if pending[0] & 0x0F == 8 else -15)
            step = min(_STEP, limit + 1 - len(body))
            try:
                piece = self._stream.decompress(pending, step)
            except zlib.error as error:
                raise CrawlError(ErrorCode.INVALID_RESPONSE, f"the compressed answer is damaged: {error}") from None
            body += piece
            self._ended = self._stream.eof
            pending = self._stream.unused_data if self._ended else self._stream.unconsumed_tail
            # A full step may leave output inside zlib although all input is taken.
            more = bool(pending) or (not self._ended and len(piece) == step)

    def finish(self) -> None:
        if not self._ended:
            raise CrawlError(ErrorCode.INVALID_RESPONSE, "the compressed answer ends too early")

    def _next_member(self, rest: bytes) -> bytes:
        """Start the next gzip member; padding and other bytes after the last member are dropped, as browsers do."""
        if self._gzip and rest[0] == 0x1F:
            self._members += 1
            if self._members > MAX_GZIP_MEMBERS:
                raise TooLarge(f"more than {MAX_GZIP_MEMBERS} gzip members")
            self._stream = zlib.decompressobj(31)
            self._ended = False
            return rest
        return b""


def _inflater(headers: httpx.Headers) -> _Plain | _Zlib:
    codings = [name for part in headers.get("content-encoding", "").split(",") if (name := part.strip().lower())]
    codings = [name for name in codings if name != "identity"]
    match codings:
        case []:
            return _Plain()
        case ["gzip" | "x-gzip"]:
            return _Zlib(gzip=True)
        case ["deflate"]:
            return _Zlib(gzip=False)
        case _:
            # Also refuses gzip within gzip: each layer multiplies what a small answer can become.
            raise CrawlError(ErrorCode.INVALID_RESPONSE, f"content coding {', '.join(codings)[:60]} is not understood")
