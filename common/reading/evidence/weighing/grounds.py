"""The grounds that speak for a price or against it, and the points of each.

Every source and every printed place for a price counts, and whatever the page says otherwise counts against it.
docs/reading.md ("What speaks for a price") tells of each more.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

ALONE: Final = 8
"""Points of a ground that is enough against a price, whatever speaks for it."""


class Ground(StrEnum):
    """Why points are given or taken. Stored with the offer, so a word here is never changed, only added."""

    # For it.
    MARKUP = "markup"
    """The markup (JSON-LD, microdata, RDFa) states it."""
    MORE_MARKUP = "more_markup"
    """A further kind of markup does; for each."""
    LABELS = "labels"
    """The labels in the head (OpenGraph and its kin) state it."""
    STATE = "state"
    """The page's state states it, which has the labels' backend; STATE_ALONE_TIMES where the page prints no amount near
    its heading, because scripts will draw it."""
    SHOWN = "shown"
    """It stands where a reader looks for the price."""
    PRINTED = "printed"
    """The page prints it, plainly, near its heading."""
    NAMED = "named"
    """The page's title or description names it."""
    REMAINS = "remains"
    """It is another printed amount less what the page says is saved."""

    # Against it: other prices.
    OTHER_MARKUP = "other_markup"
    """The markup states another one."""
    OLD_MARKUP = "old_markup"
    """The markup states another one, and all that the page prints of that is old, net or no whole price."""
    OTHER_SHOWN = "other_shown"
    """A reader would take another one for the price, unless the markup's was reduced from that."""
    RIVALS = "rivals"
    """Another plain amount stands between the heading and the button that buys, for each, and once more when one
    stands right beside it, or behind the same label; MOST_RIVALS times at most."""
    BEHIND_RIVAL = "behind_rival"
    """Such another amount stands before it."""
    HIGHER_BESIDE = "higher_beside"
    """One of these is higher and stands right beside it, before the button that buys (none between its places)."""
    LOWER_BEHIND = "lower_behind"
    """One of these is lower and follows it at once, both bare: in the next line, where a reader would not take this one
    for the price, or on the same line, which counts twice."""
    UNPRINTED = "unprinted"
    """The page prints it nowhere, and such another amount, or amounts by measure only."""
    BEHIND_ZERO = "behind_zero"
    """An element named a price says zero before it."""
    UNKNOWN_WORDS = "unknown_words"
    """Words that no rule knows stand beside it, and none beside a higher amount right there."""
    SOLD_APART = "sold_apart"
    """Another amount is sold by a button of its own, with the same words (doubts/sold_apart.py)."""
    SOLD_APART_HIGHER = "sold_apart_higher"
    """So is a higher one that is no card's."""
    FAR_BELOW = "far_below"
    """It is not where a reader looks, and a plain amount beside it, or the one there, is five times as much or more."""

    # Against it: words about it, and the page.
    TAINTED = "tainted"
    """All that the page prints of it is old, a part, by measure, net or the lowest of thirty days."""
    CONDITION = "condition"
    """Besides, words beside every place of it make it a part, shipping, a member's or a bid."""
    REDUCED_AGAIN = "reduced_again"
    """By a per cent that the page prints it is what was asked before what the page says is saved."""
    LONE = "lone"
    """The page's text alone states it, and all its places look like another amount's (doubts/lone.py)."""
    SILENT = "silent"
    """Nothing on the page says that it is a product's (reading/silent.py)."""
    UNSHOWN = "unshown"
    """The markup alone states it, and the page shows neither it nor the name (doubts/unshown.py)."""
    OUTRIGHT = "outright"
    """The page says that an amount of more than twice as much buys the thing outright (doubts/outright.py)."""
    ON_TERMS = "on_terms"
    """It is asked on terms only, and what everybody pays stands beside it (doubts/terms/on_terms.py)."""
    CHOICE = "choice"
    """It is one of several amounts to choose from, each a choice and nothing else (doubts/chooser.py)."""
    SET_ASIDE = "set_aside"
    """Options that are chosen add to it (prices/chosen_options.py), or it stands only in links to a used copy
    (doubts/used_copy.py)."""
    NOT_BOUGHT = "not_bought"
    """It does not buy the thing: words beside it say so or that it is paid in advance (doubts/not_bought.py,
    doubts/parts/in_advance.py), it is a bid or made up (instead/unsettled.py), the page sells no goods
    (doubts/no_goods.py), or all its places stand in cards of other products (instead/price_of_card.py)."""
    USED_COPY = "used_copy"
    """Offers of used copies are declared beside it, and the page names another price first (evidence/used_offer.py)."""


POINTS: Final[dict[Ground, int]] = {
    Ground.MARKUP: 3,
    Ground.MORE_MARKUP: 1,
    Ground.LABELS: 2,
    Ground.STATE: 1,
    Ground.SHOWN: 2,
    Ground.PRINTED: 1,
    Ground.NAMED: 1,
    Ground.REMAINS: 1,
    Ground.OTHER_MARKUP: -3,
    Ground.OLD_MARKUP: -1,
    Ground.OTHER_SHOWN: -2,
    Ground.RIVALS: -1,
    Ground.BEHIND_RIVAL: -1,
    Ground.HIGHER_BESIDE: -3,
    Ground.LOWER_BEHIND: -2,
    Ground.UNPRINTED: -2,
    Ground.BEHIND_ZERO: -3,
    Ground.UNKNOWN_WORDS: -2,
    Ground.SOLD_APART: -3,
    Ground.SOLD_APART_HIGHER: -5,
    Ground.FAR_BELOW: -3,
    Ground.TAINTED: -3,
    Ground.CONDITION: -1,
    Ground.REDUCED_AGAIN: -3,
    Ground.LONE: -2,
    Ground.SILENT: -4,
    Ground.UNSHOWN: -3,
    Ground.OUTRIGHT: -ALONE,
    Ground.ON_TERMS: -ALONE,
    Ground.CHOICE: -ALONE,
    Ground.SET_ASIDE: -ALONE,
    Ground.NOT_BOUGHT: -ALONE,
    Ground.USED_COPY: -ALONE,
}
MOST_RIVALS: Final = 2
STATE_ALONE_TIMES: Final = 2
