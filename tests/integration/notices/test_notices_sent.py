"""What the dispatcher tells: a real database, the real Apprise, a listener on loopback. The clock is the test's."""

from __future__ import annotations

import logging
import socket
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from prometheus_client import REGISTRY

from common.job import JobStatus, NewJob
from common.notices import times
from common.notices.times import zone_named
from common.notices.values import Kind, NewRule, Timing
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.settings_tables.notices import NoticeSettings
from common.store import ClaimOutcome, Store, init_schema, open_store
from common.timing.units import MINUTE_MS
from dispatcher.notices.delivery import MOST_TRIES
from dispatcher.notices.judging import Answer, Outcome
from dispatcher.notices.watch import LOST_MS, NoticeWatch
from tests.servers.notices import NoticeListener, notice_listener

pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")

VIENNA = "Europe/Vienna"
TITLE = "Pine <!channel> board @everyone"


class Fleet:
    """A database, the test's clock, and one product whose price falls when it is told to."""

    def __init__(self, store: Store, settings: DatabaseSettings) -> None:
        self.store = store
        self.settings = settings
        self.ms = 1_800_000_000_000
        self.tick_ms = 0
        """How far the clock goes on by itself, each time that it is read."""
        self._lease = 0
        self._price = 1_000_000

    def clock_ms(self) -> int:
        self.ms += self.tick_ms
        return self.ms

    def set_clock(self, text: str) -> None:
        self.ms = int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(VIENNA)).timestamp() * 1000)

    async def price_falls(self, number: int = 1) -> None:
        """By one hundredth; at the first call for a product there is no price before."""
        url = f"https://shopee.tw/product/1/{number}"
        job = NewJob(url, url, "shopee", "tw", "1", str(number), "jsonl", "me", "p1")
        await self.store.jobs.add([job])
        for _ in range(2):
            self._lease += 1
            self._price -= 10_000
            token = f"lease-{self._lease}"
            await self.store.jobs.recheck([job.id])
            await self.store.jobs.publish([job.id], republish_after_ms=MINUTE_MS)
            claimed = await self.store.jobs.claim(job.id, worker_id="w", lease_token=token, lease_ms=MINUTE_MS)
            assert claimed.outcome is ClaimOutcome.CLAIMED
            assert await self.store.jobs.succeed(job.id, token, self._result(job)) is JobStatus.SUCCEEDED
            self.ms += 1
            if len((await self.store.changes.page(limit=1)).rows):
                return

    async def rule(self, kind: Kind = Kind.PRICE_DROP, target: str = "phone", **given: Any) -> int:
        number = await self.store.notices.add_rule(
            NewRule(kind, target, **{"by_percent": 1, **given}),
            asked=f"{kind} {given}",
            by="ada",
        )
        assert number is not None
        return number

    async def look(self, watch: NoticeWatch | None = None) -> None:
        """As the leading dispatcher does it, after a start of its own each time, and until what it sends is through."""
        watch = watch or self.started()
        await watch.look()
        await watch.aclose()

    def started(self) -> NoticeWatch:
        return NoticeWatch(self.store.notices, NoticeSettings(look_seconds=0.05), monotonic=lambda: self.ms / 1000)

    async def states(self) -> list[str]:
        return [str(one.state) for one in reversed((await self.store.notices.page(limit=100)).rows)]

    def _result(self, job: NewJob) -> CrawlResult:
        offer = Offer(
            title=TITLE,
            price_minor=self._price,
            currency="TWD",
            item_id=job.item_id,
            availability=Availability.IN_STOCK,
        )
        hashed = f"hash {self._price}"
        return CrawlResult("{}", hashed, offer, Verdict(VerdictStatus.OK), job.url_norm, "shopee", "tw", job.url, 1)


@pytest.fixture
async def fleet(tmp_path: Path) -> AsyncIterator[Fleet]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}")
    await init_schema(settings)

    def clock_ms() -> int:
        return made.clock_ms()

    store = await open_store(settings, clock_ms=clock_ms)
    made = Fleet(store, settings)
    yield made
    await store.close()


@pytest.fixture
def listener() -> Iterator[NoticeListener]:
    with notice_listener() as listening:
        yield listening


@pytest.fixture
async def told(fleet: Fleet, listener: NoticeListener) -> Fleet:
    """A fleet with a product that has a price, whose target is the listener."""
    await fleet.price_falls()
    assert await fleet.store.notices.add_target("phone", f"{listener.url}?rto=0.3&cto=2")
    return fleet


def counted(outcome: str) -> float:
    return REGISTRY.get_sample_value("crawlfleet_dispatcher_notice_messages_total", {"outcome": outcome}) or 0


