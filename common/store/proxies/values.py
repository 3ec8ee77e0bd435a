"""What ProxyStore takes and answers. All times are UTC milliseconds by the database's clock."""

from __future__ import annotations

from dataclasses import dataclass

from common.proxies.choosing import OFF_AFTER_FAILURES
from common.proxies.proxy import Proxy


@dataclass(frozen=True, slots=True)
class ProxyRow:
    """A proxy for people. `proxy` carries no password."""

    proxy: Proxy
    has_password: bool
    switched_off_at: int | None
    switched_off_reason: str | None
    added_at: int
    added_by: str
    failures: int
    """In a row."""
    times_off: int
    """In a row that its failures switched it off."""
    off_ms: int
    """So long it is left alone because of its failures; 0: it is not."""
    answered: int
    failed: int
    mean_ms: int | None
    """Until the head of an answer, the last ones counting most."""
    last_used_at: int | None
    last_failed_at: int | None
    last_error: str | None

    @property
    def healthy(self) -> bool:
        """Whether requests go through it now without a doubt."""
        return self.proxy.on and not self.off_ms and self.failures < OFF_AFTER_FAILURES

    @property
    def state(self) -> str:
        """healthy; failing (left alone for a while); trial (its pause is over, nothing has answered yet); off."""
        if not self.proxy.on:
            return "off"
        if self.off_ms:
            return "failing"
        return "healthy" if self.healthy else "trial"


@dataclass(frozen=True, slots=True)
class Seen:
    """What one process saw of a proxy since it told last."""

    name: str
    answered: int
    failed: int
    in_a_row: int
    """Failures after the last answer that count against it."""
    mean_ms: int | None
    error: str | None
    """Of the last failure."""
