"""What a declared price was before: the higher amount that the page prints right before it, marked by nothing but its
place. Pure.

Shops strike an old price out by a style sheet, which a reader of the page alone does not see. That the markup states
the second of the two is what tells them apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import pairwise

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.found import SHOWN, STATE, Found
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.others.unknown_words import UNTIL
from common.reading.visible.prices.said.labels import SALE_LABEL
from common.reading.visible.prices.tax import is_with_tax
from common.reading.words.wording import Wording

_LINES = 2
"""The lower amount follows within so many lines."""
_LEAST_SHARE = Decimal("0.4")
"""Of less than that the lower amount is another kind of price, an instalment for one."""


def reduced_from(price: Decimal, sources: Iterable[Found], printed: Sequence[PrintedAmount]) -> frozenset[Decimal]:
    """The amounts that this declared price was reduced from. None for a price that is seen only, and none where the
    higher amount is the lower one with a tax on top, or what two cost, or where words tell the two apart.
    """
    stating = [one for one in sources if one.price == price and one.source not in {SHOWN, STATE}]
    if not stating:
        return frozenset()
    plain = [one for one in printed if not one.kinds and not one.in_text and one.amount]
    return frozenset(
        before.amount
        for before, after in pairwise(plain)
        if after.amount == price
        and 0 < after.at - before.at <= _LINES
        and price < before.amount <= price / _LEAST_SHARE
        and not after.has_unknown_words
        and not any(map(_names_another, after.beside))
        and before.amount != 2 * price  # one of two, perhaps
        and before.currency in {None, after.currency}
        and not is_with_tax(price, before.amount, stating[0].currency)
    )


def _names_another(line: str) -> bool:
    """Whether words of the line tell its amount, or the one behind it, from the one before: "used", "in the app"."""
    amount = BESIDE_CURRENCY.search(line)
    said = (f"{line[: amount.start()]} {line[amount.end() :]}" if amount is not None else line).strip()
    if _WORD.search(said) is None or SALE_LABEL.fullmatch(said) or _TAXES.search(said):
        return False
    return UNTIL.fullmatch(said) is None


_WORD = re.compile(r"[^\W\d_]{2,}")
_TAXES = Wording("<tax.names:words>|<tax.included:words>")
