"""What this process saw of each proxy since it was written back last. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from common.net.proxied.blame import Blame
from common.store.proxies.values import Seen


@dataclass(slots=True)
class _One:
    answered: int = 0
    failed: int = 0
    in_a_row: int = 0
    milliseconds: int = 0
    error: str | None = None


class Sightings:
    """Counts between two reports. Where shop or proxy may be at fault, a second failure at the same shop is not counted
    against the proxy as one more in a row."""

    def __init__(self) -> None:
        self._seen: dict[str, _One] = {}
        self._doubted: dict[str, str] = {}
        """Proxy → the domain of its last failure in doubt, since it answered last."""

    def answered(self, name: str, milliseconds: int) -> None:
        one = self._seen.setdefault(name, _One())
        one.answered += 1
        one.in_a_row = 0
        one.milliseconds += milliseconds
        self._doubted.pop(name, None)

    def failed(self, name: str, domain: str, blame: Blame, error: str) -> None:
        one = self._seen.setdefault(name, _One())
        one.failed += 1
        one.error = error
        if blame is Blame.PROXY or self._doubted.get(name) != domain:
            one.in_a_row += 1
        if blame is Blame.DOUBT:
            self._doubted[name] = domain

    def in_a_row(self, name: str) -> int:
        """Failures since it answered last, or since the last report."""
        return self._seen[name].in_a_row if name in self._seen else 0

    def taken(self) -> list[Seen]:
        """All of it, which is counted from nothing again."""
        reports = [
            Seen(
                name,
                one.answered,
                one.failed,
                one.in_a_row,
                one.milliseconds // one.answered if one.answered else None,
                one.error,
            )
            for name, one in self._seen.items()
        ]
        self._seen.clear()
        return reports
