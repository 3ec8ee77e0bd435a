"""What a text says of codes and coupons: which one a buyer types or clips, and how many per cent it takes off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.discounts.per_cents import shares_in
from common.reading.visible.labels import TERMS
from common.reading.words.wording import Wording

_COUPON = Wording("<price.coupon:words>")
_GIVES = Wording("<price.free:words>|<price.coupon_gives:words>")
_APART = Wording("<price.coupon_apart:words>", some_words=r"[^.,;:!?|–—]{0,40}")
_PRICE = Wording("<price.labels:words>")
_PRODUCTS_CODE = Wording("<code.labels:words>|<code.maker_labels:words>")
_CODE = re.compile(r"(?<![^\W_])(?=[A-Z\d]*[A-Z]{2})[A-Z\d]*[A-Z](\d{0,4})(?![^\W_])")
"""A code that a buyer types: capitals, and often the per cent at its end."""
_NUMBERED = re.compile(r"(?<![^\W_])[A-Z]{4,}(\d{1,2})(?![^\W_])")
"""One that its per cent tells without any word beside it; shorter ones are sizes and kinds: "SPF50", "EU42"."""
_WITH_NUMBER = re.compile(r"(?<![\w-])(?=\w*[a-z])[^\W\d_\u0530-\uffff]{3,}-?\d{1,4}(?![\w-])")
"""One in small letters that ends in a number."""
_IN_PLACE = re.compile(r"(?=[\w-]*[^\W\d_])[^\W_\u0530-\uffff][\w\u2010-]{1,19}(?<![_\u0530-\uffff-])")
"""What stands where a code is expected, alone behind its label, may be any word with a digit, or in capitals."""
_ON_BADGE = re.compile(
    r"\W{0,3}([A-Z]{3,20}\d{0,4})\s?[:–—|-]?\s?[-−–]\s?(\d{1,2})\s?%\W{0,3}|"
    r"\W{0,3}[-−–]\s?(\d{1,2})\s?%\s?[:–—|-]?\s?([A-Z]{3,20}\d{0,4})\W{0,3}"
)
"""A word in capitals beside a per cent, and no more."""
_OF_SALE = Wording(
    "<price.sale_badges:words>|<price.sale_labels:words>|<price.called:words>|<price.saving:words>|"
    "<price.labels:words>|<price.from:words>|<price.saved_behind>|<stock.in:words>"
)
_BEHIND_COLON = re.compile(r"[:：]\s?([\w-]+)\W*\Z")
_MOST_CHARS, _FEW_CHARS, _BESIDE, _SHORT_LABEL = 160, 40, 2, 7
_NOT_LATIN = re.compile(r"[\u0370-\uffff]")


def coupon_shares(lines: Sequence[str]) -> set[int]:
    """Every per cent that a code or coupon among these neighbouring lines takes off: one that a code ends with, one on
    a line that speaks of a coupon, and one beside a code there: "Promo code", "PINE", "-20 %". A code beside which a
    price stands takes off what leads to that.
    """
    found: set[int] = set()
    for place, text in enumerate(lines):
        if len(text) > _MOST_CHARS:
            continue
        if _COUPON.search(text) is None:
            found.update(_told_without_words(lines, place))
            if (share := _share_on_badge(text)) is not None and any(map(names_field, lines)):
                found.add(share)
        elif names_coupon(text):
            found |= _told_with_words(lines, place)
    return found


def _told_with_words(lines: Sequence[str], place: int) -> set[int]:
    """What the coupon takes off that this line speaks of: by its own words, by its code, by the lines beside it."""
    text = lines[place]
    if own := set(shares_in(text)):
        return own
    codes = _codes_of(text)
    behind = lines[place + 1] if place + 1 < len(lines) else ""
    is_apart = not codes and is_code(behind)
    codes = [behind] if is_apart else codes
    numbers = {int(digits[1]) for one in codes if (digits := _NUMBER.search(one)) is not None}
    if numbers or not codes or BESIDE_CURRENCY.search(text) is not None:
        return numbers
    if says_what_is_saved(behind):
        return set(shares_in(behind))
    last = place + 1 + is_apart  # before a word that stands alone it may be a button's: "APPLY"
    beside = (*lines[max(0, place - _BESIDE) : 0 if is_apart else place], *lines[last : last + 1])
    return {share for one in beside for share in shares_in(one)}


def says_what_is_saved(behind: str) -> bool:
    """Whether the line behind a code says which amount is taken off: a per cent before the code is a sale's then."""
    return BESIDE_CURRENCY.search(behind) is not None and _SAVING.search(behind) is not None


