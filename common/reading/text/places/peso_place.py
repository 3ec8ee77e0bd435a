"""Whose peso "$" is on a page in Spanish whose address names no country, or whether it is the dollar of a country that
pays in it: by its footer's address, telephone numbers and the numbers under which shops pay taxes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.reading.text.places.dollar_place import joined

_CITY_BEFORE = r"(?<=[^\W\d_][,\-–|] )"
_ENDS = r"(?=\s?(?:[.|·•©–\-(]|\Z|\x00))"
_COUNTRIES = {
    "ARS": ("Argentina", r"\+54[ \d(]|\bCUIT:?\s?\d"),
    "CLP": ("Chile", r"\+56[ \d(]|\bRUT:?\s?\d"),
    "COP": ("Colombia", r"\+57[ \d(]|\bNIT:?\s?\d"),
    "MXN": ("M[ée]xico", r"\+52[ \d(]|\bRFC:?\s?[A-ZÑ&]{3,4}\d"),
    "UYU": ("Uruguay", r"\+598[ \d(]"),
    "USD": ("(?:Ecuador|El Salvador|Panam[áa]|Puerto Rico)", r"\+(?:503|507|593)[ \d(]"),
}
"""Currency → its country, or those that pay in dollars, and what only its shops print: the prefix of its telephone
numbers, the name of its tax number before a digit."""
_NAMED = {code: re.compile(rf"\b{name}\b", re.IGNORECASE) for code, (name, _) in _COUNTRIES.items()}
_PLACE = {
    code: re.compile(rf"(?:{_CITY_BEFORE}(?:Rep[úu]blica )?|\bCiudad de ){name}{_ENDS}")
    for code, (name, _) in _COUNTRIES.items()
}
"""The end of an address, as in "Villa Ventana, Córdoba, Argentina." """
_NUMBERS = {code: re.compile(numbers) for code, (_, numbers) in _COUNTRIES.items()}
_OF_THE_STATES = re.compile(
    r"\bUSD\b|\bU\$S|\bUS\$|\bd[óo]lar(?:es)?\b|\bEE\.?\s?UU|\bEstados Unidos\b|\bUSA\b|\bUnited States\b|\bMiami\b",
    re.IGNORECASE,
)
_SPANISH = re.compile(
    r"\b(?:el|los|las|del|con|sin|para|env[íi]os?|carrito|comprar|cuotas|agregar|añadir|productos|precio|inicio)\b",
    re.IGNORECASE,
)
_LEAST_LINES, _FOOTER_LINES, _MOST_CHARS = 3, 12, 160


def whose_peso(texts: Sequence[str], language: str | None) -> str | None:
    """The currency of the one country whose numbers these lines of a page hold, or whose name ends an address among the
    last of them. None where the page is not in Spanish, names another of these countries, as goods from there do, or,
    unless the country pays in them, speaks of dollars or the United States.
    """
    if not _is_spanish(texts, language):
        return None
    said = joined(text for text in texts if len(text) <= _MOST_CHARS)
    footer = joined(text for text in texts[-_FOOTER_LINES:] if len(text) <= _MOST_CHARS)
    placed = {code for code in _COUNTRIES if _NUMBERS[code].search(said) or _PLACE[code].search(footer)}
    if len(placed) != 1:
        return None
    code = placed.pop()
    if code != "USD" and _OF_THE_STATES.search(said):
        return None
    others = (name for other, name in _NAMED.items() if other != code)
    return None if any(name.search(said) for name in others) else code


def _is_spanish(texts: Sequence[str], language: str | None) -> bool:
    if language and not language.lower().startswith("en"):  # English may be the theme's alone
        return language.lower().startswith("es")
    return sum(_SPANISH.search(text) is not None for text in texts) >= _LEAST_LINES
