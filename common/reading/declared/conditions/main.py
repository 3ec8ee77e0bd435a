"""Which of several Offers are those of the thing as it is mainly sold: new, where others are of used ones.

Big shops declare what they ask for opened, refurbished or used copies beside what they ask for a new one. The lowest of
all these is then no price of what the page shows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.details.kinds import Condition
from common.reading.declared.conditions.stated import condition_of
from common.reading.declared.schema_node import SchemaNode
from common.reading.text.json_text import text_of
from common.reading.words.wording import Wording

_USED = Wording("<price.used>")
_PARTS = re.compile(r"\s[|/–—-]\s|[(),;:·|]|\s?/\s?")
_NAME_CHARS, _MOST_PARTS = 160, 12


def of_main_condition(offers: Sequence[SchemaNode]) -> Sequence[SchemaNode]:
    """Those that are not said to be of a used or refurbished copy, where others are; all where none is, and where all
    are: then that is what the page sells.
    """
    if len(offers) < 2:
        return offers
    kept = [offer for offer in offers if not _is_used(offer)]
    return kept or offers


def used_beside(offers: Sequence[SchemaNode]) -> Sequence[SchemaNode]:
    """Those that `of_main_condition` leaves out."""
    return [offer for offer in offers if _is_used(offer)] if is_mixed(offers) else ()


def is_mixed(offers: Sequence[SchemaNode]) -> bool:
    """Whether some of them are said to be of used copies, and others are not."""
    return 0 < sum(map(_is_used, offers)) < len(offers)


def _is_used(offer: SchemaNode) -> bool:
    """By its condition, or, where that is not stated, by a part of its name: "Blue lamp - Open Box". Shop systems write
    "new" into every offer, so such a name counts against that, too.
    """
    stated = offer.value("itemCondition")
    is_not_new = condition_of(stated) in _NOT_NEW or _DAMAGED in (text_of(stated) or "").casefold()
    return is_not_new or _says_used(offer.text("name") or "")


_NOT_NEW, _DAMAGED = frozenset({Condition.USED, Condition.REFURBISHED}), "damagedcondition"


def _says_used(name: str) -> bool:
    parts = [part.strip() for part in _PARTS.split(name[:_NAME_CHARS])[:_MOST_PARTS]]
    return any(part and _USED.fullmatch(part) for part in parts)
