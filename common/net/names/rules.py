"""The operator's own rules for names (`fetch.resolve`): which addresses a host's requests go to."""

from __future__ import annotations

from collections.abc import Iterable

from common.addresses import NameRule, name_rule
from common.errors import ConfigError


class Rules:
    """`fetch.resolve`: "HOST:PORT:ADDRESS[,ADDRESS][:PORT]". An IPv6 address stands in brackets.

    A rule for the host itself goes before one for "*". Rules never apply to a URL that names an address, and what
    they lead to must pass the guard like any other answer.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        """Raises ConfigError for a rule that cannot be read; the settings' own check has found it before."""
        try:
            self._rules = {(rule.host, rule.port): rule for rule in map(name_rule, texts)}
        except ValueError as error:
            raise ConfigError(
                f'fetch.resolve: {error}; write for example "shopee.tw:443:127.0.0.1:8443" or "*:443:[::1]:8443".'
            ) from None

    def find(self, host: str, port: int) -> NameRule | None:
        return self._rules.get((host, port)) or self._rules.get((None, port))
