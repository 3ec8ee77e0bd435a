"""The amounts that a page prints near its heading, each with what the words around make of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice
from typing import Any

from common.reading.document import Document
from common.reading.text.currency import BESIDE_CURRENCY, SHARED_SIGN, currency_of
from common.reading.text.money import amount_of, amounts_in, in_thousands
from common.reading.visible.arithmetic import saved_amounts
from common.reading.visible.cards import is_card, is_row_that_sells
from common.reading.visible.labels import heads_own_row, labels_behind, names_the_shop, said_of_amount
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.others.between_amounts import is_of_one_before, kind_behind
from common.reading.visible.others.of_another import lines_of_others
from common.reading.visible.others.ticked import is_ticked
from common.reading.visible.prices.amount_kinds import (
    CALLED_OLD,
    CALLED_OTHER,
    CARD,
    LINKED,
    NET,
    OLD,
    OTHER,
    SAVED,
    is_count,
    is_rate,
    kinds_of,
    shares_of,
)
from common.reading.visible.prices.amounts_of_line import bracket_of_before, says_again, words_of_each
from common.reading.visible.prices.besides import terms_behind
from common.reading.visible.prices.price import leads_elsewhere
from common.reading.visible.prices.price_element import are_cents, is_drawn_small, joined_coins
from common.reading.visible.prices.price_names import (
    is_before_old_label,
    is_called_old,
    is_other,
    is_struck,
    names_price,
)
from common.reading.visible.stock import first_button
from common.reading.visible.tax_names import is_named_net
from common.reading.visible.view import PageView

_BEFORE_LINES, _NEAR_LINES = 6, 250
_MAX_AMOUNTS = 60
FOREIGN = "XXX"
"""The currency of an amount whose sign is not that of the page's place, and several others'."""
_MAX_CHARS = 200
_PIECE = re.compile(r"[^\w]{0,3}(?:[^\W\d]{1,3}\.?)?[^\w]{0,2}[\d.,'’\s]{0,12}[^\w]{0,3}")
"""A piece of an amount that is drawn in several sizes: a sign, its digits, its cents."""
_PIECES, _MOST_JOINED = 6, 8
_GROUP = re.compile(r"\d{3}")
_CENTS = re.compile(r"\d{2}")
_SIGN_LAST = re.compile(r"\d{1,4}€")
_ENDING = re.compile(r"[.,]|[.,]?\d{2}\W{0,2}")
_OPEN_END = re.compile(r"(?:^|[^.,\d])\d{1,3}(?:[., ]?\d{3})*[.,]?\Z")
"""Ends in a whole number, or in one that lacks its cents."""


_COUNT = re.compile(
    r"(?<![\d.,])(?:[2-9]|[1-9]\d)(?![\d%]|[.,]\d|\s?%|\s?(?:fl\.? ?)?(?:oz|lbs?|kg|gr?|mg|ml|cl|l|cm|mm|m)(?![^\W_]))"
)
"""A number of pieces, not of a measure: eight ounces are no eight of it."""
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class PrintedAmount:
    """`amount`: zero only where its element is named a price. `at`: lines behind the heading. `kinds`: what makes it
    another amount than the price; empty for a plain one.
    """

    amount: Decimal
    at: int
    kinds: tuple[str, ...]
    before_button: bool
    """Whether it stands before the first button that buys; False where there is none."""
    currency: str | None = None
    """The one whose sign stands beside it (ISO 4217); FOREIGN where that is of several, none of them the page's own."""
    in_text: bool = False
    """Whether it is part of a sentence."""
    in_row: bool = False
    """Whether it stands in one of several rows that each have an amount and a button that buys."""
    counts: tuple[int, ...] = ()
    """The whole numbers from 2 to 99 that the words before it name: "4 payments of"."""
    is_shops_own: bool = False
    """Whether it stands behind a label that names the shop itself: "Pine House price"."""
    text: str = ""
    """As the page prints it, with the code of a currency right behind it: "$29.99 CAD"."""
    beside: tuple[str, ...] = ()
    """The lines between the one of the amount before and this one's, at most 6, and this one's; of several amounts on
    one line the first has them."""

    def is_part_of(self, price: Decimal) -> bool:
        """Whether it is this price divided by one of its counts, up to what rounding leaves."""
        step = 1 if self.amount % 1 == 0 and price % 1 == 0 else _CENT
        return any(abs(price - count * self.amount) < count * step for count in self.counts)

    def is_several_of(self, price: Decimal) -> bool:
        """Whether it is what as many pieces cost as one of its counts says, at this price each, or a fifth less."""
        return price < self.amount and any(
            4 * count * price <= 5 * self.amount <= 5 * count * price for count in self.counts
        )

    def is_step_of(self, price: Decimal) -> bool:
        """Whether it is what a piece costs of several, at least half of this price: behind "12+", or a cell with a
        number and no more."""
        if not self.counts or not price <= 2 * self.amount < 2 * price:
            return False
        return any(_STEP_WORDS.search(text) for text in self.beside[-1:]) or (
            len(self.beside) > 1 and self.beside[-2].isdecimal()
        )


