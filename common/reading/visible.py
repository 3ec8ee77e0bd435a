"""What a reader sees near the main heading: price, availability, SKU and brand, by rules that need no layout.

One walk in the page's own order. Zones that speak of other products (recommendations, baskets, navigation) are left out
whole; struck-out, instalment, unit and shipping prices are left out; the first price after the main heading is taken.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from common.offer import Availability
from common.reading.availability import of_phrase
from common.reading.document import Document, squeeze
from common.reading.found import Found
from common.reading.identifiers import brand_of, clean_id
from common.reading.json_text import amount
from common.reading.microdata import text_within
from common.reading.place import currency_hint
from common.reading.price import Money, PriceRange, parse_price

_MAX_ELEMENTS = 60_000
_NEAR = 2500
"""Elements after the main heading that are still about the product."""

_PRICE_WORDS = re.compile(
    r"price|prix|preis|precio|preco|cena|prezzo|\bpr[_-]|[_-]pr\b|deal\b|amount(?!_)", re.IGNORECASE
)
_NOT_THE_PRICE = re.compile(
    r"old|was(?![a-z])|list-?price|strike|regular|before|original|rrp|msrp|retail|saving|save|"
    r"discount|shipping|delivery|"
    r"install?ment|monthly|finance|per-?unit|unit-?price|price-?per|basic-?price|grundpreis|label|"
    r"range-?slider|filter|alert|"
    r"history|member|points|bonus|tax|deposit|crossed|compare|versand|standard-price|promo-?text",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"related|recommend|similar|carousel|slider|swiper|cross-?sell|up-?sell|also|bundle|mini-?cart|"
    r"minicart|basket-?(?:modal|summary|drop)|"
    r"cart-?(?:modal|drop|pop|side)|recently|viewed|sponsor|advert|footer|navigation|(?:^|"
    r"[\s_-])nav(?:$|[\s_-])|menu|breadcrumb|review|"
    r"comment|question|accessor|product-?(?:list|grid|tile|card)|suggest|banner|newsletter|cookie|"
    r"search-?results|bxgy|sims",
    re.IGNORECASE,
)
_STOCK_WORDS = re.compile(r"stock|availab|verfuegbar|lieferbar|sold-?out|inventory|dispon", re.IGNORECASE)
_BUY_WORDS = re.compile(r"(?:^|[\s_-])(?:buy|add-?to-?(?:cart|bag|basket)|addtocart|btn|button)", re.IGNORECASE)
_SKU_LABEL = re.compile(
    r"\b(?:sku|item\s?(?:no|number|code|id|#)|product\s?(?:code|no|number|id)|article\s?(?:no|"
    r"number)|art(?:ikel)?\.?[- ]?(?:nr|nummer|no)|"
    r"style\s?(?:no|number|code|#)|model\s?(?:no|number)|catalogue\s?(?:no|number)|réf(?:érence)?|"
    r"referencia|código|cod|"
    r"asin|артикул|код товара)\b\.?\s{0,3}[:#：]{0,2}\s{0,3}|"
    r"(?:商品編號|商品编号|貨號|货号|品番|型番)\s{0,3}[:：]?\s{0,3}",
    re.IGNORECASE,
)
_SKU = re.compile(r"[#]?([A-Za-z0-9][A-Za-z0-9._/\-]{2,30})(?=$|[\s|,;)])")
_BRAND_LABEL = re.compile(
    r"^(?:brand|marke|marque|marca|merk|manufacturer|"
    r"hersteller|бренд|значка|품牌|品牌|メーカー|"
    r"브랜드)\s{0,3}[:：]?\s{0,3}(.{0,60})$",
    re.IGNORECASE,
)
_SKIPPED = frozenset({"script", "style", "noscript", "template", "svg", "head", "select", "footer", "nav"})
_STRUCK = frozenset({"del", "s", "strike"})


@dataclass(slots=True)
class _Seen:
    price: Money | PriceRange | None = None
    stated: Availability = Availability.UNKNOWN
    button: Availability = Availability.UNKNOWN
    sku: str | None = None
    brand: str | None = None
    label: str = ""
    hidden: set[Any] = field(default_factory=set)


def read(document: Document) -> Found:
    """What stands near the page's main heading; only its text when nothing does."""
    heading, title = _heading(document)
    if heading is None:
        return Found("visible", title=title)
    seen = _walk(document, heading)
    price, high = None, None
    if isinstance(seen.price, Money):
        price = seen.price.amount
    elif seen.price is not None:
        price, high = seen.price.low, seen.price.high
    return Found(
        "visible",
        title=title,
        price=price,
        low=price if high is not None else None,
        high=high,
        currency=seen.price.currency if seen.price else None,
        availability=_availability(seen),
        sku=seen.sku,
        brand=seen.brand,
        price_kind="from" if isinstance(seen.price, PriceRange) else None,
    )


def _availability(seen: _Seen) -> Availability:
    """The stock label, else the button. A label "none left" beside a live button for buying settles nothing."""
    if {seen.stated, seen.button} == {Availability.OUT_OF_STOCK, Availability.IN_STOCK}:
        return Availability.UNKNOWN
    return seen.stated if seen.stated is not Availability.UNKNOWN else seen.button


def is_product(document: Document, seen: Found) -> bool:
    """Whether what is visible is enough to call the page a product's: a heading, a price, and stock or an SKU."""
    stocked = seen.availability is not Availability.UNKNOWN
    return bool(seen.title) and seen.price is not None and (stocked or seen.sku is not None)


