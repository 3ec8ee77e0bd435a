"""What happened in a world, line by line; two runs of one seed have one fingerprint."""

from __future__ import annotations

import hashlib


class Trace:
    """Lines are made only when asked for, because most worlds' traces are never read."""

    def __init__(self) -> None:
        self._happened: list[tuple[float, str, tuple[object, ...]]] = []
        self._faults: list[tuple[float, str]] = []

    def __call__(self, at: float, what: str, *about: object) -> None:
        self._happened.append((at, what, about))

    def fault(self, at: float, who: str) -> None:
        """Something was done to this process; what comes of it is no surprise."""
        self._faults.append((at, who))

    @property
    def faults(self) -> int:
        return len(self._faults)

    def had_fault(self, who: str, since: float, until: float) -> bool:
        return any(who == whom and since <= at <= until for at, whom in self._faults)

    def lines(self) -> list[str]:
        return [f"{at:9.3f}  {what:<22} {' '.join(str(one) for one in about)}" for at, what, about in self._happened]

    def fingerprint(self) -> str:
        return hashlib.blake2b("\n".join(self.lines()).encode(), digest_size=8).hexdigest()