_STEP_WORDS = re.compile(
    r"\d\s?(?:\+|or more|and (?:up|more|over))|(?:each|ea|unit[éày]?|stück|szt|pc|pi[eè]ce)\W*\Z", re.IGNORECASE
)


def printed_amounts(view: PageView) -> list[PrintedAmount]:
    """At most 60, in the page's order, up to where the page turns to other products."""
    shown = view.near(_BEFORE_LINES, _NEAR_LINES)
    buys = first_button(shown)
    others = lines_of_others(shown)
    has_choices = view.document.holds("checked")
    found: list[PrintedAmount] = []
    previous = 0
    for place, last, text in _texts(shown):
        if len(found) >= _MAX_AMOUNTS:
            break
        if BESIDE_CURRENCY.search(text) is None:
            continue  # of lines with digits few have an amount, and what is said around one takes long
        line = shown[place]
        named = place == 0 or shown[place - 1].at == 0  # the name is no label
        before = "" if named else said_of_amount(shown[place - 1], view.document.url)
        is_own = names_the_shop(before, view.document.url)
        if is_own or is_of_one_before(shown, place, before):
            before = ""
        if place > 1 and _SHARE.fullmatch(shown[place - 2].text):
            before = ""  # "26 %", "discount"
        behind = _behind(shown, last)
        old = is_before_old_label(labels_behind(shown, last, view.document.url))
        digits = next((one for one in shown[place : last + 1] if any(map(str.isdigit, one.text))), line)
        amounts = _of_line(
            line, digits.element, before, text, behind, view, before_button=buys is not None and line.at < buys
        )
        again = found[-1] if found and found[-1].at == line.at - 1 and shown[place - 1].text == text else None
        old = old or (again is not None and OLD in again.kinds)  # the same again is for those who hear the page
        kinds = (*([OLD] if old else []), *([CARD] if line.at in others else []))
        printed = [replace(one, kinds=(*kinds, *one.kinds)) for one in amounts]
        if has_choices and printed and _is_not_chosen(digits.element):
            printed = [replace(one, kinds=(*one.kinds, CALLED_OTHER)) for one in printed]
        said = (OTHER if terms_behind(shown, last) else kind_behind(shown, last)) if printed else None
        if said is not None:
            printed[-1] = replace(printed[-1], kinds=(*printed[-1].kinds, said))
        if printed and is_own:
            printed[0] = replace(printed[0], is_shops_own=True)
        if printed:
            between = shown[max(previous + 1, place - _PIECES) : place]
            printed[0] = replace(printed[0], beside=(*(one.text for one in between), text))
            previous = last
        found.extend(printed)
    saved = saved_amounts((one.amount for one in found), printed_shares(view))
    return [
        replace(one, kinds=(*one.kinds, SAVED)) if one.amount in saved and SAVED not in one.kinds else one
        for one in found
    ]


