"""From posts to jobs and sightings."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from common.errors import CrawlError, ErrorCode
from common.job import job_id_for
from common.net.client import Answer
from common.settings import ShopSettings, ShopsSettings
from common.settings_tables.feeds import FeedSettings
from common.shops.registry import Shops
from ingestor.finding.extract import Harvest, ShortLinkExpander, harvest
from ingestor.finding.links import links_of
from ingestor.sources.base import Post

SHOPS = Shops(ShopsSettings(other=ShopSettings(domains=("pinewood.example",))))
FEED = FeedSettings(source="threads", account="oak", priority=3, region="tw")
MUG = "https://shopee.tw/product/310001/9100001"
SHORT = "https://s.shopee.tw/4AbCdEfGhI"


class Network:
    """Short link → where it leads; anything else is out of reach."""

    def __init__(self, targets: dict[str, str]) -> None:
        self.targets = targets
        self.asked: list[str] = []

    async def get(self, url: str, **_: Any) -> Answer:
        self.asked.append(url)
        if url not in self.targets:
            raise CrawlError(ErrorCode.TIMEOUT, "too slow")
        return Answer(self.targets[url], 200, httpx.Headers(), b"", history=[url])


class Cache:
    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    async def short_link(self, url: str) -> str | None:
        return self.known.get(url)

    async def remember_short_link(self, url: str, target: str) -> None:
        self.known[url] = target


def expander(network: Network, cache: Cache | None = None) -> ShortLinkExpander:
    return ShortLinkExpander(network, cache or Cache(), SHOPS, budget_seconds=5)


def test_links_come_from_text_html_cards_and_quotes_each_product_once() -> None:
    post = Post(
        "1",
        text=f"好物{MUG}?utm_source=x",
        html=('<a href="https://detail.tmall.com/item.htm?id=720000000006&spm=a">shop</a>',),
        urls=("https://l.threads.com/?u=https%3A%2F%2Fshop.pinewood.example%2Fboards%2Foak-40&e=1",),
        inner=(Post("2", text=MUG, inner=(Post("3", text="https://item.taobao.com/item.htm?id=720000000004"),)),),
    )
    assert sorted(link.platform for link in links_of(post, SHOPS)) == ["other", "shopee", "taobao", "taobao"]


def test_quotes_of_quotes_are_read_as_deep_as_networks_show_them_and_a_little_more() -> None:
    post = Post("0", text="")
    for number in reversed(range(100)):
        post = Post(str(number), text=f"https://shopee.tw/product/1/{number + 1}", inner=(post,))
    assert [link.item_id for link in links_of(post, SHOPS)] == ["1", "2", "3", "4", "5"]


async def harvested(posts: list[Post], expander: ShortLinkExpander | None, *, links_per_post: int = 50) -> Harvest:
    found = [links_of(post, SHOPS) for post in posts]
    return await harvest(FEED, posts, found, expander, links_per_post=links_per_post)


async def test_of_one_post_the_first_links_are_taken_and_the_rest_is_counted_before_any_is_followed() -> None:
    many = " ".join(f"{SHORT}{n}" for n in range(40))
    network = Network({})
    found = await harvested(
        [Post("p" * 900, text=f"{MUG} {many}"), Post("2", text=MUG)], expander(network), links_per_post=3
    )
    assert (len(found.jobs), len(found.sightings), found.links) == (3, 4, 4)
    (cut,) = found.cut
    assert (cut.source_post_id, cut.links_left_out) == ("p" * 500, 38)
    assert "41 in one post, the first 3" in cut.reason
    assert len(network.asked) <= 3


async def test_a_short_link_leads_only_to_its_own_shops_products() -> None:
    network = Network({SHORT: "https://shop.pinewood.example/boards/oak-40"})
    found = await harvested([Post("1", text=SHORT)], expander(network))
    assert [job.url_norm for job in found.jobs] == [SHORT], "the short link stays a job of its own"
    kept = Cache()
    kept.known[SHORT] = "https://shop.pinewood.example/boards/oak-40"
    found = await harvested([Post("1", text=SHORT)], expander(network, kept))
    assert [job.url_norm for job in found.jobs] == [SHORT], "nor by what an earlier release kept of it"


async def test_one_job_per_product_and_one_sighting_per_post() -> None:
    posts = [
        Post("1", url="https://t.example/1", created_at_ms=5, text=f"{MUG} {MUG}?x=1"),
        Post("2", text=f"again https://shopee.tw/松木-i.310001.9100001 {MUG}"),
    ]
    found = await harvested(posts, None)
    (job,) = found.jobs
    assert (job.source, job.source_account, job.source_post_id, job.priority) == ("threads", "oak", "1", 3)
    assert job.region == "tw"
    assert [s.source_post_id for s in found.sightings] == ["1", "2"]
    assert {s.job_id for s in found.sightings} == {job_id_for(job.url_norm)}
    assert (found.sightings[0].post_url, found.sightings[0].posted_at) == ("https://t.example/1", 5)


async def test_what_a_feed_calls_its_post_is_kept_with_each_link_only_as_far_as_it_names_one() -> None:
    long = Post(id="x" * 1_000_000, url=f"https://feed.example/{'y' * 1_000_000}", text=MUG)
    other = Post(id="x" * 1_000_001, text=MUG)
    found = await harvest(FEED, [long, other, long], [links_of(long, SHOPS)] * 3, None, links_per_post=9)
    assert len({sighting.source_post_id for sighting in found.sightings}) == len(found.sightings) == 2
    kept = [*found.sightings, *found.jobs]
    assert max(len(str(one)) for one in kept) < 2_000


async def test_a_short_link_becomes_the_product_it_hides_and_is_remembered() -> None:
    network, cache = Network({SHORT: MUG + "?from=share"}), Cache()
    direct = await harvested([Post("1", text=MUG)], None)
    for _ in range(2):
        found = await harvested([Post("1", text=SHORT)], expander(network, cache))
        assert [job.url_norm for job in found.jobs] == [direct.jobs[0].url_norm]
        assert found.sightings[0].url == SHORT
    assert network.asked == [SHORT]


async def test_a_short_link_and_its_product_in_one_post_are_one_job_and_one_sighting() -> None:
    found = await harvested([Post("1", text=f"{SHORT} {MUG}")], expander(Network({SHORT: MUG})))
    assert (len(found.jobs), len(found.sightings), found.links) == (1, 1, 2)


async def test_a_short_link_out_of_reach_becomes_a_job_of_its_own() -> None:
    cache = Cache()
    found = await harvested([Post("1", text=f"{SHORT} {MUG}")], expander(Network({}), cache))
    assert [job.url_norm for job in found.jobs] == [
        SHORT,
        (await harvested([Post("1", text=MUG)], None)).jobs[0].url_norm,
    ]
    assert cache.known == {}


async def test_expanding_never_takes_longer_than_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging(Network):
        async def get(self, url: str, **_: Any) -> Answer:
            import asyncio

            await asyncio.Event().wait()
            raise AssertionError

    slow = ShortLinkExpander(Hanging({}), Cache(), SHOPS, budget_seconds=0.01)
    found = await harvested([Post("1", text=SHORT)], slow)
    assert [job.url_norm for job in found.jobs] == [SHORT]
