"""An invented Taobao item as mtop answers it, and what `crawlfleet read` makes of it."""

from __future__ import annotations

import json
from typing import Any

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://item.taobao.com/item.htm?id=812345678901"
ID = "812345678901"


def money(text: str, title: str | None = None, **more: Any) -> dict[str, Any]:
    return {"priceText": text} | ({"priceTitle": title} if title else {}) | more


def detail(
    price: Any = None, sub: Any = None, shown: Any = None, extra: Any = None, quantity: Any = "8", text: str = "有货"
) -> dict[str, Any]:
    whole = {"quantity": quantity, "quantityText": text, "price": price or money("59.9"), "subPrice": sub}
    return {
        "item": {"itemId": ID, "title": "竹编茶席", "images": ["//img.example/a.jpg", "https://img.example/b.jpg"]},
        "seller": {"shopId": "31", "shopName": "竹里馆", "sellerId": "41", "sellerNick": "zhuli"},
        "skuBase": {
            "props": [
                {"pid": "1", "name": "颜色", "values": [{"vid": "11", "name": "原色"}, {"vid": "12", "name": "黑"}]},
                {"pid": "2", "name": "尺寸", "values": [{"vid": "21", "name": "大"}]},
            ],
            "skus": [{"skuId": "501", "propPath": "1:11;2:21"}, {"skuId": "502", "propPath": "1:12;2:21"}],
        },
        "skuCore": {
            "sku2info": {
                "0": {name: value for name, value in whole.items() if value is not None},
                "501": {"price": money("59.9"), "quantity": "8"},
                "502": {"price": money("79.9"), "quantity": "0", "quantityText": "无货"},
            }
        },
        "componentsVO": {
            "priceVO": {name: value for name, value in (("price", shown), ("extraPrice", extra)) if value is not None},
            "extensionInfoVO": {
                "infos": [
                    {
                        "type": "BASE_PROPS",
                        "items": [{"title": "品牌", "text": ["竹里"]}, {"title": "型号", "text": ["Z-1"]}],
                    }
                ]
            },
        },
    }


def answer(data: Any, ret: Any = ("SUCCESS::调用成功",)) -> str:
    return json.dumps({"api": "mtop.taobao.pcdetail.data.get", "data": data, "ret": ret}, ensure_ascii=False)


def read(body: str | bytes, url: str = URL) -> dict[str, Any]:
    return read_saved(body if isinstance(body, bytes) else body.encode(), url, SHOPS)


def offer(body: str | bytes, url: str = URL) -> dict[str, Any]:
    told = read(body, url)
    assert told["ok"], told
    return dict(told["offer"])


def older() -> dict[str, Any]:
    """The answer of older endpoints: what changes stands as text inside apiStack."""
    data = detail()
    changing = {
        "skuCore": data.pop("skuCore"),
        "price": {
            "price": money("59.9-79.9"),
            "extraPrices": [money("99", "价格", lineThrough="true")],
        },
    }
    del data["componentsVO"]
    data["props"] = {"groupProps": [{"基本信息": [{"品牌": "竹里"}]}]}
    data["apiStack"] = [{"name": "esi", "value": json.dumps(changing)}]
    data["mockData"] = json.dumps({"price": {"price": money("1")}})
    return data
