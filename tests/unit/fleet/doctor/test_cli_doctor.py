"""The doctor: each finding at its level, with what to do next."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import tempfile
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from common.broker.base import QueueDepth
from common.job import Job, JobStatus, job_id_for
from common.settings import BrokerSettings, DatabaseSettings, Settings
from common.settings_tables.feeds import FeedSettings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.official import OfficialSettings
from common.settings_tables.work import WorkSettings
from common.store import ErrorCount, FeedState, Leader, ShopHealth, ShopRow, ShopWindow, StatusCount, WorkerRow
from common.store.schema import LATEST
from fleet.cli import main
from fleet.doctor.broker import judge_queues
from fleet.doctor.examine import limited
from fleet.doctor.finding import Finding, Level, ok
from fleet.doctor.machine.on_disk import check_credentials, check_secrets, check_settings, check_spool
from fleet.doctor.shops.official import check_accounts
from fleet.doctor.shops.shops import judge_pages, judge_shops
from fleet.doctor.work import judge_feeds, judge_jobs, judge_lead, judge_workers
from fleet.opening import DatabaseMissing
from fleet.operations.workers import list_workers

NOW = 1_800_000_000_000
HOUR = 3_600_000


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, str]]]:
    code = 0
    try:
        main(["doctor", "--json", *arguments])
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


async def check_nothing(_: Settings, **_more: bool) -> AsyncIterator[Finding]:
    yield ok("broker", "not looked at")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("crawlfleet.toml").touch()


def test_only_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    _, every = run(capsys)
    code, wrong = run(capsys, "--wrong")
    assert code == 0 and wrong and {one["level"] for one in every} == {"ok", "warning"}
    assert [one["text"] for one in wrong] == [one["text"] for one in every if one["level"] != "ok"]
    with pytest.raises(SystemExit):
        main(["doctor", "--wrong"])
    told = capsys.readouterr().out.splitlines()
    assert not any(line.startswith("ok ") for line in told)
    assert " ok, " in told[-1] and not told[-1].startswith("0 ok"), "all were looked at"


def test_a_database_that_up_would_make_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    code, findings = run(capsys)
    (told,) = [finding for finding in findings if finding["section"] == "database"]
    assert (code, told["level"], told["next_step"]) == (0, "warning", "`crawlfleet up` makes it")
    path = Path("crawlfleet.db").absolute()
    assert told["text"] == f"there is no database at {path} yet"
    with pytest.raises(DatabaseMissing, match=f"there is no database at {path}. `crawlfleet up` makes it"):
        asyncio.run(list_workers(Settings()))
    assert not Path("crawlfleet.db").exists()


def test_a_missing_database_of_a_fleet_in_parts_fails_with_what_to_type(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fleet.doctor.examine.check_broker", check_nothing)
    monkeypatch.setenv("CRAWLFLEET_BROKER_URL", "amqp://127.0.0.1:1/")
    code, findings = run(capsys)
    assert code == 1
    (bad,) = [finding for finding in findings if finding["level"] == "failed"]
    assert (bad["section"], bad["next_step"]) == ("database", "crawlfleet db init")
    assert not Path("crawlfleet.db").exists()


def test_a_fresh_fleet_has_no_failed_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["db", "init"])
    capsys.readouterr()
    code, findings = run(capsys)
    assert code == 0
    assert {"config", "database", "schema", "permissions", "clock", "broker"} <= {f["section"] for f in findings}


def test_wrong_settings_are_a_failed_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("crawlfleet.toml").write_text("[work]\nconcurency = 1\n", "utf-8")
    code, findings = run(capsys)
    assert code == 1
    assert "did you mean concurrency?" in findings[0]["text"]


def test_a_database_nobody_answers_for_fails_and_the_broker_is_still_looked_at(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", "http://127.0.0.1:1")
    code, findings = run(capsys, "--timeout", "5")
    assert code == 1
    assert [finding["section"] for finding in findings if finding["level"] == "failed"] == ["database"]
    assert findings[-1]["section"] == "broker"


def test_a_server_where_nothing_listens_is_to_be_started(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("CRAWLFLEET_BROKER_URL", "amqp://127.0.0.1:1/")
    _, findings = run(capsys, "--timeout", "5")
    steps = {one["section"]: one["next_step"] for one in findings if one["level"] == "failed"}
    assert steps["database"].startswith("start it (`systemctl start crawlfleet-database`")
    assert steps["broker"].startswith("start it (`systemctl start rabbitmq-server`")


async def test_a_check_that_hangs_is_a_failed_one() -> None:
    async def hangs() -> AsyncIterator[Finding]:
        yield ok("x", "first")
        await asyncio.Event().wait()

    findings, healthy = await limited("x", hangs(), 0.01, Settings())
    assert [finding.level for finding in findings] == [Level.OK, Level.FAILED]
    assert not healthy


def levels(findings: Iterable[Finding]) -> list[Level]:
    return [finding.level for finding in findings]


def test_settings_that_do_not_go_together() -> None:
    split = Settings(broker=BrokerSettings(url="amqp://b/"))
    assert Level.WARNING in levels(check_settings(split, "here"))
    risky = Settings(fetch=FetchSettings(allow_addresses=("127.0.0.1",), robots=False))
    assert levels(check_settings(risky, "here")).count(Level.WARNING) == 2
    assert levels(check_settings(Settings(), "here")) == [Level.OK]


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_a_secret_everybody_may_read_is_a_warning() -> None:
    with tempfile.TemporaryDirectory() as made:  # pytest's own folders are closed to others
        folder = Path(made)
        folder.chmod(0o755)
        _judge_a_secret_in(folder)


def _judge_a_secret_in(folder: Path) -> None:
    secret = folder / "token"
    secret.write_text("hush")
    settings = Settings(database=DatabaseSettings(auth_token_file=secret))
    secret.chmod(0o644)
    (finding,) = check_secrets(settings)
    assert (finding.level, finding.next_step) == (Level.WARNING, f"chmod 600 {secret}")
    assert "hush" not in str(finding)
    assert levels(check_secrets(settings, handed_over=folder)) == [Level.OK], "a container's, who is alone in there"
    folder.chmod(0o700)
    assert levels(check_secrets(settings)) == [Level.OK]
    folder.chmod(0o755)
    secret.chmod(0o600)
    assert levels(check_secrets(settings)) == [Level.OK]
    secret.unlink()
    assert levels(check_secrets(settings)) == [Level.FAILED]


def test_a_feeds_token_is_the_ingestors_alone(tmp_path: Path) -> None:
    """Who looks from a shell, or runs another service, may have no part in it; in one process it is everybody's."""
    feed = FeedSettings(source="threads", account="a", token_file=tmp_path / "nowhere")
    for url, level in (("http://127.0.0.1:8080", Level.WARNING), ("file:fleet.db", Level.FAILED)):
        settings = Settings(database=DatabaseSettings(url=url), feeds=(feed,))
        (finding,) = check_secrets(settings)
        assert (finding.level, "token_file of threads:a" in finding.text) == (level, True)
        assert not list(check_credentials(settings)), "said once"


