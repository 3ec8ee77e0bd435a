"""What the demo's feed says and what its shops answer: every kind of ending once."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from fleet.demo.pages import other_page, shopee_page, taobao_page
from fleet.demo.server import Reply, Route

ACCOUNT = "pinewood.finds"
FEED_HOST = "graph.threads.net"
OTHER_DOMAIN = "pinewood.example"


def posts() -> list[Any]:
    """Threads posts, newest first; one of them malformed."""
    return [
        _post(9, "Same mug again, it is that good: https://shopee.tw/product/310001/9100001?utm_source=threads"),
        _post(8, f"Straight from the maker https://shop.{OTHER_DOMAIN}/boards/oak-40?utm_campaign=spring"),
        _post(7, "A link that leads somewhere it should not: https://shopee.sg/Cheap-watch-i.310002.9100007"),
        _post(6, "手工茶壺 天貓連結在這👉https://detail.tmall.com/item.htm?id=720000000006&spm=a1z10"),
        {"id": 5, "media_type": "TEXT_POST", "text": {"broken": True}},
        _post(4, "淘宝这个布袋真好用https://item.taobao.com/item.htm?id=720000000004，快去看"),
        _post(3, None, link_attachment_url="https://shopee.tw/Gone-lamp-i.310001.9100003"),
        _post(
            2,
            "Sold out, sadly: shopee.sg/Oak-chair-i.310002.9100002 and this still works "
            "https://shopee.tw/Busy-kettle-i.310001.9100005",
        ),
        _post(1, "這個馬克杯太好用了！https://shopee.tw/松木馬克杯-i.310001.9100001"),
    ]


def _post(number: int, text: str | None, **more: object) -> dict[str, Any]:
    post: dict[str, Any] = {
        "id": f"1800000000000{number}",
        "media_product_type": "THREADS",
        "media_type": "TEXT_POST",
        "permalink": f"https://www.threads.com/@{ACCOUNT}/post/demo{number}",
        "username": ACCOUNT,
        "timestamp": f"2026-11-1{number % 10}T08:00:00+0000",
        "has_replies": False,
        "is_quote_post": False,
    }
    if text is not None:
        post["text"] = text
    return post | more


def routes() -> dict[tuple[str, str], Route]:
    """(host, path) → reply, for the feed and every shop of the demo."""
    mug = shopee_page("shopee.tw", "310001", "9100001", "松木馬克杯 350 ml", "420", "TWD", "InStock")
    kettle = shopee_page("shopee.tw", "310001", "9100005", "Busy kettle 1.2 l", "1280", "TWD", "InStock")
    chair = shopee_page("shopee.sg", "310002", "9100002", "Oak chair", "189.90", "SGD", "OutOfStock")
    bag = taobao_page("720000000004", "帆布手提袋 大号", "39.90", 120, "松木布艺")
    pot = taobao_page("720000000006", "手工紫砂茶壶 200ml", "268", 14, "松木茶具旗舰店")
    board = other_page("Oak cutting board 40 cm", "54.00", "EUR", "OAK-40")
    return {
        (FEED_HOST, "/v1.0/me/threads"): _feed,
        (FEED_HOST, "/v1.0/profile_posts"): _feed,
        (FEED_HOST, "/me/threads"): _feed,
        (FEED_HOST, "/profile_posts"): _feed,
        ("shopee.tw", "/product/310001/9100001"): _page(mug),
        ("shopee.tw", "/product/310001/9100003"): _status(404, b"<html><title>Not found</title></html>"),
        ("shopee.tw", "/product/310001/9100005"): _busy_first(kettle),
        ("shopee.sg", "/product/310002/9100002"): _page(chair),
        ("shopee.sg", "/product/310002/9100007"): _redirect("https://127.0.0.1/admin"),
        ("world.taobao.com", "/item/720000000004.htm"): _page(bag),
        ("item.taobao.com", "/item.htm"): _taobao({"720000000004": bag, "720000000006": pot}),
        ("world.taobao.com", "/item/720000000006.htm"): _page(pot),
        (f"shop.{OTHER_DOMAIN}", "/boards/oak-40"): _page(board),
    }


def _feed(target: str) -> Reply:
    """One page of posts, then an end: asked with `after` or `since`, nothing is newer."""
    query = parse_qs(urlsplit(target).query)
    data = [] if "after" in query else posts()
    payload: dict[str, object] = {"data": data}
    if data:
        payload["paging"] = {"cursors": {"before": "demo-before", "after": "demo-after"}}
    return Reply(body=json.dumps(payload).encode(), content_type="application/json")


def _page(body: bytes) -> Route:
    return lambda target: Reply(body=body)


def _status(status: int, body: bytes) -> Route:
    return lambda target: Reply(status=status, body=body)


def _redirect(location: str) -> Route:
    return lambda target: Reply(status=302, headers={"Location": location})


def _busy_first(body: bytes) -> Route:
    """503 with a short Retry-After once, then the page."""
    turn: Callable[[], int] = itertools.count().__next__

    def route(target: str) -> Reply:
        if turn() == 0:
            return Reply(status=503, body=b"busy", headers={"Retry-After": "1"})
        return Reply(body=body)

    return route


def _taobao(pages: dict[str, bytes]) -> Route:
    def route(target: str) -> Reply:
        item_id = parse_qs(urlsplit(target).query).get("id", [""])[0]
        return Reply(body=pages[item_id]) if item_id in pages else Reply(status=404)

    return route
