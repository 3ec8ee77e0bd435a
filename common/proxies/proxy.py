"""What a proxy is, and how its address is written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import ip_address
from urllib.parse import urlsplit

from common.addresses import may_be_looked_up

_HOST = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9_])?")
PROXY_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
MAX_SECRET_CHARS = 255
"""SOCKS5 tells the length of user and password in a byte each (RFC 1929)."""


class Scheme(StrEnum):
    """How it is spoken to."""

    HTTP = "http"
    """A tunnel by CONNECT (RFC 9110, section 9.3.6). The way to the proxy itself is not encrypted."""
    SOCKS5 = "socks5"
    """RFC 1928, with a name and password by RFC 1929."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a proxy listens, without its secret."""

    scheme: Scheme
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Proxy:
    """One proxy. Its password is in no text made of it."""

    name: str
    scheme: Scheme
    host: str
    port: int
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    domains: tuple[str, ...] = ()
    """The registrable domains that go through it; none: all do."""
    on: bool = True
    """False: an operator switched it off."""

    @property
    def shown(self) -> str:
        """Its address for people: with the user, never with the password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        user = f"{self.user}@" if self.user else ""
        return f"{self.scheme}://{user}{host}:{self.port}"

    def serves(self, domain: str) -> bool:
        """Whether requests to this registrable domain go through it."""
        return not self.domains or domain in self.domains


def proxy_address(typed: str) -> Address:
    """`typed` as an address, such as socks5://proxy.example:1080. Raises ValueError, which repeats no secret."""
    try:
        parts = urlsplit(typed.strip())
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        raise ValueError("it cannot be read as an address") from None
    if "@" in parts.netloc:
        raise ValueError(
            "it carries a user name or password, and an address stands on pages and in the list of processes; give "
            "them apart from it (at the command line --user and --password-file, or CRAWLFLEET_PROXY_PASSWORD)"
        )
    if parts.scheme in {"socks5h", "socks4", "socks4a", "socks"}:
        raise ValueError("write socks5://; names are always resolved and judged here, never by the proxy")
    if parts.scheme not in set(Scheme):
        raise ValueError("it must begin with http:// or socks5://")
    if not ((_HOST.fullmatch(host) and may_be_looked_up(host)) or _literal(host)):
        raise ValueError("it names no host")
    if port is None or not port:
        raise ValueError("it names no port, such as the 1080 of socks5://proxy.example:1080")
    if parts.path not in {"", "/"} or parts.query or parts.fragment:
        raise ValueError("behind the port nothing may follow")
    return Address(Scheme(parts.scheme), host, port)


def _literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
