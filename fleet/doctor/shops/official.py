"""Shops' official interfaces: whether accounts can be used, what is left of budgets, and who wants a pause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from common.config import official_secret
from common.errors import ConfigError
from common.shops.registry import Shops
from common.store.official.values import PauseKind
from common.ways.way import Way
from fleet.doctor.finding import Finding, failed, ok, warning
from fleet.doctor.grouping import shared
from fleet.durations import short_duration

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store.official.values import SourceState

SECTION = "official"


def check_accounts(settings: Settings) -> Iterator[Finding]:
    """What the settings alone tell of this machine's accounts."""
    from worker.ways.official.way import keys_of

    shops = Shops(settings.shops)
    for account in settings.official:
        try:
            official_secret(account)
        except ConfigError:
            continue  # check_secrets says so, and whether it matters
        keys = keys_of(account, shops)
        if isinstance(keys, str):
            yield failed(SECTION, keys, "correct that [[official]], or take it out (docs/shops.md)")
    offered = settings.work.ways or settings.crawl.ways
    if Way.OFFICIAL in offered and not settings.official:
        yield warning(
            SECTION,
            "the official way is in use, and no [[official]] here names keys",
            "docs/shops.md; it needs keys on the machines that offer it, others leave it out of work.ways",
        )


def judge_sources(settings: Settings, states: Sequence[SourceState]) -> Iterator[Finding]:
    """What the whole fleet's database tells of each source that was ever asked."""
    per_hour = {account.label: account.calls_per_hour for account in settings.official}
    for state in states:
        most = per_hour.get(state.source)
        if state.paused_ms:
            left = short_duration(state.paused_ms)
            yield _paused(state, left)
        elif most is not None and state.calls >= most:
            yield warning(
                SECTION,
                f"{state.source}: the budget of {most} calls an hour is spent; its jobs wait",
                f"room again in {short_duration(state.wait_ms)}; fewer recrawls (work.recrawl_seconds) take less",
            )
        else:
            of = f" of {most}" if most is not None else ""
            yield ok(SECTION, f"{state.source}: {state.calls}{of} calls in the last hour")


def _paused(state: SourceState, left: str) -> Finding:
    text = f"{state.source} is left alone for {left}: {state.pause_reason}"
    cause = f"left alone: {shared(state.pause_reason or '', state.source, 'SOURCE')}"
    if state.pause_kind is PauseKind.RATE:
        step = "nothing: it is asked again by itself; a lower calls_per_hour asks less often"
        return warning(SECTION, text, step, subject=state.source, cause=cause)
    return failed(
        SECTION,
        text,
        "look at the account on the platform's own site and at app_id and secret here (a secret's file is read at each "
        "call; after another app_id, or a secret in a variable, restart the workers); then `crawlfleet read URL --via "
        "official` with a product of that market tries it and ends the pause",
        subject=state.source,
        cause=cause,
    )