def test_an_official_accounts_secret_is_its_workers_alone(tmp_path: Path) -> None:
    account = OfficialSettings(shop="shopee", region="tw", app_id="1", secret_file=tmp_path / "nowhere")
    for url, level in (("http://127.0.0.1:8080", Level.WARNING), ("file:fleet.db", Level.FAILED)):
        settings = Settings(database=DatabaseSettings(url=url), official=(account,))
        (finding,) = check_secrets(settings)
        assert (finding.level, "secret_file of [[official]] shopee/tw" in finding.text) == (level, True)
        assert not list(check_accounts(settings)), "said once"


def test_who_watches_no_account_is_told_of_init() -> None:
    (finding,) = check_credentials(Settings())
    assert finding.level is Level.WARNING
    assert all(step in str(finding.next_step) for step in ("crawlfleet init", "crawlfleet jobs add"))


def test_a_threads_account_without_a_token_fails() -> None:
    bare = FeedSettings(source="threads", account="a", name="mine")
    (finding,) = check_credentials(Settings(feeds=(bare,)))
    assert finding.level is Level.FAILED
    assert "CRAWLFLEET_FEED_TOKEN_MINE" in str(finding.next_step)
    held = bare.model_copy(update={"token": SecretStr("x")})
    assert list(check_credentials(Settings(feeds=(held,)))) == []
    assert levels(check_credentials(Settings())) == [Level.WARNING]


@pytest.mark.parametrize("account", [("bluesky", "oak.bsky.social"), ("rss", "https://oak.example/feed")])
def test_a_token_that_is_sent_nowhere_is_told(account: tuple[str, str], tmp_path: Path) -> None:
    named = FeedSettings.model_validate({"source": account[0], "account": account[1], "token_file": tmp_path / "token"})
    (finding,) = check_credentials(Settings(feeds=(named,)))
    assert finding.level is Level.WARNING and "it is sent nowhere" in finding.text
    bare = named.model_copy(update={"token_file": None})
    assert list(check_credentials(Settings(feeds=(bare,)))) == []


def test_results_left_in_the_spool_are_told(tmp_path: Path) -> None:
    settings = Settings(work=WorkSettings(spool_dir=tmp_path / "spool"))
    assert levels(check_spool(settings)) == [Level.OK]
    (tmp_path / "spool").mkdir()
    (tmp_path / "spool" / "a.json").touch()
    (tmp_path / "spool" / "b.broken").touch()
    assert levels(check_spool(settings)) == [Level.WARNING, Level.WARNING]


