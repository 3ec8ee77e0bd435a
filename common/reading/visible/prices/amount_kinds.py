"""What the words around an amount make of it: the lowest of thirty days, a price by weight, net of tax, a count."""

from __future__ import annotations

import re

from common.reading.text import stock_words
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of
from common.reading.text.money import DASHES
from common.reading.visible.discounts.per_cents import shares_in
from common.reading.visible.others.by_measure import ENDS, begins_with_measure, is_by_measure
from common.reading.visible.prices.besides import is_besides, is_on_terms, is_tax, is_tax_label
from common.reading.visible.prices.said.labels import OLD_BEHIND, OLD_LABEL, is_badge, is_behind_retail_label
from common.reading.visible.prices.said.other_amounts import is_other_amount
from common.reading.visible.prices.said.ways_to_pay import is_paid_so
from common.reading.visible.tax_names import SAYS_NET, SAYS_TAXED
from common.reading.words.wording import Wording

_LOWEST = Wording("<price.lowest:words>")
_FROM = Wording(r"<price.from:words>(?!-\w)")
"""Not in a code: "SKU: AB-12" is no "ab"."""
_FROM_AT_END = Wording(r"(?:<price.from:words>)(?:\s(?:<price.called:words>|<price.labels:words>))?\W{0,3}\Z")
_SAVING = Wording("<price.saving:words>")
_NOT_SAVED = Wording("<price.sale_labels:words>|<stock.in:words>|<stock.out:words>|<stock.labels:words>")
_SAVED_BEHIND = Wording(r"[.\s]{0,3}(?:<price.saved_behind>)(?!\W{0,3}\d|[^\W\d_])")
_PERIOD = Wording(
    r"[.(（\s–—-]{0,4}(?:[/／]|(?:<price.per_time>|(?:<price.for_time>)\s\d{1,3})\s)\s?(?:\d{1,2}\s?)?"
    r"(?:<price.times>|<price.heads>)" + ENDS
)
"""Behind an amount: so much a month, or a day, as rent is, or for each of those who come."""
_TIMES = re.compile(
    r"(?<![\w.,])(?:[2-9]|[1-9]\d)\s?[x×хX]\s?(?:(?:de|à|a|of|zu|di|за|по|til|af|van|po)\s)?\Z", re.IGNORECASE
)
"""Before an amount: so many payments of it."""
_TIMES_BEHIND = Wording(r"[×хx]\s?(?:[2-9]|[1-9]\d)(?:\s|\Z|<price.payments>)")
"""Behind an amount: "5 952 ₽ × 4", "300元×12期"."""
_TAKEN_OFF = re.compile(r"[:(（]\s{0,2}[-−]\s?\Z|[^\W\d_]\s[-−]\Z")
"""Before an amount: "Saved: - £5", and "Sale -£5", where the minus stands right at the amount."""
_COMES_ON_TOP = re.compile(r"(?:^|[\s:(（])[+＋]\s?\Z")
_ON_TOP = Wording(r"\W{0,3}(?:<price.on_top:words>)\W{0,3}\Z")
_OLD_BEFORE = Wording(
    r"(?<![^\W_])(?:<price.old_labels>)\s?[:：]\s{0,2}\Z|\A[^\d.;]{2,60}[.;]\s(?:<price.old_labels>)\s\Z"
)
"""Right before an amount, behind something else on its line: "DB-6 Regular price: $54.95"."""
_STRANGE = re.compile(
    r"\W{0,3}(?:([A-Z](?:[A-Z]|\.[A-Z])|[A-Z][a-z])\.?\s?\d[\d.,]*|\d[\d.,]*\s?([A-Z](?:[A-Z]|\.[A-Z]))\.?)\W{0,3}"
)
"""Short letters right beside the digits, as signs of currencies are written."""
_LABEL_CHARS, _NET_CHARS = 80, 48
_OPENING = " \t,;(（[|/"
"""What may stand between an amount and the words for the next one."""

Kinds = tuple[str, ...]
OLD, OTHER, LOWEST = "old", "part, shipping or members", "lowest in 30 days"
CALLED_OLD, CALLED_OTHER = "in an element named old", "in an element named another amount"
UNIT, NET, FROM, PERIOD = "by measure", "net", "from", "instalment"
TAX = "the tax in it"
SAVED, CARD, LINKED = "what is saved", "another product", "in a link to another page"


