"""The robots.txt cache: what each kind of answer means, how long it is kept, who asks."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import httpx
import pytest

from common.errors import CrawlError, ErrorCode, LedAway, Misled, Unproven
from common.net.client import Answer, TooManyRedirects
from common.parsing.failures import ParsingRaised, ParsingStopped, ParsingUnavailable
from common.parsing.watch import Breach
from common.polite.reader import MAX_BYTES, read_robots
from common.polite.robots import ORIGIN_BYTES, ReadRobots, RobotsCache
from common.polite.rules import RobotsRules
from tests.parsing_here import robots_here

PAGE = "https://shopee.tw/item"
NO_ITEMS = b"User-agent: *\nDisallow: /item\n"


class Site:
    """Answers in turn, the last one for ever; a CrawlError is raised."""

    def __init__(self, *outcomes: Answer | CrawlError) -> None:
        self.outcomes = list(outcomes)
        self.asked: list[str] = []

    async def get(self, url: str, **_: Any) -> Answer:
        self.asked.append(url)
        await asyncio.sleep(0)
        outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
        if isinstance(outcome, CrawlError):
            raise outcome
        return outcome


class Clock:
    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


def answer(status: int, body: bytes = b"", headers: dict[str, str] | None = None) -> Answer:
    return Answer("https://shopee.tw/robots.txt", status, httpx.Headers(headers), body)


def cache(site: Site, clock: Clock, read: ReadRobots = robots_here, **more: Any) -> RobotsCache:
    return RobotsCache(site, user_agent="crawlfleet/0.1", read=read, clock=clock, sleep=clock.sleep, **more)


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def allowed(robots: RobotsCache, url: str = PAGE) -> bool:
    return (await robots.policy(url, allow_host=None)).allows(url)


async def failure(robots: RobotsCache) -> CrawlError:
    with pytest.raises(CrawlError) as caught:
        await robots.policy(PAGE, allow_host=None)
    return caught.value


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
async def test_no_robots_txt_allows_everything(clock: Clock, status: int) -> None:
    assert await allowed(cache(Site(answer(status, NO_ITEMS)), clock))


async def test_a_byte_order_mark_and_bytes_that_are_no_text_hide_no_rule(clock: Clock) -> None:
    assert not await allowed(cache(Site(answer(200, b"\xef\xbb\xbf" + NO_ITEMS)), clock))
    assert not await allowed(cache(Site(answer(200, b"# caf\xe9\n" + NO_ITEMS)), clock))


async def test_rules_are_obeyed_and_kept_a_day(clock: Clock) -> None:
    site = Site(answer(200, NO_ITEMS), answer(200))
    robots = cache(site, clock)
    assert not await allowed(robots)
    clock.now = 86_399.0
    assert not await allowed(robots)
    assert len(site.asked) == 1
    clock.now = 86_400.0
    assert await allowed(robots)
    assert len(site.asked) == 2


@pytest.mark.parametrize(
    "outcome", [answer(500), answer(503), answer(304), CrawlError(ErrorCode.TIMEOUT, "late"),
                CrawlError(ErrorCode.INVALID_RESPONSE, "damaged")],
)  # fmt: skip
async def test_unreachable_fails_closed_after_three_attempts(clock: Clock, outcome: Answer | CrawlError) -> None:
    site = Site(outcome)
    robots = cache(site, clock)
    error = await failure(robots)
    assert error.code.retry
    assert "robots.txt unreachable" in error.detail
    assert (len(site.asked), clock.slept) == (3, [1.0, 3.0])
    await failure(robots)
    assert len(site.asked) == 3
    clock.now = 61.0
    site.outcomes = [answer(200)]
    assert await allowed(robots)


async def test_a_passing_fault_is_survived(clock: Clock) -> None:
    assert not await allowed(cache(Site(answer(503), answer(200, NO_ITEMS)), clock))


async def test_an_old_copy_serves_while_the_site_is_away(clock: Clock) -> None:
    robots = cache(Site(answer(200, NO_ITEMS), answer(500)), clock)
    assert not await allowed(robots)
    clock.now = 90_000.0
    assert not await allowed(robots)


async def test_too_many_requests_is_not_an_absent_file(clock: Clock) -> None:
    site = Site(answer(429, headers={"retry-after": "300"}))
    robots = cache(site, clock)
    error = await failure(robots)
    assert (error.code, error.retry_after_seconds) == (ErrorCode.RATE_LIMITED, 300.0)
    clock.now = 299.0
    await failure(robots)
    assert len(site.asked) == 1


async def test_endless_redirects_count_as_no_robots_txt(clock: Clock) -> None:
    assert await allowed(cache(Site(TooManyRedirects("https://shopee.tw/robots.txt", 5)), clock))


async def test_a_refused_address_stays_refused(clock: Clock) -> None:
    site = Site(CrawlError(ErrorCode.ADDRESS_REFUSED, "leads home"))
    assert (await failure(cache(site, clock))).code is ErrorCode.ADDRESS_REFUSED
    assert len(site.asked) == 1


async def test_a_file_cut_at_the_limit_loses_its_half_line(clock: Clock) -> None:
    head = b"User-agent: *\nDisallow: /cart\n"
    filler = b"#" * (MAX_BYTES - len(head) - len(b"\nDisallow: /")) + b"\nDisallow: /"
    robots = cache(Site(answer(200, head + filler)), clock)
    assert await allowed(robots)
    assert not await allowed(robots, "https://shopee.tw/cart")


async def test_many_tasks_cause_one_request(clock: Clock) -> None:
    site = Site(answer(200))
    robots = cache(site, clock)
    await asyncio.gather(*(allowed(robots) for _ in range(10)))
    assert site.asked == ["https://shopee.tw/robots.txt"]


async def test_origins_are_apart_and_what_is_kept_is_bounded(clock: Clock) -> None:
    site = Site(answer(200))
    robots = cache(site, clock, most_bytes=3 * ORIGIN_BYTES)
    for url in ("https://a.tw/", "http://a.tw/", "https://b.tw/", "https://c.tw/", "https://c.tw/x"):
        await allowed(robots, url)
    assert len(site.asked) == 4
    await allowed(robots, "https://a.tw/")
    assert len(site.asked) == 5


async def test_five_thousand_shops_are_asked_once_a_day(clock: Clock) -> None:
    """In turn, as a fleet crawls them: with room for fewer, each page would ask for its shop's file once more."""
    forty = b"User-agent: *\n" + b"".join(b"Disallow: /collections/%d\n" % n for n in range(40))
    read = read_robots("crawlfleet", forty)

    async def known(token: str, body: bytes, site: str) -> RobotsRules:
        return read

    site = Site(answer(200, forty))
    robots = cache(site, clock, known)
    for _ in range(2):
        for shop in range(5_000):
            await allowed(robots, f"https://shop{shop}.example/")
    assert len(site.asked) == 5_000


