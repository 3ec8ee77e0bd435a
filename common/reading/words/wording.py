"""The words of all languages: read once from the files beside this one, compiled when first looked for.

A rule states its shape as a template and leaves the words to the files:

    Wording(r"<tax.net:words>")                    any phrase of [tax] net, as whole words
    Wording(r"(?:<brand.labels>)\\s?[:：]")          any phrase of [brand] labels, wherever, then a colon

Which sections a file may have, and what each means, stands in `SECTIONS`; the marks phrases may use in phrases.py.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from common.reading.words import phrases, rendering

FOLDER = Path(__file__).parent

SECTIONS: Mapping[str, str] = {
    "stock.in": "it can be had; also what only the button that buys says",
    "stock.in_alone": "the whole of a line that says that it can be had; in longer ones these words may mean anything",
    "stock.ordered_by": "the beginning of a line that says how a thing is ordered without a button: to order, call",
    "stock.out": "none left, or no longer sold; wins over anything beside it",
    "stock.sold": "a label that says nothing but that it is sold",
    "stock.sold_heading": "stands at the head of a heading, before a mark and the name: it is gone or reserved",
    "stock.not_sold": "a label that says nothing but that an advert's thing is still there",
    "stock.preorder": "it can be ordered in advance, before it is there",
    "stock.on_order": "none is there now, but it will be ordered for the buyer",
    "stock.in_behind_count": "stands behind a number of pieces: 8 available",
    "stock.in_before_count": "stands before a number of pieces: stock: 8",
    "stock.pieces": "may stand between the number and its word: 8 pieces available",
    "stock.tell_me": "the text of a button, from its first letter, that tells when it is back",
    "stock.labels": "a label behind which the page says whether it can be had",
    "stock.delivery_labels": "a label behind which the page says how long the delivery takes",
    "stock.yes": "the whole answer behind such a label, which says that it can be had",
    "stock.no": "the same, which says that none is left",
    "stock.other_ways": "ways to get it, and things around it: that one cannot be had says nothing of the product",
    "button.buy": "the whole text of a button that buys, without the price",
    "button.books": "the whole text of a button that books, hires, gives, enters a draw, or sells to the shop",
    "button.several": "the whole text of a button that buys several things together: add both to cart",
    "button.elsewhere": "the whole text of a link to another shop that sells the product",
    "button.bids": "the whole text of a button that bids at an auction",
    "button.contact": "the whole text of a button that writes to or calls somebody: it puts nothing into a cart",
    "button.seller": "the whole text of a button that writes to or calls the seller of an advert, or makes an offer",
    "price.labels": "the whole of a label, behind which the price stands",
    "price.sale_labels": "the same, for a sale's price, which wins",
    "price.old_labels": "a label of what was asked before, or of what others ask",
    "price.old_behind": "stands behind an amount that was asked before, and before the price: helyett, yerine",
    "price.retail_labels": "such a label that is the shop's own where nothing else is the price",
    "price.other": "makes an amount another one: an instalment, shipping, what members pay, points",
    "price.on_top": "stands alone right behind an amount that comes on top of the price",
    "price.called": "stands before the price and is no label of it: special offer, total, buy for",
    "price.besides": "makes an amount that of a service, an add-on, a bid, a basket or a condition, not the product's",
    "price.terms": "all that stands right beside an amount and makes it another one: with coupon, a month, deposit",
    "price.not_bought": "a whole clause beside an amount that does not buy the thing: daily hire, we pay",
    "price.security": "a label of what is left as a security and given back: more than the price, it tells of hire",
    "price.hired_for": "a label of how long a thing is hired",
    "price.outright": "says that an amount buys the thing without any terms: no contract, handset only, purchase price",
    "price.condition": "beside an amount: who gets it, or for what: card holders, first orders, a deposit, a sample",
    "price.otherwise": "right before a higher amount: what those pay who do not meet the terms of the one before",
    "price.only_so_many": "beside an amount: so many pieces must be bought at once: sold in packs of 50, min. 10 pcs",
    "price.payments": "stands right behind a number of payments or of months in which one pays: instalments",
    "price.hidden": "the whole of a line that says where else the price is told: see price in cart, call for price",
    "price.converted": "says that amounts are converted, or in which currency is charged: you will be charged in",
    "price.used": "the whole of a label of what the thing costs used",
    "price.unused": "the whole of a label of what it costs new, beside that",
    "price.roughly": "stands right before an amount that is converted, a limit or the least that an order must come to",
    "price.on_condition": "beside a per cent that not everybody gets: subscribers, a first order, a code",
    "price.bidding": "says that the page holds an auction: 14 bids, current bid",
    "price.negotiable": "asks for offers: what stands as the price is none where it looks made up",
    "price.lowest": "makes an amount the lowest of the past 30 days, which shops must name beside a discount",
    "price.saving": "stands before an amount that is what is saved",
    "price.saved_behind": "stands right behind such an amount: £5 off",
    "price.on_request": "stands where a shop tells its price on request only",
    "price.on_request_alone": "the same, when it is the whole line",
    "price.from": "makes an amount the lowest of several",
    "price.up_to": "stands between the two amounts of a range",
    "price.tier_before": "stands before a number of pieces in a table of what each of so many costs: up to 11",
    "price.tier_behind": "stands behind such a number: 12 or more",
    "price.and_up": "stands behind a number of pieces from which on an amount is asked for each: or more, and up",
    "price.each": "ends a text with what a piece costs, be it inside a word: each, pc",
    "price.per": "all of a text between an amount and the pieces that it is asked for: per",
    "price.per_time": "stands between an amount and the time that it is asked for: per, every",
    "price.for_time": "the same, before a number of such times: for",
    "price.times": "a time that so much is asked for: month, days",
    "price.or": "stands between two amounts that may be paid: or",
    "price.down_to": "stands between two amounts, of which the second is lower: it was reduced to that",
    "price.paid_by": "begins what stands right behind an amount and says how it is paid: via",
    "price.pieces": "what a piece is called that an amount is asked for, behind a slash: £3.50 / unit",
    "price.extras": "stands behind an amount and before what is in it or comes on top of it: plus shipping",
    "price.goes_on": "begins what may stand right behind a price on its line: each, per piece, only, or",
    "price.stated_in": "stands before the currency in which a page says that its prices are: all prices in AUD",
    "price.currency_names": "a currency's code, a colon and what sentences call it in full: aud: australian dollars",
    "price.at_shop": "a small word between a price's label and the name of the shop: price at Pine House",
    "price.free": "it costs nothing; the whole text",
    "tax.names": "what the tax on sales is called; <tax> stands for any of them, of all languages",
    "tax.part_of": "stands before the tax's name where an amount is the tax in the price: of which",
    "tax.net": "calls an amount net of tax",
    "tax.included": "says that the tax is in the amount",
    "brand.labels": "a label behind which the brand stands",
    "brand.maker_labels": "a label of the maker, asked when no brand is stated",
    "brand.of_parts": "a known brand of parts or systems that others build in or for, which yields to theirs",
    "brand.known_by_line": "a known brand whose name is a common word: what it is when one of [brand] lines follows",
    "brand.lines": "what such brands call their products",
    "brand.more_of_brand": "the whole of a line before a link to more of the brand, when it says that it is one",
    "brand.for": "stands in the name of a product before the brand of what it is made for",
    "brand.made_by": "the beginning of a line that says who made it and no more",
    "brand.by": "stands between the product's name and a link to its brand",
    "brand.more_around": 'a line that leads to more of a brand, where … is the brand: "all … products"',
    "brand.all_of": "a line that leads to all of a brand, where … is the brand: see all … products",
    "brand.list_names": "the whole of a step of the trail that leads to all brands",
    "brand.sold_by_others": "the whole of a link of a maker's own shop, to those who sell its goods as well",
    "brand.sold_in_bulk": "the same, for a link that other shops have, too: wholesale",
    "brand.our": "stands before what the shop calls its own: our",
    "brand.more_of": "stands before the brand in a line that leads to more of it",
    "brand.firms": "the end of the name of a firm, at the beginning of a product's name: Bros, 製作所",
    "brand.none": "stands for a brand or code where there is none; the whole text",
    "brand.not_a_name": "a text beside a product that begins so is no brand",
    "brand.logo_words": "left out of a logo's text",
    "code.labels": "a label behind which the product's code stands",
    "code.book_labels": "a label of a number that every shop gives it, as a book's, which yields to the shop's own",
    "code.maker_labels": "a label of the maker's number or an inner one, which yields to any other",
    "code.advert_labels": "a label of an advert's number",
    "code.number_words": "the word for number; <no> stands for any of them, of all languages",
    "page.no_names": "the whole of a heading that names no product: product details",
    "page.home": "how links to the shop's front page are called, at the beginning of a trail of categories",
    "page.others_begin": "the beginning of a heading behind which other products stand",
    "page.try_other": "the beginning of a sentence that offers another product: try this instead",
    "page.similar": "a label, before a colon, behind which another product stands",
    "page.sorts": "the beginning of a line that sorts, filters or counts what a list shows",
    "page.counts_one": "the whole of a line of a list that counts what it shows, and counts one",
    "page.memberships": "the whole of a heading of a membership: annual membership",
    "page.hire_names": "in a heading beside fields for dates: the thing is hired: rental",
    "page.hire_dates": "the whole of a label of such a field: return date",
    "page.courses": "the beginning of a heading of a course or concert: workshop",
    "page.weekdays": "the days of the week",
    "page.wanted": "the beginning of a heading of an advert by somebody who wants to buy",
    "page.versus": "stands in a heading between the two products that a page compares: Oak 5 vs Elm 6",
    "page.area_units": "stands behind the area of a flat or house: m²",
    "page.rooms": "what is counted of a flat or house: 3 rooms",
    "refusal.captcha": "a traffic check",
    "refusal.blocked": "the shop refuses access",
    "refusal.blocked_alone": "the same, as a title's or heading's whole text: products are named so",
    "refusal.broken": "the shop's error page",
    "refusal.missing": "the page does not exist",
    "refusal.parked": "nobody uses the domain",
    "refusal.login": "the beginning of a login page's title or heading",
    "refusal.gone": "the product is no longer sold",
    "refusal.expired": "an advert is over",
    "refusal.sold_out": "a heading that names no product and says that this one is sold out",
    "refusal.cart": "the title or heading of the shopping cart",
    "names.price": "in the class or id of an element that holds a price",
    "names.price_end": "the same, at the end of a part of it",
    "names.other_price": "in the class or id of an element that holds another amount",
    "names.buys": "all letters of the file's name of a picture that buys: add to cart, buy",
    "names.cart": "a step of an address or a part of a file's name that is the cart's: cart, basket",
    "names.adds": "beside it in the address, what puts something there: add",
    "names.net": "a part of the class or id of an element that holds an amount net of tax: netto",
    "names.gross": "the same, with the tax in it: brutto",
    "names.beside": "begins a part of a class that tells of what stands beside the price: com-desconto",
    "names.other_price_end": "as names.other_price, where no further letter follows",
    "names.quantity": "the beginning of a word in the class, id or name of a field or element of a number of pieces",
    "names.stock": "in the class or id of an element that says whether it can be had",
    "names.brand": "a part of the class or id of an element that holds the brand",
    "names.brand_path": "a part of the address of a brand's page",
    "names.search_path": "a part of the address of a search",
    "names.delivery": "in the address of what a shop tells of delivery, and in words that lead there: versand",
    "names.products_path": "all of the last part of the address of all that a shop has: products",
    "names.product_path": "all of a part of an address that stands before what names one product: product",
    "names.product": "calls one product in the address of its page, behind a word for details or at the end: producto",
    "names.product_end": "the same, at the end only: item",
    "names.details": "before such a word: what the page tells of it: ficha",
    "names.list_path": "a part of the address of a category or brand",
    "names.review_path": "a part of the address of a page of reviews",
    "names.login_path": "a part of the address of a login page",
    "names.cart_path": "a part of the address of the shopping cart or checkout",
    "names.article_path": "a part of the address of an article",
    "names.service_path": "a part of the address of services, hire, trips, gifts, draws",
    "names.leads_out": "the first part of the address of a link that leads on to another site",
}
"""table.key → what its phrases say or where they stand."""

_NUMBER = r"\d+"
_PLACE = re.compile(r"<([a-z]+\.[a-z_]+)(:words)?>")
_folders: tuple[Path, ...] = (FOLDER,)
_known: dict[str, list[str]] = {}
_used: list[Wording] = []


class UnknownSectionError(ValueError):
    """A file of words has a section that no rule looks for: the file's name and the section stand in the message."""


