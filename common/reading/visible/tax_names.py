"""Amounts that the names of their elements call net of tax. One shop system calls every price so ("price--withoutTax"),
also where there is no tax: such a name counts only where another amount beside it is named, or said to be, with tax.

Programmers give such names, most in English, which stand here; those in other languages stand with these.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import Any

from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.lines import itself_and_above, names_of
from common.reading.words.wording import Wording

MOST_TAXED = Decimal("1.275")
"""What an amount with its tax comes to at most, of one without: 27 % is Hungary's, and amounts are rounded."""
SAYS_NET = Wording(r"<tax.net:words>|[+＋]\s?\d{1,2}(?:[.,]\d)?\s?%\s?(?:<tax.names>)(?![^\W_])")
"""Words that call an amount net of tax, or put a tax of so many per cent on top of it: "+ 12% GST"."""

SAYS_TAXED = Wording("<tax.included:words>")
"""Words that say that the tax is in the amount."""
_NET = Wording(
    r"ex(?:cl(?:uding)?)?[-_]?(?:tax|vat)|price-tax|without[-_]?tax|price-?net(?![a-z]|-gross)|"
    r"(?:^|[\s_-])(?:ex|excl|net(?![-_]?(?:gross|<names.gross>))|<names.net>)(?=$|[\s_-])"
)
_GROSS = Wording(
    r"incl?(?:uding)?[-_]?(?:tax|vat)|with[-_]?tax|price-?gross|(?:^|[\s_-])(?:inc|incl|gross|<names.gross>)(?=$|[\s_-])"
)
_STEPS, _MOST_ELEMENTS, _MOST_CHARS, _AMOUNT_CHARS = 4, 150, 300, 60


def is_named_net(element: Any) -> bool:
    """Whether this, or what it stands in, is named net of tax and another amount beside it has the tax in it."""
    return any(names_net(names_of(node)) and has_gross_beside(node) for node in itself_and_above(element))


def is_named_gross(element: Any) -> bool:
    """Whether this, or what it stands in, is named with tax."""
    return any(_names_gross(names_of(node)) for node in itself_and_above(element))


@lru_cache(maxsize=4096)
def names_net(names: str) -> bool:
    return _NET.search(names) is not None


@lru_cache(maxsize=4096)
def _names_gross(names: str) -> bool:
    return _GROSS.search(names) is not None


def has_gross_beside(net: Any) -> bool:
    """Whether close to this element another one with an amount is named with tax, or words call one so."""
    if SAYS_TAXED.search(squeeze(text_within(net, _MOST_CHARS))):
        return False
    if any(isinstance(one.tag, str) and _names_gross(names_of(one)) for one in islice(net.iter(), _MOST_ELEMENTS)):
        return False  # a box of both, "price_net", around "price_net_brutto"
    for around in islice(net.iterancestors(), _STEPS):
        for one in islice(around.iter(), _MOST_ELEMENTS):
            if isinstance(one.tag, str) and one is not net and _names_gross(names_of(one)) and _has_digit(one):
                return True
        text = squeeze(text_within(around, _MOST_CHARS))
        if len(BESIDE_CURRENCY.findall(text)) > 1 and SAYS_TAXED.search(text):
            return True
    return False


def _has_digit(element: Any) -> bool:
    return any(map(str.isdigit, text_within(element, _AMOUNT_CHARS)))
