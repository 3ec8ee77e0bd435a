"""Pictures of the product that the page shows, where nothing states any: those that are called by its name."""

from __future__ import annotations

from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded
from common.reading.visible.buttons.cart_names import file_of

_MOST_LOOKED_AT = 400
_MOST = 8
_MAX_ALT_CHARS = 600
_LEAST_NAME_CHARS = 4


def shown_pictures(document: Document, name: str | None) -> tuple[str, ...]:
    """Their whole addresses, in the page's order: of images whose words, for who does not see them, are the name or
    begin with it ("Blue cup, from above", "Blue cup 2"; not "Blue cup rack"). What stands in the address itself
    ("data:") is none.
    """
    said = folded(name or "")
    if len(said) < _LEAST_NAME_CHARS:
        return ()
    found: dict[str, None] = {}
    for image in document.first(_MOST_LOOKED_AT, "img"):
        alt = image.get("alt") or image.get("title") or ""
        if len(alt) < _LEAST_NAME_CHARS or not _is_of(folded(alt[:_MAX_ALT_CHARS]), said):
            continue
        file = file_of(image)
        if file and (address := document.absolute(file)) is not None:
            found[address] = None
    return tuple(found)[:_MOST]


def _is_of(called: str, name: str) -> bool:
    behind = called.removeprefix(name)
    return called.startswith(name) and not behind[:1].isalnum() and not behind.lstrip()[:1].isalpha()
