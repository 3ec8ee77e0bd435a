"""Whoever answers without a proof: the shop, or the login page of a hotel? A site that everybody knows tells."""

from __future__ import annotations

from collections.abc import Sequence

import httpx
import pytest

from common.errors import CrawlError, ErrorCode, LedAway, Unanswered, Unproven
from common.net.client import Answer
from common.net.reach.client import ReachClient
from common.net.reach.reach import Reach
from common.net.reach.witness import Witness, proves_itself

LED = LedAway("ash.example", "login.hotel.example", "hotel.example")
FOREIGN = Unproven("ash.example", "self-signed certificate")


class World:
    """A shop that fails or answers as told, and two sites that everybody knows."""

    def __init__(self, *, known: Sequence[bool | None] = (False, False), proxied: bool = False) -> None:
        self.now = 0.0
        self.known = dict(zip(("one.example", "two.example"), known, strict=True))
        self.asked: list[str] = []
        self.answer: Answer | CrawlError = LED
        self.reach = Reach(
            self,
            rules=["ruled.example:80:198.51.100.1"],
            monotonic=self.clock,
            route=lambda addresses: True,
            witness=Witness(list(self.known), self.prove, monotonic=self.clock),
            by_proxy=lambda host: proxied,
        )
        self.client = ReachClient(self, self.reach, monotonic=self.clock)

    def clock(self) -> float:
        return self.now

    async def resolve(self, host: str, port: int) -> list[str]:
        return ["10.0.0.9"] if host == "own.example" else ["93.184.216.34"]

    async def prove(self, host: str) -> bool | None:
        self.asked.append(host)
        return self.known[host]

    async def get(self, url: str, **_: object) -> Answer:
        if isinstance(self.answer, CrawlError):
            raise self.answer
        return self.answer

    async def code(self, answer: Answer | CrawlError, *, after: float = 60) -> ErrorCode | None:
        self.now += after
        self.answer = answer
        try:
            await self.client.get("http://ash.example/", allow_host=None)
        except CrawlError as error:
            return error.code
        return None


def said(url: str, status: int = 200) -> Answer:
    return Answer(url, status, httpx.Headers(), b"")


@pytest.mark.parametrize("failure", [LED, FOREIGN])
async def test_the_only_shop_fails_without_a_proof_and_so_does_everybody(failure: CrawlError) -> None:
    there = World()
    assert await there.code(failure) is ErrorCode.NO_NETWORK
    assert there.asked == ["one.example", "two.example"]
    there.known["two.example"] = True
    assert await there.code(failure) is ErrorCode.NETWORK_ERROR, "somebody proves who it is: this shop has moved"


async def test_a_shop_that_fails_all_the_time_asks_nobody_else_all_the_time() -> None:
    there = World(known=(True, True))
    for _ in range(20):
        assert await there.code(FOREIGN, after=1) is ErrorCode.NETWORK_ERROR
    assert there.asked == ["one.example"]


async def test_a_site_that_proved_itself_just_now_is_proof_enough_and_one_without_tls_is_none() -> None:
    there = World()
    assert await there.code(said("https://elm.example/")) is None
    assert await there.code(LED, after=1) is ErrorCode.NETWORK_ERROR
    assert there.asked == []
    assert await there.code(said("http://elm.example/")) is None
    assert await there.code(LED, after=1) is ErrorCode.NO_NETWORK


@pytest.mark.parametrize("there", [World(known=(None, None)), World(proxied=True)], ids=["cannot ask", "by proxy"])
async def test_in_doubt_it_is_the_shop(there: World) -> None:
    assert await there.code(LED) is ErrorCode.NETWORK_ERROR
    assert await there.reach.why_unsealed("ash.example") is None


async def test_the_login_page_answers_pages_without_tls_as_if_it_were_the_shop() -> None:
    there = World()
    await there.reach.resolve("ash.example", 80)
    await there.reach.resolve("own.example", 80)
    assert "no site proves who it is" in str(await there.reach.why_unsealed("ash.example"))
    assert await there.reach.why_unsealed("ruled.example") is None, "the operator's own place"
    assert await there.reach.why_unsealed("own.example") is None, "an address that the operator allowed"


async def test_answers_without_tls_do_not_hide_that_all_certificates_are_foreign() -> None:
    there = World(known=(None, None))
    for host in ("ash.example", "fir.example"):
        assert await there.code(Unproven(host, "self-signed")) is ErrorCode.NETWORK_ERROR
        assert await there.code(said("http://elm.example/login")) is None
    assert await there.code(Unproven("larch.example", "self-signed")) is ErrorCode.NO_NETWORK


async def test_whoever_wants_a_login_to_the_network_is_no_shop() -> None:
    there = World()
    assert await there.code(said("http://ash.example/", 511)) is ErrorCode.NO_NETWORK
    assert await there.code(said("https://ash.example/", 511)) is None, "the shop's own words"


@pytest.mark.parametrize(
    ("answer", "proves"),
    [
        (said("https://one.example/robots.txt", 403), True),
        (CrawlError(ErrorCode.INVALID_RESPONSE, "damaged"), True),
        (FOREIGN, False),
        (CrawlError(ErrorCode.CONNECTION_REFUSED, "refused"), False),
        (Unanswered(ErrorCode.TIMEOUT, "no answer", host="one.example"), False),
        (CrawlError(ErrorCode.OWN_LIMIT, "no more requests today"), None),
    ],
)
async def test_what_counts_as_a_proof(answer: Answer | CrawlError, proves: bool | None) -> None:
    there = World()
    there.answer = answer
    assert await proves_itself(there, "one.example") is proves
