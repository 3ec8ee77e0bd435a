"""What a reader sees near the main heading: price, availability, SKU and brand, by rules that need no layout."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import takewhile

from common.offer import Availability, PriceKind
from common.reading.found import SHOWN, Found
from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded, squeeze
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amounts_in, is_amount
from common.reading.text.places.currency_hint import currency_hint, language_of_script, named_country, named_currency
from common.reading.text.places.dollar_place import is_in_another_language
from common.reading.text.price import Money
from common.reading.visible.brands.brand import printed_brand
from common.reading.visible.buttons.cart_form import has_cart_form
from common.reading.visible.buttons.first import first_button
from common.reading.visible.buttons.selling import has_button
from common.reading.visible.codes.sku import sku_of
from common.reading.visible.headings.find import find
from common.reading.visible.headings.heading import Heading
from common.reading.visible.prices.amount_kinds import has_strange_sign
from common.reading.visible.prices.drawn.coins import Price
from common.reading.visible.prices.old import old_amounts
from common.reading.visible.prices.places.above_heading import price_above
from common.reading.visible.prices.places.labelled_price import labelled_price
from common.reading.visible.prices.price import LABEL_LINES, NEAR_LINES, on_request, price_of
from common.reading.visible.prices.price_names import is_named_price
from common.reading.visible.prices.said.other_amounts import without_tax_bracket
from common.reading.visible.prices.tax import net_amounts
from common.reading.visible.stock.find import Stock, stock_of
from common.reading.visible.stock.gone import Gone, lets_nobody_buy, tells_when_back, told_gone
from common.reading.visible.view import PageView, view_of, with_shared_sign

ON_REQUEST = "on request"
_SIGN_LINES = 120
_BEFORE_LINES = 6
_LEAST_NAME_CHARS = 8
_MOST_TITLE = 3
"""Times the name's length: "Buy the blue cup online" names it, a longer title something else."""


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen, and the view of the page for whoever must look again."""

    found: Found
    """Without the brand, which `brand` gives."""
    view: PageView
    """Without lines where the page has no heading to start from."""

    def brand(self) -> str | None:
        """The brand as the page prints it: worked out when it is first asked for, as most pages declare theirs."""
        return printed_brand(self.view) if self.view.heading.element is not None else None

    def net_amounts(self) -> frozenset[Decimal]:
        """The amounts that the page calls net of tax, by words or names."""
        return net_amounts(self.view)

    def old_amounts(self) -> frozenset[Decimal]:
        """The amounts that the page strikes out or calls old beside the price that it shows."""
        return old_amounts(self.view, self.found.price)

    def amounts_near(self) -> frozenset[Decimal]:
        """Every such number of the page where one stands near the heading; none where all stand elsewhere, in a small
        cart or at the page's foot: the page does not print its price then.
        """
        near = amounts_in((line.text for line in self.view.near(_BEFORE_LINES, _SIGN_LINES)), self.view.currency_hint)
        return self.amounts() if near else near

    def amounts(self) -> frozenset[Decimal]:
        """Every number that the page prints beside a currency, anywhere on it; at most 400."""
        return amounts_in((line.text for line in self.view.lines), self.view.currency_hint)


def read(document: Document, name: Heading | None = None) -> Look:
    """What stands near the page's main heading, or near this name; nothing when there is none."""
    name = find(document) if name is None else name
    language = document.root.get("lang") or document.meta("og:locale")
    place = document.currency_of_place(language)
    hint = place or named_currency(document.text) or named_country(document.text, language)
    if name.element is None:
        hint = hint or _hint_of_script(document, language)
        return Look(Found(SHOWN), PageView(document, name, (), frozenset(), hint))
    view = view_of(document, name, hint)
    if hint and not place and any(has_strange_sign(line.text) for line in view.near(0, _SIGN_LINES)):
        hint = None  # what trackers count in is not what the page asks for
        view = replace(view, currency_hint=None)
    if hint == "USD" and document.currency_of_place(None) is None and _is_abroad(view):
        hint = named_currency(document.text)
        view = replace(view, currency_hint=hint)
    if hint in {None, "USD"}:
        view = with_shared_sign(view, hint, language)
    if hint is None and view.currency_hint is None:
        view = replace(view, currency_hint=_hint_of_script(document, language))
    return Look(_found(view), view)


def _is_abroad(view: PageView) -> bool:
    """Whether the page is in another language than the "en-US" by which a theme that nobody changed calls it."""
    return is_in_another_language(line.text for line in view.lines)


def _hint_of_script(document: Document, language: str | None) -> str | None:
    """The currency that the title's script tells, of a page that names no language. Asked last: shops of every country
    give the Japanese or Korean name of what they sell.
    """
    return None if language else currency_hint(document.url, language_of_script(document.title or ""))


