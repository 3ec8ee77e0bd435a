"""A double of Shopee's Affiliate Open API for one market: productOfferV2, its signature, its errors."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tests.servers.official.base import WINDOW_SECONDS, Double
from tests.servers.shop_server import Asked, Reply

_AUTHORIZATION = re.compile(r"SHA256 Credential=(\w+), Timestamp=(\d+), Signature=([0-9a-f]{64})")
_QUESTION = re.compile(r"productOfferV2\(([^)]*)\)\s*\{\s*nodes\s*\{([^}]*)\}\s*pageInfo\s*\{([^}]*)\}\s*\}\s*\}")
_FIELDS = frozenset(
    "itemId commissionRate sellerCommissionRate shopeeCommissionRate commission sales priceMax priceMin productCatIds "
    "ratingStar priceDiscountRate imageUrl productName shopId shopName shopType productLink offerLink periodStartTime "
    "periodEndTime".split()
)
_ARGUMENTS = frozenset("shopId itemId keyword sortType page limit".split())


@dataclass(frozen=True, slots=True)
class ShopeeItem:
    item_id: int
    shop_id: int
    name: str
    low: str
    high: str
    id_as_text: bool = False


class ShopeeDouble(Double):
    path = "/graphql"

    def __init__(
        self,
        items: Iterable[ShopeeItem] = (),
        *,
        host: str = "open-api.affiliate.shopee.tw",
        app_id: str = "123456",
        secret: str = "demo",
        calls_per_hour: int = 2000,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(calls_per_hour=calls_per_hour, clock=clock)
        self.host = host
        self.items = {item.item_id: item for item in items}
        self._app_id = app_id
        self._secret = secret

    def answer(self, asked: Asked) -> Reply:
        if asked.method != "POST" or asked.headers.get("content-type") != "application/json":
            return Reply(405)
        if wrong := self._wrong_signature(asked):
            self.refused_signatures += 1
            return _error(10020, wrong)
        self.calls += 1
        told = self.told()
        if isinstance(told, Reply):
            return told
        if told is not None:
            return _error(told, f"told to answer {told}")
        if self.calls > self.calls_per_hour:
            return _error(10030, "Rate limit exceeded")
        return self._listed(asked.body)

    def _wrong_signature(self, asked: Asked) -> str | None:
        said = _AUTHORIZATION.fullmatch(asked.headers.get("authorization", ""))
        if said is None:
            return "Invalid Authorization Header"
        if said[1] != self._app_id:
            return "Invalid Credential"
        if abs(int(said[2]) - self.clock()) > WINDOW_SECONDS:
            return "Invalid Timestamp"
        payload = f"{said[1]}{said[2]}".encode() + asked.body + self._secret.encode()
        return None if hashlib.sha256(payload).hexdigest() == said[3] else "Invalid Signature"

    def _listed(self, body: bytes) -> Reply:
        question = _QUESTION.search(json.loads(body)["query"])
        if question is None:
            return _error(10010, "Syntax error")
        arguments = dict(part.split(":") for part in question[1].replace(" ", "").split(","))
        fields = question[2].split()
        if set(arguments) - _ARGUMENTS or set(fields) - _FIELDS:
            return _error(10010, "Cannot query field")
        if int(arguments["itemId"]) >= 2**63:
            return _error(10010, "Int64 cannot represent value")
        self.asked_for.append(arguments["itemId"])
        item = self.items.get(int(arguments["itemId"]))
        if item is not None and int(arguments.get("shopId", item.shop_id)) != item.shop_id:
            item = None
        nodes = [{name: value for name, value in _node(item).items() if name in fields}] if item else []
        page = {"page": int(arguments["page"]), "limit": int(arguments["limit"]), "hasNextPage": False}
        return _json({"data": {"productOfferV2": {"nodes": nodes, "pageInfo": page}}})


def _node(item: ShopeeItem) -> dict[str, Any]:
    return {
        "itemId": str(item.item_id) if item.id_as_text else item.item_id,
        "shopId": str(item.shop_id) if item.id_as_text else item.shop_id,
        "productName": item.name,
        "priceMin": item.low,
        "priceMax": item.high,
        "ratingStar": "4.7",
        "imageUrl": "https://cf.shopee.tw/file/invented",
        "shopName": "Pinewood",
        "sales": 25,
        "productLink": f"https://shopee.tw/product/{item.shop_id}/{item.item_id}",
    }


def _error(code: int, message: str) -> Reply:
    extensions = {"code": code, "message": message}
    return _json({"data": None, "errors": [{"message": message, "path": "productOfferV2", "extensions": extensions}]})


def _json(answer: Any) -> Reply:
    return Reply(body=json.dumps(answer).encode(), content_type="application/json")
