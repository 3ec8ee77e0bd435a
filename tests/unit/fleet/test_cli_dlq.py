"""Dead letters joined with the database: requeue in the database first, then remove the letters."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from common.broker.base import Broker, DeadLetter, QueueDepth
from common.errors import BrokerUnavailable, ConfigError, ErrorCode, StoreUnavailable
from common.job import JobStatus, NewJob
from common.settings import DatabaseSettings, Settings
from common.store import Store, init_schema, open_store
from fleet.cli import main
from fleet.letters import Letter, letters
from fleet.operations.dead_letters import acting, requeueing
from fleet.operations.dead_letters.meant import matching, say_which
from fleet.operations.dead_letters.requeueing import LetterFate
from fleet.operations.json_objects import letter_object
from fleet.operations.selecting import Wanted
from fleet.terminal.views.jobs.dead_letters import question_of, show_fates
from fleet.terminal.views.jobs.typed_filters import typed_filters


class HeldLetters:
    """The two dead-letter calls of a broker, over a list."""

    def __init__(self, held: list[DeadLetter]) -> None:
        self.held = held

    async def dead_letters(self, limit: int) -> Sequence[DeadLetter]:
        return self.held[:limit]

    async def take_dead_letters(self, limit: int, *, drop: Sequence[str | None] | None = None) -> Sequence[DeadLetter]:
        taken = [letter for letter in self.held if drop is None or letter.job_id in drop][:limit]
        self.held = [letter for letter in self.held if letter not in taken]
        return taken

    async def depths(self, wanted: Callable[[str], bool] | None = None) -> Sequence[QueueDepth]:
        return [QueueDepth("crawl.dlq.shopee", len(self.held), 0)]


def job(number: int) -> NewJob:
    return NewJob(
        url=f"https://shopee.tw/product/1/{number}",
        url_norm=f"https://shopee.tw/product/1/{number}",
        platform="shopee",
        region="tw",
        shop_id="1",
        item_id=str(number),
        source="jsonl",
        source_account="a",
        source_post_id="p",
        max_attempts=1,
    )


DEAD, DONE, FAILED = job(1), job(2), job(3)


def letter(job_id: str | None, preview: str = "", routing_key: str = "shopee.tw") -> DeadLetter:
    return DeadLetter("crawl.dlq.shopee", routing_key, job_id, "attempts spent", preview)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"))


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    await init_schema(settings.database)
    store = await open_store(settings.database)
    await store.jobs.add([DEAD, DONE, FAILED])
    for entry in (DEAD, FAILED):
        await store.jobs.claim(entry.id, worker_id="w", lease_token=entry.id, lease_ms=60_000)
    await store.jobs.retry_later(DEAD.id, DEAD.id, delay_ms=1, error_code=ErrorCode.TIMEOUT, detail="slow")
    await store.jobs.fail(FAILED.id, FAILED.id, error_code=ErrorCode.CONTENT_REMOVED, detail="gone")
    yield store
    await store.close()


def held() -> HeldLetters:
    return HeldLetters(
        [letter(DEAD.id), letter(DEAD.id), letter(DONE.id), letter(FAILED.id), letter(None, "noise"), letter("unknown")]
    )


async def test_letters_carry_the_databases_reason(store: Store) -> None:
    found = await letters(store, cast(Broker, held()), limit=100)
    assert [(entry.message.job_id, entry.reason) for entry in found][:1] == [(DEAD.id, "TIMEOUT: slow")]
    assert found[4].job is None
    assert found[4].reason == "attempts spent"
    assert letter_object(found[3])["error_code"] == "CONTENT_REMOVED"


async def test_requeue_of_all_settles_what_it_can_and_keeps_the_rest(store: Store) -> None:
    broker = held()
    fates = await requeueing.requeue(store, cast(Broker, broker), None)
    assert {(fate.job_id, fate.fate) for fate in fates} == {
        (DEAD.id, "requeued"),
        (FAILED.id, "requeued"),
        (DONE.id, "removed"),
        (None, "kept"),
        ("unknown", "kept"),
    }
    assert [entry.job_id for entry in broker.held] == [None, "unknown"]
    again = await store.jobs.get(DEAD.id)
    assert again is not None
    assert again.status is JobStatus.NEW


async def test_requeue_of_one_touches_no_other(store: Store) -> None:
    broker = held()
    await requeueing.requeue(store, cast(Broker, broker), [FAILED.id])
    assert [entry.job_id for entry in broker.held] == [DEAD.id, DEAD.id, DONE.id, None, "unknown"]
    dead = await store.jobs.get(DEAD.id)
    assert dead is not None
    assert dead.status is JobStatus.DEAD


async def test_the_letters_of_a_job_that_failed_again_meanwhile_are_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, requeue = min(DEAD.id, FAILED.id), store.jobs.requeue

    async def slowly(ids: Sequence[str], **about: str) -> list[str]:
        done = await requeue(ids, **about)
        if first not in ids:  # by now a worker has had the first one again
            await store.jobs.cancel([first], reason="stands for a crawl that failed")
        return done

    monkeypatch.setattr(store.jobs, "requeue", slowly)
    monkeypatch.setattr(requeueing, "AT_A_TIME", 1)
    broker = held()
    await requeueing.requeue(store, cast(Broker, broker), None)
    assert {entry.job_id for entry in broker.held} == {first, None, "unknown"}


async def test_a_database_that_fails_leaves_every_letter(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(ids: Sequence[str], **_: str) -> list[str]:
        raise StoreUnavailable("away")

    monkeypatch.setattr(store.jobs, "requeue", away)
    broker = held()
    with pytest.raises(StoreUnavailable):
        await requeueing.requeue(store, cast(Broker, broker), None)
    assert len(broker.held) == 6


async def test_drop_removes_malformed_ones_only_with_all(store: Store) -> None:
    broker = held()
    assert await requeueing.drop(cast(Broker, broker), [DEAD.id]) == 2
    assert await requeueing.drop(cast(Broker, broker), None) == 4
    assert broker.held == []


async def test_filters_are_the_jobs_own(store: Store) -> None:
    found = await letters(store, cast(Broker, held()), limit=100)

    async def ids(wanted: Wanted) -> set[str | None]:
        return {entry.message.job_id for entry in await matching(store, found, wanted)}

    assert await ids(Wanted(error_code="timeout")) == {DEAD.id}
    assert await ids(Wanted(statuses=[JobStatus.FAILED_PERMANENT])) == {FAILED.id}
    assert await ids(Wanted(account="a", text="product/1/3")) == {FAILED.id}
    assert await ids(Wanted(shop="taobao")) == set()
    assert await ids(Wanted(shop="shopee/1", source="jsonl")) == {DEAD.id, DONE.id, FAILED.id}
    assert await ids(Wanted(shop="shopee/2")) == set()
    assert await ids(Wanted(older_than_ms=3_600_000)) == set()
    assert await ids(Wanted()) == {DEAD.id, DONE.id, FAILED.id, None, "unknown"}


@pytest.mark.parametrize(
    ("typed", "wanted", "every"), [([], Wanted(), False), (["a"], Wanted(), True), ([], Wanted(shop="shopee"), True)]
)
def test_which_letters_is_said_in_one_way(typed: list[str], wanted: Wanted, every: bool) -> None:
    with pytest.raises(ConfigError, match="say which letters"):
        say_which("drop", typed, wanted, every)


async def test_filtered_letters_are_dropped_and_the_rest_stays(
    settings: Settings, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = held()

    @asynccontextmanager
    async def at_hand(_: Settings) -> AsyncIterator[Broker]:
        yield cast(Broker, broker)

    monkeypatch.setattr(acting, "shared_broker", at_hand)
    wanted = Wanted(error_code="TIMEOUT")
    planned = await acting.drop_letters(settings, [], wanted, every=False, dry_run=True)
    assert (planned.dropped, len(broker.held)) == (2, 6)
    done = await acting.drop_letters(settings, [], wanted, every=False)
    assert (done.dropped, len(broker.held)) == (2, 4)
    (event,) = (await store.operators.page(limit=9)).rows
    assert (event.action, event.done, json.loads(event.target)) == ("dlq drop", 2, {"error_code": "TIMEOUT"})


async def test_a_dry_run_of_requeue_says_what_the_real_one_does(
    settings: Settings, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = held()

    @asynccontextmanager
    async def at_hand(_: Settings) -> AsyncIterator[Broker]:
        yield cast(Broker, broker)

    monkeypatch.setattr(acting, "shared_broker", at_hand)
    planned = await acting.requeue_letters(settings, [], Wanted(shop="shopee/1"), every=False, dry_run=True)
    assert len(broker.held) == 6
    done = await acting.requeue_letters(settings, [], Wanted(shop="shopee/1"), every=False)
    assert planned.fates == done.fates
    assert {fate.job_id: (fate.fate, fate.letters) for fate in done.fates} == {
        DEAD.id: ("requeued", 2),
        DONE.id: ("removed", 1),
        FAILED.id: ("requeued", 1),
    }
    assert [letter.job_id for letter in broker.held] == [None, "unknown"]


@pytest.mark.parametrize("wanted", [Wanted(newer_than_ms=0), Wanted(older_than_ms=0)])
def test_an_age_of_nothing_is_a_filter_too(wanted: Wanted) -> None:
    assert wanted.anything, "or it would mean every letter there is"
    assert len(wanted.as_dict()) == 1


@pytest.fixture
def listed(
    settings: Settings, store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., list[str]]:
    """What `crawlfleet dlq list …` prints on a screen of 80 columns."""

    @asynccontextmanager
    async def at_hand(_: Settings) -> AsyncIterator[Broker]:
        yield cast(Broker, held())

    monkeypatch.setattr(acting, "shared_broker", at_hand)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", settings.database.url)

    def run(*words: str) -> list[str]:
        with pytest.raises(SystemExit):
            main(["dlq", "list", *words])
        return capsys.readouterr().out.splitlines()

    return run


def test_a_list_on_a_narrow_screen_says_the_whole_reason(
    store: Store, listed: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = f"{'https://shopee.tw/product/1/1 led elsewhere, and there ' * 3}answered 503"
    monkeypatch.setattr(Letter, "reason", said)
    lines = listed()
    assert f"reason: {said}" in " ".join(" ".join(lines).split())
    assert all(len(line) <= 80 for line in lines)
    assert "    link or message: https://shopee.tw/product/1/1" in lines


def test_letters_of_jobs_that_are_not_here_are_explained(listed: Callable[..., list[str]]) -> None:
    """Two fleets on one virtual host take each other's messages, and nothing else says so."""
    said = "another fleet works on this broker as well, and each needs a virtual host of its own"
    assert said in " ".join(" ".join(listed()).split())
    assert said not in " ".join(" ".join(listed("--error-code", "timeout")).split()), "all of these are ours"