def _found(view: PageView) -> Found:
    below = price_of(view)
    above = price_above(view) if below is None else None
    price = below or above
    amount, high = None, None
    if isinstance(price, Money):
        amount = price.amount
    elif price is not None:
        amount, high = price.low, price.high
    code = sku_of(view)
    gone = told_gone(view)
    stock, sells = Stock(Availability.OUT_OF_STOCK, False) if gone is Gone.SURE else stock_of(view)
    return Found(
        SHOWN,
        title=view.heading.text,
        price=amount,
        low=amount if high is not None else None,
        high=high,
        currency=price.currency if price else None,
        availability=stock,
        is_gone=gone is Gone.SURE,
        may_be_gone=gone is Gone.DOUBTED or (stock is Availability.OUT_OF_STOCK and lets_nobody_buy(view)),
        tells_when_back=stock is Availability.OUT_OF_STOCK and tells_when_back(view),
        says_and_sells=sells,
        sku=code.code if code else None,
        sku_is_printed=code.strong if code else False,
        is_offered=above is not None or _is_offered(view),
        price_kind=_kind(price, view),
    )


def _is_offered(view: PageView) -> bool:
    shown = view.near(0, NEAR_LINES)
    return (
        first_button(shown) is not None
        or any(
            _is_bare(line.text) or is_named_price(line.element)
            for line in shown
            if line.at <= _SIGN_LINES and any(map(str.isdigit, line.text[:_MAX_AMOUNT_CHARS]))
        )
        or labelled_price([line for line in shown if line.at <= LABEL_LINES], view) is not None
        or has_button(view)
    )


def _is_bare(text: str) -> bool:
    return is_amount(without_tax_bracket(text))


_MAX_AMOUNT_CHARS = 20


def _kind(price: Price | None, view: PageView) -> str | None:
    if price is None:
        return ON_REQUEST if on_request(view) else None
    return None if isinstance(price, Money) else PriceKind.FROM


def may_be_product(seen: Found, document: Document, *, at_products_address: bool) -> bool:
    """Whether the page may be a product's by its heading alone, where nothing on it says that it is a list. The heading
    must be the page's title, begin it, or be a third of it, and there must be one of:

    * a price, even with nothing said of stock or code; it is not stored without stock
    * a code that the page prints
    * a stock state, together with an add-to-cart form or a product's address: scripts or pictures may draw the price
      there
    """
    if not seen.title or (_is_in_text(seen) and not seen.sku_is_printed):
        return False
    is_told = seen.availability is not Availability.UNKNOWN
    is_sold = is_told and (at_products_address or has_cart_form(document))
    if seen.price is None and not seen.sku_is_printed and not is_sold:
        return False
    said = _said(document)
    name, title = folded(seen.title), folded(said)
    if len(name) < _LEAST_NAME_CHARS:
        return False
    if not said:  # a piece of a page, which a script shows inside another, has no title
        return is_sold and at_products_address
    first = folded(_NAME_OF_SHOP.split(said)[0]).strip()
    if name not in title:
        return _is_shortened(first, name)
    return title.startswith(name) or len(name) * _MOST_TITLE >= len(first if name in first else title)


def _said(document: Document) -> str:
    """What the labels call the page; its title where that says more, as some labels hold the site's name alone."""
    label, title = (squeeze((said or "")[:_MAX_TITLE_CHARS]) for said in (document.meta("og:title"), document.title))
    return title if not label or label in title else label


def _is_shortened(title: str, name: str) -> bool:
    """Whether the title, up to the shop's name, begins with the same words as the name, half of it or more and most of
    itself.
    """
    same = " ".join(_same_words(title.split(), name.split()))
    return len(same) >= _LEAST_SHORTENED and len(same) * 2 >= len(name) and len(same) * 3 >= len(title) * 2


def _same_words(one: Sequence[str], other: Sequence[str]) -> Iterator[str]:
    """The words that both begin with."""
    return (word for word, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


_NAME_OF_SHOP = re.compile(r"\s+[|–—•»-]\s+|\s*[|｜»]\s*")
_LEAST_SHORTENED = 16
_MAX_TITLE_CHARS = 1000


def sells_below(view: PageView) -> bool:
    """Whether another heading, or a bold name, stands between the page's own and the first button that buys."""
    shown = view.near(0, NEAR_LINES)
    button = first_button(shown)
    return button is not None and any(
        0 < line.at < button and (line.element.tag in _HEADINGS or (line.element.tag in _BOLD and _is_name(line.text)))
        for line in shown
    )


_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5"})
_BOLD = frozenset({"b", "strong"})


def _is_name(text: str) -> bool:
    """Whether a bold text has two words or more and is neither a label nor an amount."""
    return " " in text and not text.endswith((":", "：")) and BESIDE_CURRENCY.search(text) is None


def _is_in_text(seen: Found) -> bool:
    """Whether "in stock" and an amount are words of a text, with nothing that sells."""
    return seen.availability is Availability.IN_STOCK and not seen.is_offered


def is_product(look: Look) -> bool:
    """Whether what is visible is enough to call the page a product's: a heading and either of these.

    * A price, with a code or a stock state. "In stock" counts only where something shows that it is no word of a text:
      an add-to-cart button, an amount alone on its line or behind a price's label, or an element named a price.
    * No price, but a code or a brand, and the words that it is out of stock or that the price is on request.
    """
    seen = look.found
    if not seen.title:
        return False
    if seen.price is not None:
        return (seen.availability is not Availability.UNKNOWN and not _is_in_text(seen)) or seen.sku is not None
    told = seen.availability is Availability.OUT_OF_STOCK or seen.price_kind == ON_REQUEST
    return told and (seen.sku is not None or look.brand() is not None)
