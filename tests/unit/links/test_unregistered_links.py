"""Domains that posts link to and that are no shop here: found, counted with their poll, bounded, and shown."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest

from common.settings import DatabaseSettings, ShopSettings, ShopsSettings
from common.shops.registry import Shops
from common.store import Store, UnregisteredDomain, init_schema, open_store
from common.store.drivers.embedded import EmbeddedDriver
from common.store.feeds import UNREGISTERED_KEPT
from common.store.schema import LATEST, MIGRATIONS, migrate
from fleet.cli import main
from fleet.doctor.work import judge_unregistered
from ingestor.finding.links import unregistered_of
from ingestor.sources.base import Post
from tests.places import FIXTURES
from tests.unit.ingestor.test_read_again import NOW, ingestor, lines

SHOPS = Shops(ShopsSettings(other=ShopSettings(domains=("oak.example",))))
ELM = "https://shop.elm.example/p/1"


@pytest.mark.parametrize(
    "post",
    [
        Post("1", text=f"好物{ELM}超讚 and {ELM}?again"),
        Post("1", html=(f'<p><a href="{ELM}?a=1&amp;b=2">elm</a></p>',)),
        Post("1", urls=(ELM,)),
        Post("1", text=f"https://l.threads.com/?u={quote(ELM, safe='')}&e=AT0"),
        Post("1", inner=(Post("2", text=ELM),)),
    ],
)
def test_a_domain_is_found_once_a_post_wherever_it_stands(post: Post) -> None:
    assert unregistered_of(post, SHOPS) == ["elm.example"]


@pytest.mark.parametrize(
    "text",
    [
        "https://oak.example/p/1",  # a shop here
        "https://shopee.tw/product/1/2",
        "https://elm.example/",  # a home page
        "https://social.example/@somebody https://social.example/tags/mug",
        "https://l.threads.com/?u=nothing",
        "https://192.0.2.1/p https://com/p https://-/p https://" + "x" * 3000,
        "shop.elm.example/p/1",  # without its scheme it may be anything
    ],
)
def test_what_is_no_page_of_a_strangers_shop_is_left_out(text: str) -> None:
    assert unregistered_of(Post("1", text=text), SHOPS) == []


def test_the_networks_own_pages_are_left_out_and_one_post_names_few() -> None:
    post = Post("1", url="https://www.social.example/p/1", text="https://social.example/x/1 " + ELM)
    assert unregistered_of(post, SHOPS) == ["elm.example"]
    flood = " ".join(f"https://shop{number}.example/p" for number in range(5000))
    assert len(unregistered_of(Post("1", text=flood), SHOPS)) == 20


async def opened(folder: Path) -> Store:
    settings = DatabaseSettings(url=f"file:{folder / 'jobs.db'}")
    await init_schema(settings)
    return await open_store(settings, clock_ms=lambda: NOW)


async def test_posts_are_counted_with_their_poll_and_not_again(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    try:
        feed = lines(tmp_path, {"1": 2, "2": 1})
        for _ in range(2):
            await ingestor(store, feed).run_once()
        assert [(one.domain, one.posts) for one in await store.feeds.unregistered()] == [("oak.example", 2)]
        await ingestor(store, feed, "oak.example").run_again(0)
        await ingestor(store, feed).run_again(0)
        assert [one.posts for one in await store.feeds.unregistered()] == [2]
    finally:
        await store.close()


async def test_only_the_domains_seen_last_are_kept(tmp_path: Path) -> None:
    now = [NOW]
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}")
    await init_schema(settings)
    store = await open_store(settings, clock_ms=lambda: now[0])
    try:
        for poll in range(UNREGISTERED_KEPT // 200 + 1):
            now[0] += 1
            found = {f"shop{poll}-{number}.example": 1 for number in range(300)}
            await store.feeds.record_poll("rss", "a", jobs=[], sightings=[], cursor="c", unregistered=found)
        kept = await store.feeds.unregistered()
        assert len(kept) == UNREGISTERED_KEPT
        assert not any(one.domain.startswith("shop0-") for one in kept), "those of the first poll made room"
    finally:
        await store.close()


FOUND = {"oak.example": 9, "elm.example": 30, "ash.example": 1}


async def fill(folder: Path) -> list[UnregisteredDomain]:
    store = await opened(folder)
    try:
        await store.feeds.record_poll("rss", "a", jobs=[], sightings=[], cursor="c", unregistered=FOUND)
        return await store.feeds.unregistered()
    finally:
        await store.close()


def typed(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_the_listing_leaves_out_what_was_named_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(fill(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", "file:jobs.db")
    monkeypatch.setenv("CRAWLFLEET_SHOPS_OTHER_DOMAINS", '["oak.example"]')
    out = typed("feeds", "unregistered", capsys=capsys)
    assert [line.split()[:2] for line in out.splitlines()[1:3]] == [["elm.example", "30"], ["ash.example", "1"]]
    assert "--again --since 7d" in out and max(map(len, out.splitlines())) <= 80
    as_json = typed("feeds", "unregistered", "--limit", "1", "--json", capsys=capsys)
    assert [json.loads(line)["posts"] for line in as_json.splitlines()] == [30]


async def test_the_doctor_names_the_most_linked_one_while_it_is_linked(tmp_path: Path) -> None:
    shops = Shops(ShopsSettings(other=ShopSettings(domains=("oak.example",))))
    rows = await fill(tmp_path)
    (hint,) = judge_unregistered(shops, rows, NOW)
    assert "30 posts linked to elm.example" in hint.text and hint.next_step is None
    assert not list(judge_unregistered(shops, rows, NOW + 30 * 86_400_000))


async def test_a_database_of_the_version_before_is_brought_forward(tmp_path: Path) -> None:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}")
    with closing(sqlite3.connect(tmp_path / "jobs.db")) as database:
        database.executescript((FIXTURES / "schema_version_1.sql").read_text("utf-8"))
        database.execute("INSERT INTO schema_version VALUES (1, 0)")
        database.commit()
    driver = EmbeddedDriver(settings.url, timeout_seconds=5)
    await driver.connect()
    await migrate(driver, "jobs.db", latest=7, migrations=[step for step in MIGRATIONS if step[0] <= 7])
    await driver.close()
    report = await init_schema(settings)
    assert (report.before, report.after) == (7, LATEST)
    assert [one.domain for one in await fill(tmp_path)] == ["elm.example", "oak.example", "ash.example"]
