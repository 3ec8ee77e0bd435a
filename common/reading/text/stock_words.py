"""The phrases for "in stock", "none left", "on order" and "buy", in the shape in which rules look for them.

The words themselves stand in common/reading/words, the rules that use them in availability.py.
"""

from __future__ import annotations

import re

from common.reading.words.wording import Wording

NONE_LEFT = Wording("<stock.out:words>")
OF_SERVICE = Wording(r"\W*(?:<stock.services>)(?!\w)(?P<said>[^.,;!?|]{0,40})")
"""At the beginning of a clause: what it says is said of a service and not of the goods: "warranty not available"."""

SOLD = Wording(r"\W*(?:<stock.sold>)\W*")
"""A label that says nothing but "sold" or "coming soon": fullmatch. "12 sold" counts what went well."""

NOT_SOLD = Wording(r"\W*(?:<stock.not_sold>)\W*")
"""A label of an advert that says nothing but "not sold": fullmatch. "Not sold in stores" is no such label."""

ON_ORDER = Wording("<stock.preorder:words>")
REORDERED = Wording("<stock.on_order:words>")
"""None is there now, but it can be ordered."""

STILL_ORDERED = Wording("<stock.still_ordered:words>")
"""Behind words for "none left": it can be ordered all the same. Alone they say nothing of stock."""

NOT_ORDERED = Wording("<stock.not_ordered:words>", some_words=r"[^.;!?]{0,30}")
"""That it cannot be ordered, in the clause that speaks of ordering: "no pre-orders"."""

BEFORE_NO_ORDER = Wording(
    r"(?:(?:<stock.before_orders:words>|<price.saving:words>|<price.saved_behind:words>)|%)\s{0,2}\Z"
)
"""What ends right before words for ordering and makes them none: a refusal, a question, a discount."""
BEHIND_NO_ORDER = Wording(r"[^\W\d_]?\s{0,2}(?:<stock.behind_orders:words>|[:=–—-]\s?(?:<stock.no>)\W*\Z)")
"""What begins right behind such words and refuses."""

IN_STOCK = Wording("<stock.in:words>")
IN_STOCK_ALONE = Wording(r"\W*(?:<stock.in_alone>)(?!\w)[\W_]*")
"""The whole of a line: fullmatch. "Available" is a phrase of stock, "available in three colours" is none."""

NOT_YET = Wording("<stock.not_yet:words>")
"""That it will be there, in the clause that says that it can be had: "bald wieder lieferbar"."""

_DATE = (
    r"(?:\d{1,2}(?:st|nd|rd|th|er|[.º°])?[\s-]{0,2}(?:[^\W\d]{1,2}['’\s]\s?)?[^\W\d]?<page.months:words>|"
    r"<page.months:words>\w{0,3}\s\d{1,2}(?!\d))"
)
_IN_NUMBERS = r"\d{1,2}\s?[./-]\s?(?:0?[1-9]|1[0-2])(?![\d%])(?:[./-]\s?(?:20)?\d\d)?(?!\s?[€$£])"
_FROM = (
    rf"(?:<stock.from_day:words>\W{{0,3}}(?:{_DATE}|{_IN_NUMBERS}|<page.months:words>)|"
    rf"<stock.on_day:words>\W{{0,3}}(?:{_DATE}|<page.months:words>)|{_DATE}|{_IN_NUMBERS}\W{{0,2}}<stock.from_day:words>)"
)
FROM_DAY = Wording(rf"[\s:(]{{0,3}}(?:<stock.not_yet:words>\s)?{_FROM}")
"""A day from which it is there, right behind the words that say that it can be had: match."""
DAY_BEFORE = Wording(rf"\W*(?:<stock.not_yet:words>\W+)?{_FROM}(?:\W{{0,3}}[^\s\d]{{1,10}}){{0,2}}\W{{0,3}}")
"""The same, all that stands before such words: fullmatch."""

DENIED = Wording("<stock.denied:words>")
"""That it is not so, in the clause that says that it can be had: "is no longer available"."""
DENIED_BEHIND = Wording(r"[^\W\d_]{0,6}\s{0,2}<stock.denied_behind:words>")
"""What begins right behind such words and denies them: "raktáron nincs"."""

_OF_CODE = (
    r"(?<!no\s)(?<!nr\s)(?<!n[°º]\s)(?<!n[°º]\sde\s)(?<!\.[°º]\sde\s)(?<!num\sde\s)(?<!número\sde\s)(?<!numéro\sde\s)"
)
"""Not behind the word for number: "N° de stock: 221" is a code."""
COUNTED = Wording(
    r"\b\d{1,6}\s?(?:\+\s?)?(?:<stock.pieces> )?<stock.in_behind_count>\b|"
    rf"{_OF_CODE}<stock.in_before_count>\s?[:：]?\s?\d{{1,6}}"
)
"""A stock count in words: "8 available", "庫存 12"."""

FOR_TIME = Wording(r"(?<=\s)(?:<price.for_time>)\s")
"""Before a number of days: how long, not when."""

DAYS_OR_WEEKS = (
    r"days?|tagen?|werktagen?|jours?|d[ií]as?|giorni|dagen|dni|dn[ůí]|dager?|zile|dana|дн\w{1,3}|μέρες|ημέρες|gün|hari|ngày|"
    r"weeks?|wochen?|semain\w{1,2}|seman\w{1,2}|settiman\w|weken|tygodni\w?|týdn\w|týždň\w{1,2}|veck\w{1,2}|uger?|uker?|"
    r"săptămâni|недел\w|тиж\w{2,4}|hafta|εβδομάδες|minggu|tuần"
)
"""Words for several days or weeks, as alternatives of a pattern; of scripts that put blanks between words."""
DAYS_OR_WEEKS_GLUED = "วัน|สัปดาห์|أيام|يوم|ימי|日|天|일|週間?|周|주"
"""Those that may have any letter behind them."""
DURATION = re.compile(
    r"\d\s?(?:(?:business|working|jours ouvr[ée]s|giorni lavorativi)\s)?"
    rf"(?:{DAYS_OR_WEEKS}|werkdagen|nap\w{{0,3}}|päivä\w{{0,3}}|arkipäivä\w{{0,3}}|viik\w{{2,5}}|hét\w{{0,3}})\b|"
    rf"\d\s?(?:{DAYS_OR_WEEKS_GLUED})",
    re.IGNORECASE,
)
"""A number of days or weeks, in the languages of the words."""

TELL_ME = Wording("<stock.tell_me>")
"""What a button says that tells when the product is back: match."""

BOOKS = Wording(r"[\W_]{0,3}(?:<button.books>)[\W_]{0,3}")
"""The whole text of a button that books, hires, gives, enters a draw or sells to the shop: fullmatch."""

CONTACT = Wording(r"\W{0,3}(?:<button.contact>|<button.seller>)\W{0,3}")
"""The whole text of a button that writes to or calls somebody: fullmatch."""

_PRICED = r"(?:\W{1,3}\D{0,4}\d[\d.,]{0,10}.{0,4})?"
"""Some buttons carry the price behind their word."""
BUY = Wording(rf"(?:<button.buy>|<button.seller>){_PRICED}")
"""The whole text of a button that buys, or that asks the seller of an advert: fullmatch."""


def beyond_none_left(text: str) -> bool:
    """Whether the text says more than "none left": the name of what is gone."""
    return re.search(r"[^\W_]", NONE_LEFT.sub(" ", text)) is not None and TELL_ME.match(text) is None
