"""A shop's ladder on the command line, and what doctor says of ways that nobody goes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from common.errors import ErrorCode
from common.job import JobStatus, NewJob
from common.settings import DatabaseSettings, Settings
from common.store import Brought, StatusCount, Store, init_schema, open_store
from common.store.values.ladders import Rung
from common.ways.way import Way
from fleet.cli import main
from fleet.doctor.finding import Level
from fleet.doctor.work import judge_jobs
from fleet.operations.shops.ways import LadderShown
from fleet.terminal.views.jobs.jobs import standing
from fleet.terminal.views.shops.ladder import show_ladder

URL = "https://shopee.tw/product/1/2"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DatabaseSettings:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}")
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", settings.url)
    monkeypatch.chdir(tmp_path)
    asyncio.run(_walled(settings))
    return settings


async def _walled(settings: DatabaseSettings) -> None:
    """One job, that met a wall by http and waits for the browser, beside a worker that offers http alone."""
    await init_schema(settings)
    store = await open_store(settings)
    await store.ways.put_ladders({"shopee": tuple(Way)}, (Way.HTTP, Way.BROWSER))
    (job,) = await store.jobs.add([NewJob(URL, URL, "shopee", "tw", "1", "2", "jsonl", "me", "p")])
    await store.jobs.claim(job, worker_id="w", lease_token="t", lease_ms=60_000, way=Way.HTTP)
    await store.jobs.next_way(job, "t", error_code=ErrorCode.AUTH_FAILED, detail="LOGIN_WALL: /login", delay_ms=1)
    await _seen(store, Way.HTTP)
    await store.close()


async def _seen(store: Store, *ways: Way, platforms: tuple[str, ...] = ()) -> None:
    await store.fleet.worker_seen(
        "w", role="worker", version="1", state="idle", running=0, done=0, failed=0, ways=ways, platforms=platforms
    )


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    out = capsys.readouterr()
    assert (ended.value.code or 0) == status, out
    return out.out + out.err


def test_a_shop_shows_its_ladder_and_what_each_way_brought(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(capsys, "shops", "show", "shopee")
    assert "official" in text and "not in use (crawl.ways)" in text
    assert "http: 1 AUTH_FAILED" in text
    assert "crawlfleet shops review shopee" in text
    shown = json.loads(said(capsys, "shops", "show", "shopee", "--json"))
    assert [(way["way"], way["usable"]) for way in shown["ways"]] == [
        ("official", False),
        ("http", True),
        ("browser", True),
    ]
    assert [(one["via"], one["count"]) for one in shown["waiting"]] == [("browser", 1)]
    assert [(one["way"], one["walls"]) for one in shown["walls"]] == [("http", 1)]
    assert "there is no shop" in said(capsys, "shops", "show", "shoppe", status=2)


def test_ways_are_switched_by_name_and_a_review_is_kept_with_its_day(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(capsys, "shops", "ways", "shopee", "--off", "browser", "--reason", "too dear")
    assert "http on" in told and "too dear" in told
    told = said(capsys, "shops", "ways", "shopee", "--only", "official", "--reason", "terms")
    assert "nothing of this shop is read now" in told, "official is not in use in this fleet"
    assert "nothing of it is read" in said(capsys, "doctor", "--timeout", "5")
    said(capsys, "shops", "ways", "shopee", "--on", "http", "--on", "browser")
    said(capsys, "shops", "review", "shopee", "--by", "Ada", "--note", "robots.txt allows it")
    assert "terms read by Ada on 20" in said(capsys, "shops", "show", "shopee")
    assert "give --only" in said(capsys, "shops", "ways", "shopee", status=2)
    assert "not read by" not in said(capsys, "audit")
    assert "shops ways" in said(capsys, "audit")


def test_the_doctor_says_who_may_switch_a_shop_on_again_and_which_way(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str]
) -> None:
    def found() -> tuple[str, str]:
        lines = said(capsys, "doctor", "--json", "--timeout", "5").splitlines()
        (one,) = [one for one in map(json.loads, lines) if one["section"] == "ways" and "nothing" in one["text"]]
        return one["text"], one["next_step"]

    said(capsys, "shops", "ways", "shopee", "--off", "http", "--off", "browser", "--reason", "they asked us to")
    text, step = found()
    assert text == "shopee: nothing of it is read: http and browser are switched off: they asked us to"
    assert step == "`crawlfleet shops ways shopee --on http --on browser`, once that is no reason any more"
    said(capsys, "shops", "ways", "shopee", "--off", "browser", "--reason", "too dear")
    assert found()[0] == "shopee: nothing of it is read: http and browser are switched off: they asked us to; too dear"


def test_a_way_that_was_off_before_keeps_its_reason(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "shops", "ways", "shopee", "--off", "browser", "--reason", "too dear")
    told = said(capsys, "shops", "ways", "shopee", "--off", "http", "--reason", "terms")
    assert "too dear" in told and "terms" in told
    assert "too dear" in said(capsys, "shops", "ways", "shopee", "--off", "browser"), "nothing new was said of it"
    told = said(capsys, "shops", "ways", "shopee", "--off", "browser", "--reason", "too slow")
    assert "too slow" in told and "too dear" not in told and "terms" in told, "who names it again says why"


def test_a_shop_that_is_paused_or_reviewed_counts_as_one_thing_done(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "jobs", "pause", "shopee", "--reason", "captchas")
    said(capsys, "jobs", "resume", "shopee")
    said(capsys, "shops", "ways", "shopee", "--off", "browser", "--reason", "too dear")
    said(capsys, "shops", "review", "shopee", "--by", "Ada", "--note", "allowed")
    acts = [json.loads(line) for line in said(capsys, "audit", "--json").splitlines()]
    assert [(one["action"], one["done"]) for one in acts] == [
        ("shops review", 1),
        ("shops ways", 1),
        ("jobs resume", 1),
        ("jobs pause", 1),
    ]


def test_a_reason_is_told_once_for_each_way_however_the_crawls_ended(capsys: pytest.CaptureFixture[str]) -> None:
    brought = [
        Brought(Way.HTTP, JobStatus.FAILED_RETRYABLE, "TIMEOUT", 3, 1),
        Brought(None, JobStatus.DEAD, "TIMEOUT", 2, 1),
        Brought(Way.BROWSER, JobStatus.DEAD, "TIMEOUT", 1, 1),
    ]
    show_ladder(LadderShown("shopee", None, [], [], brought, [], [], 7, 2), as_json=False)
    out = capsys.readouterr().out
    assert "http: 5 TIMEOUT" in out and "browser: 1 TIMEOUT" in out
    assert out.count("TIMEOUT") == 2


def test_a_million_crawls_are_told_with_their_thousands(capsys: pytest.CaptureFixture[str]) -> None:
    brought = [
        Brought(Way.HTTP, JobStatus.SUCCEEDED, None, 1_680_000, 1),
        Brought(Way.HTTP, JobStatus.DEAD, "TIMEOUT", 11_993, 1),
    ]
    rung = Rung("shopee", Way.HTTP, 1, in_use=True, off_at=None, off_reason=None)
    shown = LadderShown("shopee", None, [rung], [], brought, [], [], 7, 2)
    show_ladder(shown, as_json=False)
    out = capsys.readouterr().out
    assert " 1,680,000 " in out and "http: 11,993 TIMEOUT" in out
    show_ladder(shown, as_json=True)
    assert json.loads(capsys.readouterr().out)["brought"][0]["count"] == 1_680_000
    counts = [StatusCount("shopee", JobStatus.DEAD, 11_993, 0), StatusCount("shopee", JobStatus.SUCCEEDED, 480_000, 0)]
    assert standing(counts, 60_000) == ["shopee: 11,993 DEAD (oldest 1m), 480,000 SUCCEEDED (oldest 1m)"]
    (dead,) = (one for one in judge_jobs(Settings(), counts[:1], [], 60_000) if one.level is Level.WARNING)
    assert dead.text.startswith("shopee: 11,993 DEAD")


def test_a_job_tells_the_ways_it_went_and_why_they_did_not_do(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(capsys, "jobs", "show", URL)
    assert "way       browser" in text
    assert "http did not do: LOGIN_WALL: /login" in text
    events = json.loads(said(capsys, "jobs", "show", URL, "--json"))["events"]
    assert [(event["to_status"], event["via"]) for event in events] == [
        ("NEW", None),
        ("QUEUED", "http"),
        ("RUNNING", "http"),
        ("NEW", "http"),
    ]


def test_a_crawl_that_waits_for_a_second_look_did_not_go_on_to_the_next_way(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def doubted(way: Way, code: ErrorCode | None, count: int) -> Brought:
        return Brought(way, JobStatus.NEW, code, count, 1)

    read = Brought(Way.HTTP, JobStatus.SUCCEEDED, None, 7, 5)
    failed = Brought(Way.HTTP, JobStatus.FAILED_PERMANENT, ErrorCode.PARSE_ERROR, 2, 1)
    brought = (read, doubted(Way.HTTP, None, 3), doubted(Way.HTTP, ErrorCode.AUTH_FAILED, 4), failed)
    rungs = [Rung("shopee", way, 1, in_use=True, off_at=None, off_reason=None) for way in (Way.HTTP, Way.BROWSER)]
    shown = LadderShown("shopee", None, rungs, (), brought, (), (), 7, 10)
    http, browser = shown.by_way
    assert (http.read, http.second_look, http.next_way, http.not_read, http.last_read_at) == (7, 3, 4, 2, 5)
    assert (browser.read, browser.next_way, browser.last_read_at) == (0, 0, None)
    show_ladder(shown, as_json=False)
    told = " ".join(capsys.readouterr().out.split())
    assert "second look" in told and "to next way" in told and "went on" not in told
    assert "To next way: it met a wall, or this way does not know the product." in told


def test_doctor_names_the_way_that_nobody_offers_and_the_command_that_helps(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str]
) -> None:
    text = " ".join(said(capsys, "doctor", "--timeout", "5").split())
    assert "shopee: 1 job waits for the way browser, and no worker offers it" in text
    assert "crawlfleet work --ways browser" in text and "crawlfleet shops ways shopee --off browser" in text

    async def now_offered(*platforms: str) -> None:
        store = await open_store(database)
        await _seen(store, Way.HTTP, Way.BROWSER, platforms=platforms)
        await store.close()

    asyncio.run(now_offered("taobao", "other"))
    text = " ".join(said(capsys, "doctor", "--timeout", "5").split())
    assert "waits for the way browser, and no worker offers it for this shop (work.platforms)" in text
    asyncio.run(now_offered("taobao", "shopee"))
    assert "no worker offers it" not in said(capsys, "doctor", "--timeout", "5")
    asyncio.run(now_offered())  # a program of before, that does not say
    assert "no worker offers it" not in said(capsys, "doctor", "--timeout", "5")


def test_a_shops_ways_are_shown_and_switched_before_anything_was_ever_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    settings = DatabaseSettings(url=f"file:{tmp_path}/new.db")
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", settings.url)
    monkeypatch.setenv("CRAWLFLEET_CRAWL_WAYS", '["official", "http"]')
    asyncio.run(init_schema(settings))
    shown = json.loads(said(capsys, "shops", "show", "taobao", "--json"))
    assert [(one["way"], one["usable"]) for one in shown["ways"]] == [
        ("official", True),
        ("http", True),
        ("browser", False),
    ]
    told = said(capsys, "shops", "ways", "taobao", "--only", "official", "--reason", "terms")
    assert "official on" in told and "terms" in told

    async def dispatched() -> list[bool]:
        store = await open_store(settings)
        await store.ways.put_ladders({"taobao": tuple(Way)}, (Way.OFFICIAL, Way.HTTP))
        rungs = await store.ways.ladders()
        await store.close()
        return [rung.usable for rung in rungs if rung.platform == "taobao"]

    assert asyncio.run(dispatched()) == [True, False, False], "a dispatcher keeps what an operator said"
