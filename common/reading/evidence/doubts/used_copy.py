"""Whether a price is that of a used, opened or refurbished copy of a thing that the page sells new: "$279.99",
"Open-Box from $219.99". Shops declare the lowest of all that they ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.parsed.links import stays_here
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.lines import Line, link_around
from common.reading.visible.prices.said.labels import FROM_LABEL
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_USED = Wording(r"\W{0,3}(?:<price.used>)(?:\s(?:<price.from:words>))?\W{0,3}")
SAYS_USED = Wording("<price.used:words>")
_USED_BEHIND = Wording(r"\W{0,3}(?:<price.used>)(?![^\W_])")
_USED_FIRST = Wording(r"\W{0,3}(?:<price.used>)\s?[,:：;(（–—|-]")
_MOST_CHARS = 60


def is_of_used_copy(
    price: PrintedAmount, places: Sequence[PrintedAmount], printed: Sequence[PrintedAmount], view: PageView
) -> bool:
    """Whether words for a used copy stand beside each of these `places` of the price, and a higher amount that nothing
    makes another one stands before them. Not where the page is of used goods itself, by its heading or title.
    """
    first = min(one.at for one in places)
    if not any(_may_be_of_new(other, price) for other in printed if 0 < other.at < first):
        return False
    lines = view.near(0, max(one.at for one in places) + 1)
    spots = [place for place, line in enumerate(lines) if any(line.at == one.at for one in places)]
    return bool(spots) and all(_is_beside_used(lines, place) for place in spots) and not is_of_used_goods(view)


def is_of_used_goods(view: PageView) -> bool:
    """Whether the page's heading or title says that what it sells is used or refurbished."""
    return SAYS_USED.search(f"{view.heading.text or ''} | {view.document.title or ''}") is not None


def _may_be_of_new(other: PrintedAmount, price: PrintedAmount) -> bool:
    is_plain = not other.kinds and not other.in_text
    return is_plain and price.amount < other.amount <= _MOST_TIMES * price.amount and other.currency == price.currency


_MOST_TIMES = 20


def _is_beside_used(lines: Sequence[Line], place: int) -> bool:
    before = lines[place - 1] if place and lines[place - 1].at > 0 else None
    return _says_used_of(lines[place].text, before.text if before is not None else "")


def used_only(printed: Sequence[PrintedAmount], view: PageView) -> frozenset[Decimal]:
    """The amounts that stand near the heading only as a used copy's in links to it, where the page also prints a plain
    higher one and is of no used goods itself. One that is in no link may be what the page has chosen.
    """
    near = [one for one in printed if one.at > 0]
    used = [one for one in near if is_called_used(one) or _begins_used(one)]
    if not used or is_of_used_goods(view):
        return frozenset()
    linked = {line.at for line in view.near(0, max(one.at for one in used)) if _leads_on(line)}
    only = {one.amount for one in used} - {one.amount for one in near if one not in used or one.at not in linked}
    return frozenset(
        amount
        for amount in only
        if any(not one.kinds and amount < one.amount <= _MOST_TIMES * amount for one in near if one not in used)
    )


def _leads_on(line: Line) -> bool:
    link = link_around(line.element, _LINK_STEPS)
    return link is not None and not stays_here(link.get("href"))


_LINK_STEPS = 3


def _begins_used(one: PrintedAmount) -> bool:
    """Whether the amount's line begins with words for a used copy, ended by a mark: "Used, overhauled — 120.00"."""
    return bool(one.beside) and _USED_FIRST.match(one.beside[-1][:_MOST_CHARS]) is not None


def is_called_used(one: PrintedAmount) -> bool:
    """Whether words beside this amount make it that of a used copy."""
    return bool(one.beside) and _says_used_of(one.beside[-1], one.label)


def _says_used_of(text: str, before: str) -> bool:
    """Whether the words before the amount on its line, else all of the line before or what stands right behind, are
    words for a used copy."""
    text = text[:_MOST_CHARS]
    match = BESIDE_CURRENCY.search(text)
    if match is None:
        return False
    own = text[: match.start()].strip()
    if own and not FROM_LABEL.fullmatch(own):
        return _USED.fullmatch(own) is not None
    is_labelled = len(before) <= _MOST_CHARS and _USED.fullmatch(before) is not None
    return is_labelled or _USED_BEHIND.match(text, match.end()) is not None
