"""The shops of a run and their official interfaces, on one local HTTPS server.

A page that only a browser can read is an empty shell with a script. The script asks for the product with a word that
stands in the page; without it the shop refuses, as it refuses whoever asks for the answer directly.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qs, urlsplit

from common.ways.way import Way
from fleet.demo.pages import other_page, shopee_page, taobao_page
from tests.servers.official import ShopeeDouble, ShopeeItem, TaobaoDouble, TaobaoItem
from tests.servers.shop_server import Asked, Handler, Reply, ShopServer
from tests.ways.catalogue import OPEN_SCRIPTED, SHOPEE_SHOP, Article, of

HOLDS_SECONDS = 360.0
_MTOP = "h5api.m.taobao.com"
_PCDETAIL = "/h5/mtop.taobao.pcdetail.data.get/1.0/"
_WORD = "seen-by-scripts"
_REFUSED = b'{"error": 90309999, "is_customized": false}'
_LOGIN = b"<html><title>Login</title><form><input type=password></form></html>"


class Hold:
    """The first request of one way waits until `let_go`; it is known who waits by `begun`."""

    def __init__(self) -> None:
        self.begun, self._open = threading.Event(), threading.Event()

    def let_go(self) -> None:
        self._open.set()

    def __call__(self) -> None:
        if not self.begun.is_set():
            self.begun.set()
            self._open.wait(HOLDS_SECONDS)


class Refusing:
    """An interface while it wants fewer calls: it answers so from its `after`th call on, for `seconds`."""

    def __init__(self, double: ShopeeDouble | TaobaoDouble, answer: object, *, after: int, seconds: float) -> None:
        self._double = double
        self._answer = answer
        self._after = after
        self._seconds = seconds
        self._until: float | None = None
        self._lock = threading.Lock()
        self.refused = 0

    def of(self, double: object) -> bool:
        return double is self._double

    def __call__(self, asked: Asked) -> Reply:
        with self._lock:
            if self._until is None and self._double.calls >= self._after:
                self._until = time.monotonic() + self._seconds
            if self._until is not None and time.monotonic() < self._until:
                self.refused += 1
                self._double.answer_next(self._answer)
            return self._double(asked)


WANTS_FEWER: Mapping[str, object] = {
    "shopee": 10030,
    "taobao": (7, "accesscontrol.limited-by-app-access-count", "This ban will last for 1 more seconds"),
}


class Shops:
    """Made of the catalogue. `server` is not started yet; `holds` names what each way's first request waits for."""

    def __init__(
        self,
        every: Sequence[Article],
        *,
        calls_per_hour: Mapping[str, int],
        refused_by: str,
        after: int,
        seconds: float,
    ) -> None:
        self.holds = {way: Hold() for way in Way}
        self.shopee = ShopeeDouble(
            [
                ShopeeItem(int(one.number), int(SHOPEE_SHOP), f"Mug {one.number}", one.price, one.price)
                for one in of(every, "shopee", Way.OFFICIAL)
            ],
            calls_per_hour=calls_per_hour["shopee/tw"],
        )
        self.taobao = TaobaoDouble(
            [
                TaobaoItem(one.number, f"杯子 {one.number}", one.price, one.price)
                for one in of(every, "taobao", Way.OFFICIAL)
            ],
            calls_per_hour=calls_per_hour["taobao/cn"],
        )
        self.doubles = {"shopee/tw": self.shopee, "taobao/cn": self.taobao}
        double = self.shopee if refused_by == "shopee" else self.taobao
        self.refusing = Refusing(double, WANTS_FEWER[refused_by], after=after, seconds=seconds)
        self._by_number = {one.number: one for one in every}
        self.server = ShopServer(self._routes(every))

    def _routes(self, every: Sequence[Article]) -> dict[tuple[str, str], Reply | Handler]:
        def official(double: ShopeeDouble | TaobaoDouble) -> Handler:
            def held(asked: Asked) -> Reply:
                self.holds[Way.OFFICIAL]()
                return self.refusing(asked) if self.refusing.of(double) else double(asked)

            return held

        routes: dict[tuple[str, str], Reply | Handler] = {
            (self.shopee.host, self.shopee.path): official(self.shopee),
            (self.taobao.host, self.taobao.path): official(self.taobao),
            ("shopee.tw", "/api/v4/pdp/get_pc"): self._shopee_answer,
            ("shopee.tw", "/api/v4/item/get"): self._shopee_answer,
            (_MTOP, _PCDETAIL): self._taobao_answer,
            (OPEN_SCRIPTED, "/board.json"): self._open_answer,
            ("item.taobao.com", "/item.htm"): Reply(
                302, headers={"Location": "https://login.taobao.com/member/login.jhtml"}
            ),
            ("login.taobao.com", "/member/login.jhtml"): Reply(body=_LOGIN),
        }
        for one in every:
            if one.way is Way.HTTP:
                routes[_page_of(one)] = self._whole(one)
            elif one.way is Way.BROWSER:
                routes[_page_of(one)] = Reply(body=_shell(one))
        return routes

    def _whole(self, one: Article) -> Handler:
        body = _page(one)

        def page(asked: Asked) -> Reply:
            self.holds[Way.HTTP]()
            return Reply(body=body)

        return page

    def _asked_for(self, asked: Asked, name: str) -> Article | None:
        """The article of a script's question; None for a question without the page's word."""
        said = {key: values[0] for key, values in parse_qs(urlsplit(asked.target).query).items()}
        if said.get("word") != _WORD or (one := self._by_number.get(said.get(name, ""))) is None:
            return None
        if one.way is not Way.BROWSER:
            return None
        self.holds[Way.BROWSER]()
        return one

    def _shopee_answer(self, asked: Asked) -> Reply:
        one = self._asked_for(asked, "item_id")
        if one is None:
            return Reply(403, _REFUSED, "application/json")
        return _json({"error": None, "error_msg": None, "data": _shopee_item(one)})

    def _taobao_answer(self, asked: Asked) -> Reply:
        one = self._asked_for(asked, "id")
        if one is None:
            return _json(
                {"api": "mtop.taobao.pcdetail.data.get", "ret": ["FAIL_SYS_TOKEN_EMPTY::令牌为空"], "data": {}}
            )
        return _json(
            {"api": "mtop.taobao.pcdetail.data.get", "ret": ["SUCCESS::调用成功"], "data": _taobao_detail(one)},
            **{"Access-Control-Allow-Origin": "*"},
        )

    def _open_answer(self, asked: Asked) -> Reply:
        one = self._asked_for(asked, "id")
        return Reply(403) if one is None else _json(_markup(one))


