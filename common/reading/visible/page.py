"""What a reader sees near the main heading: price, availability, SKU and brand, by rules that need no layout."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from common.offer import Availability
from common.reading.document import Document, folded
from common.reading.found import Found
from common.reading.text.currency_hint import currency_hint, named_country, named_currency, named_place
from common.reading.text.money import amounts_in
from common.reading.text.price import Money
from common.reading.visible import heading
from common.reading.visible.amount_kinds import has_strange_sign
from common.reading.visible.brand import brand_of_lines, brand_of_logo
from common.reading.visible.codes import sku_of
from common.reading.visible.old import old_amounts
from common.reading.visible.price import on_request, price_of
from common.reading.visible.price_element import Price
from common.reading.visible.stock import stock_of
from common.reading.visible.tax import net_amounts
from common.reading.visible.view import PageView, view_of

ON_REQUEST = "on request"
_SIGN_LINES = 120
_LEAST_NAME_CHARS = 8


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen, and the view of the page for whoever must look again."""

    found: Found
    view: PageView
    """Without lines where the page has no heading to start from."""

    def net_amounts(self) -> frozenset[Decimal]:
        """The amounts that the page calls net of tax, by words or names."""
        return net_amounts(self.view)

    def old_amounts(self) -> frozenset[Decimal]:
        """The amounts that the page strikes out or calls old."""
        return old_amounts(self.view)

    def amounts(self) -> frozenset[Decimal]:
        """Every number that the page prints beside a currency, anywhere on it; at most 400."""
        return amounts_in(line.text for line in self.view.lines)


def read(document: Document) -> Look:
    """What stands near the page's main heading; nothing when there is none."""
    name = heading.find(document)
    language = document.root.get("lang") or document.meta("og:locale")
    place = currency_hint(document.url, language)
    hint = place or named_currency(document.text) or named_country(document.text)
    if name.element is None:
        return Look(Found("visible"), PageView(document, name, (), frozenset(), hint))
    view = view_of(document, name, hint)
    if hint and not place and any(has_strange_sign(line.text) for line in view.near(0, _SIGN_LINES)):
        hint = None  # what trackers count in is not what the page asks for
        view = replace(view, currency_hint=None)
    if hint is None and any("$" in line.text for line in view.lines):
        view = replace(view, currency_hint=named_place(line.text for line in view.lines))
    return Look(_found(view), view)


def _found(view: PageView) -> Found:
    price = price_of(view)
    amount, high = None, None
    if isinstance(price, Money):
        amount = price.amount
    elif price is not None:
        amount, high = price.low, price.high
    code = sku_of(view)
    return Found(
        "visible",
        title=view.heading.text,
        price=amount,
        low=amount if high is not None else None,
        high=high,
        currency=price.currency if price else None,
        availability=stock_of(view),
        sku=code.code if code else None,
        sku_is_printed=code.strong if code else False,
        brand=brand_of_lines(view) or brand_of_logo(view),
        price_kind=_kind(price, view),
    )


def _kind(price: Price | None, view: PageView) -> str | None:
    if price is None:
        return ON_REQUEST if on_request(view) else None
    return None if isinstance(price, Money) else "from"


def may_be_product(seen: Found, document: Document) -> bool:
    """Whether a heading that is the page's title, or its beginning, stands over a price, with nothing said of stock or
    code: enough where nothing on the page says that it is a list. Without stock no price of it is stored.
    """
    if not seen.title or seen.price is None:
        return False
    name, title = folded(seen.title), folded(document.meta("og:title") or document.title or "")
    return len(name) >= _LEAST_NAME_CHARS and title.startswith(name)


def is_product(seen: Found) -> bool:
    """Whether what is visible is enough to call the page a product's: a heading with a price and stock or a code;
    or, without a price, a heading with a code or a brand and the words that it is out of stock or that the price is on
    request.
    """
    if not seen.title:
        return False
    if seen.price is not None:
        return seen.availability is not Availability.UNKNOWN or seen.sku is not None
    told = seen.availability is Availability.OUT_OF_STOCK or seen.price_kind == ON_REQUEST
    return told and (seen.sku is not None or seen.brand is not None)
