"""Whether a declared price is printed in another currency than the declared one."""

from __future__ import annotations

from common.currencies import BY_CODE
from common.reading.evidence.page import Page
from common.reading.evidence.printed.amount import FOREIGN
from common.reading.found import SHOWN, Found
from common.reading.text.currencies.named import currency_of, share_a_sign


def is_in_another_currency(chosen: Found, page: Page) -> bool:
    """Whether this declared price is printed, and everywhere beside the sign of another currency than the declared one:
    shop systems declare the one they were made for. A sign that the two share ("$") says nothing.
    """
    if chosen.source == SHOWN or not chosen.currency or not chosen.price:
        return False
    if page.says_toman and chosen.currency == "IRR":
        return True  # ten rials each: nobody knows which of the two was declared
    beside = {(one.currency, one.text) for one in page.printed if one.amount == chosen.price}
    return bool(beside) and not any(_may_mean(code, text, chosen.currency) for code, text in beside)


def _may_mean(code: str | None, text: str, declared: str) -> bool:
    if declared not in BY_CODE or code == declared:
        return True
    if code is None or code == FOREIGN:
        return currency_of(text, declared) == declared  # "$" is nobody's euro
    return code not in BY_CODE or share_a_sign(code, declared)
