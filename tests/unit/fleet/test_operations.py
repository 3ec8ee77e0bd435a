"""Operations are called without a command line, and what they return is all there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from common.errors import ConfigError, ErrorCode
from common.job import JobStatus
from common.settings import BrokerSettings, DatabaseSettings, Settings, ShopSettings, ShopsSettings
from common.store import open_store
from fleet.doctor.finding import Level
from fleet.operations.auditing import Operator, list_audit
from fleet.operations.database.schema import database_status, init_database
from fleet.operations.dead_letters.acting import list_letters
from fleet.operations.examining import findings
from fleet.operations.jobs.adding import Accepted, Refusal, add_jobs
from fleet.operations.jobs.looking import list_jobs, show_job
from fleet.operations.jobs.steering import cancel_jobs, requeue_jobs
from fleet.operations.products.looking import ProductsWanted, list_products, show_product
from fleet.operations.selecting import NotFound, Wanted
from fleet.operations.shops.standing import list_shops, pause_shop, resume_shop

MUG = "https://shopee.tw/product/310001/9100001"
LAMP = "https://shopee.tw/product/310001/9100003"


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"),
        broker=BrokerSettings(url="memory:"),
        shops=ShopsSettings(other=ShopSettings(domains=("pinewood.example",))),
    )


@pytest.fixture(autouse=True)
def nothing_is_said(capfd: pytest.CaptureFixture[str]) -> object:
    yield
    assert capfd.readouterr() == ("", "")


async def test_added_links_answer_in_order_and_one_link_is_one_job(settings: Settings) -> None:
    answers = await add_jobs(settings, [MUG, "https://shopee.tw/", f"{MUG}?utm_source=x", "nowhere"], priority=3)
    first, home, again, nowhere = answers
    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert (first.new, first.status, again.new, again.status) == (True, JobStatus.NEW, False, JobStatus.NEW)
    assert first.job_id == again.job_id
    assert isinstance(home, Refusal)
    assert isinstance(nowhere, Refusal)
    assert (home.reason, nowhere.reason) == ("NOT_A_PRODUCT", "INVALID_URL")
    (job,) = (await list_jobs(settings, Wanted(), limit=9)).jobs
    assert job.priority == 3
    await add_jobs(settings, [MUG, LAMP], priority=0, operator=Operator("ada", "API"))
    last, first_time = (await list_audit(settings, limit=9)).page.rows
    assert (last.operator, last.through, last.action, last.meant, last.done) == ("ada", "API", "jobs add", 2, 1)
    assert (first_time.through, first_time.meant, first_time.done) == ("command line", 1, 1)
    assert json.loads(first_time.target) == {"links": [job.url_norm], "named": 4, "priority": 3}


async def test_links_that_are_all_refused_make_no_database(settings: Settings, tmp_path: Path) -> None:
    (refused,) = await add_jobs(settings, ["https://example.org/x"], priority=0)
    assert isinstance(refused, Refusal)
    assert refused.reason == "UNKNOWN_SHOP"
    assert names_in(tmp_path) == []


async def test_a_look_makes_no_database(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="`crawlfleet up` makes it"):
        await list_jobs(settings, Wanted(), limit=9)
    assert names_in(tmp_path) == []


async def test_a_job_is_shown_with_its_events(settings: Settings) -> None:
    await add_jobs(settings, [MUG, LAMP], priority=0)
    listed = await list_jobs(settings, Wanted(), limit=1)
    assert len(listed.jobs) == 1
    assert [(count.platform, count.status, count.count) for count in listed.counts] == [("shopee", JobStatus.NEW, 2)]
    assert (await list_jobs(settings, Wanted(), limit=1, count=False)).counts == []
    shown = await show_job(settings, LAMP)
    assert shown.job.url_norm == LAMP
    assert [event.to_status for event in shown.events] == [JobStatus.NEW]
    with pytest.raises(NotFound, match="no job's id starts with zzzz"):
        await show_job(settings, "zzzz")


async def test_cancelling_and_requeueing_say_what_became_of_each_job(settings: Settings) -> None:
    await add_jobs(settings, [MUG, LAMP], priority=0)
    planned = await cancel_jobs(settings, [], Wanted(shop="shopee"), reason="not ours", dry_run=True)
    assert {(fate.done, fate.was) for fate in planned} == {(True, JobStatus.NEW)}
    (cancelled,) = await cancel_jobs(settings, [MUG], Wanted(), reason="not ours", dry_run=False)
    assert cancelled.done
    fates = await requeue_jobs(settings, [MUG, LAMP], Wanted(), dry_run=False)
    assert [(fate.url_norm, fate.done, fate.was) for fate in fates] == [
        (MUG, True, JobStatus.FAILED_PERMANENT),
        (LAMP, False, JobStatus.NEW),
    ]
    assert fates[1].why_not == "it is NEW; only DEAD and FAILED_PERMANENT can be requeued"
    with pytest.raises(ConfigError, match="say which jobs"):
        await requeue_jobs(settings, [], Wanted(), dry_run=False)
    with pytest.raises(ConfigError, match="say which jobs"):  # no word in it, so every link has them all
        await cancel_jobs(settings, [], Wanted(text=" "), reason="", dry_run=False)


async def test_a_paused_shop_is_listed_by_its_registrable_domain(settings: Settings) -> None:
    await init_database(settings)
    assert (
        await pause_shop(settings, "other/www.pinewood.example", "they asked us to")
    ).name == "other/pinewood.example"
    shops = {shop.name: shop for shop in (await list_shops(settings)).shops}
    row = shops["other/pinewood.example"].row
    assert row is not None
    assert (row.paused, row.paused_reason) == (True, "they asked us to")
    assert shops["other/pinewood.example"].rolling is None
    await resume_shop(settings, "other/pinewood.example")
    assert not any(shop.row and shop.row.paused for shop in (await list_shops(settings)).shops)


async def test_a_database_says_what_was_done_to_it(settings: Settings) -> None:
    made = await init_database(settings)
    assert made.before is None
    assert (await init_database(settings)).before == made.after
    status = await database_status(settings)
    assert (status.schema_version, status.counts) == (made.after, [])


async def test_products_are_asked_for_without_any(settings: Settings) -> None:
    await init_database(settings)
    assert (await list_products(settings, ProductsWanted(), limit=9)).products == []
    with pytest.raises(ConfigError, match="there is no shop"):
        await list_products(settings, ProductsWanted(shop="shoppee"), limit=9)
    with pytest.raises(NotFound, match="no product shopee:tw:1"):
        await show_product(settings, "shopee:tw:1")


async def test_a_broker_inside_another_process_cannot_be_looked_at(settings: Settings) -> None:
    await init_database(settings)
    with pytest.raises(ConfigError, match="cannot be seen from outside"):
        await list_letters(settings, Wanted(), limit=9)


async def test_settings_that_cannot_be_used_are_the_doctors_one_finding(tmp_path: Path) -> None:
    config = tmp_path / "crawlfleet.toml"
    config.write_text("[database]\nurll = 'file:x'\n", "utf-8")
    found = [finding async for finding in findings(config, limit_seconds=5)]
    assert [(finding.section, finding.level) for finding in found] == [("config", Level.FAILED)]
    assert "urll" in found[0].text


async def test_the_doctor_finds_what_is_stuck(tmp_path: Path) -> None:
    config = tmp_path / "crawlfleet.toml"
    config.write_text(
        f"[database]\nurl = 'file:{tmp_path}/fleet.db'\n[work]\nspool_dir = '{tmp_path}/spool'\n", "utf-8"
    )
    settings = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"))
    (job,) = await add_jobs(settings, [MUG], priority=0)
    assert isinstance(job, Accepted)
    store = await open_store(settings.database)
    for attempt in range(5):
        await store.jobs.claim(job.job_id, worker_id="w", lease_token=f"t{attempt}", lease_ms=60_000)
        await store.jobs.retry_later(job.job_id, f"t{attempt}", delay_ms=0, error_code=ErrorCode.TIMEOUT, detail="slow")
    await store.close()
    found = [finding async for finding in findings(config, limit_seconds=5)]
    (dead,) = [finding for finding in found if finding.section == "work" and finding.level is not Level.OK]
    assert (dead.level, dead.next_step) == (
        Level.WARNING,
        "crawlfleet jobs list --state DEAD --shop shopee; crawlfleet jobs requeue --state DEAD --shop shopee",
    )
