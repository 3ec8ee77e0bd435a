"""Two shops on loopback that state another price on every fetch, and log each.

Some pages are restless instead: they state the same price until it is let go, and from then on another one (a leap),
now and then the former one, and now and then one that no other fetch is told (a flicker).

Before volunteers, whose results count when two agree, each page states one price for good, and in its name, which need
only be alike, how many were sold: a number that no other fetch is told.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from fleet.demo.pages import other_page, shopee_page
from fleet.demo.server import Reply, Route

OTHER_DOMAIN = "pinewood.example"
PAGE_KINDS = {"steady": 0.8, "flaky": 0.1, "gone": 0.05, "down": 0.05}
"""What a page is like, and how often: answers, answers or fails, 404, always fails."""
SLOWEST_SECONDS = 0.6
RESTLESS = 0.1
"""Of the links that are posted first, so many are restless. They answer always."""
POSTED_FIRST = 0.6
LEAP, FLICKER = 3, 20
"""Times the price at first: a page that leapt, and the least that a flicker states."""
_SOLD = re.compile(r", sold (\d+)$")


@dataclass(frozen=True, slots=True)
class Fetch:
    """One line of the shops' log."""

    link: str
    at_ms: int
    price_minor: int | None
    """What the page stated; None when it stated none."""
    sold: int | None = None
    """What the name told, of a page before volunteers."""


class Shops:
    """The pages of one run. `routes` are for a LocalWorld; they answer in its threads. `lasting`: they are before
    volunteers, and none is restless."""

    def __init__(self, seed: int, jobs: int, *, lasting: bool = False) -> None:
        dice = Random(f"pages {seed}")
        self._lock = threading.Lock()
        self._dice = dice
        self._prices = 0
        self._lasting = lasting
        self.log: list[Fetch] = []
        self.kinds = {
            _link(number): dice.choices(list(PAGE_KINDS), list(PAGE_KINDS.values()))[0] for number in range(1, jobs + 1)
        }
        first = [_link(number) for number in range(1, int(jobs * POSTED_FIRST) + 1)]
        self.kinds |= {link: "restless" for link in first if dice.random() < RESTLESS and not lasting}
        self._let_go: set[str] = set()

    @property
    def links(self) -> list[str]:
        """Canonical, in the order they are posted."""
        return list(self.kinds)

    @property
    def restless(self) -> list[str]:
        """The links of restless pages."""
        return [link for link, kind in self.kinds.items() if kind == "restless"]

    def let_go(self, link: str) -> None:
        """From now on this page is restless."""
        with self._lock:
            self._let_go.add(link)

    def routes(self) -> dict[tuple[str, str], Route]:
        return dict(self._routes())

    def _routes(self) -> Iterator[tuple[tuple[str, str], Route]]:
        for number, link in enumerate(self.kinds, 1):
            host, path = link.removeprefix("https://").split("/", 1)
            yield (host, f"/{path}"), self._page(number, link)

    def _page(self, number: int, link: str) -> Route:
        def route(target: str) -> Reply:
            with self._lock:
                kind = self.kinds[link]
                states_price = kind in {"steady", "restless"} or (kind == "flaky" and self._dice.random() < 0.5)
                self._prices += states_price
                price = self._told(number, link) if states_price else None
                seconds = self._dice.random() * SLOWEST_SECONDS
                sold = self._prices if price and self._lasting else None
                self.log.append(Fetch(link, time.time_ns() // 1_000_000, price * 100 if price else None, sold))
            time.sleep(seconds)
            if price is None:
                # Who asks once a second leaves a shop alone for a minute once it says 503 a few times.
                failed = 500 if self._lasting else 503
                return Reply(404 if kind == "gone" else failed, b"<html><h1>No page</h1></html>")
            return Reply(body=_body(number, link, str(price), sold))

        return route

    def _told(self, number: int, link: str) -> int:
        if self._lasting:
            return 1_000 + number
        if self.kinds[link] != "restless":
            return self._prices
        base = 1_000 + number
        if link not in self._let_go:
            return base
        return self._dice.choices([base, base * LEAP, base * FLICKER + self._prices], [0.2, 0.6, 0.2])[0]


def _link(number: int) -> str:
    if number % 3 == 0:
        return f"https://shop.{OTHER_DOMAIN}/boards/oak-{number}"
    return f"https://shopee.tw/product/7/{number}"


def _body(number: int, link: str, price: str, sold: int | None) -> bytes:
    beside = "" if sold is None else f" of oiled pinewood, made by hand, sold {sold:06}"
    if OTHER_DOMAIN in link:
        return other_page(f"Oak board {number}{beside}", price, "EUR", f"OAK-{number}")
    return shopee_page("shopee.tw", "7", str(number), f"Mug {number}{beside}", price, "TWD", "InStock")


def sold_of(title: str | None) -> int | None:
    """What the name of a page before volunteers told."""
    found = _SOLD.search(title or "")
    return int(found[1]) if found else None