def feed_state(**changed: Any) -> FeedState:
    state = FeedState("jsonl", "a", NOW - 60_000, None, 0, None, 0)
    return dataclasses.replace(state, **changed)


@pytest.mark.parametrize(
    ("state", "level", "part"),
    [
        (feed_state(), Level.OK, "polled 1m ago"),
        (feed_state(posts_skipped=3), Level.OK, "3 unreadable posts"),
        (feed_state(posts_cut=1, links_left_out=39_950), Level.OK, "39,950 links of 1 post left out"),
        (
            feed_state(day_spent_at=NOW - HOUR, links_in_day=2000),
            Level.WARNING,
            "its 2000 links of the day were taken 1h",
        ),
        (None, Level.WARNING, "never polled"),
        (feed_state(failures=4, last_error="the token is dead"), Level.WARNING, "the token is dead"),
        (feed_state(last_polled_at=NOW - HOUR), Level.WARNING, "last polled 1h ago"),
    ],
)
def test_each_accounts_last_poll(state: FeedState | None, level: Level, part: str) -> None:
    settings = Settings(feeds=(FeedSettings(source="jsonl", account="a"),))
    (finding,) = judge_feeds(settings, [state] if state else [], NOW)
    assert finding.level is level
    assert part in finding.text


def test_other_accounts_are_named_where_there_are_some() -> None:
    feeds = tuple(FeedSettings(source="jsonl", account=name) for name in "ab")
    failing = [feed_state(failures=1, last_error="away")]
    (alone,) = judge_feeds(Settings(feeds=feeds[:1]), failing, NOW)
    beside, _ = judge_feeds(Settings(feeds=feeds), failing, NOW)
    assert "other accounts" not in str(alone.next_step)
    assert "the other accounts go on" in str(beside.next_step)


def test_paused_and_failing_shops() -> None:
    calm = ShopRow("shopee", False, None, None, 10, None, 50, 3, 0)
    failing = dataclasses.replace(calm, succeeded_last_hour=1, failed_last_hour=40)
    paused = dataclasses.replace(calm, paused=True, paused_reason="captchas")
    assert list(judge_shops([calm])) == []
    found = list(judge_shops([failing, paused]))
    assert levels(found) == [Level.WARNING, Level.WARNING]
    assert "captchas" in found[1].text


def health(failed: int, pages: int, *, ended_at: int = NOW - HOUR, before: int = 0) -> ShopHealth:
    """A window that is filling, behind a full one in which so many failed."""
    full = ShopWindow("shopee", 1, NOW - 3 * HOUR, NOW - 2 * HOUR, 50, before, 0, 50 - before)
    return ShopHealth(
        "shopee", 0, (full, ShopWindow("shopee", 2, ended_at, ended_at, pages, failed, 0, pages - failed))
    )


def test_a_shop_that_refuses_everybody_is_told_long_before_its_jobs_are_dead() -> None:
    errors = [ErrorCount("shopee", JobStatus.FAILED_RETRYABLE, "ACCESS_DENIED", 60)]
    (finding,) = judge_pages([health(29, 30)], set(), errors, NOW)
    assert finding.level is Level.WARNING and finding.shop == "shopee"
    assert "shopee: 29 of its last 30 pages could not be read, most of its jobs say ACCESS_DENIED" in finding.text
    assert finding.next_step and finding.next_step.startswith("crawlfleet jobs errors --shop shopee; ")
    assert list(judge_pages([health(29, 30)], {"shopee"}, errors, NOW)) == [], "paused: that is told"
    assert list(judge_pages([health(14, 30)], set(), errors, NOW)) == []
    assert list(judge_pages([health(9, 9)], set(), errors, NOW)) == [], "too few; the full window before was well"
    assert list(judge_pages([health(9, 9, before=40)], set(), errors, NOW)), "the full window before was not"
    assert list(judge_pages([health(29, 30, ended_at=NOW - 50 * HOUR)], set(), errors, NOW)) == [], "long ago"


def test_no_dispatcher_leads() -> None:
    shared = Settings(broker=BrokerSettings(url="amqp://broker.example/x"))
    leading, gone = Leader("vm-7", NOW + 5_000, LATEST), Leader("vm-7", NOW - HOUR)
    assert judge_lead(shared, leading, 120, NOW).level is Level.OK
    assert judge_lead(shared, gone, 0, NOW).level is Level.OK, "nothing to do"
    assert "and 1 open job waits for that" in judge_lead(shared, gone, 1, NOW).text
    finding = judge_lead(shared, gone, 120, NOW)
    assert finding.level is Level.WARNING
    assert "no dispatcher leads; the last, vm-7, did 1h ago; nothing is published" in finding.text
    assert "120 open jobs wait" in finding.text and "crawlfleet dispatch" in (finding.next_step or "")
    assert "crawlfleet up" in (judge_lead(Settings(), None, 1, NOW).next_step or "")


