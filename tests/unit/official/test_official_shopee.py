"""Shopee's official interface: its documents' vector, its question, and every answer it is documented to give."""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.offer import Availability
from common.shops.official import Account, Answered, Item, RefusalKind, Refused
from common.shops.registry import Shops
from common.shops.shopee.official.interface import ShopeeOfficial
from common.shops.shopee.official.signing import authorization

ASKED = (Item("9100001", "310001"),)
INTERFACE = ShopeeOfficial()


def answer(*nodes: Any, more: bool = False) -> bytes:
    listed = {"nodes": list(nodes), "pageInfo": {"page": 1, "limit": 10, "hasNextPage": more}}
    return json.dumps({"data": {"productOfferV2": listed}}).encode()


def node(**fields: Any) -> dict[str, Any]:
    return {
        "itemId": 9100001,
        "shopId": 310001,
        "productName": "Walnut bowl",
        "priceMin": "45.99",
        "priceMax": "45.99",
        "ratingStar": "4.7",
        "imageUrl": "https://cf.shopee.sg/file/a",
        "shopName": "Pinewood",
    } | fields


def read(body: bytes, region: str = "sg") -> Any:
    said = INTERFACE.read(region, ASKED, body)
    assert isinstance(said, Answered), said
    return said.found["9100001"]


def test_the_documents_own_signature() -> None:
    body = rb'{"query":"{\nbrandOffer{\n    nodes{\n        commissionRate\n        offerName\n    }\n}\n}"}'
    assert authorization(Account("123456", "demo"), body, at_seconds=1577836800) == (
        "SHA256 Credential=123456, Timestamp=1577836800, "
        "Signature=dc88d72feea70c80c52c3399751a7d34966763f51a7f056aa070a5e9df645412"
    )


def test_the_call_is_signed_over_the_bytes_that_are_sent() -> None:
    call = INTERFACE.call("tw", ASKED, Account("123456", "demo"), at_ms=1_577_836_800_999, page=2)
    assert call.url == "https://open-api.affiliate.shopee.tw/graphql"
    query = json.loads(call.body)["query"]
    assert "productOfferV2(itemId: 9100001, shopId: 310001, page: 2, limit: 10)" in query
    assert call.headers["Authorization"] == authorization(Account("123456", "demo"), call.body, at_seconds=1577836800)


def test_nothing_shown_of_an_account_or_a_call_holds_a_secret() -> None:
    account = Account("123456", "hush-hush")
    call = INTERFACE.call("tw", ASKED, account, at_ms=0)
    assert "hush" not in f"{account!r}{call!r}{call.body!r}{dict(call.headers)}"
    assert "Signature" not in repr(call)


@pytest.mark.parametrize(
    ("region", "host"),
    [
        ("tw", "open-api.affiliate.shopee.tw"),
        ("my", "open-api.affiliate.shopee.com.my"),
        ("th", "open-api.affiliate.shopee.co.th"),
        ("br", "open-api.affiliate.shopee.com.br"),
        ("mx", None),
        ("any", None),
    ],
)
def test_only_markets_with_an_interface_have_a_host(region: str, host: str | None) -> None:
    assert INTERFACE.host(region) == host


def test_an_id_that_is_no_int64_is_not_asked_for() -> None:
    assert INTERFACE.askable(Item("9223372036854775807", "1"))
    assert not INTERFACE.askable(Item("9223372036854775808", "1"))
    assert not INTERFACE.askable(Item("1) { x } #", "1"))


def test_an_offer_as_documented() -> None:
    offer = read(answer(node()))
    assert (offer.title, offer.seller, offer.shop_id, offer.item_id) == ("Walnut bowl", "Pinewood", "310001", "9100001")
    assert (offer.price_minor, offer.currency, offer.price_kind) == (4599, "SGD", "official")
    assert offer.details.rating_hundredths == 470
    assert offer.availability is Availability.UNKNOWN
    assert offer.conflicts == ()


@pytest.mark.parametrize("item_id", [9100001, "9100001"])
def test_an_int64_may_be_a_number_or_text(item_id: int | str) -> None:
    assert read(answer(node(itemId=item_id, shopId=str(310001)))).shop_id == "310001"