async def test_large_files_of_many_hosts_take_no_more_room(clock: Clock) -> None:
    """Whoever has a registered domain has any number of hosts, and each may have a file of 9 MB as it is kept."""
    large = b"User-agent: *\n" + b"".join(b"Disallow: /" + b"\xff" * 1_900 + b"%d\n" % n for n in range(20))
    site = Site(answer(200, large))
    robots = cache(site, clock, most_bytes=1_000_000)
    hosts = [f"https://{host}.shop.example/" for host in range(6)]
    for host in hosts:
        assert await allowed(robots, host)
    assert len(site.asked) == 6
    await allowed(robots, hosts[-1])
    assert len(site.asked) == 6, "the newest are kept"
    await allowed(robots, hosts[0])
    assert len(site.asked) == 7, "the oldest had to go"


async def test_one_file_larger_than_all_room_is_kept_while_it_is_the_newest(clock: Clock) -> None:
    site = Site(answer(200, NO_ITEMS))
    robots = cache(site, clock, most_bytes=1)
    assert not await allowed(robots)
    assert not await allowed(robots)
    assert len(site.asked) == 1


async def test_what_is_kept_of_a_failure_holds_no_answer(clock: Clock) -> None:
    site = Site(answer(500, b"x" * 400_000))
    robots = cache(site, clock)
    await failure(robots)
    site.outcomes.clear()
    gc.collect()
    assert not [one for one in gc.get_objects() if isinstance(one, Answer) and len(one.body) == 400_000]


