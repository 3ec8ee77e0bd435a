"""Notifications in the database, on every driver: rules, what they met, and messages that one process sends once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.job import JobStatus
from common.notices.matching import met
from common.notices.values import Kind, Met, NewRule, Rule, Timing
from common.settings import DatabaseSettings
from common.store import ClaimOutcome, Cursor, NoticeState, Store
from common.store.drivers.base import Statement
from common.store.operators import pruning
from common.store.store import make_driver
from common.timing.units import DAY_MS, MINUTE_MS
from dispatcher.notices.noticing import notice
from tests.integration.store.jobs import Clock, claim, link, result, running


@pytest.fixture
async def rule(store: Store) -> Rule:
    assert await store.notices.add_target("phone", "json://127.0.0.1:9/")
    number = await store.notices.add_rule(NewRule(Kind.PRICE_DROP, "phone", by_percent=1), asked="r", by="ada")
    (added,) = await store.notices.rules()
    assert added.id == number
    return added


async def note(store: Store, rule: Rule, event: str, due: int) -> list[str]:
    return await store.notices.record([(rule, Met(rule.id, event, due, f"about {event}"), due)])


async def states(store: Store) -> dict[str, str]:
    return {one.event: str(one.state) for one in (await store.notices.page(limit=100)).rows}


async def test_rules_and_targets_are_added_once_and_removed_in_order(store: Store, rule: Rule, clock: Clock) -> None:
    notices = store.notices
    assert await notices.add_target("phone", "json://127.0.0.1:9/"), "the same one, sent twice"
    assert not await notices.add_target("phone", "json://other/")
    again = await notices.add_rule(NewRule(Kind.PRICE_DROP, "phone", by_percent=1), asked="r", by="ada")
    assert again == rule.id
    assert await notices.add_rule(NewRule(Kind.GONE, "nobody"), asked="s", by="ada") is None
    timing = Timing("Europe/Vienna", 1320, 420, None, 480)
    asked = NewRule(Kind.PRICE_BELOW, "phone", None, "other/pine.example", 100, "EUR", None, None, timing)
    number = await notices.add_rule(asked, asked="t", by="bo")
    (_, found) = await notices.rules()
    assert found == Rule(
        **{name: getattr(asked, name) for name in NewRule.__dataclass_fields__},
        id=number or 0,
        added_at=clock.ms,
        added_by="bo",
    )
    assert not await notices.remove_target("phone"), "rules name it"
    assert await notices.remove_rule(rule.id)
    assert not await notices.remove_rule(rule.id)
    assert number is not None
    assert await notices.remove_rule(number)
    assert await notices.remove_target("phone")
    assert not await notices.remove_target("phone")


async def test_a_change_is_met_once_and_one_that_is_taken_back_hides_no_later_one(
    store: Store, rule: Rule, clock: Clock, settings: DatabaseSettings
) -> None:
    async def seen(price: int, token: str) -> None:
        clock.ms += 1000
        assert await claim(store, job, token) is ClaimOutcome.CLAIMED
        assert await store.jobs.succeed(job.id, token, result(job, price)) is JobStatus.SUCCEEDED
        await store.jobs.recheck([job.id])
        await store.jobs.publish([job.id], republish_after_ms=MINUTE_MS)

    async def read() -> list[Met]:
        (now,) = await store.notices.rules()
        changes, up_to = await store.notices.changes(now.read_to, limit=10)
        found = [one for change in changes if (one := met(now, change)) is not None]
        for _ in range(2):
            await store.notices.record([(now, one, clock.ms) for one in found], read_to=up_to, readers=[now])
        return found

    job = link(1)
    await store.jobs.add([job])
    await store.jobs.publish([job.id], republish_after_ms=MINUTE_MS)
    await seen(20_000, "t1")
    assert await read() == []
    await seen(19_000, "t2")
    (first,) = await read()
    assert await read() == []
    assert list(await states(store)) == [first.event]
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch([Statement("DELETE FROM product_changes")])
    await driver.close()
    await seen(18_000, "t3")
    (second,) = await read()
    assert "180.00 TWD" in second.line
    assert sorted(await states(store)) == sorted([first.event, second.event])


async def test_a_rule_added_while_changes_are_looked_at_misses_none(store: Store, rule: Rule, clock: Clock) -> None:
    standing = await store.notices.standing()
    late = await store.notices.add_rule(NewRule(Kind.PRICE_DROP, "phone", by_percent=5), asked="late", by="ada")
    job = link(1)
    await store.jobs.add([job])
    for token, price in (("t1", 20_000), ("t2", 10_000)):
        clock.ms += 1000
        await store.jobs.publish([job.id], republish_after_ms=MINUTE_MS)
        assert await claim(store, job, token) is ClaimOutcome.CLAIMED
        assert await store.jobs.succeed(job.id, token, result(job, price)) is JobStatus.SUCCEEDED
        await store.jobs.recheck([job.id])
    await notice(store.notices, standing)
    await notice(store.notices, await store.notices.standing())
    assert {one.rule for one in (await store.notices.page(limit=10)).rows} == {rule.id, late}


async def test_a_message_is_one_processs_and_its_end_is_written_once(store: Store, rule: Rule, clock: Clock) -> None:
    notices = store.notices
    assert await note(store, rule, "a", clock.ms) == ["price-drop"]
    assert await note(store, rule, "a", clock.ms) == []
    await note(store, rule, "later", clock.ms + MINUTE_MS)
    assert await notices.due() == [rule.id]
    assert [one.event for one in await notices.claim(rule.id, "m1", limit=10)] == ["a"]
    assert [one.event for one in await notices.claim(rule.id, "m1", limit=10)] == ["a"], "the same claim, sent twice"
    assert await notices.claim(rule.id, "m2", limit=10) == []
    for _ in range(2):
        await notices.not_sent("m1", "phone", "it could not be reached", pause_ms=MINUTE_MS, most_tries=2)
    (target,) = await notices.targets()
    assert (target.failures, target.failing_since, target.not_before) == (1, clock.ms, clock.ms + MINUTE_MS)
    assert await notices.due() == [], "its target is left alone"
    listed = {one.event: one.due_at for one in (await notices.page(limit=10)).rows}
    assert listed == {"a": clock.ms + MINUTE_MS, "later": clock.ms + MINUTE_MS}, "due when its target is tried again"
    clock.ms += MINUTE_MS
    assert sorted(one.event for one in await notices.claim(rule.id, "m3", limit=10)) == ["a", "later"]
    await notices.not_sent("m3", "phone", "it could not be reached", pause_ms=MINUTE_MS, most_tries=2)
    assert await states(store) == {"a": "failed", "later": "waiting"}
    clock.ms += MINUTE_MS
    await notices.claim(rule.id, "m4", limit=10)
    await notices.sent("m4", "phone")
    await notices.not_sent("m4", "phone", "too late", pause_ms=MINUTE_MS, most_tries=2)
    assert await states(store) == {"a": "failed", "later": "sent"}
    (target,) = await notices.targets()
    assert (target.failures, target.failing_since, target.last_sent_at) == (0, None, clock.ms)


async def test_what_a_process_left_in_the_middle_is_unsure_and_never_sent_again(
    store: Store, rule: Rule, clock: Clock
) -> None:
    await note(store, rule, "a", clock.ms)
    await store.notices.claim(rule.id, "m", limit=10)
    assert await store.notices.lost(after_ms=MINUTE_MS, error="gone") == 0
    clock.ms += MINUTE_MS
    assert await store.notices.lost(after_ms=MINUTE_MS, error="gone") == 1
    assert await store.notices.due() == []
    (found,) = (await store.notices.page(limit=5, state=NoticeState.UNSURE)).rows
    assert (found.event, found.error) == ("a", "gone")


async def test_a_rule_that_is_off_notes_nothing_and_begins_anew(store: Store, rule: Rule, clock: Clock) -> None:
    await note(store, rule, "waits", clock.ms)
    await store.notices.record([], held=[(rule.id, "shopee", clock.ms)])
    assert await store.notices.switch_rule(rule.id, on=False)
    assert await note(store, rule, "meanwhile", clock.ms) == []
    assert await states(store) == {}
    standing = await store.notices.standing()
    assert (standing.rules, standing.conditions) == ([], [])
    assert await store.notices.switch_rule(rule.id, on=True)
    assert [one.id for one in (await store.notices.standing()).rules] == [rule.id]
    assert not await store.notices.switch_rule(99, on=True)


async def test_states_of_the_fleet_are_kept_until_they_are_over(store: Store, rule: Rule, clock: Clock) -> None:
    looked_at = clock.ms - 3
    await store.notices.record([], held=[(rule.id, "shopee", looked_at)])
    clock.ms += 5
    await store.notices.record([], held=[(rule.id, "shopee", looked_at)])
    (held,) = (await store.notices.standing()).conditions
    assert (held.subject, held.began_at, held.held_at) == ("shopee", looked_at, clock.ms)
    await store.notices.record([], over=[(rule.id, "shopee")])
    assert (await store.notices.standing()).conditions == []


async def test_facts_of_the_fleet(store: Store, clock: Clock) -> None:
    notices = store.notices
    assert await notices.shops_off() == {}
    await store.fleet.pause_shop("shopee", "a sale")
    assert await notices.shops_off() == {"shopee": "a sale"}
    await store.fleet.resume_shop("shopee")
    assert await notices.last_recorded(["shopee", "other"]) == {}
    job = await running(store, 1, "t1")
    assert await notices.last_recorded(["shopee", "other"]) == {"shopee": None}
    await store.jobs.succeed(job.id, "t1", result(job))
    await running(store, 2, "t2")
    recorded = clock.ms
    clock.ms += MINUTE_MS
    assert await notices.last_recorded(["shopee", "other"]) == {"shopee": recorded}
    assert await notices.dead_lately(["shopee"], within_ms=MINUTE_MS) == {}
    assert await notices.feeds_failing(least=1) == []


async def test_pages_of_what_was_noted_miss_nothing(store: Store, rule: Rule, clock: Clock) -> None:
    for number in range(5):
        clock.ms += number % 2
        await note(store, rule, f"e{number}", clock.ms)
    seen: list[str] = []
    page = await store.notices.page(limit=2)
    while True:
        seen += [one.event for one in page.rows]
        if page.next is None:
            break
        page = await store.notices.page(limit=2, after=page.next)
    assert sorted(seen) == [f"e{number}" for number in range(5)]
    assert seen[:2] == ["e3", "e4"]


async def test_old_notices_are_pruned_but_for_those_that_wait(store: Store, rule: Rule, clock: Clock) -> None:
    await note(store, rule, "sent", clock.ms)
    await store.notices.claim(rule.id, "m", limit=5)
    await store.notices.sent("m", "phone")
    await note(store, replace(rule), "waits", clock.ms)
    assert await store.pruning.notices(clock.ms + 1, dry_run=True) == 1
    assert await store.pruning.notices(clock.ms + 1, dry_run=False) == 1
    assert await states(store) == {"waits": "waiting"}


async def test_a_great_many_old_notices_go_some_at_a_time(
    store: Store, rule: Rule, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one moment together; those that wait are no hindrance, though they are the oldest."""
    monkeypatch.setattr(pruning, "ROWS", 2)
    await note(store, rule, "waits", clock.ms + DAY_MS)
    for number in range(7):
        clock.ms += number % 3
        await note(store, rule, f"e{number}", clock.ms)
    await store.notices.claim(rule.id, "m", limit=100)
    await store.notices.sent("m", "phone")
    clock.ms += 1
    await note(store, rule, "young", clock.ms)
    assert await store.pruning.notices(clock.ms, dry_run=True) == 7
    assert await store.pruning.notices(clock.ms, dry_run=False) == 7
    assert await states(store) == {"young": "waiting", "waits": "waiting"}
    assert await store.pruning.notices(clock.ms, dry_run=False) == 0


async def test_a_place_given_before_a_notice_was_sent_goes_on_behind_it(store: Store, rule: Rule, clock: Clock) -> None:
    for number in range(5):
        await note(store, rule, f"e{number}", clock.ms)
    waiting = NoticeState.WAITING
    first = await store.notices.page(limit=2, state=waiting)
    assert [one.event for one in first.rows] == ["e0", "e1"] and first.next is not None
    assert await store.notices.claim(rule.id, "m1", limit=2)
    second = await store.notices.page(limit=2, after=first.next, state=waiting)
    assert [one.event for one in second.rows] == ["e2", "e3"] and second.next is not None
    assert [one.event for one in (await store.notices.page(limit=9, after=second.next)).rows] == ["e4"]


async def test_a_place_that_a_program_of_before_gave_begins_at_its_moment(
    store: Store, rule: Rule, clock: Clock
) -> None:
    await note(store, rule, "e0", clock.ms)
    for name in (f"{rule.id} e0", "0", "9" * 40):
        page = await store.notices.page(limit=2, after=Cursor(clock.ms, name))
        assert [one.event for one in page.rows] == ["e0"]
