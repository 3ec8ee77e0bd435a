"""The operators' proxies: domains that are told to go through them and cannot, and machines that go past them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from common.output.counting import counted
from fleet.doctor.finding import Finding, failed, ok, warning
from fleet.durations import short_duration

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store.proxies.values import ProxyRow

SECTION = "proxies"
SHOWN = 10


def judge_proxies(settings: Settings, listed: Sequence[ProxyRow]) -> Iterator[Finding]:
    """What the database tells of each. Without any there is nothing to say."""
    if not listed:
        return
    for domain in _domains(listed)[:SHOWN]:
        serving = [one for one in listed if (one.proxy.serves(domain) if domain else not one.proxy.domains)]
        healthy = [one for one in serving if one.healthy]
        what = domain or "every domain"
        off = [one for one in serving if not one.proxy.on]
        if healthy:
            beside = f", {len(off)} switched off" if off else ""
            yield ok(SECTION, f"{what}: {len(healthy)} of {counted(len(serving), 'proxy', 'proxies')} healthy{beside}")
        elif len(off) == len(serving):
            yield _all_off(settings, what, off)
        else:
            yield _none(settings, what, serving)
    if not settings.proxies.use:
        many = counted(len(listed), "proxy is", "proxies are")
        yield warning(
            SECTION,
            f"{many} listed, and proxies.use is off here: workers with these settings go past them",
            "proxies.use = true in the settings of each machine whose workers are to use them (docs/proxies.md)",
        )


def _domains(listed: Sequence[ProxyRow]) -> list[str]:
    """Those that are named, then "" where some proxy serves all."""
    named = {domain for one in listed for domain in one.proxy.domains}
    return [*sorted(named), *([""] if any(not one.proxy.domains for one in listed) else [])]


def _all_off(settings: Settings, what: str, off: Sequence[ProxyRow]) -> Finding:
    """As an operator wished: no failure, and not to be forgotten either."""
    waits = _waits(settings)
    why = "; ".join(f"{one.proxy.name}: {one.switched_off_reason or 'no reason given'}" for one in off[:3])
    all_off = f"all its {len(off)} proxies are switched off" if len(off) > 1 else "its only proxy is switched off"
    return warning(
        SECTION,
        f"{what}: {all_off}, {waits} ({why})",
        f"crawlfleet proxies on {off[0].proxy.name}",
        subject=what,
        cause=f"their proxies are switched off, and {waits.replace('its', 'their')}: "
        + ", ".join(one.proxy.name for one in off),
    )


def _waits(settings: Settings) -> str:
    return "its jobs wait" if settings.proxies.when_none == "wait" else "its jobs go from the workers' own addresses"


def _none(settings: Settings, what: str, serving: Sequence[ProxyRow]) -> Finding:
    waits = _waits(settings)
    why = "; ".join(f"{one.proxy.name} {_why(one)}" for one in serving[:3])
    first = next(one.proxy.name for one in serving if one.proxy.on)
    none = f"none of {len(serving)} proxies is healthy" if len(serving) > 1 else "its only proxy is not healthy"
    return failed(
        SECTION,
        f"{what}: {none}, {waits} ({why})",
        f"`crawlfleet proxies test {first}`; then put it right, `crawlfleet proxies on {first}` or add another (a new "
        f"password: `crawlfleet proxies add` under another name, and only then `crawlfleet proxies remove {first}`). "
        "`crawlfleet proxies remove` of all that serve it lets its pages be fetched from the workers' own addresses",
        subject=what,
        cause=f"none of their proxies is healthy, and {waits.replace('its', 'their')}: "
        + ", ".join(one.proxy.name for one in serving),
    )


def _why(one: ProxyRow) -> str:
    if not one.proxy.on:
        return f"is switched off: {one.switched_off_reason}"
    if one.off_ms:
        return (
            f"failed {one.failures} times in a row and is left alone for {short_duration(one.off_ms)}: {one.last_error}"
        )
    return f"failed {one.failures} times in a row and is tried again: {one.last_error}"
