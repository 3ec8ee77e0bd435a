"""What an operator sees beside jobs: workers, accounts, errors by shop, and what changed about products."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from common.errors import ErrorCode
from common.job import NewJob, Sighting
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.store import Store
from common.ways.way import Way
from fleet.terminal.table import Column, render
from fleet.terminal.views.jobs import jobs
from fleet.terminal.views.products import products
from fleet.terminal.views.volunteers import volunteers
from tests.unit.fleet.command_line import Fleet, crawled, dead, fleet, new_job

__all__ = ["fleet"]


async def seen(store: Store, token: str, minor: int, availability: Availability = Availability.IN_STOCK) -> None:
    """Product 1, as a crawl sees it now."""
    job = new_job(1)
    await store.jobs.add([job])
    await store.jobs.recheck([job.id])
    await store.jobs.claim(job.id, worker_id="w", lease_token=token, lease_ms=60_000)
    offer = Offer(title="Mug", price_minor=minor, currency="TWD", availability=availability, item_id="1", shop_id="1")
    result = CrawlResult(
        result_json="{}", content_hash=token, offer=offer, verdict=Verdict(VerdictStatus.OK), url_norm=job.url_norm,
        platform=job.platform, region=job.region, fetched_url=job.url, next_crawl_in_ms=None,
    )  # fmt: skip
    assert await store.jobs.succeed(job.id, token, result)


def test_what_changed_is_listed_with_its_share(fleet: Fleet) -> None:
    async def life(store: Store) -> None:
        await seen(store, "a", 40000)
        await seen(store, "b", 40000)
        await seen(store, "c", 30000)
        await seen(store, "d", 30000, Availability.OUT_OF_STOCK)
        await seen(store, "e", 36000)

    fleet.store(life)
    changes = fleet("products", "changes", "--json", "--since", "1d").objects
    told = {(one["kind"], one["price_before_minor"], one["price_minor"], one["share"]) for one in changes}
    assert told == {
        ("drop", 40000, 30000, -0.25),
        ("sold_out", None, 30000, None),
        ("rise", 30000, 36000, 0.2),
        ("back", None, 36000, None),
    }
    assert len(changes) == 4
    drop = fleet("products", "changes", "--kind", "drop", "--shop", "shopee/1")
    assert "-25.0%" in drop.out
    assert "300.00 TWD" in drop.out
    assert fleet("products", "changes", "--shop", "taobao", "--json").objects == []
    assert "there is no change 'cheaper'" in fleet("products", "changes", "--kind", "cheaper").err
    first = fleet("products", "changes", "--limit", "3")
    place = first.out.partition("--after ")[2].split(")")[0]
    assert len(fleet("products", "changes", "--after", place, "--json").objects) == 1


@pytest.mark.parametrize("columns", ["80", "120"])
def test_a_narrow_table_of_products_keeps_shop_link_and_price(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    fleet.store(lambda store: crawled(store, 1))
    monkeypatch.setenv("COLUMNS", columns)
    out = fleet("products", "list").out
    for text in ("shopee.tw", "https://shopee.tw/product/1/1", "420.00 TWD", "IN_STOCK"):
        assert text in out
    assert max(map(len, out.splitlines())) <= int(columns)
    shown = out.splitlines()[1].split()[0]
    assert "松木馬克杯" in fleet("products", "show", shown).out


def test_a_products_key_may_be_typed_by_its_beginning(fleet: Fleet) -> None:
    async def two(store: Store) -> None:
        await crawled(store, 11)
        await crawled(store, 12)

    fleet.store(two)
    assert fleet("products", "show", "shopee:tw:11", "--json").objects[0]["item_id"] == "11"
    assert "begins several products' keys" in fleet("products", "show", "shopee:tw:1").err
    assert "no product" in fleet("products", "show", "shopee:tw:3").err


def other(number: int, domain: str) -> NewJob:
    url = f"https://{domain}/p/{number}"
    return dataclasses.replace(new_job(number, "other"), url=url, url_norm=url, shop_id=domain)


def test_failures_are_counted_by_domain_and_the_doctor_tells_them(fleet: Fleet) -> None:
    async def failed(store: Store) -> None:
        for number, domain in enumerate(["pine.example", "pine.example", "oak.example"]):
            job = other(number, domain)
            await store.jobs.add([job])
            await store.jobs.claim(job.id, worker_id="w", lease_token=job.id, lease_ms=60_000)
            await store.jobs.fail(job.id, job.id, error_code=ErrorCode.CONTENT_REMOVED, detail="gone")
        await dead(store, 9)

    fleet.store(failed)
    counts = fleet("jobs", "errors", "--shop", "other", "--json").objects
    assert [(one["shop"], one["error_code"], one["count"]) for one in counts] == [
        ("other/pine.example", "CONTENT_REMOVED", 2),
        ("other/oak.example", "CONTENT_REMOVED", 1),
    ]
    said = fleet("doctor").out
    assert "pine.example CONTENT_REMOVED 2, oak.example CONTENT_REMOVED 1" in said


async def kitchen_pc(store: Store, state: str) -> None:
    await store.fleet.worker_seen(
        "kitchen-pc", role="worker", version="0.2.0", state=state, running=0, done=3, failed=1
    )


def test_workers_say_what_they_do(fleet: Fleet) -> None:
    assert fleet.store(lambda store: kitchen_pc(store, "idle: no message waits")) is None
    assert "idle: no message waits" in fleet("workers").out
    (worker,) = fleet("workers", "--json").objects
    assert (worker["worker_id"], worker["alive"], worker["done"]) == ("kitchen-pc", True, 3)


LONG = "a-shop-with-quite-a-long-name.example"


def test_at_80_columns_no_shop_no_way_and_no_time_is_cut(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried(store: Store) -> str:
        await store.ways.put_ladders({"other": tuple(Way)}, (Way.HTTP,))
        job = dataclasses.replace(other(1, LONG), max_attempts=3)
        await store.jobs.add([job])
        await store.jobs.claim(job.id, worker_id="the-kitchen-pc-1", lease_token="t", lease_ms=60_000, way=Way.HTTP)
        await store.jobs.retry_later(job.id, "t", delay_ms=1, error_code=ErrorCode.CONTENT_NOT_FOUND, detail="nothing")
        await store.fleet.pause_shop(f"other/{LONG}", "they asked us to")
        return job.id

    one_job = fleet.store(tried)
    fleet("shops", "ways", "other", "--off", "browser", "--reason", "too dear for what it brings us")
    monkeypatch.setenv("COLUMNS", "80")
    job = fleet("jobs", "show", one_job).out
    whole = dict.fromkeys(("other", "other/" + LONG, "official", "http", "browser"))
    shops, ladder = fleet("shops").out, fleet("shops", "show", "other").out
    for out in (job.partition("Events:")[2].partition("Posts that")[0], shops, ladder):
        assert "…" not in out.replace('--note "…"', "").replace('--reason "…"', "")
    assert "FAILED_RETRYABLE" in job and "why: CONTENT_NOT_FOUND" in job and "worker: the-kitchen-pc-1" in job
    assert whole.keys() <= {*shops.split(), *ladder.split()}
    assert "too dear for what it brings us" in ladder and "walls in a row: 0" in ladder
    assert "last success" in shops and "zero prices" not in shops, "nothing was counted yet"


def test_a_worker_that_stopped_in_order_is_neither_silent_nor_alive(fleet: Fleet) -> None:
    fleet.store(lambda store: kitchen_pc(store, "stopped"))
    out = fleet("workers").out
    assert "stopped" in out and "silent" not in out
    assert fleet("workers", "--json").objects[0]["alive"] is False


def test_an_account_whose_day_is_spent_says_what_it_waits_for(fleet: Fleet) -> None:
    posted = [dataclasses.replace(new_job(n), source="rss", source_account="https://blog.example/feed") for n in (1, 2)]

    async def a_poll(store: Store) -> None:
        seen = [Sighting(job.id, "rss", job.source_account, "p1", None, None, job.url) for job in posted]
        await store.feeds.record_poll(
            "rss", "https://blog.example/feed", jobs=posted, sightings=seen, cursor="c", links_per_day=1
        )

    fleet.store(a_poll)
    Path("crawlfleet.toml").write_text('[[feeds]]\nsource = "rss"\naccount = "https://blog.example/feed"\n', "utf-8")
    out = fleet("feeds", "list").out
    assert "the day's links are taken; the rest is read after midnight UTC" in " ".join(out.split())
    assert "tomorrow" in out


def test_an_account_that_only_ever_failed_says_that(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = "https://blog.example/feed-of-a-long-name/2026/rss.xml"
    why = "it answered with status 503: Service Unavailable"

    async def fails(store: Store) -> None:
        for _ in range(3):
            await store.feeds.record_poll_failure("rss", feed, error=why, next_poll_in_ms=300_000)

    fleet.store(fails)
    Path("crawlfleet.toml").write_text(f'[[feeds]]\nsource = "rss"\naccount = "{feed}"\n', "utf-8")
    monkeypatch.setenv("COLUMNS", "80")
    heading, row, *said = fleet("feeds", "list").out.splitlines()
    assert "last read" in heading
    assert "3 failed" in row and row.split("failed")[1].split()[0] == "never" and " -" not in row
    assert max(map(len, (heading, row, *said))) <= 80
    assert f"said: for 0s, last 0s ago: {why}" in " ".join(" ".join(said).split())
    (told,) = fleet("feeds", "list", "--json").objects
    assert told["failing_since"] <= told["last_failed_at"] < told["next_poll_at"]


def test_one_account_tells_since_when_it_fails_and_when_it_is_polled_next(fleet: Fleet) -> None:
    async def fails(store: Store) -> None:
        await store.feeds.record_poll_failure("rss", "https://blog.example/feed", error="503", next_poll_in_ms=300_000)
        await store.feeds.record_poll_failure("bluesky", "left.example", error="gone", next_poll_in_ms=300_000)

    fleet.store(fails)
    Path("crawlfleet.toml").write_text('[[feeds]]\nsource = "rss"\naccount = "https://blog.example/feed"\n', "utf-8")
    out = fleet("feeds", "show", "https://blog.example/feed").out
    for told in (
        "1 failed",
        "failing since  20",
        "last failed    20",
        "error          503",
        "next poll      in 4m, 20",
    ):
        assert told in out, out
    assert "crawlfleet feeds poll rss:https://blog.example/feed" in out and "last read      never" in out
    assert fleet("feeds", "show", "https://blog.example/feed", "--json").objects[0]["failures"] == 1
    assert "not in the settings" in fleet("feeds", "show", "left.example").out
    assert "is no account of the settings" in fleet("feeds", "show", "nobody").err


def test_accounts_are_listed_paused_and_resumed(fleet: Fleet, tmp_path: Path) -> None:
    fleet("db", "init")
    Path("crawlfleet.toml").write_text(
        '[[feeds]]\nsource = "rss"\naccount = "https://blog.example/feed?key=hush"\nname = "blog"\n', "utf-8"
    )
    (account,) = fleet("feeds", "list", "--json").objects
    assert account["in_settings"]
    assert "hush" not in account["account"]
    assert "is polled within seconds" in fleet("feeds", "poll", account["account"]).out
    for _ in range(2):
        assert fleet("feeds", "pause", "blog", "--reason", "on holiday").code == 0
    out = fleet("feeds", "list").out
    assert "paused" in out
    assert "on holiday" in out
    assert fleet("feeds", "pause", "blog", "--reason", "for good").code == 0
    for _ in range(2):
        assert fleet("feeds", "resume", "blog").code == 0
    assert "'nobody' is no account of the settings' [[feeds]]" in fleet("feeds", "poll", "nobody").err
    audit = fleet("audit")
    assert "hush" not in audit.out + fleet("audit", "--json").out
    acts = fleet("audit", "--json").objects
    words = ["feeds resume", "feeds pause", "feeds pause", "feeds poll"]
    assert [one["action"] for one in acts] == words, "what changed nothing is not noted; another reason is"
    assert {one["done"] for one in acts} == {1}


def test_a_shop_that_is_paused_twice_is_noted_once(fleet: Fleet) -> None:
    fleet("db", "init")
    for reason in ("captchas", "captchas", "they asked us to"):
        said = fleet("jobs", "pause", "shopee", "--reason", reason)
        assert said.code == 0 and "`crawlfleet jobs resume shopee` ends that" in said.out
    targets = [json.loads(str(one["target"]))["reason"] for one in fleet("audit", "--json").objects]
    assert targets == ["they asked us to", "captchas"]


def test_states_are_told_in_plain_words(fleet: Fleet) -> None:
    fleet.store(lambda store: crawled(store, 1))
    link = "https://shopee.tw/product/1/1"
    assert re.search(r"SUCCEEDED for \d+s, try 1 of 1", fleet("jobs", "show", link).out)
    said = fleet("jobs", "cancel", link)
    why = "it is SUCCEEDED; only FAILED_RETRYABLE, NEW, QUEUED and RUNNING can be cancelled"
    assert why in " ".join((said.out + said.err).split())


def test_add_of_a_known_link_offers_to_crawl_it_again(fleet: Fleet) -> None:
    fleet.store(lambda store: crawled(store, 1))
    assert "crawlfleet jobs recheck" in fleet("jobs", "add", "https://shopee.tw/product/1/1").out


def test_a_product_of_the_open_web_is_listed_with_its_shop(fleet: Fleet) -> None:
    """Also where its page names neither an id nor a code, so that its key is a hash."""

    async def life(store: Store) -> None:
        link = "https://www.shop.example/p/1"
        job = dataclasses.replace(new_job(1), platform="other", region="any", url=link, url_norm=link)
        await store.jobs.add([job])
        for token, minor in (("a", 5400), ("b", 4400)):
            await store.jobs.recheck([job.id])
            await store.jobs.claim(job.id, worker_id="w", lease_token=token, lease_ms=60_000)
            offer = Offer(title="Board", price_minor=minor, currency="EUR", availability=Availability.IN_STOCK)
            result = CrawlResult(
                result_json="{}", content_hash=token, offer=offer, verdict=Verdict(VerdictStatus.OK), url_norm=link,
                platform="other", region="any", fetched_url=link, next_crawl_in_ms=None,
            )  # fmt: skip
            assert await store.jobs.succeed(job.id, token, result)

    fleet.store(life)
    for words in (("products", "list"), ("products", "changes")):
        told = fleet(*words).out
        assert "other/shop.example" in told and "url." not in told


@pytest.mark.parametrize(
    "columns", [jobs.COLUMNS, products.COLUMNS, volunteers.PERSONS, volunteers.MACHINES], ids=lambda one: one[0].title
)
def test_an_id_is_never_cut(columns: Sequence[Column]) -> None:
    """It is what is typed next, on the narrowest screen, too."""
    row = ["m5b6282a1d1677269", *("many words" * 5 for _ in columns[1:])]
    assert render(columns, [row], screen_columns=40)[1].split("  ")[0] == row[0]
