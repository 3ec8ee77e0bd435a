"""States of the fleet that rules look for, and what a look comes to: what begins, what holds, what is over. Pure.

A state is told once each time that it begins: its event is named by its subject and when it began, and that stands in
the database. A state that comes and goes counts as one until it was away for `CALM_MS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from common.links.shown_account import shown_account, without_queries
from common.notices.values import Kind, Met, Rule
from common.notices.wording import LINE_CHARACTERS, harmless
from common.timing.units import MINUTE_MS

LEAST = {Kind.FEED_FAILING: 3, Kind.DEAD_LETTERS: 20, Kind.NOTHING_RECORDED: 60}
"""Where a rule names no number: failed polls in a row, dead jobs within an hour, minutes."""
CALM_MS = {
    Kind.SHOP_OFF: 0,
    Kind.FEED_FAILING: 30 * MINUTE_MS,
    Kind.DEAD_LETTERS: 60 * MINUTE_MS,
    Kind.NOTHING_RECORDED: 0,
}
GRACE_MS = {Kind.NOTHING_RECORDED: 10 * MINUTE_MS}
"""A state that must hold for so long first: a fleet with nothing to do for hours gets a moment for its next job."""
HELD_AGAIN_MS = 5 * MINUTE_MS
"""How often it is written down that a state still holds."""


@dataclass(frozen=True, slots=True)
class FailingFeed:
    source: str
    account: str
    failures: int
    last_error: str | None


@dataclass(frozen=True, slots=True)
class Facts:
    """What rules look at; a part that no rule asks for is empty."""

    now_ms: int
    shops_off: Mapping[str, str | None] = field(default_factory=dict)
    """A platform or <platform>/<shop id> → why."""
    feeds: Sequence[FailingFeed] = ()
    dead: Mapping[tuple[str, str | None], int] = field(default_factory=dict)
    """(platform, shop id) → jobs that became DEAD within the last hour."""
    recorded: Mapping[str, int | None] = field(default_factory=dict)
    """Each platform with open jobs → when something was last recorded."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A state that a rule saw begin."""

    rule: int
    subject: str
    began_at: int
    held_at: int


@dataclass(slots=True)
class Look:
    """What is to be written after a look."""

    held: list[tuple[int, str, int]] = field(default_factory=list)
    """(rule, subject, when it began). The event is named by the latter, so what is kept must be the same to the ms."""
    over: list[tuple[int, str]] = field(default_factory=list)
    met: list[Met] = field(default_factory=list)


def look_at(rules: Sequence[Rule], facts: Facts, known: Sequence[Condition]) -> Look:
    """`known`: what held at the look before."""
    look = Look()
    before = {(one.rule, one.subject): one for one in known}
    kinds = {rule.id: rule.kind for rule in rules}
    now = facts.now_ms
    holding = set()
    for rule in rules:
        for subject, line in _holding(rule, facts):
            key = (rule.id, subject)
            holding.add(key)
            seen = before.get(key)
            began = seen.began_at if seen else now
            if seen is None or now - seen.held_at >= HELD_AGAIN_MS:
                look.held.append((*key, began))
            if now - began >= GRACE_MS.get(rule.kind, 0):
                look.met.append(Met(rule.id, f"{subject}@{began}", began, line[:LINE_CHARACTERS]))
    for key, seen in before.items():
        kind = kinds.get(seen.rule)
        if key not in holding and (kind is None or now - seen.held_at >= CALM_MS.get(kind, 0)):
            look.over.append(key)
    return look


def _holding(rule: Rule, facts: Facts) -> Iterator[tuple[str, str]]:
    """(subject, words) of each state that holds and that the rule looks for."""
    return _LOOKS[rule.kind](rule, facts, rule.least or LEAST.get(rule.kind, 1)) if rule.kind in _LOOKS else iter(())


def _shops_off(rule: Rule, facts: Facts, least: int) -> Iterator[tuple[str, str]]:
    for shop, reason in facts.shops_off.items():
        if rule.shop is None or shop == rule.shop or shop.startswith(f"{rule.shop}/"):
            name, why = harmless(shop), harmless(reason or "no reason given", 200)
            yield shop, f"{name} is paused, its jobs wait: {why}. crawlfleet jobs resume {name}"


def _feeds_failing(rule: Rule, facts: Facts, least: int) -> Iterator[tuple[str, str]]:
    for feed in facts.feeds:
        if feed.failures >= least:
            name = f"{feed.source}:{harmless(shown_account(feed.account))}"
            said = harmless(without_queries(feed.last_error or "nothing"), 200)
            told = f"{name}: {feed.failures} polls failed in a row: {said}. crawlfleet doctor"
            yield f"{feed.source}:{feed.account}", told


def _dead_letters(rule: Rule, facts: Facts, least: int) -> Iterator[tuple[str, str]]:
    for shop, count in _dead(rule, facts).items():
        if count >= least:
            name, jobs = harmless(shop), "1 job" if count == 1 else f"{count} jobs"
            do = f"crawlfleet jobs errors --state DEAD --shop {name}; crawlfleet dlq list --shop {name}"
            yield shop, f"{name}: {jobs} became DEAD within an hour. {do}"


def _nothing_recorded(rule: Rule, facts: Facts, least: int) -> Iterator[tuple[str, str]]:
    for platform, at in facts.recorded.items():
        if rule.shop in (None, platform) and at is not None and facts.now_ms - at >= least * MINUTE_MS:
            minutes = (facts.now_ms - at) // MINUTE_MS
            told = f"{platform}: nothing was recorded for {minutes} minutes although jobs are open. crawlfleet doctor"
            yield f"{platform} since {at}", told


_LOOKS: Mapping[Kind, Callable[[Rule, Facts, int], Iterator[tuple[str, str]]]] = {
    Kind.SHOP_OFF: _shops_off,
    Kind.FEED_FAILING: _feeds_failing,
    Kind.DEAD_LETTERS: _dead_letters,
    Kind.NOTHING_RECORDED: _nothing_recorded,
}
"""Of each kind that looks at a state; the others are told of what happens."""


def _dead(rule: Rule, facts: Facts) -> dict[str, int]:
    """By what the rule looks at: its single shop, or each platform."""
    counts: dict[str, int] = {}
    for (platform, shop_id), count in facts.dead.items():
        name = platform
        if rule.shop is not None and "/" in rule.shop:
            name = f"{platform}/{shop_id}"
        if rule.shop in (None, name):
            counts[name] = counts.get(name, 0) + count
    return counts
