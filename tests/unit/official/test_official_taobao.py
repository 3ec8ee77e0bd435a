"""Taobao's official interface: its documents' vector, its question, and every answer it is documented to give."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs

import pytest

from common.offer import Availability
from common.shops.official import Account, Answered, Item, RefusalKind, Refused
from common.shops.taobao.official.interface import TaobaoOfficial
from common.shops.taobao.official.signing import sign, timestamp

ASKED = (Item("600000000001"), Item("600000000002"))
INTERFACE = TaobaoOfficial()


def answer(*details: Any) -> bytes:
    results = {"tbk_item_detail": list(details)}
    return json.dumps({"tbk_item_info_upgrade_get_response": {"results": results}}).encode()


def detail(item: str = "600000000001", **prices: Any) -> dict[str, Any]:
    return {
        "item_id": "aB3-opaque",
        "input_item_iid": item,
        "item_basic_info": {
            "title": "胡桃木碗",
            "shop_title": "松木旗舰店",
            "user_type": 1,
            "brand_name": "松木",
            "seller_id": 99,
            "pict_url": "//gi4.example/bowl.jpg",
        },
        "price_promotion_info": prices
        or {"reserve_price": "102.00", "zk_final_price": "88.00", "final_promotion_price": "69.9"},
    }


def read(body: bytes) -> Any:
    said = INTERFACE.read("cn", ASKED, body)
    assert isinstance(said, Answered), said
    return said.found["600000000001"]


def test_the_documents_own_signature() -> None:
    parameters = {
        "method": "taobao.item.seller.get",
        "app_key": "12345678",
        "session": "test",
        "timestamp": "2016-01-01 12:00:00",
        "format": "json",
        "v": "2.0",
        "sign_method": "md5",
        "fields": "num_iid,title,nick,price,num",
        "num_iid": "11223344",
    }
    assert sign(parameters, "helloworld") == "66987CB115214E59E6EC978214934FB8"


def test_times_are_chinas() -> None:
    assert timestamp(1451620800000) == "2016-01-01 12:00:00"


def test_the_call_names_every_item_and_signs_all_it_says() -> None:
    call = INTERFACE.call("cn", ASKED, Account("12345678", "helloworld"), at_ms=1451620800000)
    said = {name: values[0] for name, values in parse_qs(call.body.decode()).items()}
    assert call.url == "https://eco.taobao.com/router/rest"
    assert said["item_id"] == "600000000001,600000000002"
    assert said["method"] == "taobao.tbk.item.info.upgrade.get"
    assert said["biz_scene_id"] == "2"
    signature = said.pop("sign")
    assert signature == sign(said, "helloworld")
    assert "helloworld" not in repr(call) + call.body.decode()


def test_an_item_as_documented() -> None:
    offer = read(answer(detail()))
    assert (offer.title, offer.seller, offer.brand, offer.seller_id) == ("胡桃木碗", "松木旗舰店", "松木", "99")
    assert (offer.price_minor, offer.currency, offer.price_kind) == (8800, "CNY", "official_discount")
    assert offer.list_price_minor == 10200
    assert offer.image_url == "https://gi4.example/bowl.jpg"
    assert offer.item_id == "600000000001"
    assert offer.availability is Availability.UNKNOWN


def test_an_estimate_is_kept_beside_the_price_and_never_taken_for_it() -> None:
    both = read(answer(detail()))
    assert [(one.price_minor, one.sources) for one in both.candidates] == [
        (8800, ("official_discount",)),
        (6990, ("official_estimate",)),
    ]
    alone = read(answer(detail(final_promotion_price="69.9")))
    assert (alone.price_minor, alone.currency, alone.price_kind) == (None, None, None)
    assert [one.price_minor for one in alone.candidates] == [6990]


def test_the_sellers_own_price_is_taken_where_no_other_is_stated() -> None:
    offer = read(answer(detail(reserve_price="102.00")))
    assert (offer.price_minor, offer.price_kind, offer.list_price_minor) == (10200, "official_list", None)


@pytest.mark.parametrize("text", ["88.001", "88-99", "待定", "88元", {}])
def test_what_is_no_exact_price_is_none_and_says_so(text: Any) -> None:
    offer = read(answer(detail(reserve_price="102.00", zk_final_price=text)))
    assert (offer.price_minor, offer.currency, offer.conflicts) == (None, None, ("price_minor",))


def test_an_item_is_known_again_by_the_id_that_was_asked_for() -> None:
    said = INTERFACE.read(
        "cn", ASKED, answer(detail("600000000002"), {"item_id": 600000000001, "item_basic_info": {"title": "x"}})
    )
    assert isinstance(said, Answered)
    assert set(said.found) == {"600000000001", "600000000002"}


def test_others_items_and_rubbish_are_left_out() -> None:
    said = INTERFACE.read("cn", ASKED, answer(detail("600000000009"), None, [], "x", {"item_id": None}))
    assert said == Answered({})


@pytest.mark.parametrize("results", [None, {}, {"tbk_item_detail": []}, {"tbk_item_detail": None}])
def test_an_empty_answer_lists_nothing(results: Any) -> None:
    body = json.dumps({"tbk_item_info_upgrade_get_response": {"results": results, "request_id": "r"}}).encode()
    assert INTERFACE.read("cn", ASKED, body) == Answered({})


@pytest.mark.parametrize(
    ("code", "sub_code", "kind"),
    [
        (7, "accesscontrol.limited-by-app-api-access-count", RefusalKind.RATE),
        (7, "", RefusalKind.RATE),
        ("7", "", RefusalKind.RATE),
        (10, "", RefusalKind.SERVER),
        (15, "isp.remote-service-timeout", RefusalKind.SERVER),
        (530, "isp.top-remote-connection-timeout", RefusalKind.SERVER),
        (15, "isp.call-limited", RefusalKind.RATE),
        (15, "isv.item-not-exist", RefusalKind.REQUEST),
        (40, "isv.missing-parameter:item_id", RefusalKind.REQUEST),
        (41, "isv.invalid-parameter:item_id", RefusalKind.REQUEST),
        (11, "isv.permission-api-package-limit", RefusalKind.KEYS),
        (12, "", RefusalKind.KEYS),
        (24, "", RefusalKind.KEYS),
        (25, "isv.invalid-signature", RefusalKind.KEYS),
        (26, "isv.missing-session", RefusalKind.KEYS),
        (27, "invalid-sessionkey", RefusalKind.KEYS),
        (28, "isv.missing-appkey", RefusalKind.KEYS),
        (29, "isv.appkey-not-exists", RefusalKind.KEYS),
        (31, "isv.invalid-timestamp", RefusalKind.KEYS),
        (42, "", RefusalKind.KEYS),
        (53, "", RefusalKind.KEYS),
        (21, "isv.missing-method", RefusalKind.QUERY),
        (22, "isv.invalid-method", RefusalKind.QUERY),
        (9999, "", RefusalKind.SERVER),
        (None, "", RefusalKind.SERVER),
    ],
)
def test_every_documented_error_has_its_meaning(code: Any, sub_code: str, kind: RefusalKind) -> None:
    error = {"code": code, "msg": "No", "sub_code": sub_code, "sub_msg": "said so", "request_id": "r"}
    said = INTERFACE.read("cn", ASKED, json.dumps({"error_response": error}).encode())
    assert isinstance(said, Refused)
    assert said.kind is kind
    assert said.said == "No said so"


def test_a_ban_says_how_long_it_lasts() -> None:
    error = {"code": 7, "msg": "App Call Limited", "sub_msg": "This ban will last for 42 more seconds"}
    said = INTERFACE.read("cn", ASKED, json.dumps({"error_response": error}).encode())
    assert isinstance(said, Refused)
    assert said.wait_seconds == 42.0


@pytest.mark.parametrize(
    "body",
    [b"", b"<error_response>", b"[]", b"[" * 100_000, b'{"error_response":"x"}',
     b'{"tbk_item_info_upgrade_get_response":[]}',
     b'{"tbk_item_info_upgrade_get_response":{"results":"x"}}',
     b'{"tbk_item_info_upgrade_get_response":{"results":{"tbk_item_detail":"x"}}}', b"{}"],
)  # fmt: skip
def test_what_is_no_documented_answer_is_unreadable(body: bytes) -> None:
    said = INTERFACE.read("cn", ASKED, body)
    assert isinstance(said, Refused)
    assert said.kind is RefusalKind.UNREADABLE
