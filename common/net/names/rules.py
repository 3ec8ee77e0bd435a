"""The operator's own rules for names (`fetch.resolve`): which addresses a host's requests go to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address

from common.errors import ConfigError


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