def _of_line(
    line: Line, element: Any, before: str, text: str, behind: str, view: PageView, *, before_button: bool
) -> Iterator[PrintedAmount]:
    """Every amount of one line; of several each with the words between it and its neighbours. `element`: the one that
    holds the digits, which a sign drawn apart may stand deeper than.
    """
    text = text[len(bracket_of_before(before, text)) :]
    matches = [] if _PLACEHOLDER.search(text) else list(BESIDE_CURRENCY.finditer(text))[:_MOST_OF_LINE]
    if len(matches) > 1 and is_rate(text, matches[0], matches[1]):
        return
    around = _element_kinds(element, view) if matches else ()
    in_text = "。" in text or len(_WORD.findall(text)) >= _SENTENCE_WORDS
    in_row = bool(matches) and is_row_that_sells(line.element, view.around_heading)
    kinds: tuple[str, ...] = ()
    for number, (match, own) in enumerate(zip(matches, words_of_each(text, matches), strict=True)):
        value = amount_of(match, view.currency_hint)
        if (
            value is None
            or is_count(text, match)
            or in_thousands(text[match.start() : match.end() + _MANY_CHARS])
            or (not value and not _names_price(line.element))
        ):
            continue
        start = matches[number - 1].end() if number else 0
        is_again = number > 0 and says_again(text[start : match.start()], matches[number - 1], match)
        kinds = (
            *(kinds if is_again else ()),
            *kinds_of("" if number else before, own, behind if number + 1 == len(matches) else ""),
        )
        code = currency_of(match[0], view.currency_hint)
        if code is None and view.currency_hint and SHARED_SIGN.search(match[0]):
            code = FOREIGN  # "$" on a page of Poland
        told = tuple(dict.fromkeys((*kinds, *around)))
        label = "" if number or len(before) > _MOST_LABEL or BESIDE_CURRENCY.search(before) else before
        counts = tuple(map(int, _COUNT.findall(f"{label} {text[start : match.start()]}")))
        said = _with_code(text, match, behind)
        yield PrintedAmount(value, line.at, told, before_button, code, in_text, in_row, counts, text=said)


def _with_code(text: str, match: re.Match[str], behind: str) -> str:
    """The amount with the three capitals right behind it, on its line or all of the next."""
    found = _CAPITALS.match(text, match.end()) or (_CAPITALS.fullmatch(behind) if match.end() == len(text) else None)
    return match[0] if found is None else f"{match[0]} {found[1]}"


_CAPITALS = re.compile(r"\.?\s?\(?([A-Z]{3})(?![^\W_])\)?")


def named_amounts(document: Document) -> frozenset[Decimal]:
    """The amounts that the page's title and description name."""
    said = (document.title, document.meta("og:title"), document.meta("description"), document.meta("og:description"))
    return amounts_in(text[:_MAX_CHARS] for text in said if text)


def printed_shares(view: PageView) -> frozenset[int]:
    """Every per cent that the page prints near its heading, without those that not everybody gets."""
    return shares_of([line.text for line in view.near(_BEFORE_LINES, _SHARE_LINES)])


_SHARE_LINES = 40


def printed_steps(view: PageView) -> int:
    """How many numbers of pieces the page prints near its heading, as the head of a table: 1-11, 12-47, 48+."""
    return sum(_STEP.fullmatch(line.text) is not None for line in view.near(0, _SHARE_LINES))


_MOST_OF_LINE, _MOST_LABEL, _MANY_CHARS = 6, 40, 9
_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE_WORDS = 7
_STEP = re.compile(r"\d{1,5}\s?(?:[-–]\s?\d{1,5}|\+)")
_PLACEHOLDER = re.compile(r"\$[A-Za-z_]\w*\$")
"""Of a template that a script fills later: "$quantity1$" is no dollar."""


def _names_price(element: Any) -> bool:
    return any(names_price(names_of(node)) for node in itself_and_above(element, 1))


def _behind(shown: Sequence[Line], last: int) -> str:
    """What follows an amount; behind a mark or word that says "per" the pieces that follow it: "/", "100", "ml"."""
    has_more = last + 1 < len(shown) and not heads_own_row(shown[last + 1].element, shown[last].element)
    first = shown[last + 1].text if has_more else ""
    if (bracket := bracket_of_before(shown[last].text, first)) and BESIDE_CURRENCY.search(first):
        return bracket[1:-1]
    if first.casefold() not in _PER:
        return first
    return " ".join(line.text for line in shown[last + 1 : last + 4])


_PER = frozenset({"/", "per", "je", "pro", "par", "por", "za", "al"})
_SHARE = re.compile(r"[-−–+]?\s?(?:%\s?\d{1,2}|\d{1,2}\s?%)")


