"""Labels that name the shop itself: "Pine House price", "Preis bei Pine House". Behind one stands what the shop asks,
whatever is asked elsewhere.
"""

from __future__ import annotations

import re

from common.reading.text.identifiers import is_name_of_site
from common.reading.words.wording import Wording

_MOST_CHARS = 40
_LABEL = Wording("<price.labels:words>|<price.sale_labels:words>")
_LINKING = re.compile(
    r"(?<![^\W_])(?:at|bei|im|chez|en|da|bij|hos|w|u|v|from|our|unser|the)(?![^\W_])|[^\w&]+", re.IGNORECASE
)
"""Small words and marks between the label and the name."""


def names_the_shop(text: str, url: str) -> bool:
    """Whether this is the label of a price and the shop's name, as its address has it, and no more."""
    if not _SHORTEST <= len(text) <= _MOST_CHARS or any(map(str.isdigit, text)):
        return False
    label = _LABEL.search(text)
    if label is None:
        return False
    name = " ".join(_LINKING.sub(" ", f"{text[: label.start()]} {text[label.end() :]}").split())
    return bool(name) and is_name_of_site(name, url)


_SHORTEST = 6