def test_a_range_is_kept_and_its_lowest_price_says_so() -> None:
    offer = read(answer(node(priceMin="45.99", priceMax="55.99")))
    assert (offer.price_minor, offer.price_min_minor, offer.price_max_minor) == (4599, 4599, 5599)
    assert offer.price_kind == "official_min"


@pytest.mark.parametrize(
    ("region", "text", "minor"),
    [("vn", "199000", 199000), ("vn", "199000.00", 199000), ("id", "15000", 1500000), ("tw", "1990", 199000),
     ("br", "1234.5", 123450), ("tw", "1.5E7", 1500000000)],
)  # fmt: skip
def test_prices_are_in_the_markets_currency(region: str, text: str, minor: int) -> None:
    assert read(answer(node(priceMin=text, priceMax=text)), region).price_minor == minor


@pytest.mark.parametrize(
    "prices",
    [
        {"priceMin": "12.345", "priceMax": "12.345"},
        {"priceMin": "55.99", "priceMax": "45.99"},
        {"priceMin": "about 5", "priceMax": "5"},
        {"priceMin": "1,234", "priceMax": "1,234"},
        {"priceMin": ["5"], "priceMax": "5"},
    ],
)
def test_what_is_no_exact_price_is_none_and_says_so(prices: dict[str, Any]) -> None:
    offer = read(answer(node(**prices)))
    assert offer.price_minor is None
    assert offer.currency is None
    assert offer.conflicts == ("price_minor",)


def test_an_answer_without_prices_states_none() -> None:
    offer = read(answer(node(priceMin=None, priceMax=None)))
    assert (offer.price_minor, offer.price_kind, offer.conflicts) == (None, None, ())


def test_another_items_node_is_not_this_items() -> None:
    said = INTERFACE.read("sg", ASKED, answer(node(itemId=9100002), node(itemId=None), "x", None))
    assert said == Answered({}, more=False)


def test_empty_nodes_list_nothing_and_a_next_page_is_told() -> None:
    assert INTERFACE.read("sg", ASKED, answer()) == Answered({})
    assert INTERFACE.read("sg", ASKED, answer(more=True)) == Answered({}, more=True)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (10000, RefusalKind.SERVER),
        (10010, RefusalKind.QUERY),
        (10020, RefusalKind.KEYS),
        (10030, RefusalKind.RATE),
        (10031, RefusalKind.KEYS),
        (10032, RefusalKind.KEYS),
        (10033, RefusalKind.KEYS),
        (10034, RefusalKind.KEYS),
        (10035, RefusalKind.KEYS),
        (11000, RefusalKind.REQUEST),
        (11001, RefusalKind.REQUEST),
        (12345, RefusalKind.SERVER),
        ("10030", RefusalKind.RATE),
    ],
)
def test_every_documented_error_has_its_meaning(code: int | str, kind: RefusalKind) -> None:
    error = {"message": "no", "path": "productOfferV2", "extensions": {"code": code, "message": "said\x1b[2J so"}}
    said = INTERFACE.read("sg", ASKED, json.dumps({"data": None, "errors": [error]}).encode())
    assert said == Refused(kind, str(code), "said [2J so")


@pytest.mark.parametrize(
    "body",
    [
        b"", b"<html>", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 50_000, b'{"x":' + b"1" * 5000 + b"}",
        b'{"data":{}}', b'{"data":{"productOfferV2":null}}', b'{"data":{"productOfferV2":{"nodes":{}}}}',
        b'{"errors":[{}]}', b'{"errors":{"code":1}}', b'{"errors":[{"extensions":{"code":[]}}]}',
        b'{"data":[1],"errors":null}',
    ],
)  # fmt: skip
def test_what_is_no_documented_answer_is_unreadable(body: bytes) -> None:
    said = INTERFACE.read("sg", ASKED, body)
    assert isinstance(said, Refused)
    assert said.kind is RefusalKind.UNREADABLE


def test_the_shop_hands_out_its_interface() -> None:
    shops = Shops()
    assert isinstance(shops.for_platform("shopee").official(), ShopeeOfficial)
    assert shops.for_platform("other").official() is None
