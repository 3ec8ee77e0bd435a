"""What the reader makes of a saved page, for people."""

from __future__ import annotations

from typing import Any

from fleet.terminal.facts import fact_lines
from fleet.terminal.offers.details_text import detail_facts
from fleet.terminal.offers.grounds_text import grounds_text
from fleet.terminal.offers.money_text import candidates_text, price_text
from fleet.terminal.output import print_lines


def show_answer(answer: dict[str, Any]) -> None:
    if not answer["ok"]:
        print_lines(fact_lines("no product:", f"{answer['reason']}: {answer['detail']}", named=12))
        return
    offer, verdict = answer["offer"], answer["verdict"]
    facts = dict(offer) | {"price": _price(offer)}
    facts["verdict"] = " ".join(str(part) for part in (verdict["status"], verdict["reason"]) if part)
    facts["evidence"] = grounds_text(offer)
    facts["may be"] = candidates_text(offer) if verdict["status"] != "ok" else None
    facts["variants"] = len(offer.get("variants", ())) or None
    details = detail_facts(offer.get("details", {}))
    facts |= details | {"images": len(offer.get("images", ())) or None}
    for name in (*_SHOWN, *details, *_SHOWN_LAST):
        if facts.get(name) is not None and facts[name] != "":
            source = next(filter(None, map(offer["came_from"].get, _FIELDS.get(name, (name,)))), None)
            print_lines(fact_lines(name, f"{facts[name]}{f'  ({source})' if source else ''}", named=13))


def _price(offer: dict[str, Any]) -> str:
    """The price, with what else the page says of it: its range, the price before, the one with a coupon."""
    code, price = offer.get("currency"), offer.get("price_minor")
    low, high = offer.get("price_min_minor"), offer.get("price_max_minor")
    beside = (
        f"range {price_text(low, code)} to {price_text(high, code)}" if low != high else "",
        f"before {price_text(offer['list_price_minor'], code)}" if offer.get("list_price_minor") else "",
        f"with coupon {price_text(offer['coupon_price_minor'], code)}" if offer.get("coupon_price_minor") else "",
    )
    stated = price_text(price, code) or (f"{offer['price']}, no currency named" if price is not None else "")
    return ", ".join(part for part in (stated, *beside) if part)


_SHOWN = ("title", "price", "availability", "stock", "seller", "brand", "sku", "gtin", "mpn", "item_id", "shop_id")
_SHOWN_LAST = ("images", "variants", "url", "verdict", "evidence", "may be")
_FIELDS = {
    "price": ("price_minor",),
    "rating": ("rating_hundredths", "rating_count", "review_count"),
    "unit price": ("unit_price",),
    "pack": ("pack_size",),
    "images": ("image_url",),
}
"""Under which names `came_from` has what is shown under another."""