def _heading(document: Document) -> tuple[Any, str | None]:
    """The h1 that the page's title repeats, else the first one with a text."""
    named = (document.title or "").lower() + " " + (document.meta("og:title") or "").lower()
    first: tuple[Any, str | None] = (None, None)
    for element in document.root.iter("h1"):
        text = squeeze(text_within(element, 300))
        if not text:
            continue
        if text.lower() in named:
            return element, text
        if first[0] is None:
            first = (element, text)
    return first


def _walk(document: Document, heading: Any) -> _Seen:
    seen = _Seen()
    hint = currency_hint(document.url, document.root.get("lang") or document.meta("og:locale"))
    after: int | None = None
    for count, element in enumerate(document.root.iter("*")):
        if element is heading:
            after = count
        parent = element.getparent()
        names = f"{element.get('class') or ''} {element.get('id') or ''}"
        around_heading = after is None and element.tag in {"body", "main", "div", "section", "article"}
        if parent in seen.hidden or element.tag in _SKIPPED or (not around_heading and _ELSEWHERE.search(names)):
            seen.hidden.add(element)
            continue
        if after is None:
            # A buy box may stand before the heading in the page's order; prices there mostly are others'.
            _look_for_stock(element, names, seen)
            continue
        if count - after > _NEAR or count > _MAX_ELEMENTS:
            break
        _look(element, names, hint, seen)
    return seen


def _look(element: Any, names: str, hint: str | None, seen: _Seen) -> None:
    if seen.price is None:
        seen.price = _price(element, names, hint)
    _look_for_stock(element, names, seen)
    if seen.button is Availability.UNKNOWN:
        seen.button = _button(element, names)
    text = squeeze(element.text or "")
    if seen.sku is None:
        seen.sku = _sku(element, text)
    if seen.brand is None:
        seen.brand = _brand(element, names, text)


def _price(element: Any, names: str, hint: str | None) -> Money | PriceRange | None:
    about = f"{names} {element.get('data-testid') or ''} {element.get('itemprop') or ''}"
    if not _PRICE_WORDS.search(about) or _struck(element):
        return None
    content = amount(element.get("content")) if element.get("itemprop") == "price" else None
    if content is not None and content > 0 and hint:
        return Money(content, hint)
    text = squeeze(_unstruck(element))
    if not 1 < len(text) <= 60:
        return None
    stated = parse_price(text, currency_hint=hint)
    if stated is None or stated.currency is None:
        return None
    value = stated.amount if isinstance(stated, Money) else stated.low
    return stated if value > 0 else None


def _struck(element: Any) -> bool:
    for steps, node in enumerate((element, *element.iterancestors())):
        if node.tag in _STRUCK or _NOT_THE_PRICE.search(f"{node.get('class') or ''} {node.get('id') or ''}"):
            return True
        if steps >= 2:
            return False
    return False


def _unstruck(element: Any) -> str:
    """The element's text without what is struck out inside it."""
    pieces: list[str] = [element.text or ""]
    for child in list(element)[:20]:
        names = f"{child.get('class') or ''} {child.get('id') or ''}" if isinstance(child.tag, str) else ""
        if child.tag not in _STRUCK and child.tag not in _SKIPPED and not _NOT_THE_PRICE.search(names):
            pieces.append(_unstruck(child) if len(child) else text_within(child, 80))
        pieces.append(child.tail or "")
    return "".join(pieces)[:200]


def _look_for_stock(element: Any, names: str, seen: _Seen) -> None:
    if seen.stated is Availability.UNKNOWN and (
        _STOCK_WORDS.search(names) or element.get("itemprop") == "availability"
    ):
        seen.stated = of_phrase(squeeze(text_within(element, 200)))


def _button(element: Any, names: str) -> Availability:
    if element.tag in {"button", "a"} or element.get("role") == "button" or _BUY_WORDS.search(names):
        text = squeeze(text_within(element, 80))
    elif element.tag == "input" and (element.get("type") or "").lower() in {"submit", "button", "image"}:
        text = element.get("value") or element.get("title") or element.get("alt") or ""
    else:
        return Availability.UNKNOWN
    return of_phrase(text) if 1 < len(text) < 60 else Availability.UNKNOWN


def _sku(element: Any, text: str) -> str | None:
    if element.get("itemprop") == "sku":
        return clean_id(element.get("content") or squeeze(text_within(element, 80)))
    label = _SKU_LABEL.search(text) if 2 < len(text) < 120 else None
    if label is None:
        return None
    rest = text[label.end() :] or squeeze(text_within(element, 200))[label.end() :]
    following = element.getnext()
    if not rest and following is not None:
        rest = squeeze(text_within(following, 80))
    found = _SKU.match(rest.strip())
    return found[1].rstrip(".") if found and any(mark.isdigit() for mark in found[1]) else None


def _brand(element: Any, names: str, text: str) -> str | None:
    if element.get("itemprop") in {"brand", "manufacturer"}:
        return brand_of(element.get("content") or squeeze(text_within(element, 80)))
    label = _BRAND_LABEL.match(text) if text and len(text) < 80 else None
    if label is None:
        return None
    following = element.getnext()
    value = label[1] or (squeeze(text_within(following, 80)) if following is not None else "")
    return brand_of(value.strip(" :：")) if 1 < len(value) < 60 else None
