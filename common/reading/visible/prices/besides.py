"""Words that make an amount that of something beside the product: a service, an add-on, a bid, a basket, a limit, the
tax alone; or one that is asked on terms only, said behind it: with a coupon, a month, as a deposit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.offer import Availability
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.discounts.per_cents import PER_CENT
from common.reading.visible.labels import DEPOSIT, TERMS, heads_own_row, leads_to_delivery
from common.reading.visible.lines import Line
from common.reading.words.wording import Wording

_BESIDES = Wording("<price.besides:words>")
_SERVICE_PLAN = Wording("<price.service_plan:words>")
_IN_THE_PRICE = Wording("<price.free:words>|<price.extras:words>")
LEAST_ORDER = Wording("<price.least_order:words>")
_ROUGHLY = Wording(r"(?:<price.roughly:words>|[~≈≒])\W{0,3}\Z")
_RATE = rf"(?:@\s?)?{PER_CENT}"
_TAX = Wording(rf"\W{{0,3}}(?:(?:<tax.part_of>)\s?)?(?:{_RATE}\s?)?(?:<tax.names>)(?:\W{{0,3}}{_RATE})?\W{{0,3}}")
_TAX_BEFORE = Wording(
    rf"(?:^|[(（])\W{{0,3}}(?:(?:<tax.part_of>)\s?)?(?:{_RATE}\s?)?(?:<tax.names>)\W{{0,3}}(?:{_RATE}\W{{0,5}})?\Z"
)
_TAX_BEHIND = Wording(
    rf"[\s.(（]{{0,3}}(?:{_RATE}\s?)?(?:<tax.names>)(?:[\s.:(（]{{0,3}}{_RATE})?(?![^\W_])[\s)）.,;/|]{{0,4}}\Z"
)
"""Behind "+" the tax comes on top: the amount is net of it."""
_IN_THE_PRICE_BEHIND = Wording(r"\s{0,2}[(（【\[]\s?(?:<tax.included>)\s?[)）】\]]\s{0,2}")
"""Words that name a tax may say in brackets that it is in the price: "660円(内税)"."""
_LABEL_CHARS, _BESIDES_CHARS = 80, 48
_ALSO_SAYS = Wording(r"%(?!還元)|<price.free:words>")
"""In a line that offers something on the price above it: "With code TEN: save 10 %"."""
_TERMS_CHARS = 48


def is_besides(before: str, text: str) -> bool:
    """Whether the words before the amount, or a label before the line, speak of a service, an add-on, a bid, a basket
    or what an order must come to. A label with a number says what is part of the product: "2 years guarantee".
    """
    if len(before) <= _BESIDES_CHARS and not any(map(str.isdigit, before)) and _BESIDES.search(before):
        return True
    if is_least_order(before) or _is_service_plan(before) or _is_deposit(before):
        return True
    if len(before) <= _LABEL_CHARS and _ROUGHLY.search(before) and BESIDE_CURRENCY.search(before) is None:
        return True
    match = BESIDE_CURRENCY.search(text) if len(text) <= _LABEL_CHARS else None
    said = text[: match.start()] if match is not None else ""
    if not said or of_button(said) is Availability.IN_STOCK:
        return False  # "Add to basket" speaks of no basket's worth
    return any((_BESIDES.search(said), _ROUGHLY.search(said), is_least_order(said)))


def _is_service_plan(label: str) -> bool:
    """Whether this label is that of a plan that is sold besides, for how long ever: "3-year extended warranty". One
    that says that it is in the price, or free, names no other amount.
    """
    if len(label) > _BESIDES_CHARS or _SERVICE_PLAN.search(label) is None:
        return False
    return _IN_THE_PRICE.search(label) is None and BESIDE_CURRENCY.search(label) is None


def _is_deposit(label: str) -> bool:
    """Whether this label is that of what is paid in advance: "Pre-order deposit"."""
    is_label = len(label) <= _BESIDES_CHARS and not any(map(str.isdigit, label))
    return is_label and DEPOSIT.match(label) is not None


def is_least_order(label: str) -> bool:
    """Whether this label is that of the least that an order must come to. One with a number counts pieces."""
    return len(label) <= _BESIDES_CHARS and not any(map(str.isdigit, label)) and LEAST_ORDER.search(label) is not None


def is_tax_label(before: str) -> bool:
    """Whether a line beside an amount is the name of a tax and no more: "VAT", "of which VAT", "VAT (20 %)"."""
    return _TAX.fullmatch(before) is not None


def is_tax(text: str) -> bool:
    """Whether the name of a tax, and nothing that says "with" or "without", stands right before the text's amount, or
    is all that stands behind it.
    """
    match = BESIDE_CURRENCY.search(text)
    if match is None:
        return False
    before, behind = text[: match.start()], text[match.end() :]
    if _IN_THE_PRICE_BEHIND.fullmatch(behind):
        return False
    return _TAX_BEFORE.search(before) is not None or _TAX_BEHIND.match(behind) is not None


def is_on_terms(before: str, text: str) -> bool:
    """Whether what stands right behind the text's amount on its line, right before it, or in the line before says on
    what terms it is asked, and no more; the last two also from how many pieces on.
    """
    match = BESIDE_CURRENCY.search(text)
    said = (before, text[: match.start()], _NEXT.split(text[match.end() :], 1)[0]) if match is not None else ()
    if any(one and len(one) <= _TERMS_CHARS and TERMS.fullmatch(one) is not None for one in said):
        return True
    label = before if before.endswith(_COLONS) else ""
    return any(_asks_for_several(one) for one in (label, *said[1:2]))  # behind a price, "over 10 pcs" tells of stock


def _asks_for_several(text: str) -> bool:
    """Whether this says from how many pieces on an amount is asked for each, and no more: "10 pcs or more:"."""
    return len(text) <= _TERMS_CHARS and any(map(str.isdigit, text)) and _SEVERAL.fullmatch(text) is not None


def asks_for_pieces(text: str) -> bool:
    """The same, where the number is one of pieces in words: "from 2 pcs", not "18+"."""
    return _asks_for_several(text) and _OF_PIECES.search(text) is not None


_COLONS = (":", "：")
_PIECES = r"(?:\s?(?:<stock.pieces>|<price.counted>|<price.pieces>)\.?)"
_COUNT = r"(?<![\d.,])(?:[2-9]|[1-9]\d{1,5})(?!\d)"
_SEVERAL = Wording(
    r"[\s(（*–—,·-]{0,4}(?:(?:<price.labels>|<price.called>)\s?[:：]?\s?)?"
    rf"(?:(?:(?:<price.at_least>|<price.tier_before>)\W{{0,2}})?{_COUNT}{_PIECES}?\s?(?:\+|~|〜|～|<price.and_up>)|"
    rf"(?:(?:<price.at_least>|<price.from>)\W{{0,2}}|[≥>]\s?){_COUNT}{_PIECES}?|"
    rf"{_COUNT}{_PIECES}\s?(?:<price.from>|<price.tier_behind>))[\s)）:：.,]{{0,4}}"
)
_OF_PIECES = Wording(rf"{_COUNT}{_PIECES}")


_NEXT = re.compile(r"[,;:]\s")


def terms_behind(shown: Sequence[Line], last: int) -> bool:
    """Whether the line behind the one at `last`, which ends in an amount, says on what terms that is asked, and no
    more. Before a lower amount it is that one's label: "£29.50", "Members only", "£24.50".
    """
    behind = shown[last + 1].text if last + 1 < len(shown) else ""
    said = behind.split(", ", 1)[0]
    if behind and heads_own_row(shown[last + 1].element, shown[last].element):
        return False
    if shown[last].at == 0 or not any(map(str.isdigit, shown[last].text)):
        return False
    if not said or len(said) > _TERMS_CHARS or TERMS.fullmatch(said) is None or leads_to_delivery(shown[last + 1]):
        return False
    if _ALSO_SAYS.search(behind) or BESIDE_CURRENCY.search(said):
        return False
    one, other = ([line.text[:_TERMS_CHARS] for line in shown[last + 2 : last + 4]] + ["", ""])[:2]
    follows = BESIDE_CURRENCY.search(one) or BESIDE_CURRENCY.search(f"{one}{other}")
    if follows is None:
        return True
    own = [amount_of(found) for found in BESIDE_CURRENCY.finditer(shown[last].text)]
    value = amount_of(follows)
    return bool(own) and own[-1] is not None and value is not None and own[-1] < value
