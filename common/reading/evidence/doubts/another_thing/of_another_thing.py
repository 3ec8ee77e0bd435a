"""Whether a price that is only seen is that of another thing, whose name stands beside it in a small box of its own: a
spare part, an accessory, a voucher, an evening in the workshop, on the page of a product that states no price.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import dropwhile, islice, takewhile
from typing import Any

from common.reading.evidence.doubts.another_thing.own_words import is_name_again, is_own, words_of
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.parsed.document import type_of
from common.reading.parsed.letters import EAST_ASIAN
from common.reading.parsed.links import leads_to_another
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of
from common.reading.text.money import MONEY_LINE
from common.reading.visible.buttons.first import first_button
from common.reading.visible.lines import Line, itself_and_above, link_around, nearest
from common.reading.visible.others.unknown_words import says_unknown
from common.reading.visible.prices.amount_kinds import NET, TAX
from common.reading.visible.prices.places.beside_heading import names_something
from common.reading.visible.prices.price_names import is_named_price, is_struck
from common.reading.visible.view import PageView, once_a_view
from common.reading.words.wording import Wording

_KNOWN = Wording(
    r"(?:<price.words>)(?![^\W\d_])|<price.otherwise:words>|\A(?:<price.tier_before>|<price.at_least>)\Z|"
    r"\A\W{0,3}(?:<price.unused>|<price.retail_labels>)\W{0,3}\Z|<tax.names:words>|<tax.included:words>|"
    r"<price.free:words>|<price.saving:words>|<price.sale_badges:words>|<price.sale_labels:words>|<stock.in:words>|"
    r"<page.of_the_same>|<brand.own_making:words>"
)
"""Words about the product itself, or one of its prices."""
_TAXED = frozenset({NET, TAX})
_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
_STEPS, _NEAR_LINES, _CLOSE_LINES, _MOST_FIELDS, _MOST_ELEMENTS = 5, 250, 4, 20, 60
_MOST_LINES, _FEW_LINES, _BOX_CHARS = 7, 3, 300
_MOST_CHARS, _LOOKED_AT, _MOST_SIGN, _WORDS_OF_CHOICE, _CODE_CHARS = 60, 40, 4, 2, 24
_COLONS = (":", "：")
_NO_NAME = (".", "!", "?", ")", "。", "！", "？", "）")
_NEVER_IN_NAME = re.compile("[:：%]")
_LONG_WORD = re.compile(rf"[^\W\d_]{{3}}|[{EAST_ASIAN}]{{2}}")


def is_of_another_thing(price: Decimal, printed: Sequence[PrintedAmount], view: PageView) -> bool:
    """Whether that holds of every place of this price behind the heading. What stands between amounts without the tax,
    or of it, is a label of one of these, though no rule knows it.
    """
    shown = view.near(0, _NEAR_LINES)
    at = {line.at: place for place, line in enumerate(shown)}
    places = [at[one.at] for one in printed if one.amount == price and one.at > 0 and one.at in at]
    buys = first_button(shown)
    if not places or not all(_is_named(shown, place, buys, view) for place in places):
        return False
    first = shown[places[0]].at
    taxed = (one for one in printed if one.amount != price and not _TAXED.isdisjoint(one.kinds))
    return not any(abs(one.at - first) <= _CLOSE_LINES for one in taxed)


def _is_named(shown: Sequence[Line], place: int, buys: int | None, view: PageView) -> bool:
    """Whether a small box, in which the product's heading is not, holds a name with the amount. Where none does, a
    heading right before the amount is one if it leads to another page, or no element calls the amount a price.
    """
    line = shown[place]
    before, after = shown[max(0, place - _MOST_LINES) : place][::-1], shown[place + 1 : place + _MOST_LINES]
    for box in islice(itself_and_above(line.element, _STEPS), 1, None):
        if box in view.around_heading or len(text_within(box, _BOX_CHARS + 1)) > _BOX_CHARS:
            break
        ahead, behind = _in_box(before, box), _in_box(after, box)
        if len(ahead) + len(behind) > _MOST_LINES:
            break
        if _holds_name(ahead, behind, line.element, box, view):
            return not _is_choice(box, line.at, buys)
    title = shown[place - 1] if place else line
    is_title = title.at > 0 and nearest(title.element, _HEADINGS) is not None and _is_name(title, view)
    return (
        is_title
        and not _is_first(title.at, view)
        and (_leads_on(title.element, view) or not is_named_price(line.element))
    )


def _in_box(lines: Sequence[Line], box: Any) -> list[Line]:
    return list(takewhile(lambda one: one.element is box or box in one.element.iterancestors(), lines))


def _holds_name(ahead: Sequence[Line], behind: Sequence[Line], amount: Any, box: Any, view: PageView) -> bool:
    """Whether the nearest words before the amount are a name, no value behind a label, and said of no amount before it;
    or without such words a heading right behind it, or what describes a picture, is one. `ahead`: the lines of the box
    before the amount, the nearest first.
    """
    said = list(dropwhile(_says_nothing, ahead))
    if said:
        label = said[1].text if len(said) > 1 else ""
        is_of_before = len(said) == len(ahead) and MONEY_LINE.fullmatch(label) is not None
        if is_of_before or label.endswith(_COLONS) or not _is_name(said[0], view):
            return False
        if any(one.at > 0 and is_name_again(one.text, view) for one in said[1:]) or _pictures_own(amount, box, view):
            return False  # with a variant, or its maker
        return said[0].at > 0 and (_has_picture(amount, box) or not _is_first(said[0].at, view))
    if len(behind) > _FEW_LINES or any(BESIDE_CURRENCY.search(one.text) for one in behind):
        return False
    if any(nearest(one.element, _HEADINGS, 1) is not None and _is_name(one, view) for one in behind[:1]):
        return True
    return any(
        _may_name(text, view) and not is_own(text, view)
        for text in (one.get("alt") or "" for one in _pictures(amount, box))
    )


def _pictures(amount: Any, box: Any) -> Iterator[Any]:
    """Those of the box before the amount: behind it are ways to pay, seals, what opens a note."""
    ahead = takewhile(lambda node: node is not amount, islice(box.iter("*"), _MOST_ELEMENTS))
    return (node for node in ahead if node.tag == "img")


def _pictures_own(amount: Any, box: Any, view: PageView) -> bool:
    heading, _ = _own_words(view)
    return bool(heading) and any(heading.issubset(words_of(one.get("alt") or "")) for one in _pictures(amount, box))


def _has_picture(amount: Any, box: Any) -> bool:
    return next(_pictures(amount, box), None) is not None


def _is_first(at: int, view: PageView) -> bool:
    """Whether nothing stands between the heading and this line but codes, brands and lines without words: then it may
    be said of the product.
    """
    _, titled = _own_words(view)
    between = (line for line in view.near(0, at) if 0 < line.at < at and not _says_nothing(line))
    return all(_may_be_code(line.text) or titled.issuperset(words_of(line.text)) for line in between)


def _may_be_code(text: str) -> bool:
    return len(text) <= _CODE_CHARS and any(map(str.isdigit, text))


def _says_nothing(line: Line) -> bool:
    """Whether this has no words, as stars and measures have none, or is what was asked before, struck out."""
    return _LONG_WORD.search(line.text) is None or is_struck(line.element)


def _leads_on(element: Any, view: PageView) -> bool:
    link = link_around(element)
    return link is not None and leads_to_another(link.get("href"), view.document.url)


def _is_choice(box: Any, at: int, buys: int | None) -> bool:
    """Whether a field to choose by stands in the box, or one of its kind with an amount beside it, and the button that
    buys what is chosen further below.
    """
    if any(type_of(field) == "radio" for field in islice(box.iter("input"), _MOST_FIELDS)):
        return True
    if buys is None or buys <= at or next(box.iter("button", "a", "img", "form"), None) is not None:
        return False
    beside = (node for node in (box.getprevious(), box.getnext()) if node is not None)
    return any(node.tag == box.tag and BESIDE_CURRENCY.search(text_within(node, _BOX_CHARS)) for node in beside)


def _is_name(line: Line, view: PageView) -> bool:
    return _may_name(line.text, view) and not is_own(line.text, view, line.element)


def _may_name(text: str, view: PageView) -> bool:
    """Whether this may name another thing than the heading does: words that no rule knows beside a price."""
    if len(text) > _MOST_CHARS or text.endswith(_NO_NAME) or _NEVER_IN_NAME.search(text):
        return False
    if _LONG_WORD.search(text) is None or BESIDE_CURRENCY.search(text) or _KNOWN.search(text):
        return False
    if not names_something(text) or not says_unknown(text[:_LOOKED_AT]) or _is_code_of_money(text):
        return False
    words = words_of(text)
    if len(words) == _WORDS_OF_CHOICE and text[-1].isdigit():
        return False  # "Size 42"
    heading, titled = _own_words(view)
    return not titled.issuperset(words) and not heading.issubset(words)


def _is_code_of_money(text: str) -> bool:
    return len(text) <= _MOST_SIGN and currency_of(text) is not None


@once_a_view
def _own_words(view: PageView) -> tuple[frozenset[str], frozenset[str]]:
    """Those of the heading, and with them those of the page's title."""
    heading = frozenset(words_of(view.heading.text or ""))
    return heading, heading | frozenset(words_of(view.document.title or ""))
