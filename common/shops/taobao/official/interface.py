"""Taobao's and Tmall's interface: up to twenty items a call, by the ids of their links."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from common.shops.official import Account, Answered, Call, Item, OfficialInterface, Refused
from common.shops.taobao.official.answer import read_answer
from common.shops.taobao.official.signing import sign, timestamp

HOST = "eco.taobao.com"
METHOD = "taobao.tbk.item.info.upgrade.get"


class TaobaoOfficial(OfficialInterface):
    most_items = 20

    def host(self, region: str) -> str | None:
        return HOST if region == "cn" else None

    def askable(self, item: Item) -> bool:
        return item.item_id.isascii() and item.item_id.isdigit()

    def call(self, region: str, items: Sequence[Item], account: Account, *, at_ms: int, page: int = 1) -> Call:
        parameters = {
            "method": METHOD,
            "app_key": account.app_id,
            "timestamp": timestamp(at_ms),
            "v": "2.0",
            "format": "json",
            "sign_method": "md5",
            "item_id": ",".join(item.item_id for item in items),
            "biz_scene_id": "2",  # comparing prices
        }
        return Call(
            url=f"https://{HOST}/router/rest",
            headers={"Content-Type": "application/x-www-form-urlencoded;charset=utf-8"},
            body=urlencode(parameters | {"sign": sign(parameters, account.secret)}).encode(),
        )

    def read(self, region: str, items: Sequence[Item], body: bytes) -> Answered | Refused:
        return read_answer(items, body)
