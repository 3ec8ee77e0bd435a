"""A gateway that turns on its volunteers: it makes no PC busier, and leads it nowhere else, than its owner allows."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from common.errors import CrawlError, ErrorCode
from common.protocol.base import Answered
from common.protocol.joining import Settings as Told
from common.protocol.joining import SettingsAnswer
from common.protocol.tasks import Claimed
from common.settings import Settings, ShopSettings, ShopsSettings
from common.shops.reading import READERS
from common.shops.registry import Shops
from common.ways.way import Way
from fleet.run.parts import outside, parsing_child, polite_client
from fleet.run.volunteer.told_settings import MOST_TOLD, told_domains, volunteer_settings
from fleet.run.volunteer.wanted import wanted_by
from fleet.run.ways.ways import WayParts, ways_of
from tests.servers.fleet_world import eventually
from tests.servers.lines.raw_server import raw_server
from tests.unit.fleet.settings.test_volunteer_settings import TOLD
from worker.source import calls as calls_module
from worker.source.calls import MAX_ANSWER_BYTES, GatewayAway, GatewayCalls
from worker.source.gateway.offered_task import ToldJob
from worker.source.gateway.settings_watch import SettingsWatch
from worker.source.gateway.source import SHORTEST_PAUSE_SECONDS, GatewaySource
from worker.source.membership import Membership, MembershipFile
from worker.volunteer.limits import Limits

HEAD = "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n{more}\r\n"
NOTHING: dict[str, Any] = {"settings": "", "tasks": [], "none": None}
AT_ONCE = {"reason": "NOTHING_WAITS", "sentence": "come back", "retry_after_seconds": 0.0}


def answered(body: bytes, more: str = "") -> list[bytes]:
    return [HEAD.format(length=len(body), more=more).encode() + body]


def task(number: int) -> dict[str, Any]:
    token = f"{number:043d}"
    link = f"https://shopee.tw/product/1/{number}"
    return {
        "job_id": "a" * 26, "lease_token": token, "link": link, "shop": "shopee", "attempt": 1, "lease_seconds": 180.0,
    }  # fmt: skip


@asynccontextmanager
async def gateway(say: Callable[[], list[bytes]]) -> AsyncIterator[GatewayCalls]:
    async with raw_server(lambda _: say(), keep_open=False) as server:
        calls = GatewayCalls(f"http://127.0.0.1:{server.port}", version="5.0.0")
        try:
            yield calls
        finally:
            await calls.close()


def source(calls: GatewayCalls) -> GatewaySource:
    return GatewaySource(calls, say=lambda said: None, monotonic=time.monotonic)


async def test_more_tasks_than_were_asked_for_are_no_more_crawls_at_once() -> None:
    told = json.dumps({"settings": "", "tasks": [task(number) for number in range(64)], "none": None}).encode()
    async with gateway(lambda: answered(told)) as calls:
        taken = []
        async with aclosing(source(calls).offered(2)) as offers:
            async for offer in offers:
                taken.append(offer)
                if len(taken) == 2:
                    break
            waiting = asyncio.ensure_future(anext(offers))
            done, _ = await asyncio.wait({waiting}, timeout=1.0)
            assert not done, "a third crawl beside two, which is all that its owner allows"
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)


async def test_a_task_of_a_shop_that_the_owner_leaves_out_goes_back() -> None:
    """Whatever the gateway was asked for, and whatever it calls the shop."""
    limits, shops = Limits(not_shops=("shopee",)), Shops(ShopsSettings(other=ShopSettings(domains=("oak.example",))))
    wanted = wanted_by(limits, shops)
    assert wanted and (wanted.shops, wanted.not_domains) == (("taobao", "other"), ())
    assert wanted_by(Limits(not_shops=("shopee", "taobao", "other")), shops) is None, "nothing is left to ask for"
    mislabelled = task(1) | {"shop": "other"}
    wished = task(2) | {"link": "https://oak.example/p/2", "shop": "other"}

    told = json.dumps({"settings": "", "tasks": [mislabelled, wished], "none": None}).encode()
    async with gateway(lambda: answered(told)) as calls:
        asks = GatewaySource(calls, say=lambda said: None, monotonic=time.monotonic, wanted=wanted)
        async with aclosing(asks.offered(2)) as offers:
            offered = await anext(offers)
        begun = await offered.begin()
        assert begun is not None and begun.job.url_norm == wished["link"]


@pytest.mark.parametrize("way", ["browser", "official", "by_post"])
async def test_a_task_of_a_way_that_was_not_offered_is_not_begun(way: str) -> None:
    told = json.dumps({"settings": "", "tasks": [task(1) | {"way": way}, task(2)], "none": None}).encode()
    async with gateway(lambda: answered(told)) as calls:
        async with aclosing(source(calls).offered(2)) as offers:
            offered = await anext(offers)
        begun = await offered.begin()
        assert begun is not None and (begun.job.via, begun.lease_token) == (Way.HTTP, task(2)["lease_token"])


@pytest.mark.parametrize("body", [NOTHING, NOTHING | {"none": AT_ONCE}])
async def test_a_gateway_that_gives_nothing_is_not_asked_without_a_pause(body: dict[str, Any]) -> None:
    await asked_with_pauses(body, tasks=0)


async def test_a_gateway_that_gives_the_same_task_again_and_again_is_not_asked_without_a_pause() -> None:
    await asked_with_pauses(NOTHING | {"tasks": [task(1)]}, tasks=1)


async def asked_with_pauses(body: dict[str, Any], *, tasks: int) -> None:
    """By a worker with a free place, of a gateway that always answers this, in which so many tasks are new."""
    asked: list[float] = []

    def say() -> list[bytes]:
        asked.append(time.monotonic())
        return answered(json.dumps(body).encode())

    async with gateway(say) as calls:
        async with aclosing(source(calls).offered(tasks + 1)) as offers:
            for _ in range(tasks):
                await anext(offers)
            waiting = asyncio.ensure_future(anext(offers))
            await eventually(lambda: len(asked) >= 4 + tasks, what="four requests that bring nothing")
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        # The first answer has it ask for the settings, too.
        assert len(asked) <= 2 + tasks + (asked[-1] - asked[0]) / SHORTEST_PAUSE_SECONDS


async def test_settings_that_are_others_with_each_answer_are_asked_for_thrice_a_minute(tmp_path: Path) -> None:
    now, numbers, asked = [0.0], iter(range(1_000)), []

    def other_settings() -> list[bytes]:
        asked.append(now[0])
        return answered(json.dumps({"settings": "", "told": TOLD | {"number": str(next(numbers))}}).encode())

    changes: list[None] = []
    async with gateway(other_settings) as calls:
        watch = SettingsWatch(calls, on_settings=lambda: changes.append(None), monotonic=lambda: now[0])
        for second in range(130):
            now[0] = float(second)
            await watch.look(Claimed(settings=str(next(numbers))))
    assert asked == [0.0, 1.0, 2.0, 60.0, 61.0, 62.0, 120.0, 121.0, 122.0]
    assert len(changes) == len(asked)


def test_shops_without_number_are_looked_at_so_far_and_told_of_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    told = told_domains(("shop.example", *("com",) * 40_000))
    assert told == ("shop.example",)
    assert [len(record.getMessage()) < 200 for record in caplog.records] == [True, True]
    assert (
        told_domains([f"shop{number}.example" for number in range(MOST_TOLD + 5)])[-1] == f"shop{MOST_TOLD - 1}.example"
    )


async def test_an_answer_of_nothing_but_mistakes_is_not_read() -> None:
    mistakes = json.dumps([1] * 150_000, separators=(",", ":"))
    async with gateway(lambda: answered(f'{{"settings": "", "tasks": {mistakes}}}'.encode())) as calls:
        with pytest.raises(GatewayAway, match="more values"):
            await calls.post("claim", None, Claimed)
    of_shops = json.dumps(TOLD | {"shops": {"other": [1] * 100_000}}, separators=(",", ":"))
    async with gateway(lambda: answered(f'{{"settings": "", "told": {of_shops}}}'.encode())) as calls:
        with pytest.raises(GatewayAway, match="no gateway's answer") as away:
            await calls.get("settings", SettingsAnswer)
    assert isinstance(away.value.__context__, ValidationError)
    assert away.value.__context__.error_count() == 1, "of many the first is enough"


async def test_an_answer_that_unpacks_without_end_is_not_unpacked() -> None:
    bomb = gzip.compress(b" " * 50_000_000)
    async with gateway(lambda: answered(bomb, "content-encoding: gzip\r\n")) as calls:
        with pytest.raises(GatewayAway, match="packed"):
            await calls.post("claim", None, Claimed)


async def test_an_answer_is_no_larger_than_any_can_be() -> None:
    async with gateway(lambda: answered(b" " * (MAX_ANSWER_BYTES + 1))) as calls:
        with pytest.raises(GatewayAway, match="larger"):
            await calls.post("claim", None, Claimed)


async def test_an_answer_in_drops_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each drop comes in time, and the whole never does; nor does a head after any number of 1xx answers."""
    monkeypatch.setattr(calls_module, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(calls_module, "OVER_SECONDS", 0.5)
    whole = HEAD.format(length=9999, more="").encode()
    for first, drop in ((whole, b" "), (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n")):

        def in_drops(_: int, first: bytes = first, drop: bytes = drop) -> Iterator[bytes]:
            return chain([first], repeat(drop))

        async with raw_server(in_drops, pause_seconds=0.1) as server:
            calls = GatewayCalls(f"http://127.0.0.1:{server.port}", version="5.0.0")
            with pytest.raises(GatewayAway, match="in time"):
                async with asyncio.timeout(60):
                    await calls.post("claim", None, Claimed)
            await calls.close()


@pytest.mark.parametrize(
    ("first", "endless"),
    [
        (b"", b"HTTP/1.1 103 Early Hints\r\nx: " + b"y" * 60_000 + b"\r\n\r\n"),
        (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 2_000),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", b"1;" + b"e" * 60_000 + b"\r\n \r\n"),
    ],
    ids=["long heads before the head", "short ones", "words between the pieces"],
)
async def test_what_stands_beside_an_answer_fills_no_line(
    first: bytes, endless: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """100 MB a second of a chunk's own words came in, for as long as an answer may take."""
    monkeypatch.setattr(calls_module, "ANSWER_SECONDS", 2.0)
    async with raw_server(lambda _: chain([first], repeat(endless))) as server:
        calls = GatewayCalls(f"http://127.0.0.1:{server.port}", version="5.0.0")
        with pytest.raises(GatewayAway, match="larger"):
            await calls.get("settings", SettingsAnswer)
        await calls.close()
    assert server.bytes < 20_000_000, "what the system's own buffers take"


async def test_a_large_answer_in_small_pieces_is_read() -> None:
    """As a proxy in front of a gateway may send it, over a connection that was used before."""
    piece = b" " * 1_000
    pieces = [*[piece] * 500, b'{"settings": "5"}', b""]
    body = b"".join(b"%x\r\n%b\r\n" % (len(one), one) for one in pieces)
    large = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n" + body
    async with raw_server(lambda _: [large]) as server:
        calls = GatewayCalls(f"http://127.0.0.1:{server.port}", version="5.0.0")
        for _ in range(3):
            assert (await calls.get("me", Answered)).settings == "5"
        await calls.close()
    assert server.connections == 1


def volunteers(port: int, leads_to: str) -> Settings:
    """A volunteer's settings; each name leads to this address and port, as its shop's own resolver may say."""
    rules = tuple(f"*:{web}:{leads_to}:{port}" for web in (80, 443, port))
    told = Told.model_validate(TOLD | {"requests_per_second": 1000.0}, strict=False)
    member = Membership(gateway="https://fleet.example", machine="m1", token="t" * 43, told=told)
    own = Settings.model_validate({"fetch": {"resolve": rules, "connect_timeout_seconds": 2}})
    return volunteer_settings(own, member, MembershipFile(Path("/lent/ada/.crawlfleet")))


LEADS_HOME = ("127.0.0.1", "[::ffff:127.0.0.1]")
HOME = (
    "https://pinewood.example/p/1",
    "http://pinewood.example/p/1?next=http://127.0.0.1:{port}/",
    "http://pinewood.example:22/p/1",
    "http://pinewood.example:{port}/p/1",
    "http://127.0.0.1:{port}/p/1",
    "http://2130706433:{port}/p/1",
    "http://[::1]:{port}/p/1",
    "http://localhost:{port}/p/1",
    "https://shopee.tw/product/1/2",
    "https://shopee.tw@127.0.0.1:{port}/product/1/2",
    "file:///etc/passwd",
    "gopher://127.0.0.1:{port}/_SET",
)


@pytest.mark.parametrize("leads_to", LEADS_HOME)
async def test_no_task_leads_into_the_home(leads_to: str) -> None:
    async with raw_server(lambda _: answered(b"a router's page"), keep_open=False) as router:
        settings = volunteers(router.port, leads_to)
        async with (
            outside(settings) as net,
            parsing_child(settings, READERS) as child,
            ways_of(
                WayParts(settings, polite_client(settings, net.to_shops, child), Shops(settings.shops), child, None)
            ) as ways,
        ):
            for number, link in enumerate(HOME):
                with pytest.raises(CrawlError) as refused:
                    await ways.crawl(ToldJob(str(number), link.format(port=router.port), "other", 1))
                assert refused.value.code in {
                    ErrorCode.ADDRESS_REFUSED, ErrorCode.INVALID_URL, ErrorCode.SHOP_UNKNOWN
                }, (link, refused.value)  # fmt: skip
        assert router.connections == 0
