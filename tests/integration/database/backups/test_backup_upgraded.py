"""Backups around an upgrade and a restore: of an older schema, and what the broker has no message of."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.settings import DatabaseSettings, Settings
from common.store import Store, init_schema, open_store
from common.store.schema import LATEST
from fleet.operations.database.backup import back_up
from fleet.operations.database.restore import restore
from tests.integration.database.backups.test_backup import ask, filled, fresh, shape, store
from tests.integration.store.jobs import link
from tests.old_database import make_old

__all__ = ["fresh", "store"]


async def test_jobs_whose_messages_no_backup_holds_are_published_at_once(
    fresh: Settings, store: Store, tmp_path: Path
) -> None:
    await filled(store, 2)
    await store.jobs.add([link(7)])
    hour_ms = 3_600_000
    assert await store.jobs.publish([link(7).id], republish_after_ms=hour_ms) == 1
    await back_up(fresh, tmp_path / "backup.db")
    into = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/again.db"))
    await restore(into, tmp_path / "backup.db")
    restored = await open_store(into.database)
    due = await restored.jobs.due("shopee", limit=10, window=10, retry_overdue_ms=0)
    await restored.close()
    assert [job.id for job in due] == [link(7).id], "it waited for republish_after_seconds"


@pytest.mark.libsql_server
@pytest.mark.parametrize("fresh", ["hrana"], indirect=True)
@pytest.mark.parametrize("version", [2, 19, LATEST - 1])
async def test_an_older_servers_database_is_backed_up_before_it_is_brought_forward(
    fresh: Settings, tmp_path: Path, version: int
) -> None:
    await make_old(fresh.database, version)
    posted = {"url": "https://shopee.tw/product/1/1", "norm": "https://shopee.tw/product/1/1"}
    await ask(
        fresh,
        "INSERT INTO crawl_jobs (id, url, url_norm, platform, region, shop_id, item_id, source, source_account,"
        " source_post_id, status, priority, max_attempts, created_at, updated_at) VALUES"
        " ('j1', :url, :norm, 'shopee', 'tw', '1', '1', 'jsonl', 'me', 'p', 'NEW', 0, 5, 1, 1)",
        **posted,
    )
    made = await back_up(fresh, tmp_path / "before.db")
    assert (made.schema_version, made.changed) == (version, False)
    into = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/again.db"))
    assert (await restore(into, tmp_path / "before.db")).schema_version == version
    (job,) = await ask(into, "SELECT id, url_norm, status FROM crawl_jobs")
    assert (job["id"], job["url_norm"], job["status"]) == ("j1", posted["norm"], "NEW")
    assert await shape(into), "with its guards"


@pytest.mark.parametrize("version", [19, LATEST])
async def test_another_backup_than_the_one_that_was_cut_off_is_restored_alone(
    fresh: Settings, store: Store, tmp_path: Path, version: int
) -> None:
    """The first one was of another fleet, say, or of a later day: none of its links, people and tables may stay."""
    await filled(store)
    await ask(fresh, "DELETE FROM schema_version")  # as a restore of all this leaves it that is cut off at its end
    other = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/other.db"))
    await make_old(other.database, version)
    await back_up(other, tmp_path / "other-backup.db")
    assert (await restore(fresh, tmp_path / "other-backup.db")).schema_version == version
    for table in ("crawl_jobs", "products", "shop_domains", "feed_cursors", "job_events"):
        assert await ask(fresh, f"SELECT * FROM {table}") == [], table
    await init_schema(other.database)
    assert await shape(fresh) == await shape(other)