def test_what_a_narrowed_list_says_to_type_is_meant_for_what_it_shows(listed: Callable[..., list[str]]) -> None:
    narrowed = listed("--shop", "shopee/1", "--error-code", "timeout")
    assert [line.strip() for line in narrowed if line.startswith("  crawlfleet")] == [
        "crawlfleet dlq requeue --shop shopee/1 --error-code TIMEOUT",
        "crawlfleet dlq drop --shop shopee/1 --error-code TIMEOUT",
    ]
    assert "  crawlfleet dlq drop --all" in listed()
    assert "  crawlfleet dlq drop --no-job" in listed(), "there are such as cannot be requeued"


def test_a_list_that_is_cut_says_so(listed: Callable[..., list[str]]) -> None:
    assert "(the first 5; more with --limit)" in listed("--limit", "5")
    assert not any("more with --limit" in line for line in listed("--limit", "6"))


def test_filters_are_typed_again_as_they_were() -> None:
    wanted = Wanted([JobStatus.DEAD, JobStatus.NEW], "shopee", "TIMEOUT", 5_400_000, 0, "rss", "a b", "red mug", True)
    assert typed_filters(wanted) == (
        "--state DEAD --state NEW --shop shopee --error-code TIMEOUT --older-than 90m --newer-than 0s --source rss "
        "--account 'a b' --text 'red mug' --broken"
    )
    assert typed_filters(Wanted(older_than_ms=1_500)) == "--older-than 1.5s"
    assert typed_filters(Wanted()) == ""


