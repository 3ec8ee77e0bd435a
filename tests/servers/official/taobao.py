"""A double of Taobao's Open Platform: taobao.tbk.item.info.upgrade.get, its signature, its errors."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qsl

from tests.servers.official.base import WINDOW_SECONDS, Double
from tests.servers.shop_server import Asked, Reply

_NAMES = {
    7: "App Call Limited",
    10: "Service Currently Unavailable",
    11: "Insufficient ISV Permissions",
    15: "Remote service error",
    22: "Invalid Method",
    25: "Invalid Signature",
    27: "Invalid Session",
    29: "Invalid App Key",
    31: "Invalid Timestamp",
    40: "Missing Required Arguments",
    41: "Invalid Arguments",
}


@dataclass(frozen=True, slots=True)
class TaobaoItem:
    item_id: str
    title: str
    reserve: str
    discounted: str | None = None
    estimate: str | None = None


class TaobaoDouble(Double):
    """An error to answer with is a code, or (code, sub code) or (code, sub code, sub message)."""

    host = "eco.taobao.com"
    path = "/router/rest"

    def __init__(
        self,
        items: Iterable[TaobaoItem] = (),
        *,
        app_key: str = "12345678",
        secret: str = "helloworld",
        calls_per_hour: int = 2000,
        wrong_items: Iterable[str] = (),
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(calls_per_hour=calls_per_hour, clock=clock)
        self.items = {item.item_id: item for item in items}
        self.wrong_items = frozenset(wrong_items)
        self._app_key = app_key
        self._secret = secret

    def answer(self, asked: Asked) -> Reply:
        said = dict(parse_qsl(asked.body.decode(), keep_blank_values=True))
        if wrong := self._wrong_signature(said):
            self.refused_signatures += 1
            return _error(wrong)
        self.calls += 1
        told = self.told()
        if isinstance(told, Reply):
            return told
        if told is not None:
            return _error(*told) if isinstance(told, tuple) else _error(told)
        if self.calls > self.calls_per_hour:
            return _error(7, "accesscontrol.limited-by-app-access-count", "This ban will last for 60 more seconds")
        return self._listed(said)

    def _wrong_signature(self, said: dict[str, str]) -> int | None:
        if said.get("app_key") != self._app_key:
            return 29
        try:
            at = datetime.strptime(said.get("timestamp", ""), "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
        except ValueError:
            return 31
        if abs((at - timedelta(hours=8)).timestamp() - self.clock()) > WINDOW_SECONDS:
            return 31
        rest = sorted((name, value) for name, value in said.items() if name != "sign")
        text = self._secret + "".join(name + value for name, value in rest) + self._secret
        expected = hashlib.md5(text.encode(), usedforsecurity=False).hexdigest().upper()
        return None if said.get("sign") == expected else 25

    def _listed(self, said: dict[str, str]) -> Reply:
        if said.get("method") != "taobao.tbk.item.info.upgrade.get" or said.get("v") != "2.0":
            return _error(22, "isv.invalid-method")
        ids = said.get("item_id", "").split(",")
        if not 1 <= len(ids) <= 20 or self.wrong_items & set(ids):
            return _error(41, "isv.invalid-parameter:item_id")
        self.asked_for.extend(ids)
        details = [_detail(self.items[one], number) for number, one in enumerate(ids) if one in self.items]
        return _json(
            {"tbk_item_info_upgrade_get_response": {"results": {"tbk_item_detail": details}, "request_id": "invented"}}
        )


def _detail(item: TaobaoItem, number: int) -> dict[str, Any]:
    prices = {
        "reserve_price": item.reserve,
        "zk_final_price": item.discounted,
        "final_promotion_price": item.estimate,
    }
    return {
        "item_id": f"opaque-{number}",
        "input_item_iid": item.item_id,
        "item_basic_info": {"title": item.title, "shop_title": "松木旗舰店", "user_type": 1},
        "price_promotion_info": {name: value for name, value in prices.items() if value is not None},
    }


def _error(code: int, sub_code: str = "", sub_msg: str = "") -> Reply:
    error = {"code": code, "msg": _NAMES.get(code, "Error"), "sub_code": sub_code, "sub_msg": sub_msg}
    return _json({"error_response": {name: value for name, value in error.items() if value != ""}})


def _json(answer: Any) -> Reply:
    return Reply(body=json.dumps(answer).encode(), content_type="application/json")
