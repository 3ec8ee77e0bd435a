"""How many bytes one request's answer may take on the wire, whatever they are.

TLS records, 1xx answers, heads, framing of chunks, trailers and the body itself: the connection counts what it receives
(stream.py), so nothing a server sends stands outside. Until the head of the real answer has been read, TLS handshake
included, the limit is MAX_HEAD_BYTES: no honest server needs more before its answer.

Whose bytes a connection receives is told by a context variable: connections are kept and serve many requests in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from common.errors import CrawlError, ErrorCode
from common.net.answer.metering import Meter

MAX_HEAD_BYTES = 64 * 1024
_HEAD_STEP = 16 * 1024
"""Heads are read in small steps: what a step brings beyond the limit is parsed before the limit is noticed."""
_STEP = 64 * 1024


class TooLarge(CrawlError):
    """More came than one answer may bring."""

    def __init__(self, what: str) -> None:
        super().__init__(ErrorCode.INVALID_RESPONSE, f"the answer is too large: {what}")


class ByteBudget:
    """The bytes that the answer to one request may still bring. `reads` counts how often something arrived."""

    def __init__(self, wire_bytes: int, meter: Meter | None = None) -> None:
        self._wire_bytes = wire_bytes
        self.meter = meter
        self._in_head = True
        self.received = 0
        self.reads = 0

    def next_read(self) -> int:
        """How many bytes to ask for next. Raises CrawlError(INVALID_RESPONSE) when there were enough."""
        if self._in_head:
            if self.received >= MAX_HEAD_BYTES:
                raise TooLarge(f"{self.received} bytes on the wire, and its head has not ended")
            return _HEAD_STEP
        if self.received >= self._wire_bytes:
            raise TooLarge(f"more than {self._wire_bytes} bytes on the wire")
        return min(_STEP, self._wire_bytes - self.received)

    def took(self, count: int) -> None:
        self.received += count
        if self.meter is not None:
            self.meter.received(count)
        self.reads += 1

    def head_is_read(self) -> None:
        """From here on the limit of the whole answer counts."""
        self._in_head = False


_current: ContextVar[ByteBudget] = ContextVar("crawlfleet_byte_budget")


@contextmanager
def spending(budget: ByteBudget) -> Iterator[ByteBudget]:
    """What connections receive inside is counted against `budget`."""
    token = _current.set(budget)
    try:
        yield budget
    finally:
        _current.reset(token)


def current_budget() -> ByteBudget:
    """The budget of the request under way. Raises LookupError outside of `spending`: uncounted reads are a bug."""
    return _current.get()