def test_workers_seen_silent_and_not_needed() -> None:
    alive = WorkerRow("w1", "worker", "0.1", "working", 2, 5, 1, NOW - HOUR, NOW - 1000)
    silent = dataclasses.replace(alive, last_seen_at=NOW - HOUR)
    rest = [dataclasses.replace(alive, state=said) for said in ("paused: the file x exists", "no means to crawl: x")]
    assert levels(judge_workers([alive], 3, NOW)) == [Level.OK]
    assert levels(judge_workers(rest, 3, NOW)) == [Level.OK, Level.WARNING, Level.WARNING]
    (lonely,) = judge_workers([silent], 3, NOW)
    assert lonely.level is Level.WARNING
    assert "w1, 1h ago" in lonely.text
    assert levels(judge_workers([silent], 0, NOW)) == [Level.OK]
    assert levels(judge_workers([silent], 3, NOW, machines_seen=2)) == [Level.OK], "volunteers do the work"


def test_a_worker_that_stopped_in_order_is_not_counted() -> None:
    stopped = WorkerRow("w1", "worker", "0.1", "stopped", 0, 5, 1, NOW - HOUR, NOW - 1000)
    (finding,) = judge_workers([stopped], 3, NOW)
    assert finding.level is Level.WARNING
    assert "none seen lately; the last, w1, 1s ago" in finding.text
    (finding,) = judge_workers([stopped, dataclasses.replace(stopped, state="working")], 3, NOW)
    assert finding.text.startswith("1 seen")


def test_with_the_broker_in_memory_only_up_is_named() -> None:
    feeds = (FeedSettings(source="jsonl", account="a"),)
    shared = Settings(feeds=feeds, broker=BrokerSettings(url="amqp://b/"))
    counts = [StatusCount("taobao", JobStatus.NEW, 3, NOW - HOUR)]
    late, never = [feed_state(last_polled_at=NOW - HOUR)], list[FeedState]()

    def steps(settings: Settings) -> str:
        found = [
            *judge_feeds(settings, late, NOW),
            *judge_feeds(settings, never, NOW),
            *judge_workers([], 3, NOW, alone=settings.broker.in_memory),
            *judge_jobs(settings, counts, [running(NOW - HOUR)], NOW),
        ]
        assert len(found) == 5
        return " ".join(str(one.next_step) for one in found)

    alone = steps(Settings(feeds=feeds))
    assert alone.count("crawlfleet up") == 5
    for word in ("ingest", "dispatch", "work"):
        assert f"crawlfleet {word}" in steps(shared)
        assert f"crawlfleet {word}" not in alone


def running(lock_expires_at: int) -> Job:
    values: dict[str, Any] = dict.fromkeys(field.name for field in dataclasses.fields(Job))
    values |= {"id": job_id_for("x"), "status": JobStatus.RUNNING, "lock_expires_at": lock_expires_at}
    return Job(**values)


def test_stuck_leases_fail_and_waiting_work_warns() -> None:
    shared = Settings(broker=BrokerSettings(url="amqp://b/"))
    stuck = list(judge_jobs(shared, [], [running(NOW - HOUR)], NOW))
    assert stuck[0].level is Level.FAILED
    assert "crawlfleet dispatch" in str(stuck[0].next_step)
    counts = [
        StatusCount("shopee", JobStatus.NEW, 3, NOW - 1000),
        StatusCount("shopee", JobStatus.DEAD, 1, NOW - HOUR),
        StatusCount("taobao", JobStatus.NEW, 3, NOW - HOUR),
        StatusCount("taobao", JobStatus.QUEUED, 3, NOW - HOUR),
        StatusCount("taobao", JobStatus.SUCCEEDED, 3, NOW - HOUR),
    ]
    found = levels(judge_jobs(Settings(), counts, [running(NOW + HOUR)], NOW))
    assert found == [Level.OK, Level.WARNING, Level.WARNING, Level.WARNING, Level.OK]


def test_queues_nobody_hears_and_dead_letters() -> None:
    depths = [
        QueueDepth("crawl.shopee", 5, 0),
        QueueDepth("crawl.taobao", 5, 1),
        QueueDepth("crawl.retry.5m", 9, 0),
        QueueDepth("crawl.dlq.shopee", 2, 0),
    ]
    found = list(judge_queues(depths))
    assert [finding.text for finding in found] == ["crawl.shopee: 5 messages, no consumer", "2 dead letters"]
    assert levels(judge_queues(depths, by_gateway=True)) == [Level.OK, Level.WARNING], "a gateway is no consumer"
