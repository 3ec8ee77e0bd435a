"""How much is stored, and how much of it wrongly, for each strength that a price must have: the curve behind
LEAST_STRENGTH (common/outcome/judge.py).

python -m benchmarks.labelled.curve [--data FOLDER]

Every page counts twice: as it is, and with its scripts, metas and markup taken out, so that the choice rests on what is
visible alone, as it does on the many pages that have no markup. Otherwise too few prices are read wrongly to calibrate
on. Below each curve: the same by folds of hosts (folds.py). The half that is kept aside has no part in it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from lxml import etree

from benchmarks.labelled import sets
from benchmarks.labelled.asked import material_asked
from benchmarks.labelled.disputed import DISPUTED
from benchmarks.labelled.folds import Read, fold_of, folds, print_folds
from benchmarks.labelled.sets import LabelledPage
from benchmarks.labelled.table import crawlfleet
from benchmarks.labelled.tally import Reader, compared
from common.reading.text.decode import decode

STRENGTHS = range(-4, 10)
_MARKUP = ("itemprop", "itemscope", "itemtype", "itemid", "itemref", "property", "typeof", "vocab")
_CONFIRMED = frozenset({"UNCONFIRMED_PRICE"})


def main() -> int:
    data = material_asked(__doc__)
    if data is not None:
        calibrate(data)
    return 0


def calibrate(data: Path) -> None:
    """Prints both curves, each with its folds by host."""
    pages = [*sets.tuned(data), *sets.public(data)]
    read = crawlfleet()
    for name, shown in (("as they are", pages), ("what is visible alone", [_bare(page) for page in pages])):
        found = list(_prices(shown, read))
        priced = sum("price" in page.labels for page in shown)
        print(f"{len(shown)} pages, {name}: {priced} with a labelled price")
        print(f"{'at least':>10}{'stored right':>14}{'share':>8}{'stored wrong':>14}{'share of stored':>17}")
        for least in STRENGTHS:
            right = sum(one.right for one in found if one.strength >= least)
            wrong = sum(not one.right for one in found if one.strength >= least)
            print(f"{least:10}{right:14}{right / priced:8.3f}{wrong:14}{wrong / (right + wrong or 1):17.3f}")
        print()
        parts = folds(found, [fold_of(page.url) for page in shown if "price" in page.labels], STRENGTHS)
        print_folds(parts)
        print()


def _prices(pages: Iterable[LabelledPage], read: Reader) -> Iterable[Read]:
    for page in pages:
        answer = read(page.body, page.url)
        offer, verdict = answer.get("offer") or {}, answer.get("verdict") or {}
        stored = verdict.get("status") == "ok" or verdict.get("reason") in _CONFIRMED
        strength = offer.get("price_strength")
        if not stored or offer.get("price") is None or strength is None or (page.name, "price") in DISPUTED:
            continue
        kinds = {compared(page, name, offer.get(name)) for name in ("price", "currency")}
        if page.what is not None or "wrong" in kinds or "price" in page.labels:
            yield Read(strength, page.what is None and "wrong" not in kinds, fold_of(page.url))


def _bare(page: LabelledPage) -> LabelledPage:
    """The page without its scripts, metas and attributes of markup."""
    text = decode(page.body, None)  # before its metas are gone, which say how it is written
    root = etree.fromstring(text.encode(errors="replace"), etree.HTMLParser(recover=True, encoding="utf-8"))
    if root is None:
        return page
    for node in list(root.iter("script", "meta")):
        if node.get("charset") is None and node.get("http-equiv") is None:
            _drop(node)
    for node in root.iter("*"):
        for name in _MARKUP:
            node.attrib.pop(name, None)
    return replace(page, body=etree.tostring(root, encoding="utf-8", method="html", doctype="<meta charset='utf-8'>"))


def _drop(node: etree._Element) -> None:
    """Takes the element out and leaves the text behind it."""
    around, before = node.getparent(), node.getprevious()
    if around is None:
        return
    if node.tail and before is not None:
        before.tail = (before.tail or "") + node.tail
    elif node.tail:
        around.text = (around.text or "") + node.tail
    around.remove(node)


if __name__ == "__main__":
    sys.exit(main())
