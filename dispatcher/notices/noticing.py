"""One look for events that rules ask for. Each is noted in the database once. Nothing is sent here."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from common.notices.conditions import LEAST, Facts, Look, look_at
from common.notices.matching import met
from common.notices.times import due_ms
from common.notices.values import OF_PRODUCTS, Kind, Met, Rule
from common.settings import PLATFORMS
from common.store.notices.notices import NoticeStore
from common.store.notices.values import Standing
from common.timing.units import HOUR_MS
from dispatcher import metrics

log = logging.getLogger("crawlfleet.dispatcher.notices")

CHANGES_AT_ONCE = 500
PAGES = 20
"""At most so many readings of CHANGES_AT_ONCE in a look; the rest is left to the next."""


async def notice(store: NoticeStore, standing: Standing) -> None:
    """May stop in the middle and be called again: what was noted is not noted twice. Raises StoreError."""
    usable = [rule for rule in standing.rules if _times_known(rule)]
    collecting = dict(standing.collecting)
    await _note_changes(store, standing, usable, collecting)
    states = [rule for rule in usable if rule.kind not in OF_PRODUCTS]
    if states or standing.conditions:
        look = look_at(states, await _facts(store, states, standing.now_ms), standing.conditions)
        await _note(store, standing, usable, collecting, look)


async def _note_changes(
    store: NoticeStore, standing: Standing, rules: Sequence[Rule], collecting: dict[int, int]
) -> None:
    of_products = [rule for rule in rules if rule.kind in OF_PRODUCTS]
    if not of_products:
        return
    read_to = min(rule.read_to for rule in of_products)
    for _ in range(PAGES):
        changes, up_to = await store.changes(read_to, limit=CHANGES_AT_ONCE)
        if up_to <= read_to:
            return
        found = [one for rule in of_products for change in changes if (one := met(rule, change)) is not None]
        await _note(store, standing, of_products, collecting, Look(met=found), read_to=up_to)
        read_to = up_to
        if len(changes) < CHANGES_AT_ONCE:
            return


async def _note(
    store: NoticeStore,
    standing: Standing,
    rules: Sequence[Rule],
    collecting: dict[int, int],
    look: Look,
    *,
    read_to: int | None = None,
) -> None:
    by_number = {rule.id: rule for rule in rules}
    noted: list[tuple[Rule, Met, int]] = []
    for one in look.met:
        rule = by_number[one.rule]
        due = due_ms(rule.timing, standing.now_ms, collecting_until_ms=collecting.get(rule.id))
        if due > standing.now_ms:
            collecting.setdefault(rule.id, due)
        noted.append((rule, one, due))
    if not (noted or look.held or look.over or read_to is not None):
        return
    for kind in await store.record(noted, read_to=read_to, readers=rules, held=look.held, over=look.over):
        metrics.notices_met.labels(kind).inc()


async def _facts(store: NoticeStore, rules: Sequence[Rule], now_ms: int) -> Facts:
    """Only what these rules look at is asked for."""
    kinds = {rule.kind for rule in rules}
    feeds = [rule.least or LEAST[rule.kind] for rule in rules if rule.kind is Kind.FEED_FAILING]
    return Facts(
        now_ms,
        shops_off=await store.shops_off() if Kind.SHOP_OFF in kinds else {},
        feeds=await store.feeds_failing(least=min(feeds)) if feeds else (),
        dead=await store.dead_lately(PLATFORMS, within_ms=HOUR_MS) if Kind.DEAD_LETTERS in kinds else {},
        recorded=await store.last_recorded(PLATFORMS) if Kind.NOTHING_RECORDED in kinds else {},
    )


def _times_known(rule: Rule) -> bool:
    """Whether this machine knows the rule's time zone; a rule of one it does not know costs that rule only."""
    try:
        due_ms(rule.timing, 0)
    except ValueError as error:
        log.error("rule %d of the notifications is left out: %s", rule.id, error)
        return False
    return True