_SAVING = Wording("<price.saving:words>")
_NUMBER = re.compile(r"(?<!\d)(\d{1,2})\Z")


def _share_on_badge(text: str) -> int | None:
    """The per cent of a badge that may be a code's: "PINE -20%"; a sale's ("SALE -20%") is none."""
    badge = _ON_BADGE.fullmatch(text) if "%" in text and len(text) <= _FEW_CHARS else None
    if badge is None or _OF_SALE.search(badge[1] or badge[4]) is not None:
        return None
    return int(badge[2] or badge[3])


def names_field(text: str) -> bool:
    """Whether this asks for a code, or names one without saying which: "Promo code"."""
    return len(text) <= _FEW_CHARS and _COUPON.search(text) is not None and names_coupon(text)


def _told_without_words(lines: Sequence[str], place: int) -> Iterator[int]:
    """The numbers at the ends of codes in a line, where no word says that they are coupons', but the same per cent
    stands beside it and none says that it is the product's own code.
    """
    text = lines[place]
    for match in _NUMBERED.finditer(text):
        beside = lines[max(0, place - 1) : place + 2]
        number = int(match[1])
        if any(number in shares_in(one) for one in beside) and not any(map(_is_labelled, beside[:2])):
            yield number


def _is_labelled(text: str) -> bool:
    """Whether a text has a label of a product's code. A short one, as "code" is, may be a coupon's too."""
    label = _PRODUCTS_CODE.search(text)
    return label is not None and len(label[0]) > _SHORT_LABEL


def names_coupon(text: str) -> bool:
    """Whether the text speaks of a code or coupon that lowers a price. It does not where that gives something for free,
    and says no per cent, nor where it says that none is needed or counts, and names no code.
    """
    if _COUPON.search(text) is None:
        return False
    if gives_for_free(text):
        return any(shares_in(text))
    return _APART.search(text) is None or bool(_codes_of(text))


def gives_for_free(text: str) -> bool:
    """Whether the text speaks of what costs nothing: "for free delivery"."""
    return _GIVES.search(text) is not None


def names_coupon_code(before: str, text: str) -> bool:
    """Whether this line, or a label and this line, name a coupon and its code and say little else."""
    if names_coupon(text):
        return len(text) <= _FEW_CHARS and bool(_codes_of(text))
    return len(before) <= _FEW_CHARS and names_coupon(before) and is_code(text)


def says_code_and_share(text: str) -> bool:
    """Whether the text names a coupon, its code and what it takes off: "* -20 % with code PINE"."""
    return len(text) <= _MOST_CHARS and any(shares_in(text)) and names_coupon(text) and bool(_codes_of(text))


def names_price_with_coupon(text: str) -> bool:
    """Whether this is a label of what is paid with a coupon: "Price after coupon"."""
    if len(text) > _FEW_CHARS or not names_coupon(text):
        return False
    return _PRICE.search(text) is not None or TERMS.fullmatch(text) is not None


def is_code(text: str) -> bool:
    """Whether this is all a code, where one is expected."""
    return _IN_PLACE.fullmatch(text) is not None and (text.isupper() or any(map(str.isdigit, text)))


def _codes_of(text: str) -> list[str]:
    """The codes in a text; where all its words are in Latin capitals only one behind a colon at its end."""
    last = _BEHIND_COLON.search(text)
    in_place = [last[1]] if last is not None and is_code(last[1]) else []
    is_loud = text.isupper() and _NOT_LATIN.search(text) is None
    if in_place or (is_loud and _CODE.fullmatch(text) is None):
        return in_place
    return [one[0] for one in (*_CODE.finditer(text), *_WITH_NUMBER.finditer(text))]
