"""From a host name to addresses: the system's resolver, and the operator's own rules (`fetch.resolve`)."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Protocol

from common.errors import ConfigError, CrawlError, ErrorCode, Unanswered
from common.output.no_handles import no_handles_left


class Resolver(Protocol):
    async def resolve(self, host: str, port: int) -> list[str]:
        """All addresses of `host`, in the order to try. Raises CrawlError(DNS_ERROR) when there is none;
        it is Unanswered when that may be this machine's own network."""


class SystemResolver:
    """The system's own getaddrinfo, hosts file included.

    A lookup is given up after `timeout_seconds`; its thread ends when the system call returns.
    """

    def __init__(self, *, timeout_seconds: float = 10.0) -> None:
        self._timeout_seconds = timeout_seconds

    async def resolve(self, host: str, port: int) -> list[str]:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._timeout_seconds):
                answers = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except TimeoutError:
            detail = f"no address for {host} in {self._timeout_seconds:g} s"
            raise Unanswered(ErrorCode.DNS_ERROR, detail, host=host) from None
        except OSError as error:
            if spent := no_handles_left(error):
                raise CrawlError(ErrorCode.INTERNAL_ERROR, f"{host} was not looked up: {spent}") from None
            # EAI_NONAME is the resolver's answer on Linux; macOS and Windows say it offline too.
            silent = error.errno != socket.EAI_NONAME
            detail = f"no address for {host}: {error.strerror or error}"
            raise Unanswered(ErrorCode.DNS_ERROR, detail, host=host, silent=silent) from None
        except UnicodeError as error:
            raise CrawlError(ErrorCode.DNS_ERROR, f"no address for {host}: {error}") from None
        addresses = list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in answers))
        if not addresses:
            raise CrawlError(ErrorCode.DNS_ERROR, f"no address for {host}")
        return addresses


@dataclass(frozen=True, slots=True)
class Rule:
    """Requests for `host` (None: every host) on `port` go to `addresses` on `to_port`."""

    host: str | None
    port: int
    addresses: tuple[str, ...]
    to_port: int


_RULE = re.compile(
    r"(?P<host>\*|[A-Za-z0-9._-]+):(?P<port>\d{1,5})"
    r":(?P<addresses>(?:\[[0-9A-Fa-f:.]+\]|[0-9.]+)(?:,(?:\[[0-9A-Fa-f:.]+\]|[0-9.]+))*)(?::(?P<to_port>\d{1,5}))?"
)


class Rules:
    """`fetch.resolve`: "HOST:PORT:ADDRESS[,ADDRESS][:PORT]". An IPv6 address stands in brackets.

    A rule for the host itself goes before one for "*". Rules never apply to a URL that names an address, and what
    they lead to must pass the guard like any other answer.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        """Raises ConfigError for a rule that cannot be read."""
        self._rules = {(rule.host, rule.port): rule for rule in map(_parse, texts)}

    def find(self, host: str, port: int) -> Rule | None:
        return self._rules.get((host, port)) or self._rules.get((None, port))


def _parse(text: str) -> Rule:
    match = _RULE.fullmatch(text.strip())
    problem = ConfigError(
        f"fetch.resolve: {text!r} is not HOST:PORT:ADDRESS[:PORT]; "
        'write for example "shopee.tw:443:127.0.0.1:8443" or "*:443:[::1]:8443".'
    )
    if not match:
        raise problem
    port = int(match["port"])
    to_port = int(match["to_port"] or port)
    try:
        addresses = tuple(str(ip_address(part.strip("[]"))) for part in match["addresses"].split(","))
    except ValueError:
        raise problem from None
    if not (0 < port < 65_536 and 0 < to_port < 65_536):
        raise problem
    host = None if match["host"] == "*" else match["host"].lower().removesuffix(".")
    return Rule(host, port, addresses, to_port)
