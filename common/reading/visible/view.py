"""The one value that the readers of the visible page share: what they look at, from where, and whose "$" it means."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from common.reading.parsed.document import Document
from common.reading.text.address_parts import host_of
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of
from common.reading.text.places.currency_hint import named_currency, whose_crown, whose_yen
from common.reading.text.places.dollar_homes import home_of_dollar, may_be_at_home_abroad
from common.reading.text.places.dollar_place import joined, named_place, names_other_dollar, of_another_country
from common.reading.text.places.peso_place import whose_peso
from common.reading.visible.early_others import turn_without_early
from common.reading.visible.headings.heading import Heading
from common.reading.visible.layout.gathering import lines
from common.reading.visible.lines import Line, near, within
from common.reading.visible.money_choosers import chosen_currency, without_choosers
from common.reading.visible.others.bundles import set_apart
from common.reading.visible.prices.column_heads import say_heads

_MOST_HEADS = 1_500
Asked = ParamSpec("Asked")
Known = TypeVar("Known")


@dataclass(frozen=True, slots=True)
class PageView:
    """A page as a reader sees it, with its main heading as the point to count from."""

    document: Document
    heading: Heading
    lines: Sequence[Line]
    """All of the page's, hidden ones and those about other products too. At most 12,000."""
    around_heading: frozenset[Any]
    """The heading's element and every element that holds it; empty without a heading."""
    currency_hint: str | None = None
    """ISO 4217 of the page's country, or the one its scripts name: for numbers without a sign and shared signs."""
    turns_at: int | None = None
    """How many lines behind the heading other products begin; None when they never do."""
    _known: dict[tuple[int, int], list[Line]] = field(default_factory=dict, repr=False, compare=False)
    """What `near` has answered: a dozen rules ask for the same lines."""
    _known_of_product: dict[tuple[int, int], list[Line]] = field(default_factory=dict, repr=False, compare=False)
    """What `of_the_product` has answered."""
    kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What the functions answered that work once a view."""

    def near(self, before: int, after: int) -> list[Line]:
        """The visible lines from `before` lines ahead of the heading to `after` behind it, up to where the page turns
        to other products. Not to be changed.
        """
        known = self._known.get((before, after))
        if known is None:
            last = after if self.turns_at is None else min(after, self.turns_at - 1)
            ranges = self._known.items()
            wider = next((found for (ahead, behind), found in ranges if before <= ahead and after <= behind), None)
            found = near(self.lines, before, last) if wider is None else wider
            known = self._known[before, after] = [line for line in found if -before <= line.at <= last]
        return known

    def of_the_product(self, before: int, after: int) -> list[Line]:
        """The lines that far around the heading that are not about other products. Hidden ones count: tables of
        details often stand in a closed tab. Not to be changed.
        """
        known = self._known_of_product.get((before, after))
        if known is None:
            found = within(self.lines, before, after)
            known = self._known_of_product[before, after] = [
                line for line in found if not (line._zone or line.rough_zone)[1]
            ]
        return known


def once_a_view(
    work: Callable[Concatenate[PageView, Asked], Known],
) -> Callable[Concatenate[PageView, Asked], Known]:
    """The function, whose answer is kept with the view: several rules ask the same of a page."""

    @wraps(work)
    def answer(view: PageView, /, *asked: Asked.args, **named: Asked.kwargs) -> Known:
        key = (work, asked, *named.items())
        if key not in view.kept:
            view.kept[key] = work(view, *asked, **named)
        known: Known = view.kept[key]
        return known

    return answer


def view_of(document: Document, heading: Heading, currency_hint: str | None = None) -> PageView:
    """The page seen from this heading. The document must have a root."""
    element = heading.element
    around = frozenset((element, *element.iterancestors())) if element is not None else frozenset()
    found = lines(document, heading)
    set_apart(found, around)
    say_heads(found, document.first(_MOST_HEADS, "th"))
    return PageView(document, heading, found, around, currency_hint, turn_without_early(found, around))


def whole_view(document: Document) -> PageView:
    """The page seen from its beginning, as if it named nothing: what tells of lists asks for it several times."""
    kept = document.kept.setdefault("whole view", [])
    if not kept:
        kept.append(view_of(document, Heading()))
    view: PageView = kept[0]
    return view


def with_shared_sign(view: PageView, hint: str | None, language: str | None) -> PageView:
    """The view with the currency that "$", "¥" or "kr" stands for, where the page prints one of these."""
    if hint is None and (crown := whose_crown(language)) is not None:
        return replace(view, currency_hint=crown) if any(_CROWN.search(line.text) for line in view.lines) else view
    if _DOLLAR_OR_YEN.search("\n".join([line.text for line in view.lines])) is None:  # quicker than line by line
        return view
    said = _texts_about_money(view)
    if any("$" in text for text in said):
        return replace(view, currency_hint=whose_dollar(view, hint))
    is_yen = hint is None and any(_YEN.search(text) for text in said)
    return replace(view, currency_hint=whose_yen(said)) if is_yen else view


_CROWN = re.compile(r"\d\s?(?:[Kk]r\b|:-)|\b[Kk]r\.?\s?\d")
"""Also as Sweden writes its whole crowns: "130:-"."""
_YEN, _DOLLAR_OR_YEN = re.compile("[¥￥]"), re.compile("[$¥￥]")


@once_a_view
def _texts_about_money(view: PageView) -> Sequence[str]:
    """What the lines say that may tell whose money the page counts in: not those to choose another one with."""
    return [line.text for line in without_choosers(view.lines)]


def whose_dollar(view: PageView, hint: str | None) -> str | None:
    """The currency of "$" on a page that nothing, or what may be a theme's own language, says to be American: above all
    the one that its list of currencies shows as chosen.
    """
    texts = _texts_about_money(view)
    if (chosen := chosen_currency(view.document)) in _DOLLARS:
        return chosen
    if hint is None:
        everything = [line.text for line in view.lines]
        host = host_of(view.document.url)
        place = named_place(texts, host) or named_place(everything, host) or home_of_dollar(texts)
        return place or whose_peso(everything, view.document.root.get("lang")) or _dollar_abroad(everything)
    if view.document.currency_of_place(None):
        return hint
    other = home_of_sign(view)
    if other is None:
        return None if may_be_at_home_abroad(texts) and not named_currency(view.document.text) else hint
    return None if named_currency(view.document.text) else other


@once_a_view
def home_of_sign(view: PageView) -> str | None:
    """The currency that "$" is where the page's shop is at home; None where the page does not tell that, or speaks of
    the United States.
    """
    texts = _texts_about_money(view)
    return of_another_country(texts) or home_of_dollar(texts) or _peso_abroad(view)


def _peso_abroad(view: PageView) -> str | None:
    """The peso of the country that a page in Spanish is of, whatever a tracker counts in that nobody changed."""
    peso = whose_peso([line.text for line in view.lines], view.document.root.get("lang"))
    return peso if peso != "USD" else None


def _dollar_abroad(texts: Sequence[str]) -> str | None:
    """USD where these lines, all of a page, have amounts of one other currency, which is no dollar, as well, and name
    no country with a dollar of its own: a shop of India asks strangers for that of the United States.
    """
    if names_other_dollar(joined(texts)):
        return None
    found = {currency_of(one[0]) for text in texts for one in BESIDE_CURRENCY.finditer(text) if "$" not in one[0]}
    return "USD" if len(found) == 1 and None not in found and not found & _DOLLARS else None


_DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "CLP", "ARS", "COP", "BRL"})
"""What "$" may mean; and BRL, whose sign holds one."""
