"""How large an offer may be, whatever page or process it came from: each field fits a row. Pure.

Held in the worker, outside the process that reads pages, for an offer goes from here into the database.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from common.currencies import is_code
from common.details import limits
from common.details.gtin import clean_gtin
from common.details.written import MAX_IMAGES
from common.links.picture_address import picture_address
from common.offer import Offer, PriceCandidate, Variant
from common.reading.evidence.weighing.grounds import Ground

MAX_TITLE_CHARS = 1_000
MAX_NAME_CHARS = 300
"""Of a brand, a seller, a choice."""
MAX_ID_CHARS = 200
MAX_ADDRESS_CHARS = 4_000
MAX_VARIANTS = 500
MAX_CANDIDATES = 8
BEYOND_ANY_NUMBER = 10**18
"""No amount or stock; a database's whole numbers end at nine times this."""

_MAX_CHARS = {"title": MAX_TITLE_CHARS, "brand": MAX_NAME_CHARS, "seller": MAX_NAME_CHARS, "name": MAX_NAME_CHARS}
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
"""No id or address has any, no command can be given one, and a NUL ends a text for what is written in C."""
_MAX_WORDS = 40
"""Entries of came_from and conflicts, and characters of each word."""


def bounded(offer: Offer) -> Offer:
    """The offer with long names cut and long lists ended. An id, an address, an amount or a stock beyond its bound
    counts as not stated: cut it would be another one; so does an id or an address with a control character, but in a
    picture's that is percent-encoded. A currency is one of the table's, whose digits are known; a GTIN has the right
    check digit.
    """
    if offer.image_url is not None and len(offer.image_url) <= MAX_ADDRESS_CHARS:
        offer = dataclasses.replace(offer, image_url=picture_address(offer.image_url))
    fields = _bounded_fields(offer)
    if offer.currency is not None and not is_code(offer.currency):
        fields["currency"] = None
    if offer.gtin is not None and clean_gtin(offer.gtin) is None:
        fields["gtin"] = None
    fields["details"] = limits.bounded(offer.details)
    pictures = [picture_address(one) for one in offer.images[:MAX_IMAGES] if len(one) <= MAX_ADDRESS_CHARS]
    fields["images"] = tuple(one for one in pictures if one and len(one) <= MAX_ADDRESS_CHARS)
    fields["variants"] = tuple(_bounded_variant(one) for one in offer.variants[:MAX_VARIANTS])
    fields["came_from"] = {
        name[:_MAX_WORDS]: source[:_MAX_WORDS] for name, source in list(offer.came_from.items())[:_MAX_WORDS]
    }
    fields["price_grounds"] = _grounds(offer)
    fields["candidates"] = tuple(
        _bounded_candidate(one) for one in offer.candidates[:MAX_CANDIDATES] if abs(one.price_minor) < BEYOND_ANY_NUMBER
    )
    fields["conflicts"] = tuple(name[:_MAX_WORDS] for name in offer.conflicts[:_MAX_WORDS])
    return dataclasses.replace(offer, **fields)


def _grounds(offer: Offer) -> dict[str, int]:
    """The grounds for its price if every one is known and they add up to its strength, else none."""
    grounds = offer.price_grounds
    is_whole = _KNOWN_GROUNDS.issuperset(grounds) and sum(grounds.values()) == offer.price_strength
    return dict(grounds) if is_whole else {}


_KNOWN_GROUNDS = frozenset(map(str, Ground))


def _bounded_candidate(candidate: PriceCandidate) -> PriceCandidate:
    fields = _bounded_fields(candidate)
    fields["sources"], fields["beside"] = _words(candidate.sources), _words(candidate.beside)
    if candidate.currency is not None and not is_code(candidate.currency):
        fields["currency"] = None
    return dataclasses.replace(candidate, **fields)


def _words(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word[:_MAX_WORDS] for word in words[:MAX_CANDIDATES])


def _bounded_variant(variant: Variant) -> Variant:
    return dataclasses.replace(variant, **_bounded_fields(variant))


def _bounded_fields(item: Offer | Variant | PriceCandidate) -> dict[str, Any]:
    """Those of its plain texts and numbers that pass their bound, as they may stand."""
    changed: dict[str, Any] = {}
    for name in _NAMES[type(item)]:
        value = getattr(item, name)
        if isinstance(value, int) and abs(value) >= BEYOND_ANY_NUMBER:
            changed[name] = 1 if name == "adapter_version" else None
        elif type(value) is str:
            cut = _MAX_CHARS.get(name)
            if cut and not value.isprintable():
                value = changed[name] = _CONTROLS.sub(" ", value)
            elif _CONTROLS.search(value):
                changed[name] = None if name != "adapter" else _CONTROLS.sub(" ", value)
                continue
            longest = cut or (MAX_ADDRESS_CHARS if name.endswith("url") else MAX_ID_CHARS)
            if len(value) > longest:
                changed[name] = value[:longest] if cut or name == "adapter" else None
    return changed


_NAMES = {shape: tuple(field.name for field in dataclasses.fields(shape)) for shape in (Offer, Variant, PriceCandidate)}
