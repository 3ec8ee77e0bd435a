"""Topics of forums, in which people sell to each other: no shop's page, whatever a post asks for what."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
POST = "<p>Selling my oak chair Vorra.</p><p>Price: <b>£120.00</b></p><p>Contact: PM</p>"


def read(
    url: str, *, body: str = POST, name: str = "[SOLD] Oak chair Vorra", top: str = "", attributes: str = ""
) -> Any:
    head = f"<meta charset='utf-8'><title>{name} - Chair lovers</title>{top}"
    html = f"<html lang='en-GB'><head>{head}</head><body{attributes}><h2>{name}</h2>{body}</body></html>"
    return read_saved(html.encode(), url, SHOPS)


TOPICS = [
    "https://forum.chairs.example/viewtopic.php?t=18842",
    "https://chairs.example/forum/viewtopic.php?f=12&t=18842&start=15",
    "https://chairs.example/showthread.php?t=771",
    "https://chairs.example/showthread.php/771-Oak-chair-Vorra",
    "https://chairs.example/printthread.php?t=771",
    "https://chairs.example/index.php?showtopic=771",
    "https://chairs.example/index.php?topic=771.0",
    "https://chairs.example/index.php?PHPSESSID=a1;topic=771.msg88",
    "https://chairs.example/thread-771-1-1.html",
    "https://chairs.example/topic771.html",
    "https://chairs.example/topic/771-oak-chair-vorra/",
    "https://chairs.example/threads/oak-chair-vorra.771/",
    "https://chairs.example/threads/oak-chair-vorra.771/page-2",
    "https://chairs.example/forum.php?mod=viewthread&tid=771",
]


@pytest.mark.parametrize("url", TOPICS)
@pytest.mark.parametrize(
    "more", ["", "<p>Item no.: OC-1063</p>", "<button>Reply</button>", "<p>In stock</p><button>Buy now</button>"]
)
def test_a_forums_topic_is_no_product(url: str, more: str) -> None:
    assert read(url, body=POST + more)["reason"] == "ARTICLE"


@pytest.mark.parametrize(
    ("top", "attributes"),
    [
        ("<meta name='generator' content='Discourse 3.2.1 - https://github.com/discourse/discourse'>", ""),
        ("<meta name='generator' content='vBulletin 4.2.5'>", ""),
        ("<meta name='generator' content='Discuz! X3.4'>", ""),
        ("", " id='phpbb' class='section-viewtopic'"),
    ],
)
def test_what_a_forums_program_made_is_a_topic(top: str, attributes: str) -> None:
    assert read("https://chairs.example/t/oak-chair-vorra/771", top=top, attributes=attributes)["reason"] == "ARTICLE"


def test_what_is_declared_as_a_post_is_none() -> None:
    top = '<script type="application/ld+json">{"@type": "DiscussionForumPosting", "headline": "Oak chair"}</script>'
    assert read("https://chairs.example/t/oak-chair-vorra/771", top=top)["reason"] == "ARTICLE"


@pytest.mark.parametrize(
    "url",
    [
        "https://pine-house.shop/threads/sewing-thread-blue",
        "https://pine-house.shop/thread-120-2.html",
        "https://pine-house.shop/index.php?topic=5&id=771",
        "https://pine-house.shop/topic/oak",
        "https://pine-house.shop/oak-chair-t800.html",
    ],
)
def test_what_only_looks_like_its_address_is_a_product(url: str) -> None:
    sold = "<p class=price>£120.00</p><p>In stock</p><form action='/cart'><button>Add to cart</button></form>"
    answer = read(url, body=sold, name="Oak chair Vorra")
    assert answer["offer"]["price_minor"] == 12000, answer


@pytest.mark.parametrize("url", ["https://pine-house.shop/topic/771-oak/", "https://pine-house.shop/threads/x.50/"])
def test_a_shops_form_stands_in_no_forum(url: str) -> None:
    form = "<form action='/cart/add' method='post'><button name='add-to-cart'>Add to cart</button></form>"
    answer = read(url, body=f"<p class=price>£120.00</p><p>In stock</p>{form}", name="Oak chair Vorra")
    assert answer["offer"]["price_minor"] == 12000, answer