@pytest.fixture
def logged() -> Iterator[list[str]]:
    """Every line that reaches the process's log. Not caplog: it listens at loggers that pass nothing on as well."""
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.name} {record.getMessage()}")

    root, kept = logging.getLogger(), Kept(logging.DEBUG)
    level = root.level
    root.addHandler(kept)
    root.setLevel(logging.DEBUG)
    yield lines
    root.setLevel(level)
    root.removeHandler(kept)


async def test_an_event_is_told_once_in_harmless_words(
    told: Fleet, listener: NoticeListener, logged: list[str]
) -> None:
    await told.rule()
    await told.look()
    assert listener.messages == [], "what was before the rule is not told"
    await told.price_falls()
    for _ in range(3):
        await told.look()
        told.ms += MINUTE_MS
    (message,) = listener.messages
    assert message["title"] == "crawlfleet: price down"
    assert "it was 9800.00 TWD" in message["message"]
    assert "https://shopee.tw/product/1/1" in message["message"]
    assert not set("@<>") & set(message["message"])
    assert message["attachments"] == []
    assert await told.states() == ["sent"]
    logging.getLogger("elsewhere").debug("said")
    assert "said" in logged[-1]
    assert "path-of-secret" not in "".join(logged)


async def test_two_dispatchers_that_both_believe_they_lead_send_each_message_once(
    told: Fleet, listener: NoticeListener
) -> None:
    await told.rule()
    watches = [told.started(), told.started()]
    for _ in range(3):
        await told.price_falls()
        for watch in watches:
            await watch.look()
        for watch in watches:
            await watch.aclose()
        told.ms += MINUTE_MS
    assert len(listener.messages) == 3
    assert len(set(listener.bodies)) == 3


async def test_quiet_hours_hold_a_message_back_across_restarts(told: Fleet, listener: NoticeListener) -> None:
    await told.rule(timing=Timing(VIENNA, 22 * 60, 7 * 60))
    told.set_clock("2026-10-24 23:00")
    await told.price_falls()
    for moment in ("2026-10-24 23:01", "2026-10-25 02:30", "2026-10-25 06:59"):
        told.set_clock(moment)
        await told.look()
    assert listener.messages == []
    told.set_clock("2026-10-25 07:00")
    await told.look()
    assert len(listener.messages) == 1


async def test_a_message_that_missed_its_time_waits_for_quiet_hours_too(told: Fleet, listener: NoticeListener) -> None:
    await told.rule(timing=Timing(VIENNA, 22 * 60, 7 * 60))
    told.set_clock("2026-11-20 21:59")
    listener.status = 503
    await told.price_falls()
    await told.look()
    listener.status = 200
    for moment, messages in (("2026-11-20 23:00", 1), ("2026-11-21 06:59", 1), ("2026-11-21 07:01", 2)):
        told.set_clock(moment)
        await told.look()
        assert len(listener.messages) == messages, moment
    assert await told.states() == ["sent"]


async def test_a_zone_that_this_machine_does_not_know_holds_back_its_own_rule_alone(
    told: Fleet, listener: NoticeListener, monkeypatch: pytest.MonkeyPatch
) -> None:
    await told.rule(timing=Timing(VIENNA, 22 * 60, 7 * 60))
    told.set_clock("2026-11-20 23:00")
    await told.price_falls()
    await told.look()
    with monkeypatch.context() as elsewhere:  # another dispatcher leads, on a machine with a smaller table of zones
        zone_named.cache_clear()
        told.ms += 12 * 60 * MINUTE_MS
        await told.rule(by_percent=1.0)
        elsewhere.setattr(times, "ZoneInfo", lambda name: ZoneInfo(name if name == "UTC" else "Nowhere/" + name))
        await told.price_falls()
        await told.look()
        assert len(listener.messages) == 1, "the rule without quiet hours"
    zone_named.cache_clear()
    await told.look()
    assert len(listener.messages) == 2


async def test_a_digest_collects_across_restarts_into_one_message(told: Fleet, listener: NoticeListener) -> None:
    await told.rule(timing=Timing(digest_minutes=30))
    for _ in range(3):
        await told.price_falls()
        await told.look()
        told.ms += 9 * MINUTE_MS
    assert listener.messages == []
    told.ms += 5 * MINUTE_MS
    await told.look()
    (message,) = listener.messages
    assert message["title"] == "crawlfleet: price down (3)"
    assert message["message"].count("\n") == 2
    assert await told.states() == ["sent"] * 3


