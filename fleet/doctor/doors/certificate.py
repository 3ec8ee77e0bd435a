"""The certificate that a door of this machine shows: whether who comes by the door's address would take it."""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from common.output.counting import counted
from common.output.unreached import NOT_TRUSTED
from fleet.doctor.finding import Finding, failed, warning

ENDS_SOON_DAYS = 14
DAY_SECONDS = 86_400
RENEW = "renew it; a {door} that runs takes new files up within a minute"


def judge_refused(door: str, url: str, why: str, turned_away: str) -> Iterator[Finding]:
    """`why`: what why_unreached said of the door at `url`, where only the settings' certificate is trusted; nothing
    where that was no certificate. `turned_away`: whom."""
    if NOT_TRUSTED not in why:
        return
    if problem := next((word for word in ("has expired", "is not yet valid") if word in why), None):
        yield failed(
            door, f"{turned_away} are turned away at {url}: its certificate {problem}", RENEW.format(door=door)
        )
        return
    yield warning(
        door,
        f"another certificate than that of {door}.certificate_file is shown at {url}",
        f"a {door} that runs takes new files up within a minute; where it does not, its log says why",
    )


def judge_end(door: str, not_after: str, now: float, turned_away: str) -> Iterator[Finding]:
    """`not_after` as ssl tells it; `now` in seconds of UTC. Nothing while it is good for long."""
    days = int((ssl.cert_time_to_seconds(not_after) - now) // DAY_SECONDS)
    if days < ENDS_SOON_DAYS:
        text = f"the {door}'s certificate ends in {counted(days, 'day')}; {turned_away} reach nobody then"
        yield warning(door, text, RENEW.format(door=door))


def judge_names(
    door: str, certificate: Mapping[str, Any], public_url: str | None, turned_away: str
) -> Iterator[Finding]:
    """Whether it is one of the name in the settings' public_url. `certificate`: as SSLObject.getpeercert tells it."""
    parts = urlsplit(public_url or "")
    if parts.scheme != "https" or not parts.hostname or is_for(certificate, parts.hostname):
        return
    yield warning(
        door,
        f"the {door}'s certificate is of {', '.join(_names(certificate)) or 'no name'}, not of {parts.hostname}, the "
        f"name in {door}.public_url: {turned_away} who come straight to this {door} are turned away",
        f"a certificate of {parts.hostname}; nothing, where a proxy with its own stands in front",
    )


def is_for(certificate: Mapping[str, Any], host: str) -> bool:
    """As TLS compares: a `*` stands for one whole label, the first."""
    host = host.lower().rstrip(".")
    beneath = host.partition(".")[2]
    return any(name in {host, f"*.{beneath}" if beneath else host} for name in _names(certificate))


def _names(certificate: Mapping[str, Any]) -> list[str]:
    kinds = {"DNS", "IP Address"}
    return [str(name).lower() for kind, name in certificate.get("subjectAltName", ()) if kind in kinds]
