"""The head of a request to a forward proxy (RFC 9110, 7.3 and 9.3.6; RFC 9112, 3.2). Pure."""

from __future__ import annotations

import base64
import binascii
import hmac
from dataclasses import dataclass
from urllib.parse import urlsplit

MAX_HEAD_BYTES = 64 * 1024
_NOT_PASSED_ON = frozenset({"connection", "keep-alive", "te", "upgrade"})
"""Beside those whose name begins with proxy-."""


class BadHead(Exception):
    """This is no request that the proxy serves."""


@dataclass(frozen=True, slots=True)
class ProxyRequest:
    """What the browser asks the proxy for: a tunnel to a host, or one plain request."""

    method: str
    host: str
    """Lower case, without a port and without brackets."""
    port: int
    target: str | None
    """The path and query of a plain request; None for a tunnel (CONNECT)."""
    headers: tuple[tuple[str, str], ...]

    @property
    def tunnel(self) -> bool:
        return self.target is None

    @property
    def body_bytes(self) -> int:
        """How long the request's body is. Raises BadHead for one of unknown length."""
        if self.header("transfer-encoding") is not None:
            raise BadHead("a request body of unknown length")
        said = self.header("content-length") or "0"
        if not said.isascii() or not said.isdigit() or len(said) > 12:
            raise BadHead("a request body of unreadable length")
        return int(said)

    def header(self, name: str) -> str | None:
        """The first header of this (lower-case) name."""
        return next((value for known, value in self.headers if known.lower() == name), None)

    def carries(self, secret: str) -> bool:
        """Whether its Proxy-Authorization has this password (Basic; any user name)."""
        kind, _, coded = (self.header("proxy-authorization") or "").partition(" ")
        if kind.lower() != "basic":
            return False
        try:
            said = base64.b64decode(coded.strip(), validate=True)
        except (binascii.Error, ValueError):
            return False
        return hmac.compare_digest(said.partition(b":")[2], secret.encode())

    def passed_on(self) -> bytes:
        """The head as the server gets it: no word for the proxy in it, and one request a connection."""
        kept = [
            (name, value)
            for name, value in self.headers
            if name.lower() not in _NOT_PASSED_ON and not name.lower().startswith("proxy-")
        ]
        lines = [f"{self.method} {self.target} HTTP/1.1", *(f"{name}: {value}" for name, value in kept)]
        return "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1")


def read_request(head: bytes) -> ProxyRequest:
    """`head` ends with the empty line. Raises BadHead."""
    first, *lines = head.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or words[2] not in {"HTTP/1.1", "HTTP/1.0"} or not words[0].isalpha():
        raise BadHead("no request line")
    headers = tuple(_header(line) for line in lines)
    method, where = words[0].upper(), words[1]
    if method == "CONNECT":
        host, port = _host_and_port(f"//{where}", None)
        return ProxyRequest(method, host, port, None, headers)
    if not where.lower().startswith("http://"):
        raise BadHead("a plain request that names no http address")
    host, port = _host_and_port(where, 80)
    path = "/" + where.split("/", 3)[3] if where.count("/") >= 3 else "/"
    return ProxyRequest(method, host, port, path, headers)


def _header(line: str) -> tuple[str, str]:
    name, colon, value = line.partition(":")
    if not colon or not name or name != name.strip() or "\n" in line or "\r" in line:
        raise BadHead("a header that cannot be read")
    return name, value.strip()


def _host_and_port(address: str, otherwise: int | None) -> tuple[str, int]:
    try:
        parts = urlsplit(address)
        host, port = (parts.hostname or "").lower().removesuffix("."), parts.port or otherwise
    except ValueError:
        raise BadHead("an address that cannot be read") from None
    if not host or port is None or "@" in parts.netloc:
        raise BadHead("no host and port")
    return host, port