def kinds_of(before: str, text: str, behind: str = "") -> Kinds:
    """What kinds of amount the words make of it: of the line itself, of a label before it, of what stands right behind.
    Empty for a plain price.
    """
    label = before if len(before) <= _LABEL_CHARS and not BESIDE_CURRENCY.search(before) else ""
    label = "" if ends_amount(label) or is_badge(label) or _is_tax_on_one_before(label, text) else label
    close = label if len(label) <= 24 else ""
    stated = (
        (CALLED_OLD if is_behind_retail_label(label, text.lstrip(_OPENING)) else OLD, _is_old(label, text)),
        (
            OTHER,
            is_other_amount(close, text)
            or is_paid_so(text, behind)
            or is_besides(label, text)
            or is_on_terms(label, text)
            or _ON_TOP.match(behind)
            or _has_before(_COMES_ON_TOP, text),
        ),
        (TAX, is_tax(text) or (is_tax_label(before) and not _is_tax_on_one_before(before, text))),
        (LOWEST, is_lowest(label, text)),
        (UNIT, is_by_measure(text, behind)),
        (PERIOD, is_instalment(text, behind) or is_counted(before)),
        (NET, is_net(label, text) or is_net_behind(behind)),
        (SAVED, is_saving(close, text) or is_taken_off(before, text)),
        (FROM, _FROM.search(text) or _FROM.match(close) or _FROM_AT_END.search(close)),
    )
    return tuple(kind for kind, said in stated if said)


def _is_old(label: str, text: str) -> bool:
    said = OLD_LABEL.match(text.lstrip(_OPENING)) or OLD_LABEL.fullmatch(label)
    return said is not None or _has_before(_OLD_BEFORE, text) or is_old_behind(text)


def _is_tax_on_one_before(label: str, text: str) -> bool:
    """Whether the line before adds a tax to the amount before it ("+ 12% GST"), and this one has words of its own
    before its amount: "You pay: ₹2,800". Without these the amount may be the tax.
    """
    match = BESIDE_CURRENCY.search(text)
    if match is None or _COMES_ON_TOP.match(label[:1]) is None or SAYS_NET.match(label) is None:
        return False
    return any(map(str.isalpha, text[: match.start()]))


def is_old_behind(text: str) -> bool:
    """Whether what stands right behind the text's amount says that it was asked before: "15 000 Ft helyett"."""
    match = BESIDE_CURRENCY.search(text)
    return match is not None and OLD_BEHIND.match(text, match.end()) is not None


def is_lowest(before: str, text: str) -> bool:
    """Whether the line, or a label before it, speaks of the lowest price of the past thirty days."""
    return _LOWEST.search(text) is not None or (len(before) <= _LABEL_CHARS and _LOWEST.search(before) is not None)


def is_net(before: str, text: str) -> bool:
    """Whether the line calls the amount net of tax, or a label before it does where the line's own words before the
    amount do not say that the tax is in it: "29 126 Ft + ÁFA", "Bruttó: 36 990 Ft".
    """
    if SAYS_NET.search(text) is not None:
        return True
    return len(before) <= _NET_CHARS and SAYS_NET.search(before) is not None and not _has_before(SAYS_TAXED, text)


def is_taxed(text: str) -> bool:
    """Whether these words say that the tax is in an amount."""
    return SAYS_TAXED.search(text) is not None


def is_net_behind(behind: str) -> bool:
    """Whether what stands right behind an amount, up to a bracket, calls it net of tax; a label of the next amount does
    not, be that written without a sign: "(ekskl. moms 956,00)".
    """
    if len(behind) > _LABEL_CHARS or behind.endswith((":", "：")):
        return False
    said = SAYS_NET.match(behind)
    if said is None or _OWN_AMOUNT.match(behind, said.end()) is not None:
        return False
    return BESIDE_CURRENCY.search(_BRACKET.split(behind, maxsplit=1)[0]) is None


_BRACKET = re.compile(r"[(（\[]")
_OWN_AMOUNT = re.compile(r"\s?[:：]?\s?\d[\d.,' ]{0,12}[.,]\d\d(?!\d|\s?%)")


