"""What a reader made of labelled pages: right, wrong and missed per field, and what it would have stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from benchmarks.labelled.disputed import DISPUTED
from benchmarks.labelled.sets import FIELDS, LabelledPage
from common.reading.text.currencies.named import currency_of

Reader = Callable[[bytes, str], dict[str, Any]]
"""An inflated page and its address to an answer in the shape of `read_saved`; without a verdict all is stored."""
RIGHT, WRONG, MISSED = "right", "wrong", "missed"
NAMED = {
    "captcha": {"CAPTCHA"}, "error": {"ERROR_PAGE", "NOT_FOUND", "REMOVED"}, "login": {"LOGIN_WALL"},
    "listing": {"LISTING"}, "search": {"SEARCH"}, "review": {"REVIEW"}, "home": {"HOME"}, "article": {"ARTICLE"},
    "shell": {"EMPTY_SHELL"},
}  # fmt: skip
"""What a page is labelled as → the reasons that say so."""


@dataclass(slots=True)
class Tally:
    """Counts over one set of pages. `stored_wrong` and `non_products_stored` hold the names of the pages."""

    pages: int = 0
    fields: dict[str, Counter[str]] = field(default_factory=lambda: {name: Counter() for name in FIELDS})
    priced: int = 0
    """Products with a labelled price."""
    stored_right: int = 0
    stored_wrong: list[str] = field(default_factory=list)
    stored_disputed: list[str] = field(default_factory=list)
    """Stored otherwise than labelled, where the label is disputed (disputed.py)."""
    non_products: int = 0
    non_products_taken: list[str] = field(default_factory=list)
    """Pages of no single product for which an offer was made, stored or not."""
    non_products_stored: list[str] = field(default_factory=list)
    named: Counter[bool] = field(default_factory=Counter)
    """Of the refused pages of no product whose label has a reason of its own: whether the reason is that."""
    products_refused: list[str] = field(default_factory=list)
    misses: list[Miss] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Miss:
    """One thing that was read otherwise than labelled, for whoever works on the rules."""

    name: str
    field: str
    kind: str
    label: tuple[str, ...]
    read: str | None
    why: str


def tally(pages: Iterable[LabelledPage], read: Reader) -> Tally:
    """Every page read once and compared."""
    found = Tally()
    for page in pages:
        found.pages += 1
        count(page, read(page.body, page.url), found)
    return found


def count(page: LabelledPage, answer: Mapping[str, Any], found: Tally) -> None:
    """Adds one page's answer to the counts."""
    offer: Mapping[str, Any] = answer.get("offer") or {}
    verdict = answer.get("verdict") or {}
    stored = verdict.get("status", "ok") == "ok" and offer.get("price") is not None
    why = f"{answer.get('reason') or verdict.get('reason') or 'stored'} {_sources(answer)}"
    if page.what is not None:
        found.non_products += 1
        if offer and _says_something(offer):
            found.non_products_taken.append(page.name)
            found.misses.append(Miss(page.name, "kind", WRONG, (page.what,), str(offer.get("price")), why))
        reasons = NAMED.get(page.what)
        if reasons is not None and not offer:
            found.named[answer.get("reason") in reasons] += 1
            if answer.get("reason") not in reasons:
                found.misses.append(Miss(page.name, "reason", WRONG, (page.what,), str(answer.get("reason")), why))
        if stored:
            found.non_products_stored.append(page.name)
        return
    if not offer:
        found.products_refused.append(page.name)
        found.misses.append(Miss(page.name, "kind", MISSED, ("product",), None, f"{why} {answer.get('detail')}"))
    kinds = {name: compared(page, name, offer.get(name)) for name in FIELDS}
    for name, kind in kinds.items():
        if kind is not None:
            found.fields[name][kind] += 1
        if kind in {WRONG, MISSED} and offer:
            found.misses.append(
                Miss(page.name, name, kind, page.labels.get(name, ("none",)), str(offer.get(name)), why)
            )
    if "price" in page.labels:
        found.priced += 1
    _stored(page, kinds, stored, found)
    if not stored and kinds["price"] == RIGHT:
        found.misses.append(Miss(page.name, "stored", MISSED, page.labels["price"], str(offer.get("price")), why))


def _stored(page: LabelledPage, kinds: Mapping[str, str | None], stored: bool, found: Tally) -> None:
    if not stored:
        return
    wrong = [name for name in ("price", "currency") if kinds[name] == WRONG]
    if not wrong:
        found.stored_right += "price" in page.labels
    elif all((page.name, name) in DISPUTED for name in wrong):
        found.stored_disputed.append(page.name)
    else:
        found.stored_wrong.append(page.name)


def compared(page: LabelledPage, name: str, read: Any) -> str | None:
    """None where there is nothing to score."""
    nothing = read in (None, "", "UNKNOWN")
    if name == "price" and page.priceless:
        return None if nothing else WRONG
    expected = page.labels.get(name)
    if expected is None:
        return None
    if nothing:
        return MISSED
    return RIGHT if any(_is_same(name, one, str(read)) for one in expected) else WRONG


def _is_same(name: str, expected: str, read: str) -> bool:
    if name == "price":
        try:
            return Decimal(expected) == Decimal(read)
        except InvalidOperation:
            return False
    if name == "currency":
        return read in {expected, currency_of(expected, read)}
    if name == "availability":
        return expected == read
    return expected.strip().casefold() == read.strip().casefold()


def _says_something(offer: Mapping[str, Any]) -> bool:
    return any(offer.get(name) not in (None, "", "UNKNOWN") for name in ("title", "price", "sku", "availability"))


def _sources(answer: Mapping[str, Any]) -> str:
    return str((answer.get("offer") or {}).get("came_from") or "")


def rates(count: Mapping[str, int]) -> tuple[float, float, float]:
    """F1, precision and recall. What is not labelled counts for nothing."""
    right, wrong, missed = (count.get(kind, 0) for kind in (RIGHT, WRONG, MISSED))
    precision = right / (right + wrong) if right + wrong else 0.0
    recall = right / (right + wrong + missed) if right + wrong + missed else 0.0
    return (2 * precision * recall / (precision + recall) if precision + recall else 0.0), precision, recall


def misses_of(found: Tally, fields: Iterable[str]) -> Iterator[str]:
    """A line for each miss in these fields ("kind": taken or refused wrongly; "stored": right, but not stored)."""
    wanted = set(fields)
    for miss in found.misses:
        if miss.field in wanted or "all" in wanted:
            labelled = f"label {'|'.join(miss.label)[:60]!r} read {miss.read!r}"
            yield f"{miss.field:12} {miss.kind:7} {miss.name[:60]:60} {labelled} {miss.why}"
