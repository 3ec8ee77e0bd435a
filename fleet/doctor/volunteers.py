"""Volunteers as an operator's doctor sees them: machines at the gateways, and results that wait for somebody's look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from common.output.counting import counted
from common.output.typable import typable
from common.store.trust.second_looks import PATIENCE_MS
from common.timing.units import DAY_MS
from fleet.doctor.finding import Finding, ok, warning
from fleet.durations import ago

if TYPE_CHECKING:
    from common.store.trust.values import LooksWanted, StandingRow
    from common.store.volunteers.values import MachinesNow, PersonRow, TwoAtOnce

LATELY_MS = 7 * DAY_MS
TAKE_PART = "crawlfleet work (with these settings), or a PC that joins by `crawlfleet volunteers invite --trusted`"


def judge_machines(machines: MachinesNow) -> Iterator[Finding]:
    """Nothing where nobody has joined."""
    if not machines.joined:
        return
    of = f"of {counted(machines.joined, 'machine')}"
    own = f", {machines.trusted_seen} of them the operator's" if machines.trusted_seen else ""
    own += f", {machines.browser_seen} by browser too" if machines.browser_seen else ""
    own += f", {machines.official_seen} by official interfaces too" if machines.official_seen else ""
    under_way = counted(machines.leases, "task")
    yield ok("volunteers", f"{machines.seen} {of} seen at the gateway in the last 2m{own}; {under_way} under way")


def judge_two_at_once(machines: Sequence[TwoAtOnce]) -> Iterator[Finding]:
    """Nothing is lost or counted twice by it; but one that leaves, or gets a newer token, ends the other."""
    for one in machines:
        yield warning(
            "volunteers",
            f"two PCs work as {one.name} ({one.machine}) of {one.person}: its folder was copied. They share one "
            "machine's tasks, and what one of them does, such as to leave, ends both",
            f"`crawlfleet volunteers invite {typable(f'{one.person}-2', 'NAME')}` makes another link; on one of them "
            "its owner deletes machine.json in ~/.crawlfleet, which ends its worker, and joins by that link",
            subject=one.name,
            cause="two PCs work as one machine, by a copied folder",
        )


def judge_set_aside(standings: Sequence[StandingRow], persons: Sequence[PersonRow], now_ms: int) -> Iterator[Finding]:
    """Who was set aside lately, for an operator to look at; of those of long ago only that they are."""
    names = {person.id: person.name for person in persons if person.revoked_at is None}
    long_ago = 0
    for one in standings:
        if one.set_aside_at is None or one.person not in names:
            continue
        if now_ms - one.set_aside_at > LATELY_MS:
            long_ago += 1
            continue
        name, reason = names[one.person], one.set_aside_reason or "no reason given"
        who = typable(name, "NAME")
        yield warning(
            "volunteers",
            f"{name} was set aside {ago(one.set_aside_at, now_ms)} ago: {reason}. They are given no tasks, and what "
            "stood unchecked of theirs is taken back and crawled again",
            f"crawlfleet volunteers show {who}",
            subject=name,
            cause="set aside for results that others did not see",
        )
    if long_ago:
        are = counted(long_ago, "person is", "persons are")
        yield ok("volunteers", f"{are} set aside for more than a week: `crawlfleet volunteers list`")


def judge_looks(shops: Sequence[LooksWanted], now_ms: int) -> Iterator[Finding]:
    """Results that wait are no trouble while somebody may come to look; by shop, for a worker may take some alone."""
    for wanted in shops:
        yield from _looks_at(wanted, now_ms)


def _looks_at(wanted: LooksWanted, now_ms: int) -> Iterator[Finding]:
    late = wanted.oldest_at is not None and now_ms - wanted.oldest_at >= PATIENCE_MS
    oldest = f"the oldest for {ago(wanted.oldest_at, now_ms)}"
    results = counted(wanted.waiting, "volunteer's result", "volunteers' results") + f" of {wanted.shop}"
    if wanted.operators_seen or not (late or wanted.third_looks):
        verb = "waits" if wanted.waiting == 1 else "wait"
        yield ok("volunteers", f"{results} {verb} for a second look, {oldest}", shop=wanted.shop)
        return
    if wanted.third_looks:
        jobs = counted(wanted.third_looks, "job")
        yield warning(
            "volunteers",
            f"two volunteers saw different things at {jobs} of {wanted.shop}: only an operator's worker can "
            "decide, and none that takes them is seen",
            TAKE_PART,
            shop=wanted.shop,
        )
    if late:
        yield warning(
            "volunteers",
            f"{results} wait for a second look, {oldest}, and no operator's worker that takes them is seen: they end "
            "unconfirmed",
            TAKE_PART,
            shop=wanted.shop,
        )
