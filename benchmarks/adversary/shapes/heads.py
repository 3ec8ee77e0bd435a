"""HTTP answers as raw bytes: honest ones damaged, and such as never end, drip, lie about their length or unpack."""

from __future__ import annotations

import gzip
import itertools
import random
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from benchmarks.reading_fuzz import damaged

Line = Literal["open", "closing", "drip", "tls"]
"""What the server does behind its answer: waits for more, closes, sends piece by piece with pauses, speaks TLS."""
BODY = b"<html><title>Blue cup</title></html>"
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
GOOD = OK + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY
_CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
_GZIP = OK + b"Content-Encoding: gzip\r\n"
_ANSWERS = (
    GOOD,
    _CHUNKED
    + b"10\r\n"
    + BODY[:16]
    + b"\r\n%x;a=b\r\n" % len(BODY[16:])
    + BODY[16:]
    + b"\r\n0\r\nX-Trailer: a\r\n\r\n",
    _GZIP + b"Content-Length: %d\r\n\r\n" % len(gzip.compress(BODY, mtime=0)) + gzip.compress(BODY, mtime=0),
    OK + b"Content-Encoding: deflate\r\nConnection: close\r\n\r\n" + zlib.compress(BODY),
    b"HTTP/1.1 302 Found\r\nLocation: http://shop.example/again\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n",
    b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" * 3 + GOOD,
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n",
)


@dataclass(frozen=True, slots=True)
class HttpCase:
    shape: str
    line: Line
    pieces: Callable[[], Iterable[bytes]]


def _endless(first: bytes, piece: bytes) -> Iterator[bytes]:
    return itertools.chain([first], itertools.repeat(piece * max(1, 65_536 // len(piece))))


def _bomb() -> bytes:
    return gzip.compress(b"\0" * 50_000_000, 6, mtime=0)


_ENDLESS = {
    "1xx answers": (b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"),
    "the shortest 1xx answers": (b"", b"HTTP/1.1 199 \r\n\r\n"),
    "a header line": (OK + b"X-Long: ", b"a" * 65_536),
    "header lines": (OK, b"a:\r\n"),
    "a status line": (b"HTTP/1.1 200 ", b"a" * 65_536),
    "folded lines": (OK + b"X: a\r\n", b" b\r\n"),
    "cookies": (OK, b"Set-Cookie: a=b; Expires=Wed, 09 Jun 2027 10:18:14 GMT\r\n"),
    "a chunk's extension": (_CHUNKED + b"5;", b"a" * 65_536),
    "chunks of a byte": (_CHUNKED, b"1\r\nx\r\n"),
    "trailers": (_CHUNKED + b"5\r\nhello\r\n0\r\n", b"X-Trailer: b\r\n"),
    "a body": (OK + b"\r\n", b"a" * 65_536),
    "empty lines": (b"", b"\r\n"),
    "gzip members of nothing": (_GZIP + b"\r\n", gzip.compress(b"", mtime=0)),
    "zeros behind gzip": (_GZIP + b"\r\n" + gzip.compress(BODY, mtime=0), b"\0" * 65_536),
}
_DRIPS = (b"", OK + b"X-Slow: ", _CHUNKED + b"5;", _CHUNKED + b"5\r\nhello\r\n0\r\n", OK + b"\r\n")
_WHOLE: dict[str, Callable[[], bytes]] = {
    "a gzip bomb": lambda: _GZIP + b"\r\n" + _bomb(),
    "gzip within gzip": lambda: OK + b"Content-Encoding: gzip, gzip\r\n\r\n" + gzip.compress(_bomb(), mtime=0),
    "gzip of many members": lambda: _GZIP + b"\r\n" + gzip.compress(b"a", mtime=0) * 20_000,
    "a giant length": lambda: OK + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\nx",
    "a length that is none": lambda: OK + "Content-Length: ٣\r\n\r\nx".encode(),
    "two lengths": lambda: OK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy",
    "a giant chunk": lambda: _CHUNKED + b"F" * 30 + b"\r\nx",
    "a redirect to this machine": lambda: b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n",
    "a redirect to the metadata service": lambda: b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\n\r\n",
    "a redirect of brackets": lambda: b"HTTP/1.1 302 Found\r\nLocation: http://[\r\n\r\n",
    "a redirect of 60 KB": lambda: b"HTTP/1.1 302 Found\r\nLocation: /" + b"a/../" * 12_000 + b"\r\n\r\n",
    "two answers": lambda: GOOD + b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
    "an upgrade": lambda: b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n" + GOOD,
    "HTTP/0.9": lambda: BODY,
    "HTTP/2": lambda: b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * 1_000,
}


def http_case(chance: random.Random) -> HttpCase:
    """Half of them honest answers, damaged; the others known shapes. One of four over TLS."""
    secure: Line = "tls" if chance.randrange(4) == 0 else "closing"
    if chance.randrange(2):
        body = damaged(chance.choice(_ANSWERS), chance)
        line: Line = "open" if chance.randrange(8) == 0 else secure
        return HttpCase(f"damaged, {len(body)} bytes", line, lambda: [body])
    pick = chance.randrange(5)
    if pick == 0:
        first = chance.choice(_DRIPS)
        return HttpCase("a drip", "drip", lambda: itertools.chain([first], itertools.repeat(b"a")))
    if pick <= 2:
        name = chance.choice(sorted(_ENDLESS))
        return HttpCase(f"endless: {name}", secure, lambda: _endless(*_ENDLESS[name]))
    name = chance.choice(sorted(_WHOLE))
    return HttpCase(name, secure, lambda: [_WHOLE[name]()])
