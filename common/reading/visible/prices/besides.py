"""Words that make an amount that of something beside the product: a service, an add-on, a bid, a basket, a limit, the
tax alone.
"""

from __future__ import annotations

from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.words.wording import Wording

_BESIDES = Wording("<price.besides:words>")
_ROUGHLY = Wording(r"(?:<price.roughly:words>|[~≈≒])\W{0,3}\Z")
_TAX = Wording(r"\W{0,3}(?:(?:<tax.part_of>)\s?)?(?:<tax.names>)\W{0,3}")
_TAX_BEFORE = Wording(
    r"(?:^|[(（])\W{0,3}(?:(?:<tax.part_of>)\s?)?(?:<tax.names>)\W{0,3}(?:\d{1,2}(?:[.,]\d)?\s?%\W{0,5})?\Z"
)
_LABEL_CHARS, _BESIDES_CHARS = 80, 48


def is_besides(before: str, text: str) -> bool:
    """Whether the words before the amount, or a label before the line, speak of a service, an add-on, a bid, a basket
    or what an order must come to. A label with a number says what is part of the product: "2 years guarantee".
    """
    if len(before) <= _BESIDES_CHARS and not any(map(str.isdigit, before)) and _BESIDES.search(before):
        return True
    if len(before) <= _LABEL_CHARS and _ROUGHLY.search(before) and BESIDE_CURRENCY.search(before) is None:
        return True
    match = BESIDE_CURRENCY.search(text) if len(text) <= _LABEL_CHARS else None
    said = text[: match.start()] if match is not None else ""
    return bool(said) and (_BESIDES.search(said) is not None or _ROUGHLY.search(said) is not None)


def is_tax_label(before: str) -> bool:
    """Whether the line before an amount is the name of a tax and no more: "VAT", "of which VAT"."""
    return _TAX.fullmatch(before) is not None


def is_tax(text: str) -> bool:
    """Whether the name of a tax, and nothing that says "with" or "without", stands right before the text's amount."""
    match = BESIDE_CURRENCY.search(text)
    return match is not None and _TAX_BEFORE.search(text[: match.start()]) is not None
