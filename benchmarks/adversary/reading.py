"""Cases put to the parsing child the way worker and ingestor do it, and the child asked for honest work in between."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from benchmarks.adversary.case import Case, Sample
from benchmarks.adversary.shapes import answers, feeds, pages, robots
from benchmarks.adversary.tally import Came
from common.errors import CrawlError, ErrorCode, SourceError
from common.offer import Offer
from common.page import Page
from common.parsing.failures import ParsingRaised, ParsingStopped
from common.parsing.process import ParsingChild
from common.parsing.task import Task
from common.polite.robots import ROBOTS
from common.settings import ShopSettings, ShopsSettings
from common.shops.registry import Shops
from ingestor.finding.reading import find_in_posts
from ingestor.sources.base import Post
from ingestor.sources.bluesky import parse_feed
from ingestor.sources.mastodon import parse_statuses
from ingestor.sources.payload import Malformed, load
from ingestor.sources.rss.apart import read_feed
from ingestor.sources.threads.posts import parse_page
from worker.read_apart import PageReader

A = TypeVar("A")
R = TypeVar("R")
_AGENT = "crawlfleet"


class WatchedParser:
    """A Parser that passes everything on to the child and notes what each request took and how it ended."""

    def __init__(self, child: ParsingChild) -> None:
        self._child = child
        self.fresh()

    def fresh(self) -> None:
        self.slowest_seconds = 0.0
        self.stopped = False
        self.broke: str | None = None

    async def run(
        self, task: Task[A, R], head: A, body: bytes = b"", *, site: str = "", processor_seconds: float | None = None
    ) -> R:
        started = time.monotonic()
        try:
            return await self._child.run(task, head, body, site=site, processor_seconds=processor_seconds)
        except ParsingStopped:
            self.stopped = True
            raise
        except ParsingRaised as error:
            self.broke = str(error)
            raise
        finally:
            self.slowest_seconds = max(self.slowest_seconds, time.monotonic() - started)


class Readers:
    """Reads a case as the service does, up to what it would record. Raises nothing that the service does not expect."""

    def __init__(self, parser: WatchedParser) -> None:
        self.parser = parser
        self._pages = PageReader(parser)
        self._settings = ShopsSettings(other=ShopSettings(domains=("shop.example",)))
        self._shops = Shops(self._settings)

    async def put(self, case: Case) -> Came:
        self.parser.fresh()
        answered = await self._answered(case)
        if self.parser.stopped:
            return Came.STOPPED
        if self.parser.broke:
            return Came.BROKE
        return Came.ANSWERED if answered else Came.REFUSED

    async def _answered(self, case: Case) -> bool:
        try:
            match case.kind:
                case "feeds":
                    posts = (await read_feed(self.parser, case.body, case.url, None)).posts
                    return await self._searched(posts)
                case "networks' JSON":
                    return await self._searched(_posts_of(case))
                case "robots.txt":
                    rules = await self.parser.run(ROBOTS, _AGENT, case.body)
                    return all(isinstance(rules.allows(url), bool) for url in robots.ASKED) and not rules.closed
                case _:
                    return await self._offered(case)
        except (SourceError, Malformed, ParsingStopped, ParsingRaised):
            return False

    async def _offered(self, case: Case) -> bool:
        link = self._shops.link(case.url)
        if link is None:
            raise ValueError(f"{case.url} is no shop's link")
        page = Page(case.url, case.body, 200, None, case.url)
        try:
            return isinstance(await self._pages.read(self._shops.for_platform(link.platform), page, link), Offer)
        except CrawlError as error:
            if error.code not in {ErrorCode.PARSE_LIMIT, ErrorCode.TIMEOUT, ErrorCode.INTERNAL_ERROR}:
                raise
            return False

    async def _searched(self, posts: list[Post]) -> bool:
        await find_in_posts(self.parser, posts, self._settings)
        return bool(posts)

    async def still_serves(self, kind: str) -> bool:
        """Whether an honest sample of this kind is read as it should be."""
        sample = _HONEST[kind]
        return await self.put(Case(kind, sample.name, sample.url, sample.body)) is Came.ANSWERED


def _posts_of(case: Case) -> list[Post]:
    tree = load(case.body)
    network = next((name for begin, name in _BEGINS.items() if case.body.startswith(begin)), case.url)
    return _NETWORKS[network](tree)


_BEGINS = {b'{"feed"': "bluesky", b'{"data"': "threads"}
_NETWORKS: dict[str, Callable[[Any], list[Post]]] = {
    "mastodon": lambda tree: [status.post for status in parse_statuses(tree)[0]],
    "bluesky": lambda tree: [item.post for item in parse_feed(tree).items],
    "threads": lambda tree: [item.post for item in parse_page(tree).items],
}
_HONEST: dict[str, Sample] = {
    "pages": pages.SAMPLES[0],
    "feeds": feeds.SAMPLES[0],
    "robots.txt": robots.SAMPLES[0],
    "networks' JSON": answers.NETWORKS[0],
    "shops' JSON": answers.SHOPS[0],
}