def _page_of(one: Article) -> tuple[str, str]:
    """Host and path of the page that is looked at."""
    if one.platform == "taobao":
        return "world.taobao.com", f"/item/{one.number}.htm"
    parts = urlsplit(one.link)
    return parts.netloc, parts.path


def _page(one: Article) -> bytes:
    """What anybody may read."""
    if one.platform == "shopee":
        return shopee_page("shopee.tw", SHOPEE_SHOP, one.number, f"Mug {one.number}", one.price, "TWD", "InStock")
    if one.platform == "taobao":
        return taobao_page(one.number, f"帆布手提袋 {one.number}", one.price, 12, "松木布艺")
    return other_page(f"Board {one.number}", one.price, "EUR", one.number.upper())


_SCRIPTS = {
    "shopee": "/api/v4/pdp/get_pc?item_id={number}&shop_id=310001&word={word}",
    "taobao": f"https://{_MTOP}{_PCDETAIL}?id={{number}}&word={{word}}",
    "other": "/board.json?id={number}&word={word}",
}
_SHOWN = {
    "shopee": "document.title = told.data.name;",
    "taobao": "document.title = told.data.item.title;",
    "other": """const markup = document.createElement('script'); markup.type = 'application/ld+json';
        markup.textContent = JSON.stringify(told); document.head.append(markup); document.title = told.name;
        document.getElementById('main').innerHTML = '<h1>' + told.name + '</h1><button>Add to cart</button>';""",
}


def _shell(one: Article) -> bytes:
    """What a plain GET is shown: a page that is empty until its script has run."""
    address = json.dumps(_SCRIPTS[one.platform].format(number=one.number, word=_WORD))
    script = f"fetch({address}).then((answer) => answer.json()).then((told) => {{ {_SHOWN[one.platform]} }});"
    head = "<head><meta charset=utf-8><title>Loading</title></head>"
    return f'<!DOCTYPE html><html>{head}<body><div id="main"></div><script>{script}</script></body></html>'.encode()


def _shopee_item(one: Article) -> dict[str, object]:
    """Prices in Shopee's scale: a hundred thousandth."""
    price = one.price_minor * 1000
    return {
        "itemid": int(one.number), "shopid": int(SHOPEE_SHOP), "name": f"Mug {one.number}", "currency": "TWD",
        "price": price, "price_min": price, "price_max": price, "stock": 5, "item_status": "normal", "status": 1,
    }  # fmt: skip


def _taobao_detail(one: Article) -> dict[str, object]:
    price = {"priceText": one.price, "priceMoney": str(one.price_minor)}
    return {
        "item": {"itemId": one.number, "title": f"帆布手提袋 {one.number}"},
        "seller": {"shopName": "松木布艺", "sellerId": "1", "shopId": "2"},
        "skuCore": {"sku2info": {"0": {"price": price, "quantity": "120"}}},
        "componentsVO": {"priceVO": {"price": price}},
    }


def _markup(one: Article) -> dict[str, object]:
    offer = {"@type": "Offer", "price": one.price, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    name, sku = f"Board {one.number}", one.number.upper()
    return {"@context": "https://schema.org", "@type": "Product", "name": name, "sku": sku, "offers": offer}


def _json(answer: object, **headers: str) -> Reply:
    return Reply(body=json.dumps(answer).encode(), content_type="application/json", headers=headers)
