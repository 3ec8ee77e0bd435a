"""Both official interfaces against their doubles: offers, every kind of refusal, budget and pauses, hostile answers."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Sequence

import pytest

from common.errors import CrawlError, ErrorCode
from common.offer import Offer
from common.shops.official import Item
from common.store import Store
from common.store.official.values import PauseKind
from tests.integration.official.conftest import BOWL, LAMP, SCARF, TEAPOT, Asking, account
from tests.integration.store.jobs import Clock
from tests.servers.official import ShopeeDouble, TaobaoDouble
from tests.servers.shop_server import Reply
from worker.ways.official.source import OfficialSource
from worker.ways.official.waits import CLOCK_SECONDS

SHOPEE_ITEM = Item(BOWL, "310001")


async def offer(source: OfficialSource, item: Item) -> Offer:
    said = (await source.ask([item]))[item.item_id]
    assert isinstance(said, Offer), said
    return said


async def error(source: OfficialSource, item: Item) -> CrawlError:
    said = (await source.ask([item]))[item.item_id]
    assert isinstance(said, CrawlError), said
    return said


async def test_shopee_states_a_price_to_who_signs_rightly(asking: Asking, shopee: ShopeeDouble) -> None:
    source = asking.shopee()
    one = await offer(source, SHOPEE_ITEM)
    assert (one.title, one.price_minor, one.currency, one.price_kind) == ("胡桃木碗", 199000, "TWD", "official")
    ranged = await offer(source, Item(LAMP, "310001"))
    assert (ranged.price_min_minor, ranged.price_max_minor, ranged.price_kind) == (49900, 89900, "official_min")
    assert (shopee.calls, shopee.refused_signatures) == (2, 0)


async def test_taobao_answers_twenty_items_in_one_call(asking: Asking, taobao: TaobaoDouble) -> None:
    wanted = [Item(TEAPOT), Item(SCARF), *(Item(str(600000000100 + number)) for number in range(18))]
    said = await asking.taobao().ask(wanted)
    assert all(isinstance(one, Offer) for one in said.values())
    assert len(said) == 20
    teapot = said[TEAPOT]
    assert isinstance(teapot, Offer)
    assert (teapot.title, teapot.price_minor, teapot.price_kind) == ("蓝色茶壶", 8800, "official_discount")
    assert (taobao.calls, taobao.refused_signatures) == (1, 0)


async def test_further_pages_are_looked_at_while_the_item_is_missing_and_each_is_a_call(
    asking: Asking, shopee: ShopeeDouble, store: Store
) -> None:
    empty = {"data": {"productOfferV2": {"nodes": [], "pageInfo": {"page": 1, "limit": 10, "hasNextPage": True}}}}
    shopee.answer_next(Reply(body=json.dumps(empty).encode()))
    assert (await offer(asking.shopee(), SHOPEE_ITEM)).title
    assert shopee.calls == 2
    shopee.answer_next(*[Reply(body=json.dumps(empty).encode())] * 9)
    assert (await error(asking.shopee(), SHOPEE_ITEM)).code is ErrorCode.NOT_LISTED
    assert shopee.calls == 5, "not without end"
    assert (await store.official.states())[0].calls == 5


async def test_what_is_not_in_the_programme_is_not_listed_and_not_gone(asking: Asking) -> None:
    for source, item in ((asking.shopee(), Item("4711", "1")), (asking.taobao(), Item("600000009999"))):
        missed = await error(source, item)
        assert missed.code is ErrorCode.NOT_LISTED
        assert not missed.code.retry


async def test_refused_keys_pause_the_source_until_somebody_mends_them(
    asking: Asking, shopee: ShopeeDouble, store: Store, clock: Clock
) -> None:
    wrong = asking.shopee(secret="not-this-one")
    refused = await error(wrong, SHOPEE_ITEM)
    assert refused.code is ErrorCode.WAY_PAUSED
    assert "10020" in refused.detail
    assert "not-this-one" not in refused.detail
    (state,) = await store.official.states()
    assert state.pause_kind is PauseKind.PERSON
    again = await error(asking.shopee(), SHOPEE_ITEM)
    assert again.code is ErrorCode.WAY_PAUSED
    assert again.retry_after_seconds is not None
    assert 1800 <= again.retry_after_seconds <= 1800 + 540, "half an hour, and its group's turn after that"
    assert shopee.refused_signatures == 1, "a paused source is not asked, whoever wants to"
    tried = asking.shopee(despite_pause=True)
    assert (await offer(tried, SHOPEE_ITEM)).title
    assert (await store.official.states())[0].paused_ms == 0
    assert (await offer(asking.shopee(), SHOPEE_ITEM)).title


@pytest.mark.parametrize("code", [10031, 10032, 10033, 10034, 10035, 10010])
async def test_shopees_refusals_of_the_account_or_the_question_pause_it(
    code: int, asking: Asking, shopee: ShopeeDouble, store: Store
) -> None:
    shopee.answer_next(code)
    assert (await error(asking.shopee(), SHOPEE_ITEM)).code is ErrorCode.WAY_PAUSED
    (state,) = await store.official.states()
    assert (state.pause_kind, str(code) in (state.pause_reason or "")) == (PauseKind.PERSON, True)


@pytest.mark.parametrize("told", [11, (27, "invalid-sessionkey"), 29, (12, "isv.permission-api-package-limit"), 22])
async def test_taobaos_refusals_of_the_account_or_the_question_pause_it(
    told: object, asking: Asking, taobao: TaobaoDouble, store: Store
) -> None:
    taobao.answer_next(told)
    assert (await error(asking.taobao(), Item(TEAPOT))).code is ErrorCode.WAY_PAUSED
    (state,) = await store.official.states()
    assert state.pause_kind is PauseKind.PERSON


async def test_a_rate_limit_is_waited_out_longer_each_time(
    asking: Asking, shopee: ShopeeDouble, store: Store, clock: Clock
) -> None:
    source = asking.shopee()
    waits = []
    for _ in range(8):
        shopee.answer_next(10030)
        refused = await error(source, SHOPEE_ITEM)
        assert refused.code is ErrorCode.WAY_PAUSED
        assert refused.retry_after_seconds is not None
        waits.append(refused.retry_after_seconds)
        assert (await error(source, SHOPEE_ITEM)).code is ErrorCode.WAY_PAUSED
        clock.ms += int(refused.retry_after_seconds * 1000)
    assert waits == [60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert shopee.calls == 8, "while it waits it is not asked"
    assert (await offer(source, SHOPEE_ITEM)).title
    assert (await store.official.states())[0].pauses == 0


async def test_a_source_that_is_down_is_left_alone_and_spends_no_more_attempts(
    asking: Asking, shopee: ShopeeDouble, store: Store, clock: Clock
) -> None:
    source = asking.shopee()
    codes = []
    for number in range(6):
        shopee.answer_next(10000)
        codes.append((await error(source, Item(str(4711 + number), "1"))).code)
    assert codes == [ErrorCode.NETWORK_ERROR] * 4 + [ErrorCode.WAY_PAUSED] * 2
    assert shopee.calls == 5, "left alone, it is not asked"
    (state,) = await store.official.states()
    assert (state.pause_kind, state.paused_ms) == (PauseKind.RATE, 60_000)
    assert "failed 5 times in a row" in (state.pause_reason or "") and "10000" in (state.pause_reason or "")
    clock.ms += 60_000
    assert (await error(source, Item("4711", "1"))).code is ErrorCode.WAY_PAUSED, "the answer of before, and longer"
    clock.ms += 120_000
    assert (await offer(source, SHOPEE_ITEM)).title
    shopee.answer_next(10000)
    assert (await error(source, SHOPEE_ITEM)).code is ErrorCode.NETWORK_ERROR, "an answer begins anew"


async def test_a_source_that_refuses_an_item_between_failures_is_not_down(asking: Asking, shopee: ShopeeDouble) -> None:
    source = asking.shopee()
    codes = []
    for number, answer in enumerate([10000] * 4 + [11000] + [10000] * 4):
        shopee.answer_next(answer)
        codes.append((await error(source, Item(str(4711 + number), "1"))).code)
    assert codes == [ErrorCode.NETWORK_ERROR] * 4 + [ErrorCode.REQUEST_REFUSED] + [ErrorCode.NETWORK_ERROR] * 4


async def test_an_item_that_a_source_always_fails_at_pauses_nothing(
    asking: Asking, shopee: ShopeeDouble, store: Store
) -> None:
    source = asking.shopee()
    shopee.answer_next(*[10000] * 8)
    codes = {(await error(source, SHOPEE_ITEM)).code for _ in range(8)}
    assert codes == {ErrorCode.NETWORK_ERROR}
    assert (await store.official.states())[0].paused_ms == 0


async def test_who_finds_it_left_alone_does_not_come_back_with_all_the_others(
    asking: Asking, shopee: ShopeeDouble, clock: Clock
) -> None:
    source = asking.shopee()
    shopee.answer_next(10030)
    await error(source, SHOPEE_ITEM)
    clock.ms += 10_000
    waits = {(await error(source, SHOPEE_ITEM)).retry_after_seconds for _ in range(40)}
    assert len(waits) > 3
    assert all(wait is not None and 50 <= wait < 100 for wait in waits)
    assert shopee.calls == 1


async def test_taobao_says_itself_how_long_its_ban_lasts(asking: Asking, taobao: TaobaoDouble) -> None:
    taobao.answer_next((7, "accesscontrol.limited-by-app-access-count", "This ban will last for 7 more seconds"))
    refused = await error(asking.taobao(), Item(TEAPOT))
    assert (refused.code, refused.retry_after_seconds) == (ErrorCode.WAY_PAUSED, 7.0)


@pytest.mark.parametrize("code", [11000, 11001])
async def test_wrong_parameters_are_the_jobs_own_failure(code: int, asking: Asking, shopee: ShopeeDouble) -> None:
    shopee.answer_next(code)
    source = asking.shopee()
    refused = await error(source, SHOPEE_ITEM)
    assert (refused.code, refused.code.retry) == (ErrorCode.REQUEST_REFUSED, False)
    assert (await offer(source, SHOPEE_ITEM)).title, "the source goes on"


async def test_one_wrong_item_does_not_spoil_the_nineteen_beside_it(asking: Asking, taobao: TaobaoDouble) -> None:
    taobao.wrong_items = frozenset({"600000000107"})
    wanted = [Item(str(600000000100 + number)) for number in range(20)]
    said = await asking.taobao().ask(wanted)
    assert [item for item, one in said.items() if not isinstance(one, Offer)] == ["600000000107"]
    wrong = said["600000000107"]
    assert isinstance(wrong, CrawlError)
    assert wrong.code is ErrorCode.REQUEST_REFUSED
    assert taobao.calls <= 11


@pytest.mark.parametrize("told", [(15, "isp.remote-service-timeout"), (15, "isp.remote-service-error"), 10])
async def test_what_fails_by_itself_is_tried_again_later(told: object, asking: Asking, taobao: TaobaoDouble) -> None:
    taobao.answer_next(told)
    source = asking.taobao()
    failed = await error(source, Item(TEAPOT))
    assert failed.code.retry
    assert failed.code is ErrorCode.NETWORK_ERROR
    assert (await offer(source, Item(TEAPOT))).title


async def test_a_clock_that_is_off_is_named_and_stops_this_worker_alone(
    asking: Asking, shopee: ShopeeDouble, store: Store, clock: Clock
) -> None:
    there = clock.ms / 1000
    shopee.clock = lambda: there
    clock.ms += 15 * 60_000
    source = asking.shopee()
    refused = await error(source, SHOPEE_ITEM)
    assert refused.code is ErrorCode.WAY_PAUSED
    assert "15 minutes ahead of" in refused.detail
    (state,) = await store.official.states()
    assert (state.paused_ms, state.pauses) == (0, 0)
    assert shopee.refused_signatures == 1
    asked = len(asking.server.asked)
    assert (await error(source, SHOPEE_ITEM)).code is ErrorCode.WAY_PAUSED
    assert len(asking.server.asked) == asked, "it does not ask again soon"
    clock.ms -= 15 * 60_000
    asking.passed_seconds += CLOCK_SECONDS
    assert (await offer(source, SHOPEE_ITEM)).title, "but later, once the clock was set right"


async def test_who_waits_for_a_spent_budget_does_not_ask_for_each_minute_that_gets_free(
    asking: Asking, clock: Clock
) -> None:
    source = asking.shopee(calls_per_hour=1)
    assert isinstance((await source.ask([SHOPEE_ITEM]))[BOWL], Offer)
    clock.ms += 3_599_000
    waits = [
        said.retry_after_seconds or 0
        for _ in range(20)
        if isinstance(said := (await source.ask([SHOPEE_ITEM]))[BOWL], CrawlError)
    ]
    assert len(waits) == 20
    assert 600 <= min(waits) < max(waits) <= 1800, "not all at once either"


async def test_many_workers_send_no_more_than_the_budget(asking: Asking, shopee: ShopeeDouble) -> None:
    workers = [asking.shopee(calls_per_hour=12) for _ in range(4)]
    said = await asyncio.gather(*(worker.ask([SHOPEE_ITEM]) for worker in workers for _ in range(10)))
    offers = [one for answer in said for one in answer.values() if isinstance(one, Offer)]
    errors = [one for answer in said for one in answer.values() if isinstance(one, CrawlError)]
    assert (len(offers), shopee.calls) == (12, 12)
    assert {one.code for one in errors} == {ErrorCode.WAY_PAUSED}
    assert all(one.retry_after_seconds and 600 <= one.retry_after_seconds <= 3660 for one in errors)


HOSTILE: Sequence[Reply] = (
    Reply(body=b""),
    Reply(body=b"<html>maintenance</html>"),
    Reply(body=b"[" * 200_000),
    Reply(body=b'{"data":' * 50_000),
    Reply(body=b" " * 2_500_000, content_type="application/json"),
    Reply(body=b'{"data":', content_length=9_000),
    Reply(body=b'{"data":{"productOfferV2":{"nodes":[' + b"null," * 100_000 + b'null],"pageInfo":{}}}}'),
    Reply(body=b'{"data":{"productOfferV2":{"nodes":[{"itemId":' + b"9" * 5_000 + b"}]}}}"),
    Reply(500, b"oops"),
    Reply(502, b'{"error_response": {}}'),
    Reply(302, b"", headers={"Location": "https://elsewhere.example/"}),
    Reply(404, b"<h1>nothing</h1>"),
    Reply(body=b"x", headers={"Content-Encoding": "gzip"}),
)


@pytest.mark.parametrize("reply", HOSTILE, ids=range(len(HOSTILE)))
async def test_a_damaged_answer_costs_its_call_alone(
    reply: Reply, asking: Asking, shopee: ShopeeDouble, taobao: TaobaoDouble, store: Store
) -> None:
    for source, double, item in (
        (asking.shopee(), shopee, SHOPEE_ITEM),
        (asking.taobao(), taobao, Item(TEAPOT)),
    ):
        double.answer_next(reply)
        failed = await error(source, item)
        assert failed.code in {ErrorCode.NETWORK_ERROR, ErrorCode.NOT_LISTED}
        assert (await offer(source, item)).title
    assert all(state.paused_ms == 0 for state in await store.official.states())


async def test_a_slow_answer_ends_in_time(asking: Asking, shopee: ShopeeDouble) -> None:

    let_go = threading.Event()

    def silent(asked: object) -> Reply:
        let_go.wait(30)
        return Reply(body=b"{}")

    asking.server.routes[shopee.host, shopee.path] = silent

    source = asking.source(account("shopee", "tw", "123456", "demo"), total_timeout_seconds=0.5)
    try:
        assert (await error(source, SHOPEE_ITEM)).code is ErrorCode.TIMEOUT
    finally:
        let_go.set()


async def test_http_says_what_the_body_does_not(asking: Asking, shopee: ShopeeDouble, store: Store) -> None:
    shopee.answer_next(Reply(429, b"slow down"))
    assert (await error(asking.shopee(), SHOPEE_ITEM)).code is ErrorCode.WAY_PAUSED
    (state,) = await store.official.states()
    assert state.pause_kind is PauseKind.RATE


async def test_nothing_is_sent_to_another_host(asking: Asking, shopee: ShopeeDouble) -> None:
    shopee.answer_next(Reply(307, b"", headers={"Location": f"https://eco.taobao.com{shopee.path}"}))
    assert (await error(asking.shopee(), SHOPEE_ITEM)).code is ErrorCode.NETWORK_ERROR
    assert {one.host for one in asking.server.asked} == {shopee.host}
