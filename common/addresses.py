"""Addresses in the settings and in invites, taken apart: of servers, of the file of an embedded database, and where a
name is led by `fetch.resolve`."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, quote, unquote, urlsplit

_NAME_RULE = re.compile(
    r"(?P<host>\*|[A-Za-z0-9._-]+):(?P<port>\d{1,5})"
    r":(?P<addresses>(?:\[[0-9A-Fa-f:.]+\]|[0-9.]+)(?:,(?:\[[0-9A-Fa-f:.]+\]|[0-9.]+))*)(?::(?P<to_port>\d{1,5}))?"
)
MOST_PORT = 65_535


def parts_of(url: str) -> SplitResult:
    """Raises ValueError for what is no address, without a word of it: it may hold a password."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ValueError("it is no address") from None
    if parts.hostname and not may_be_looked_up(parts.hostname):
        raise ValueError(
            "its host is no name: a part of it is empty (two dots in a row), longer than 63 characters, or begins with "
            "xn-- and stands for no letters"
        )
    try:
        _ = parts.port
    except ValueError:
        raise ValueError(
            "its port is no number up to 65535; a password with /, # or ? in it looks like that and belongs in a file"
        ) from None
    return parts


def web_address(url: str) -> str:
    """The address itself. Raises ValueError for what no web server can be asked at."""
    parts = parts_of(url)
    if parts.scheme.lower() not in {"http", "https"} or not parts.hostname:
        raise ValueError("it must be a whole address that begins with https:// (or http://) and names a host")
    return url


def listening_address(listen: str) -> str:
    """HOST:PORT itself. Raises ValueError for a port that there is not, and for a host that no name or address is."""
    host, _, port = listen.rpartition(":")
    if int(port) > MOST_PORT:
        raise ValueError(f"its port must be {MOST_PORT} or less")
    try:
        known = bool(ip_address(host.strip("[]"))) if host.startswith("[") else may_be_looked_up(host)
    except ValueError:
        known = False
    if not known:
        raise ValueError("its host is neither a name nor an address (an IPv6 address stands in brackets)")
    return listen


@dataclass(frozen=True, slots=True)
class NameRule:
    """Requests for `host` (None: every host) on `port` go to `addresses` on `to_port`."""

    host: str | None
    port: int
    addresses: tuple[str, ...]
    to_port: int


def name_rule(text: str) -> NameRule:
    """ "HOST:PORT:ADDRESS[,ADDRESS][:PORT]"; an IPv6 address stands in brackets. Raises ValueError."""
    problem = ValueError(
        "it is not HOST:PORT:ADDRESS[:PORT], with an IPv6 address in brackets and ports from 1 to 65535"
    )
    match = _NAME_RULE.fullmatch(text.strip())
    if not match:
        raise problem
    port = int(match["port"])
    to_port = int(match["to_port"] or port)
    try:
        addresses = tuple(str(ip_address(part.strip("[]"))) for part in match["addresses"].split(","))
    except ValueError:
        raise problem from None
    if not (0 < port <= MOST_PORT and 0 < to_port <= MOST_PORT):
        raise problem
    return NameRule(None if match["host"] == "*" else match["host"].lower().removesuffix("."), port, addresses, to_port)


def network_named(text: str) -> IPv4Network | IPv6Network:
    """An address is a network of one. Raises ValueError."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ValueError('it is no IP address and no network such as "10.0.0.0/8"') from None


def is_this_machine(host: str) -> bool:
    """Whether this name or address is the loopback of the machine that asks."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def may_be_looked_up(host: str) -> bool:
    """Whether a resolver can be asked for it: Python's raises UnicodeError where no name or address has such a form,
    and so does httpx wherever the letters of an xn-- name are asked for that stands for none.
    """
    try:
        host.encode("idna")
        if host.lower().startswith("xn--"):
            import idna  # noqa: PLC0415  # a hundredth of a second that no other host costs

            idna.decode(host)
    except UnicodeError:
        return False
    return True


def file_named(url: str) -> str:
    """The address itself, a ~ in front replaced. Raises ValueError when it names no file, or another one than it seems
    to."""
    if "?" in url:
        raise ValueError(
            "it holds something after ?, which nothing here looks at; a ? of the file's name is written %3F"
        )
    if path_of(url).strip("/") in {"", ":memory:"}:
        raise ValueError("it names no file: what is in the database would be gone with the process")
    head, slash, rest = url.removeprefix("file:").partition("/")
    return f"file:{quote(at_home(head))}{slash}{rest}" if head.startswith("~") else url


def at_home(path: str) -> str:
    """`path` with ~ in front replaced by the folder of whoever runs this, and ~ada by Ada's, as a shell does it. Raises
    ValueError where there is none, rather than mean a folder that is called ~."""
    found = os.path.expanduser(path)  # noqa: PTH111  # pathlib has an error of its own, and drops a ./ in front
    if path.startswith("~") and found == path:
        raise ValueError("it begins with ~, and this user has no folder of that name; write the whole path")
    return found


def path_of(url: str) -> str:
    """file:crawlfleet.db, file:/var/lib/crawlfleet.db and file:///var/lib/crawlfleet.db name a path."""
    path = url.removeprefix("file:")
    if path.startswith("//"):
        path = "/" + path.removeprefix("//").partition("/")[2]
    return unquote(path)