def _texts(shown: Sequence[Line]) -> Iterator[tuple[int, int, str]]:
    """(place of its first line, of its last, text) of lines with digits; pieces of one amount are joined."""
    taken = -1
    for place, line in enumerate(shown):
        if place <= taken or len(line.text) > _MAX_CHARS:
            continue
        text, last = line.text, place
        if len(text) <= _SHORT and "%" not in text and _PIECE.fullmatch(text) and not _is_code(text):
            text, last = _joined(shown, place)
            taken = last
        elif text[-1:].isdigit() and place + 1 < len(shown) and are_cents(shown[place + 1], line):
            taken = last = place + 1
            text = f"{text}{shown[last].text}"
        if any(map(str.isdigit, text)):
            yield place, last, joined_coins(text)


_SHORT = 12


def _is_code(text: str) -> bool:
    """Whether letters that are no currency's stand against the first digit: "gd1187" is no piece of an amount."""
    return _LETTERS_AND_DIGIT.match(text) is not None and currency_of(text) is None


_LETTERS_AND_DIGIT = re.compile(r"[^\W\d]{1,3}\d")


def _joined(shown: Sequence[Line], place: int) -> tuple[str, int]:
    text, last = shown[place].text, place
    for follows in range(place + 1, min(place + _MOST_JOINED, len(shown))):
        piece = shown[follows].text
        if _is_rest(text, piece, shown, place, follows):
            return f"{text}{piece}", follows
        if len(piece) > _SHORT or not _PIECE.fullmatch(piece):
            break
        if are_cents(shown[follows], shown[place]):
            return f"{text}{piece}", follows
        if BESIDE_CURRENCY.search(piece):
            break  # the next amount
        if _SIGN_LAST.fullmatch(text) and _CENTS.fullmatch(piece) and is_drawn_small(shown[follows].element):
            return f"{text}{piece}", follows  # "129€" and, small, "90"
        opens = _OPEN_END.search(text) and (_ENDING.fullmatch(piece) or (text[-1] in ".," and _GROUP.fullmatch(piece)))
        if BESIDE_CURRENCY.search(text) and not opens:
            break  # this one is whole
        if text[-1:].isdigit() and piece[:1].isdigit():
            if not _CENTS.fullmatch(piece):
                break
            piece = f",{piece}" if "." in text else f".{piece}"
        text, last = f"{text}{piece}", follows
    return text, last


def _is_rest(text: str, piece: str, shown: Sequence[Line], place: int, follows: int) -> bool:
    """Whether a whole number goes on with its decimal mark, cents and sign: "12", ",90 €", or "54", ",", "99 zł" in one
    element.
    """
    if _OPEN_END.search(text) is None:
        return False
    if text[-1] not in ".,":
        return _REST.fullmatch(piece) is not None
    around = shown[place].element.getparent()
    return _REST_BEHIND_MARK.fullmatch(piece) is not None and shown[follows].element.getparent() is around


_REST = re.compile(r"[.,]\d{2}\s?\D{1,5}")
_REST_BEHIND_MARK = re.compile(r"\d{2}\s?\D{1,5}")


def _element_kinds(element: Any, view: PageView) -> tuple[str, ...]:
    """What the names and marks of its element make of an amount."""
    kinds: list[str] = []
    if is_struck(element):
        kinds.append(OLD)
    elif is_called_old(element):
        kinds.append(CALLED_OLD)
    elif is_named_net(element):
        kinds.append(NET)
    elif is_other(element) or is_ticked(element):
        kinds.append(CALLED_OTHER)
    if leads_elsewhere(element, view.document.url):
        kinds.append(LINKED)
    if is_card(element, view.around_heading):
        kinds.append(CARD)
    return tuple(kinds)


def _is_not_chosen(element: Any) -> bool:
    """Whether this stands in the label or row of one choice, of which the page has chosen another beforehand."""
    own = None
    for node in itself_and_above(element, 5):
        radios = [field for field in islice(node.iter("input"), _MOST_FIELDS) if field.get("type") == "radio"]
        if own is None and len(radios) > 1:
            return False  # between the choices
        if own is None and radios:
            own = radios[0]
            if own.get("checked") is not None or not own.get("name"):
                return False
        if any(
            one.get("checked") is not None and own is not None and one.get("name") == own.get("name") for one in radios
        ):
            return True
    return False


_MOST_FIELDS = 60