class Wording:
    """One rule's template with the words of all languages in it, compiled at its first use.

    `some_words` is what `…` in its phrases stands for.
    """

    def __init__(self, template: str, *, some_words: str = r".{0,20}", ignore_case: bool = True) -> None:
        self._template = template
        self._some_words = some_words
        self._flags = re.IGNORECASE if ignore_case else re.NOFLAG
        _used.append(self)

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(_PLACE.sub(self._words, self._template), self._flags)

    # Bound once: these are asked for every line of a page.
    @cached_property
    def search(self) -> Callable[..., re.Match[str] | None]:
        return self.compiled.search

    @cached_property
    def match(self) -> Callable[..., re.Match[str] | None]:
        return self.compiled.match

    @cached_property
    def fullmatch(self) -> Callable[..., re.Match[str] | None]:
        return self.compiled.fullmatch

    @cached_property
    def finditer(self) -> Callable[..., Iterator[re.Match[str]]]:
        return self.compiled.finditer

    @cached_property
    def sub(self) -> Callable[..., str]:
        return self.compiled.sub

    def forget(self) -> None:
        """The words are read anew at the next use."""
        for name in ("compiled", "search", "match", "fullmatch", "finditer", "sub"):
            self.__dict__.pop(name, None)

    def _words(self, place: re.Match[str]) -> str:
        return _rendered(place[1], bool(place[2]), self._some_words)