@pytest.mark.parametrize(
    "error", [ParsingStopped("robots", Breach.MEMORY, "it needs more than 400 MB"), ParsingRaised("it broke")]
)
async def test_a_file_that_cannot_be_read_within_limits_closes_the_site_for_a_day(
    clock: Clock, error: Exception
) -> None:
    async def stopped(token: str, body: bytes, site: str) -> RobotsRules:
        raise error

    site = Site(answer(200, b"User-agent: *\nAllow: /\n"))
    robots = cache(site, clock, stopped)
    assert not await allowed(robots)
    clock.now = 86_399.0
    assert not await allowed(robots)
    assert len(site.asked) == 1
    assert str(error) in ((await robots.policy(PAGE, allow_host=None)).closed or "")


@pytest.mark.parametrize(
    ("missing", "code"),
    [
        (ParsingUnavailable("no process starts"), ErrorCode.NO_MEANS),
        (ParsingStopped("robots", Breach.CRASH, "the parsing process ended"), ErrorCode.INTERNAL_ERROR),
        (ParsingStopped("robots", Breach.WALL_TIME, "it takes longer than 30 s"), ErrorCode.INTERNAL_ERROR),
    ],
)
async def test_what_this_machine_lacks_is_no_word_of_the_site_and_it_is_tried_again(
    clock: Clock, missing: Exception, code: ErrorCode
) -> None:
    async def absent(token: str, body: bytes, site: str) -> RobotsRules:
        raise missing

    robots = cache(Site(answer(200)), clock, absent)
    error = await failure(robots)
    assert (error.code, error.code.retry) == (code, True)


async def test_each_hop_of_a_robots_txt_waits_for_its_turn(clock: Clock) -> None:
    given: list[object] = []

    class Walked(Site):
        async def get(self, url: str, **more: Any) -> Answer:
            given.append(more["before_hop"])
            return await super().get(url, **more)

    async def turn(url: str) -> None:
        """Waits for nothing."""

    await allowed(cache(Walked(answer(200)), clock, before_hop=turn))
    assert given == [turn]


@pytest.mark.parametrize(
    "not_of_the_site",
    [Misled("shopee.tw", "10.0.0.1", "private"), LedAway("shopee.tw", "login.cafe.example", "cafe.example"),
     Unproven("shopee.tw", "self-signed"), CrawlError(ErrorCode.NO_NETWORK, "no route")],
)  # fmt: skip
async def test_what_this_machines_network_may_have_said_is_not_remembered(
    clock: Clock, not_of_the_site: CrawlError
) -> None:
    site = Site(not_of_the_site, answer(200, NO_ITEMS))
    robots = cache(site, clock)
    assert await failure(robots) is not_of_the_site
    assert not await allowed(robots)
    assert len(site.asked) == 2


async def test_a_page_in_place_of_the_file_is_soon_forgotten_when_anybody_may_have_sent_it(clock: Clock) -> None:
    login = Answer("http://oak.example/robots.txt", 200, httpx.Headers(), b"<html>Welcome to our hotel</html>")
    site = Site(login, answer(200, b"User-agent: *\nDisallow: /p\n"))
    robots = cache(site, clock)
    assert await allowed(robots, "http://oak.example/p/1")
    clock.now += 61
    assert not await allowed(robots, "http://oak.example/p/1")


async def test_who_follows_knows_the_files_still() -> None:
    site, clock = Site(answer(200, NO_ITEMS)), Clock()
    first = cache(site, clock)
    await first.policy(PAGE, allow_host=None)
    second = cache(site, clock, before=first)
    assert not (await second.policy(PAGE, allow_host=None)).allows(PAGE)
    assert len(site.asked) == 1
    other = RobotsCache(site, user_agent="another/1", read=robots_here, clock=clock, before=second)
    await other.policy(PAGE, allow_host=None)
    assert len(site.asked) == 2, "another's group of rules was not kept"
