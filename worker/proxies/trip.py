"""The crawl that a request belongs to, and which ways it may go."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from common.store.proxies.proxies import EVERYWHERE

REFUSALS = frozenset({401, 403, 429})
"""Statuses by which a shop refuses whoever asks."""


@dataclass(slots=True)
class Trip:
    """One crawl of one job, across all its requests."""

    key: str
    """What the dice are drawn by: the job's id."""
    turn: int = 0
    """How many attempts of the job came before this one."""
    went: dict[str, str | None] = field(default_factory=dict)
    """Domain → the proxy by which it answered last; None: from here."""
    ties: dict[str, str | None] = field(default_factory=dict)
    """Domain, or EVERYWHERE → the only proxy by which this job may go there, because it was refused; None: from here
    only."""
    refused: dict[str, str | None] = field(default_factory=dict)
    """Those of the ties that this crawl met itself."""

    def answered(self, domain: str, proxy: str | None, status: int) -> None:
        self.went[domain] = proxy
        if status in REFUSALS:
            self._tie(domain)

    def was_refused(self) -> None:
        """The crawl ended with a refusal. Any domain that it asked may have refused, so all of them count."""
        for domain in self.went:
            self._tie(domain)

    def tied(self, domain: str) -> bool:
        """Whether only one way leads there; way_to() says which."""
        return domain in self.ties or EVERYWHERE in self.ties

    def way_to(self, domain: str) -> str | None:
        return self.ties[domain] if domain in self.ties else self.ties[EVERYWHERE]

    def _tie(self, domain: str) -> None:
        way = self.way_to(domain) if self.tied(domain) else self.went[domain]
        self.refused[domain] = self.ties.setdefault(domain, way)


_current: ContextVar[Trip | None] = ContextVar("trip", default=None)


def current_trip() -> Trip | None:
    """None for a request that belongs to no crawl."""
    return _current.get()


@contextmanager
def on_trip(trip: Trip) -> Iterator[None]:
    """What this task and its children ask for inside belongs to this crawl."""
    token = _current.set(trip)
    try:
        yield
    finally:
        _current.reset(token)