def test_the_question_says_which_letters_go_without_their_jobs() -> None:
    requeued, removed = LetterFate("a", "requeued", "was DEAD", 2), LetterFate("b", "removed", "is NEW")
    assert question_of(acting.Requeued([requeued], 2)) == "requeue the jobs of 2 dead letters?"
    assert question_of(acting.Requeued([requeued, removed], 3)) == (
        "requeue the jobs of 2 dead letters, and remove 1 whose jobs need no help?"
    )
    assert question_of(acting.Requeued([removed], 1)) == "of the dead letters, remove 1 whose jobs need no help?"


def test_a_dry_run_tells_of_no_letter_as_done(capsys: pytest.CaptureFixture[str]) -> None:
    fate = LetterFate("k3v9q", "requeued", "was DEAD")
    show_fates([fate], as_json=False, dry_run=True)
    show_fates([fate], as_json=False, dry_run=False)
    assert capsys.readouterr().out.splitlines() == [
        "would be requeued  k3v9q  was DEAD",
        "requeued  k3v9q  was DEAD",
    ]


def test_broken_off_it_says_what_stays_and_how_to_go_on(
    settings: Settings, store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reasons: list[BaseException] = []

    async def breaks_off(*_: object, told: Callable[[int, int], None], **__: object) -> acting.Requeued:
        told(500, 6000)
        raise reasons[-1]

    monkeypatch.setattr(acting, "requeue_letters", breaks_off)
    for why, code in ((KeyboardInterrupt(), 130), (BrokerUnavailable("it is away"), 1)):
        reasons.append(why)
        for words, told in ((["--all"], True), (["--all", "--dry-run"], False)):
            with pytest.raises(SystemExit) as ended:
                main(["dlq", "requeue", *words])
            assert ended.value.code == code
            assert ("stay so" in capsys.readouterr().err) is told


async def test_letters_beyond_those_that_are_looked_at_are_not_left_out_in_silence(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for most, told in ((7, False), (6, False), (5, True)):
        monkeypatch.setattr("fleet.letters.MOST", most)
        assert len(await letters(store, cast(Broker, held()), limit=most)) == min(most, 6)
        await letters(store, cast(Broker, held()), limit=3)
        assert ("only the first 5 dead letters" in caplog.text) is told
    assert "settled (`crawlfleet dlq requeue`" in caplog.text, "another look alone shows the same ones"


@pytest.mark.parametrize(("no_job", "count", "read"), [(False, 6, 0), (True, 2, 1)])
async def test_a_dry_run_of_drop_reads_the_letters_once_and_counts_alone_where_all_are_meant(
    settings: Settings, store: Store, monkeypatch: pytest.MonkeyPatch, no_job: bool, count: int, read: int
) -> None:
    broker, looks = held(), list[int]()

    @asynccontextmanager
    async def at_hand(_: Settings) -> AsyncIterator[Broker]:
        yield cast(Broker, broker)

    async def look(limit: int) -> Sequence[DeadLetter]:
        looks.append(limit)
        return broker.held[:limit]

    monkeypatch.setattr(acting, "shared_broker", at_hand)
    monkeypatch.setattr(broker, "dead_letters", look)
    planned = await acting.drop_letters(settings, [], every=not no_job, no_job=no_job, dry_run=True)
    assert (planned.dropped, planned.left, len(looks)) == (count, 6, read)


@pytest.mark.parametrize("words", [["list"], ["drop", "--all", "--dry-run"], ["requeue", "--all", "--dry-run"]])
def test_on_a_terminal_it_says_that_it_reads(
    settings: Settings,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
) -> None:
    @asynccontextmanager
    async def at_hand(_: Settings) -> AsyncIterator[Broker]:
        yield cast(Broker, held())

    monkeypatch.setattr(acting, "shared_broker", at_hand)
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", settings.database.url)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with pytest.raises(SystemExit) as ended:
        main(["dlq", *words])
    assert not ended.value.code
    printed = capsys.readouterr()
    assert "\rreading the dead letters" in printed.err and "reading" not in printed.out
