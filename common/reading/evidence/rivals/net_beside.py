"""Beside the price what it is without its tax, and that tax: two amounts that are no other prices."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from common.reading.evidence.page import Page
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.found import SHOWN, Found
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.discounts.per_cents import is_discount
from common.reading.visible.prices.amount_kinds import NET, is_taxed
from common.reading.visible.prices.tax import is_net_to_the_cent, is_with_tax
from common.reading.visible.tax_names import SAYS_NET
from common.reading.words.wording import Wording

BESIDE_LINES = 4


def is_tax_in(one: PrintedAmount, price: Decimal, printed: Sequence[PrintedAmount]) -> bool:
    """Whether this and an amount that is called net of tax make the price: it is the tax, whatever it is called."""
    return any(NET in net.kinds and net.amount + one.amount == price for net in printed)


def is_net_beside(one: PrintedAmount, price: Decimal, chosen: Found, page: Page) -> bool:
    """Whether the price is this one with a tax on top, on the same line or close by, and words say that the tax is in
    it: "2,227 (with tax 2,450)". On one line without a word, too, where as much can hardly have been taken off:
    "£29.93 (£24.94)". Not where the tax is in this one: "Usual price £120", "£100 incl. VAT".
    """
    if one.amount >= price or not is_with_tax(one.amount, price, chosen.currency):
        return False
    ends = [(min(one.at, place.at), max(one.at, place.at)) for place in page.printed if place.amount == price]
    taxed = {line.at for line in page.shown() if is_taxed(line.text)}
    is_said = any(place.amount == price and place.at in taxed for place in page.printed)
    if not is_said and is_discount(one.amount, price, page.shares):
        return False  # a fifth of tax is a sixth of the whole: a price reduced by that, where the page says so
    is_apart = (one.at, one.at) not in ends
    if is_apart and any(line.at == one.at and _SAYS_TAXED.search(line.text) for line in page.shown()):
        return False
    is_exact = is_net_to_the_cent(one.amount, price, chosen.currency)
    if not is_apart:
        beside = [line for line in page.shown() if abs(line.at - one.at) <= _SAID_BEHIND]
        return any(_names_both(line.text) for line in beside) or any(
            _is_net_on_line(line.text, one, is_exact=is_exact, is_declared=chosen.source != SHOWN)
            for line in beside
            if line.at == one.at
        )
    near = [(first, last) for first, last in ends if last - first <= BESIDE_LINES]
    # Behind this one such words speak of this one, unless the two amounts tell otherwise.
    said = [(first, last - 1 if last == one.at and not is_exact else last + _SAID_BEHIND) for first, last in near]
    return any(first <= at <= last for first, last in said for at in taxed)


def _names_both(text: str) -> bool:
    """Whether this says both "inc VAT" and "ex VAT", of two amounts close by."""
    return is_taxed(text) and SAYS_NET.search(text) is not None


def _is_net_on_line(text: str, net: PrintedAmount, *, is_exact: bool, is_declared: bool) -> bool:
    """Whether words of this line say that the tax is in its other amount: behind an amount without it any, before one
    those between the two; no word has to where the tax `is_exact`, or where the other stands behind and `is_declared`.
    What stands behind the last may speak of that: "119 € 100 € incl. VAT".
    """
    values = [(match, amount_of(match, net.currency)) for match in BESIDE_CURRENCY.finditer(text)]
    own = next((match for match, value in values if value == net.amount), None)
    if own is None or own is values[0][0]:
        return is_exact or is_declared or is_taxed(text)
    between, behind = text[values[0][0].end() : own.start()], text[own.end() :]
    return is_taxed(between) or (is_exact and not is_taxed(behind))


_SAID_BEHIND = 3
_SAYS_TAXED = Wording(r"\d\W{0,4}[^\W\d_]{0,4}\.?\W{0,3}(?:<tax.included:words>)\W{0,3}\Z")
"""All that follows an amount on its line: "100 Kč s DPH"."""