async def test_a_daily_digest_comes_at_its_hour(told: Fleet, listener: NoticeListener) -> None:
    await told.rule(timing=Timing(VIENNA, digest_at=8 * 60))
    told.set_clock("2026-11-20 09:00")
    await told.price_falls()
    await told.look()
    told.set_clock("2026-11-21 07:59")
    await told.price_falls()
    await told.look()
    assert listener.messages == []
    told.set_clock("2026-11-21 08:00")
    await told.look()
    assert [message["title"] for message in listener.messages] == ["crawlfleet: price down (2)"]


async def test_a_target_that_cannot_be_reached_is_tried_again_and_gets_it_once(fleet: Fleet) -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
    await fleet.price_falls()
    assert await fleet.store.notices.add_target("phone", f"json://127.0.0.1:{port}/x")
    await fleet.rule()
    await fleet.price_falls()
    before = counted("not_sent")
    await fleet.look()
    assert await fleet.states() == ["waiting"]
    assert counted("not_sent") == before + 1
    (target,) = await fleet.store.notices.targets()
    assert (target.failures, target.last_error) == (1, "it could not be reached")
    await fleet.look()
    assert counted("not_sent") == before + 1, "it is left alone for a moment"
    with notice_listener(port) as listening:
        fleet.ms += MINUTE_MS
        for _ in range(3):
            await fleet.look()
            fleet.ms += 60 * MINUTE_MS
        assert len(listening.messages) == 1
    (target,) = await fleet.store.notices.targets()
    assert (target.failures, target.failing_since) == (0, None)


async def test_after_its_last_try_a_message_is_given_up(told: Fleet, listener: NoticeListener) -> None:
    await told.rule()
    await told.price_falls()
    listener.status = 429
    for _ in range(MOST_TRIES + 2):
        await told.look()
        told.ms += 61 * MINUTE_MS
    assert len(listener.messages) == MOST_TRIES
    assert await told.states() == ["failed"]
    (found,) = (await told.store.notices.page(limit=1)).rows
    assert found.error == "it answered with status 429"


async def test_what_may_have_arrived_is_not_sent_again(told: Fleet, listener: NoticeListener) -> None:
    await told.rule()
    listener.answering.clear()
    await told.price_falls()
    await told.look()
    listener.answering.set()
    told.ms += 60 * MINUTE_MS
    listener.status = 502
    await told.price_falls()
    await told.look()
    listener.status = 200
    for _ in range(3):
        told.ms += 60 * MINUTE_MS
        await told.look()
    assert len(listener.messages) == 2
    assert await told.states() == ["unsure", "unsure"]


async def test_a_try_that_a_process_left_in_the_middle_is_unsure(told: Fleet, listener: NoticeListener) -> None:
    number = await told.rule()
    await told.price_falls()
    watch = told.started()
    (await told.store.notices.standing())  # the clock's moment before
    await told.look(NoticeWatch(told.store.notices, NoticeSettings(), monotonic=lambda: 0.0, send=_never_sent))
    assert await told.states() == ["waiting"]
    told.ms += 60 * MINUTE_MS
    await told.store.notices.claim(number, "of a process that ended", limit=10)
    told.ms += LOST_MS
    await told.look(watch)
    assert listener.messages == []
    assert await told.states() == ["unsure"]


def _never_sent(url: str, title: str, body: str) -> Answer:
    return Answer(Outcome.NOT_SENT, "a test")


async def test_a_failing_feed_a_paused_shop_and_dead_jobs_are_told_each_once(
    told: Fleet, listener: NoticeListener
) -> None:
    await told.rule(Kind.SHOP_OFF, shop="taobao")
    told.tick_ms = 1
    for _ in range(2):
        await told.store.fleet.pause_shop("taobao", "half of its pages could not be read")
        await told.store.fleet.pause_shop("shopee", "another rule's")
        for _ in range(3):
            await told.look()
            told.ms += MINUTE_MS
        await told.store.fleet.resume_shop("taobao")
        await told.look()
        told.ms += MINUTE_MS
    assert [message["title"] for message in listener.messages] == ["crawlfleet: shop paused"] * 2
    assert all("taobao" in body and "half of its pages" in body for body in listener.bodies)


async def test_without_apprise_the_message_waits_and_says_why(
    told: Fleet, listener: NoticeListener, monkeypatch: pytest.MonkeyPatch
) -> None:
    await told.rule()
    await told.price_falls()
    monkeypatch.setitem(__import__("sys").modules, "apprise", None)
    await told.look()
    monkeypatch.undo()
    assert await told.states() == ["waiting"]
    (target,) = await told.store.notices.targets()
    assert "pip install 'crawlfleet[notify]'" in (target.last_error or "")
    told.ms += 60 * MINUTE_MS
    await told.look()
    assert len(listener.messages) == 1
