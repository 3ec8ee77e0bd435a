"""A backup of either kind of database brings everything back into either kind; pruning takes what it says, no more."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from common.errors import ConfigError, SchemaMismatch, StoreRejected
from common.job import Sighting
from common.notices.conditions import Facts, FailingFeed, look_at
from common.notices.values import Kind, NewRule
from common.settings import DatabaseSettings, Settings
from common.settings_tables.feeds import FeedSettings
from common.settings_tables.keep import KeepSettings
from common.store import JobFilter, Store, init_schema, open_store
from common.store.drivers.base import Statement, Value
from common.store.store import make_driver
from common.timing.units import DAY_MS
from fleet.doctor.database.database import check_reachable
from fleet.operations.database.backup import back_up
from fleet.operations.database.pruning import forget_account, prune
from fleet.operations.database.restore import restore
from fleet.operations.database.schema import init_database
from tests.integration.database.backups.interrupted import AtWork
from tests.integration.store.jobs import link, result, running
from tests.servers.fleet_world import eventually

ACCOUNT = "https://blog.example/feed?key=hush"


@pytest.fixture(params=["embedded", pytest.param("hrana", marks=pytest.mark.libsql_server)])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "embedded":
        return Settings(database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"))
    return Settings(database=DatabaseSettings(url=request.getfixturevalue("libsql_url")))


@pytest.fixture
async def store(fresh: Settings) -> AsyncIterator[Store]:
    await init_schema(fresh.database)
    store = await open_store(fresh.database)
    yield store
    await store.close()


async def filled(store: Store, count: int = 5) -> None:
    for number in range(count):
        job = await running(store, number, f"t{number}")
        await store.jobs.succeed(job.id, f"t{number}", result(job, 100 + number))
    seen = [Sighting(link(number).id, "rss", ACCOUNT, f"p{number}", None, 1, "https://x") for number in range(count)]
    await store.feeds.record_poll("rss", ACCOUNT, jobs=[], sightings=seen, cursor="here")
    await store.domains.add("pine.example", by="ada")
    await store.fleet.set_budget("shopee", 0.3, 7)


async def ask(settings: Settings, sql: str, **values: Value) -> list[dict[str, Value]]:
    driver = make_driver(settings.database)
    await driver.connect()
    (found,) = await driver.batch([Statement(sql, values)])
    await driver.close()
    return [dict(row) for row in found.rows]


def begun(backup: Path) -> list[Path]:
    """What is there of a backup."""
    return list(backup.parent.glob(f"{backup.name}*"))


async def everything(settings: Settings) -> dict[str, list[dict[str, Value]]]:
    tables = await ask(settings, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    names = sorted(str(row["name"]) for row in tables)
    return {name: await ask(settings, f'SELECT * FROM "{name}" ORDER BY 1, 2') for name in names}


_SHAPE = "SELECT {} FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name"


async def shape(settings: Settings) -> list[dict[str, Value]]:
    return await ask(settings, _SHAPE.format("type, name"))


def half_written(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if "part" in path.name]


async def test_everything_comes_back_as_it_was(fresh: Settings, store: Store, tmp_path: Path) -> None:
    await filled(store)
    backup = tmp_path / "backup.db"
    made = await back_up(fresh, backup)
    assert (made.path, made.changed) == (backup, False)
    assert oct(backup.stat().st_mode & 0o777) == "0o600"
    assert half_written(tmp_path) == []
    with closing(sqlite3.connect(backup)) as copy:
        assert {name for (name,) in copy.execute(_SHAPE.format("name"))} == {row["name"] for row in await shape(fresh)}
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    into = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/again.db"))
    done = await restore(into, backup)
    assert done.rows == made.rows
    before, after = await everything(fresh), await everything(into)
    assert after == {name: before[name] for name in after}
    assert await shape(into) == await shape(fresh)
    with pytest.raises(ConfigError, match="not empty"):
        await restore(into, backup)
    with pytest.raises(ConfigError, match="there already"):
        await back_up(into, backup)


@pytest.mark.libsql_server
async def test_a_backup_of_a_file_goes_into_a_server_and_is_worked_with(libsql_url: str, tmp_path: Path) -> None:
    source = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"))
    await init_schema(source.database)
    store = await open_store(source.database)
    await filled(store)
    await store.close()
    await back_up(source, tmp_path / "backup.db")
    into = Settings(database=DatabaseSettings(url=libsql_url))
    await restore(into, tmp_path / "backup.db")
    moved = await open_store(into.database)
    assert await moved.listing.meant.count(JobFilter()) == 5
    assert await moved.jobs.recheck([link(1).id]) == [link(1).id]
    assert [str(event.to_status) for event in await moved.jobs.events(link(1).id)] == [
        "NEW", "QUEUED", "RUNNING", "SUCCEEDED", "NEW",
    ]  # fmt: skip
    await moved.close()


@pytest.mark.libsql_server
@pytest.mark.parametrize("fresh", ["hrana"], indirect=True)
@pytest.mark.parametrize("table", ["crawl_jobs", "feed_cursors", "job_events"])
async def test_links_that_are_accepted_while_a_server_is_backed_up_are_read_again_after_the_restore(
    fresh: Settings, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    """A cursor that is newer than the jobs would be the end of the links in between: nobody reads them again."""
    await filled(store)
    posted = dataclasses.replace(link(9), source="rss", source_account=ACCOUNT, source_post_id="p9")

    async def poll(of: Store = store) -> None:
        seen = [Sighting(posted.id, "rss", ACCOUNT, "p9", None, 1, posted.url)]
        await of.feeds.record_poll("rss", ACCOUNT, jobs=[posted], sightings=seen, cursor="further")

    def at_work(settings: DatabaseSettings) -> AtWork:
        return AtWork(make_driver(settings), table, poll)

    monkeypatch.setattr("common.store.store.make_driver", at_work)
    made = await back_up(fresh, tmp_path / "backup.db")
    monkeypatch.undo()
    assert made.changed
    into = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/again.db"))
    await restore(into, tmp_path / "backup.db")
    again = await open_store(into.database)
    if await again.jobs.get(posted.id) is None:
        assert await again.feeds.cursor("rss", ACCOUNT) == "here", "the feed was read to behind a link without a job"
        await poll(again)
    assert await again.jobs.get(posted.id) is not None
    await again.close()


async def test_what_is_no_backup_is_refused_and_nothing_is_made(fresh: Settings, tmp_path: Path) -> None:
    (tmp_path / "noise.db").write_bytes(b"noise" * 1000)
    for name in ("noise.db", "missing.db"):
        with pytest.raises(ConfigError, match="no backup"):
            await restore(fresh, tmp_path / name)


async def test_a_restore_that_was_cut_off_is_no_database_until_it_is_run_again(
    fresh: Settings, store: Store, tmp_path: Path
) -> None:
    """Else `up`, or the `db init` that was advised, would make a whole one of what is there, and the rest were lost."""
    await filled(store)
    backup = tmp_path / "backup.db"
    made = await back_up(fresh, backup)
    await ask(fresh, "DELETE FROM products")
    await ask(fresh, "DELETE FROM schema_version")
    for beginning in (init_schema(fresh.database), open_store(fresh.database), init_database(fresh)):
        with pytest.raises(SchemaMismatch, match=r"a part of a backup: .*`crawlfleet db restore FILE`"):
            await beginning
    (told,) = [one async for one in check_reachable(fresh)]
    assert (told.level, told.next_step) == ("failed", "`crawlfleet db restore FILE`, again")
    with pytest.raises((ConfigError, SchemaMismatch), match="a part of a backup"):
        await back_up(fresh, tmp_path / "part.db")
    assert not begun(tmp_path / "part.db")
    assert (await restore(fresh, backup)).rows == made.rows
    assert len(await ask(fresh, "SELECT * FROM products")) == 5


async def test_a_database_that_cannot_be_read_is_told_from_a_backup_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "noise.db").write_bytes(b"noise" * 1000)
    noise = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/noise.db"))
    with pytest.raises(StoreRejected, match=r"the database .*noise\.db cannot be read: file is not a database"):
        await back_up(noise, tmp_path / "backup.db")
    with pytest.raises(ConfigError, match=r"backup\.db cannot be written: No such file or directory\. Name a file in"):
        await back_up(noise, tmp_path / "nowhere" / "backup.db")


async def test_what_holds_no_whole_database_is_neither_written_nor_read_as_a_backup(tmp_path: Path) -> None:
    empty = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/empty.db"))
    (tmp_path / "empty.db").touch()
    with pytest.raises(ConfigError, match=r"empty\.db has no schema yet: there is nothing to back up"):
        await back_up(empty, tmp_path / "none.db")
    assert not begun(tmp_path / "none.db")
    with closing(sqlite3.connect(tmp_path / "part.db", isolation_level=None)) as part:
        part.execute("CREATE TABLE schema_version (version INTEGER)")
    with pytest.raises(ConfigError, match=r"part\.db holds a part of a backup: .* it is no backup of a whole"):
        await restore(empty, tmp_path / "part.db")


async def test_pruning_counts_first_and_keeps_the_last_of_each(fresh: Settings, store: Store) -> None:
    await filled(store)
    now_ms = await store.jobs.now_ms()
    old = now_ms - 400 * DAY_MS
    old -= old % DAY_MS
    await ask(fresh, "UPDATE job_events SET at = :old", old=old)
    for hour in range(1, 30):
        await ask(
            fresh,
            "INSERT INTO price_observations (product_key, job_id, lease_token, price_minor, currency, availability,"
            " observed_at) SELECT product_key, job_id, :token, :price, currency, availability, :at"
            " FROM price_observations WHERE lease_token = 't1'",
            token=f"h{hour}", price=hour, at=old + hour * 3_600_000,
        )  # fmt: skip
    job = link(1).id
    for seq in range(10, 30):
        await ask(
            fresh,
            "INSERT INTO job_events (job_id, seq, to_status, attempt, at) VALUES (:job, :seq, 'NEW', 0, :at)",
            job=job, seq=seq, at=old,
        )  # fmt: skip
    planned = await prune(fresh, dry_run=True)
    pruned = await prune(fresh, dry_run=False)
    assert pruned == planned
    assert pruned.observations == 27  # of two days the last price stays
    kept = await ask(fresh, "SELECT price_minor FROM price_observations WHERE price_minor < 100 ORDER BY 1")
    assert [row["price_minor"] for row in kept] == [23, 29]
    assert [event.seq for event in await store.jobs.events(job)] == list(range(20, 30))
    assert len(await store.jobs.events(link(2).id)) == 4
    assert (await prune(fresh, dry_run=False)).total == 0
    (event, *_) = (await store.operators.page(limit=9, action="db prune")).rows
    assert event.ended_at


async def test_what_no_post_and_no_lease_need_any_more_is_pruned(fresh: Settings, store: Store) -> None:
    await filled(store)
    now_ms = await store.jobs.now_ms()
    for age_days in (1, 300, 400, 500):
        at = now_ms - age_days * DAY_MS
        for account in ("pine", "oak"):
            await ask(
                fresh,
                "INSERT INTO feed_skips (source, account, source_post_id, reason, at)"
                " VALUES ('rss', :account, :post, 'x', :at)",
                account=account, post=f"post {age_days}", at=at,
            )  # fmt: skip
        await ask(
            fresh, "INSERT INTO unbegun_leases (job_id, lease_token, at) VALUES ('j', :token, :at)",
            token=f"t{age_days}", at=at,
        )  # fmt: skip
    planned = await prune(fresh, dry_run=True)
    assert (planned.skips, planned.events) == (4, 2)
    assert await prune(fresh, dry_run=False) == planned
    assert (await prune(fresh, dry_run=True)).total == 0
    kept = await ask(fresh, "SELECT account, source_post_id FROM feed_skips WHERE source = 'rss' ORDER BY 1, 2")
    assert [(row["account"], row["source_post_id"]) for row in kept] == [
        (account, post) for account in ("oak", "pine") for post in ("post 1", "post 300")
    ]


async def priced(settings: Settings, *prices: tuple[int, int, int]) -> None:
    """Prices of the product that lease t1 saw: (price, when in UTC milliseconds, generation), …."""
    for price, at, generation in prices:
        await ask(
            settings,
            "INSERT INTO price_observations (product_key, job_id, lease_token, price_minor, currency, availability,"
            " observed_at, generation)"
            " SELECT product_key, job_id, :token, :price, currency, availability, :at, :generation"
            " FROM price_observations WHERE lease_token = 't1'",
            token=f"p{price}", price=price, at=at, generation=generation,
        )  # fmt: skip


async def test_on_the_day_that_a_history_begins_anew_the_former_products_last_price_stays(
    fresh: Settings, store: Store
) -> None:
    await filled(store)
    day = (await store.jobs.now_ms()) // DAY_MS * DAY_MS - 400 * DAY_MS
    await priced(fresh, (11, day, 1), (12, day + 1, 1), (21, day + 2, 2), (22, day + 3, 2))
    assert (await prune(fresh, dry_run=True)).observations == 2
    assert (await prune(fresh, dry_run=False)).observations == 2
    kept = await ask(fresh, "SELECT price_minor FROM price_observations WHERE price_minor < 100 ORDER BY 1")
    assert [row["price_minor"] for row in kept] == [12, 22]


async def test_a_price_yields_only_to_one_that_is_old_as_well(fresh: Settings, store: Store) -> None:
    """A younger one may be taken back yet, and then the price before it stands again."""
    await filled(store)
    day = (await store.jobs.now_ms()) // DAY_MS * DAY_MS - 400 * DAY_MS
    await priced(fresh, (11, day + 1, 1), (12, day + 5, 1))
    for before_ms, old in ((day + 5, 0), (day + 6, 1)):
        assert await store.pruning.observations(before_ms, dry_run=True) == old
        assert await store.pruning.observations(before_ms, dry_run=False) == old


@pytest.mark.parametrize("days", [1, 29])
def test_what_a_liars_price_falls_back_on_is_not_pruned(days: int) -> None:
    with pytest.raises(ValueError, match="every_price_days must be 0 or at least 30"):
        KeepSettings(every_price_days=days)
    assert KeepSettings(every_price_days=30).every_price_days == 30


async def test_settings_of_zero_keep_for_ever(fresh: Settings, store: Store) -> None:
    await filled(store)
    await ask(fresh, "UPDATE job_events SET at = 5")
    keep = KeepSettings(job_events_days=0, every_price_days=0, workers_days=0)
    assert (await prune(fresh.model_copy(update={"keep": keep}), dry_run=True)).total == 0


async def told_that_it_fails(store: Store, account: str) -> str:
    """A rule met it and it is noted, as the dispatcher does; the event."""
    await store.notices.add_target("phone", "json://127.0.0.1:9/x")
    await store.notices.add_rule(NewRule(Kind.FEED_FAILING, "phone"), asked="once", by="ada")
    (rule,) = await store.notices.rules()
    look = look_at([rule], Facts(5, feeds=[FailingFeed("rss", account, 9, "no answer")]), [])
    await store.notices.record([(rule, one, 0) for one in look.met], held=look.held)
    return look.met[0].event


async def test_a_forgotten_account_leaves_its_jobs_and_no_name(fresh: Settings, store: Store) -> None:
    await filled(store)
    feed = FeedSettings(source="rss", account=ACCOUNT)
    with pytest.raises(ConfigError, match="stands in"):
        await forget_account(fresh.model_copy(update={"feeds": (feed,)}), "rss", ACCOUNT, dry_run=False)
    first = dataclasses.replace(link(77), source="rss", source_account=ACCOUNT, url="https://shopee.tw/x-i.1.77?from=a")
    await store.jobs.add([first])
    beside = await told_that_it_fails(store, f"{ACCOUNT}2")
    await told_that_it_fails(store, ACCOUNT)
    planned = await forget_account(fresh, "rss", ACCOUNT, dry_run=True)
    assert await forget_account(fresh, "rss", ACCOUNT, dry_run=False) == planned == 9
    assert [one.event for one in (await store.notices.page(limit=9)).rows] == [beside]
    assert len((await store.notices.standing()).conditions) == 1
    await forget_account(fresh, "rss", f"{ACCOUNT}2", dry_run=False)
    left = str(await everything(fresh))
    assert "blog.example" not in left
    assert "from=a" not in left
    assert await store.listing.meant.count(JobFilter()) == 6
    assert await forget_account(fresh, "rss", ACCOUNT, dry_run=False) == 0


async def test_the_index_of_words_is_made_anew_after_a_restore(fresh: Settings, store: Store, tmp_path: Path) -> None:
    async def indexed(of: Store) -> None:
        await of.texts.begin()

        async def all_of_them() -> bool:
            await of.texts.go_on(limit=100)
            found = await of.texts.narrowing("shopee.tw")
            return found is not None and found.about == 5

        await eventually(all_of_them, what="five jobs indexed")

    await filled(store)
    await indexed(store)
    made = await back_up(fresh, tmp_path / "backup.db")
    into = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/again.db"))
    done = await restore(into, tmp_path / "backup.db")
    assert done.rows == made.rows
    again = await open_store(into.database)
    assert await again.texts.narrowing("shopee.tw") is None
    assert await again.listing.meant.count(JobFilter(text="shopee.tw")) == 5
    await indexed(again)
    await again.close()