@cache
def _rendered(section: str, whole_words: bool, some_words: str) -> str:
    marks = {phrases.SOME_WORDS: some_words, "<number>": _NUMBER}
    if section not in _NAMED_BY_MARKS.values():
        marks |= {mark: _rendered(named, False, some_words) for mark, named in _NAMED_BY_MARKS.items()}
    return (rendering.whole_words if whole_words else rendering.anywhere)(_phrases(section), marks)


_NAMED_BY_MARKS = {"<tax>": "tax.names", "<no>": "code.number_words"}


def prepare() -> None:
    """Compile all that is not yet: some seconds on a slow machine, which else the first page pays."""
    for wording in _used:
        _ = wording.compiled


def use(*folders: Path) -> None:
    """Reads the words of these folders from now on instead of the package's own (`FOLDER`); of several, all."""
    global _folders  # noqa: PLW0603  one set of languages a process, as long as nobody asks for others
    _folders = folders
    _known.clear()
    _rendered.cache_clear()
    for wording in _used:
        wording.forget()


def spelled(section: str) -> tuple[str, ...]:
    """Every way to write the phrases of this section, which must hold no words that are left open."""
    ways = (one for phrase in _phrases(section) for one in phrases.spellings(phrases.parsed(phrase)))
    return tuple(dict.fromkeys("".join(one) for one in ways))


def read_file(path: Path) -> dict[str, list[str]]:
    """table.key → phrases of one language's file.

    UnknownSectionError: the file has a section that is not in SECTIONS. tomllib.TOMLDecodeError: it is no TOML.
    """
    tables: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    found = {
        f"{table}.{key}": stated
        for table, keys in tables.items()
        for key, stated in (keys.items() if isinstance(keys, dict) else [("", keys)])
    }
    if unknown := sorted(found.keys() - SECTIONS.keys()):
        raise UnknownSectionError(f"{path.name}: no rule looks for {unknown[0]!r}; wording.py names those that are")
    return found


def _phrases(section: str) -> list[str]:
    if not _known:
        _known.update({name: [] for name in SECTIONS})
        for folder in _folders:
            for path in sorted(folder.glob("*.toml")):
                for name, stated in read_file(path).items():
                    _known[name].extend(stated)
    return _known[section]
