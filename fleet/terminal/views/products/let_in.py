"""What lets in a price that waits or was not stored. Nobody can do it by hand: only pages can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.offer import VerdictReason
from common.outcome.second_sight import Doubt

if TYPE_CHECKING:
    from common.store import PendingSight

BY_DESIGN = 'Nobody can confirm it by hand (docs/operators.md, "A price that is pending, or was not stored")'

TOLD = "`crawlfleet shops currency` for a shop of the open web whose pages never say it"

_LETS_IN = {
    VerdictReason.NO_TITLE: "a page that names the product",
    VerdictReason.AMBIGUOUS_PRICE: "a page that does not contradict itself about the price",
    VerdictReason.AMBIGUOUS_CURRENCY: f"a page that says which currency it means, or {TOLD}",
    VerdictReason.AMBIGUOUS_AVAILABILITY: "a page that does not contradict itself about the availability",
    VerdictReason.UNCONFIRMED_PRICE: "a page on which more speaks for its price",
    VerdictReason.UNKNOWN_AVAILABILITY: "a page that says whether it can be bought",
    VerdictReason.NO_PRICE: "a page with a price",
    VerdictReason.ZERO_PRICE: "a page with a price above zero",
    VerdictReason.NEGATIVE_PRICE: "a page with a price above zero",
    VerdictReason.NO_CURRENCY: f"a page that states the price's currency, or {TOLD}",
    VerdictReason.UNSTABLE: "two looks in a row that see the same price, or wider factors for its shop in [jumps]",
    VerdictReason.ANOTHER_PRODUCT: (
        "a page that shows this product again; or two looks in a row at the other one, with a price or with stock and "
        "a GTIN"
    ),
    VerdictReason.UNCONFIRMED: "a look by a worker of your own, or two volunteers who agree",
}


def let_in_text(reason: str | None, pending: Sequence[PendingSight]) -> str:
    """What is asked for, and that no person can stand in for it; nothing where nothing waits or was refused.

    `reason`: the product's verdict_reason. A word of another version of this program is told as any page's.
    """
    if pending:
        same = "the same product" if pending[-1].doubt == Doubt.ANOTHER_PRODUCT else "the same price"
        return f"a second look that sees {same}. {BY_DESIGN}"
    if reason is None:
        return ""
    asked = _LETS_IN[VerdictReason(reason)] if reason in list(VerdictReason) else "a page that can be read"
    return f"{asked}. {BY_DESIGN}"
