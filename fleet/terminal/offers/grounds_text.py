"""Why a price was believed or not, as people read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from common.outcome.judge import LEAST_STRENGTH
from common.reading.evidence.weighing.grounds import Ground

SAID: Final[dict[Ground, str]] = {
    Ground.MARKUP: "markup states it",
    Ground.MORE_MARKUP: "more markup does",
    Ground.LABELS: "labels in the page's head state it",
    Ground.STATE: "the page's data states it",
    Ground.SHOWN: "it stands where a price is looked for",
    Ground.PRINTED: "it is printed near the heading",
    Ground.NAMED: "title or description name it",
    Ground.REMAINS: "a printed saving leaves it",
    Ground.OTHER_MARKUP: "markup states another",
    Ground.OLD_MARKUP: "markup states an old or net one",
    Ground.OTHER_SHOWN: "another stands where a price is looked for",
    Ground.RIVALS: "other amounts near the heading may be the price",
    Ground.BEHIND_RIVAL: "one of these stands before it",
    Ground.HIGHER_BESIDE: "a higher one stands right beside it",
    Ground.LOWER_BEHIND: "a lower one follows it at once, and nothing tells the two apart",
    Ground.UNPRINTED: "others are printed, it is not",
    Ground.BEHIND_ZERO: "a price of zero stands before it",
    Ground.UNKNOWN_WORDS: "unknown words stand beside it",
    Ground.SOLD_APART: "another has a buy button of its own",
    Ground.SOLD_APART_HIGHER: "a higher one has a buy button of its own",
    Ground.FAR_BELOW: "another is five times as much or more",
    Ground.TAINTED: "all its places look old, net, by measure or a part",
    Ground.CONDITION: "words beside it name a condition",
    Ground.REDUCED_AGAIN: "it is the price before a saving",
    Ground.LONE: "only the text states it, and its place may be another amount's",
    Ground.SILENT: "nothing says that this is a product's page",
    Ground.UNSHOWN: "the page shows neither it nor the product's name",
    Ground.OUTRIGHT: "a higher amount buys the thing outright",
    Ground.ON_TERMS: "it is asked on terms, and what everybody pays stands beside it",
    Ground.CHOICE: "it is one of several amounts to choose from",
    Ground.SET_ASIDE: "chosen options add to it, or it is a used copy's",
    Ground.NOT_BOUGHT: "words say that it does not buy the thing",
    Ground.USED_COPY: "used copies are offered beside it",
}


def grounds_text(offer: Mapping[str, Any]) -> str:
    """`1 point, 2 are needed: +3 markup states it, -2 another stands where a price is looked for`; nothing where the
    price was not weighed, or by a version that kept no grounds.
    """
    grounds = offer.get("price_grounds") or {}
    points = offer.get("price_strength")
    if not grounds or points is None:
        return ""
    named = ((SAID.get(word, str(word).replace("_", " ")), points) for word, points in grounds.items())
    why = ", ".join(f"{points:+} {said}" for said, points in named)
    return f"{points} point{'' if points == 1 else 's'}, {LEAST_STRENGTH} are needed: {why}"