def is_saving(before: str, text: str) -> bool:
    """Whether the words before the amount, or a label before the line that names no number, speak of what is saved."""
    match = BESIDE_CURRENCY.search(text)
    if says_saving(before) and not any(map(str.isdigit, _SHARE_IN_BRACKETS.sub("", before))):
        return True
    if match is None:
        return False
    ahead = text[: match.start()]
    return any((says_saving(ahead), _TAKEN_OFF.search(ahead), _SAVED_BEHIND.match(text[match.end() :])))


def is_taken_off(before: str, text: str) -> bool:
    """Whether a minus stands before the line's amount and nothing else: a badge "-10 €". Not where the line before ends
    in an amount: then the dash leads to the other end of a range.
    """
    match = BESIDE_CURRENCY.search(text)
    if match is None or _MINUS.fullmatch(text[: match.start()]) is None:
        return False
    return len(before) > _LABEL_CHARS or BESIDE_CURRENCY.search(before) is None


_MINUS = re.compile(rf"[(（\s]{{0,2}}[{DASHES}]\s?")
_SHARE_IN_BRACKETS = re.compile(r"\(\s?\d{1,2}\s?%\s?\)")
"""Behind "You save" it is no number of its own."""


def _has_before(what: re.Pattern[str] | Wording, text: str) -> bool:
    match = BESIDE_CURRENCY.search(text)
    return match is not None and what.search(text[: match.start()]) is not None


def says_saving(text: str) -> bool:
    """Whether these words, which stand before an amount, say that it is what is saved; "price after discount"
    does not."""
    return _SAVING.search(text) is not None and _SAVING.search(_NOT_SAVED.sub(" ", text)) is not None


def is_counted(before: str) -> bool:
    """Whether the line before an amount is "12x" and nothing else: so many payments, or pieces, of it."""
    return _ONLY_TIMES.fullmatch(before) is not None


def is_measure_before(before: str, first: str) -> bool:
    """Whether the line before an amount is a measure ("per 100 g") of no amount in the line before that."""
    return ends_amount(before) and len(before) <= _SHORT_CHARS and BESIDE_CURRENCY.search(first) is None


_ONLY_TIMES = re.compile(
    r"(?:(?:em|in|en|à|da|zu|de|ou|o|or|of|oder)\s){0,2}(?:até\s)?(?:[2-9]|[1-9]\d)\s?[x×хX](?:\s(?:de|of|à|da))?",
    re.IGNORECASE,
)
_SHORT_CHARS = 24


def is_only_saving(first: str, before: str, text: str) -> bool:
    """Whether nothing but what is saved is said: "Save £5.00", or "Save" on the line before, which is no part of
    "26 %", "discount"."""
    if is_taken_off(before, text):
        return True
    match = BESIDE_CURRENCY.search(text)
    if match is None or any(map(str.isdigit, text[: match.start()])):
        return False
    is_label = len(before) <= _SHORT_CHARS and not any(shares_in(first)) and not is_badge(before)
    return is_saving(before if is_label else "", text)


def is_instalment(text: str, behind: str = "") -> bool:
    """Whether "per month" or the like stands right behind the text's amount, or "3 x" right before it."""
    match = BESIDE_CURRENCY.search(text)
    if match is None:
        return False
    rest = f"{text[match.end() :]} {behind}".lstrip()
    return any((_PERIOD.match(rest), _TIMES_BEHIND.match(rest), _TIMES.search(text[: match.start()])))


def ends_amount(text: str) -> bool:
    """Whether this text ("per month", "/kg") says of the amount before it what it is, and nothing of the next."""
    return _PERIOD.match(text) is not None or begins_with_measure(text)


def is_rate(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether these two matches of BESIDE_CURRENCY say what one unit of a currency is in another: 1 € = 7.53 kn."""
    between = text[one.end() : other.start()]
    return (
        (one[1] or one[2]).strip() == "1"
        and between.strip(" .") == "="
        and currency_of(one[0]) != currency_of(other[0])
    )


def is_count(text: str, match: re.Match[str]) -> bool:
    """Whether the number of this match of BESIDE_CURRENCY counts pieces: "$" and, behind it, "72 in stock"."""
    at = match.start(1) if match[1] else match.start(2)
    return stock_words.COUNTED.match(text, at) is not None


def has_strange_sign(text: str) -> bool:
    """Whether the text is a number with two letters that stand as a currency's sign would and are none known."""
    found = _STRANGE.fullmatch(text)
    if found is None:
        return False
    sign = found[1] or found[2]
    return currency_of(found[0]) is None and _FROM.fullmatch(sign) is None
