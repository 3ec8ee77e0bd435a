"""Whatever JSON comes back, both interfaces answer with offers that can be stored, or with a refusal: none raises."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.outcome.crawl_result import result_json
from common.outcome.judge import judge
from common.shops.bounded import bounded
from common.shops.official import Answered, Item, OfficialInterface, Refused
from common.shops.shopee.official.interface import ShopeeOfficial
from common.shops.taobao.official.interface import TaobaoOfficial

pytestmark = pytest.mark.unmeasured

SHOPEE, TAOBAO = ShopeeOfficial(), TaobaoOfficial()
NAMES = (
    "data productOfferV2 nodes pageInfo hasNextPage itemId shopId productName priceMin priceMax ratingStar imageUrl "
    "shopName errors extensions code message error_response msg sub_code sub_msg results tbk_item_detail item_id "
    "tbk_item_info_upgrade_get_response input_item_iid item_basic_info title shop_title brand_name seller_id pict_url "
    "price_promotion_info reserve_price zk_final_price final_promotion_price"
).split()
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from(["1", "600000000001", "45.99", "-1", "0", "1e999999", "9" * 400, "\ud800", "a\x00b", "x" * 5000]),
    st.text(),
)
ANY_JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=4), inner),
    max_leaves=30,
)


def shopee_answer(node: Any) -> Any:
    return {"data": {"productOfferV2": {"nodes": [node], "pageInfo": {}}}}


def taobao_answer(detail: Any) -> Any:
    return {"tbk_item_info_upgrade_get_response": {"results": {"tbk_item_detail": [detail]}}}


def check(interface: OfficialInterface, region: str, item_id: str, answer: Any) -> None:
    said = interface.read(region, [Item(item_id)], json.dumps(answer).encode())
    if isinstance(said, Refused):
        str(said).encode()
        return
    assert isinstance(said, Answered)
    for offer in map(bounded, said.found.values()):
        verdict = judge(offer, from_official=True)
        result_json(offer, verdict, "https://x/").encode()
        if verdict.reason is None:
            assert offer.price_minor and offer.price_minor > 0 and offer.currency


@settings(max_examples=400)
@given(answer=ANY_JSON)
def test_any_json_at_all(answer: Any) -> None:
    check(SHOPEE, "tw", "1", answer)
    check(TAOBAO, "cn", "600000000001", answer)


@settings(max_examples=300)
@given(fields=st.dictionaries(st.sampled_from(NAMES), LEAVES), basic=ANY_JSON, prices=ANY_JSON)
def test_any_item(fields: dict[str, Any], basic: Any, prices: Any) -> None:
    check(SHOPEE, "tw", "1", shopee_answer(fields | {"itemId": 1}))
    detail = {"input_item_iid": "600000000001", "item_basic_info": basic, "price_promotion_info": prices}
    check(TAOBAO, "cn", "600000000001", taobao_answer(detail))


@pytest.mark.parametrize("text", ["\ud800", "a\x00b", "x" * 100_000])
def test_any_text_of_a_seller(text: str) -> None:
    price = {"priceMin": "5", "priceMax": "5"}
    names = {"productName": text, "shopName": text, "imageUrl": f"https://{text}"}
    check(SHOPEE, "tw", "1", shopee_answer({"itemId": 1, "shopId": text} | names | price))
    basic = {"title": text, "shop_title": text, "brand_name": text, "seller_id": text, "pict_url": f"//{text}"}
    detail = {
        "input_item_iid": "600000000001",
        "item_basic_info": basic,
        "price_promotion_info": {"zk_final_price": "5"},
    }
    check(TAOBAO, "cn", "600000000001", taobao_answer(detail))
    error = {"code": text, "msg": text, "sub_code": text, "sub_msg": text}
    check(TAOBAO, "cn", "600000000001", {"error_response": error})
    check(SHOPEE, "tw", "1", {"errors": [{"message": text, "extensions": {"code": 1, "message": text}}]})
