"""Whether a declared price is in the currency that is declared with it, by what the page prints. Pure.

Shop systems declare the currency that they were set up with, whatever the shop asks. The price on the page says better
whose money it is: by a code beside it, by a sentence about all prices, by the country of the address.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from itertools import filterfalse

from common.currencies import BY_CODE
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.text.address_parts import path_of
from common.reading.text.currencies.named import at_home_in, certain_currency, currency_of, share_a_sign
from common.reading.text.places.currency_hint import named_currency
from common.reading.text.places.dollar_place import are_english, joined, names_other_dollar
from common.reading.visible.money_choosers import chosen_currency
from common.reading.visible.view import PageView, home_of_sign
from common.reading.words.wording import Spelled, Wording

_STATED_IN = Wording(r"(?:<price.stated_in:words>)[\W_]{0,3}")
_CODE = re.compile(r"[A-Z]{3}(?![^\W_])")
_BARE_DOLLAR = re.compile(r"(?<![A-Za-z])\$|\$(?![A-Za-z])")
_POINT_OF_THOUSANDS = re.compile(r"(?<!\d)[1-9]\d{0,2}(?:\.\d{3})+(?![\d.,])")
_DOLLARS = re.compile(r"\$|\bUSD?\b|\b[Dd]ollars?\b")
_PLACE_IN_PATH = re.compile(r"/([a-z]{2})(?:/|\Z)", re.IGNORECASE)
_NO_PLACES = frozenset({"us", "en"})
_OTHER_LOCALE = re.compile(r"en(?<!\wen)[-_](?:CA|AU|NZ|SG|HK)\b")  # two letters first: the whole page is searched
_MAX_CHARS = 200
_TO_THE_CENT = re.compile(r"\d[.,]\d{2}(?!\d)")


@dataclass(frozen=True)
class WhoseMoney:
    """What a page says of the currency of its prices."""

    printed: Sequence[PrintedAmount]
    view: PageView

    def checked(self, declared: str | None, price: Decimal | None) -> tuple[str | None, bool]:
        """The currency of this declared price, and whether it is doubtful. Only the code or the sign that the page
        prints beside that very amount puts another in place of the declared one, and only one that pages print with
        the same sign: a euro's price beside a crown's sign may be converted.
        """
        if declared is None or declared not in BY_CODE or not price:
            return declared, False
        texts = [one.text for one in self.printed if one.amount == price and one.text]
        said = {certain_currency(text) for text in texts} - {None}
        if declared in said:
            return declared, False
        if len(said) == 1 and share_a_sign(declared, other := str(next(iter(said)))):
            return other, False
        if self._has_points_of_others(declared, texts):
            return declared, True
        if said:
            return declared, False  # a sign that is not the declared one's: another_currency.py
        if self._stated is not None:
            return declared, declared != self._stated
        return declared, any(self._is_from_elsewhere(text, declared) for text in texts)

    def is_doubtful(self, code: str, price: Decimal) -> bool:
        """Whether this shown price, whose sign is this currency's and others', may be another one's: the page says that
        its prices, or those it shows now, are in one with the same sign ("All prices in US dollars" on a page of
        Australia), or it is not written as amounts in this one are (cents that it has not, "$24.50" on a page of
        Chile; points before thousands).
        """
        texts = [one.text for one in self.printed if one.amount == price and one.text]
        if any(certain_currency(text) == code for text in texts):
            return False  # asked first: what a page says of all its prices takes a fiftieth of its time to find
        said = {self._stated, chosen_currency(self.view.document)} - {None, code}
        is_odd = (code in BY_CODE and BY_CODE[code].digits == 0 and price % 1 != 0) or self._has_points_of_others(
            code, texts
        )
        return is_odd or any(share_a_sign(code, str(other)) for other in said)

    def _has_points_of_others(self, code: str, texts: Sequence[str]) -> bool:
        """Whether these amounts are written with a point before their thousands, as in Chile or Colombia, where they
        are to be in the United States' dollars and the address is of no country that pays in them: "$12.990".
        """
        if code != "USD" or self.view.document.currency_of_place(None) is not None:
            return False
        bare = [text for text in texts if _BARE_DOLLAR.search(text) and certain_currency(text) is None]
        return bool(bare) and all(_POINT_OF_THOUSANDS.search(text) for text in bare)

    @property
    def rests_on_language(self) -> bool:
        """Whether nothing but the language tag "en-US", with which themes of every country come, says that a bare
        number is in dollars: no address, no script, and no sign of them anywhere on the page.
        """
        document = self.view.document
        if document.currency_of_place(None) is not None or any(_DOLLARS.search(one.text) for one in self.view.lines):
            return False
        return named_currency(document.text) is None

    def named(self, price: Decimal) -> str | None:
        """The currency in which the page says that its prices are, where the sign at this amount may be that one's."""
        stated = self._stated
        texts = [one.text for one in self.printed if one.amount == price and one.text]
        return stated if stated is not None and any(currency_of(text, stated) == stated for text in texts) else None

    def likely(self, price: Decimal) -> str | None:
        """The currency that is most likely meant where nothing on the page says it: the United States' dollar for a "$"
        on a page in English that names no other country of a dollar. To be doubted: half of the world's dollars are
        somebody else's.
        """
        document = self.view.document
        if not any(one.amount == price and _BARE_DOLLAR.search(one.text) for one in self.printed):
            return None
        language = document.root.get("lang") if document.root is not None else None
        place = _PLACE_IN_PATH.match(path_of(document.url))
        if not (language or "en").lower().startswith("en") or (place is not None and place[1] not in _NO_PLACES):
            return None
        texts = [line.text for line in self.view.lines if not line.hidden]
        named = names_other_dollar(joined(texts)) or _OTHER_LOCALE.search(document.text) is not None
        return "USD" if are_english(texts) and not named and document.currency_of_place(None) is None else None

    def _is_from_elsewhere(self, text: str, declared: str) -> bool:
        """Whether this sign is that of the country of the address, where another currency is declared, its letters mean
        others at home ("18.500 lek" declared USD), or the amount has cents, which the declared currency has not.
        """
        if (meant := at_home_in(text)) and declared not in meant:
            return True
        document = self.view.document
        place = document.currency_of_place(None)
        if place == declared:
            return False
        if place is None and declared == "USD" and _BARE_DOLLAR.search(text) is not None:
            # Shop systems and their themes declare dollars of the United States, whatever the shop asks.
            place = home_of_sign(self.view)
        if place is not None and currency_of(text, place) == place and share_a_sign(place, declared):
            return True
        language = document.root.get("lang") if document.root is not None else None
        is_without_cents = BY_CODE[declared].digits == 0 and document.currency_of_place(language) != declared
        return is_without_cents and _TO_THE_CENT.search(text) is not None

    @cached_property
    def _stated(self) -> str | None:
        """The one currency in which the page says that its prices are; None when it names none or several."""
        short = [line for line in self.view.lines if len(line.text) <= _MAX_CHARS]
        # Few pages say it, and one look at all lines is quicker; apart, as those of ASCII take less.
        texts = [line.text for line in short]
        apart = filter(str.isascii, texts), filterfalse(str.isascii, texts)
        if not any(_STATED_IN.search("\n".join(those)) for those in apart):
            return None
        shown = [line.text for line in short if _STATED_IN.search(line.text) and not line.hidden]
        named = {_named_at(text, found.end()) for text in shown for found in _STATED_IN.finditer(text)} - {None}
        return named.pop() if len(named) == 1 else None


def _named_at(text: str, at: int) -> str | None:
    """The currency whose code or name begins there."""
    code = _CODE.match(text, at)
    if code is not None:
        return code[0] if code[0] in BY_CODE else None
    rest = text[at:].lower()
    names = _names(_SPELLED.ways)
    return next((code for name, code in names if rest.startswith(name) and not _goes_on(rest, len(name))), None)


def _goes_on(text: str, end: int) -> bool:
    """Whether a word goes on there: "prices in Europe" names no euro. Scripts without blanks have no such end."""
    return text[end : end + 1].isalpha() and text[end - 1] < _UNSPACED


_UNSPACED = "\u2e80"
_SPELLED = Spelled("price.currency_names")


@cache
def _names(stated: tuple[str, ...]) -> list[tuple[str, str]]:
    """(name, code), the longest name first."""
    pairs = (one.partition(": ") for one in stated)
    return sorted(((name, code.upper()) for code, _, name in pairs), key=lambda pair: -len(pair[0]))
