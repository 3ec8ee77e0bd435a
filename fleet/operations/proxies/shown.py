"""A proxy as programs are told of it: JSON, CSV and the API have these fields, in this order."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from common.store.proxies.values import ProxyRow


@dataclass(frozen=True, slots=True)
class ProxyShown:
    """A proxy and its health, without its password. Times are UTC milliseconds."""

    name: str
    address: str
    """With the user, never with the password."""
    has_password: bool
    domains: list[str]
    """Empty: every domain."""
    state: str
    """healthy, failing, trial or off."""
    switched_off_at: int | None
    switched_off_reason: str | None
    failures_in_a_row: int
    off_for_ms: int
    """So long it is left alone because of its failures."""
    answered: int
    failed: int
    mean_ms: int | None
    last_used_at: int | None
    last_failed_at: int | None
    last_error: str | None
    added_at: int
    added_by: str


PROXY_FIELDS = tuple(field.name for field in dataclasses.fields(ProxyShown))


def proxy_object(one: ProxyRow) -> dict[str, Any]:
    """The proxy as a JSON object."""
    shown = ProxyShown(
        name=one.proxy.name,
        address=one.proxy.shown,
        has_password=one.has_password,
        domains=list(one.proxy.domains),
        state=one.state,
        switched_off_at=one.switched_off_at,
        switched_off_reason=one.switched_off_reason,
        failures_in_a_row=one.failures,
        off_for_ms=one.off_ms,
        answered=one.answered,
        failed=one.failed,
        mean_ms=one.mean_ms,
        last_used_at=one.last_used_at,
        last_failed_at=one.last_failed_at,
        last_error=one.last_error,
        added_at=one.added_at,
        added_by=one.added_by,
    )
    return dataclasses.asdict(shown)
