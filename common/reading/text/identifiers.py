"""SKU, GTIN, MPN and brand as shops write them, cleaned of placeholders."""

from __future__ import annotations

import re
from typing import Any

from common.reading.text.address_parts import host_of
from common.reading.text.json_text import text_of
from common.reading.words.wording import Wording

_PLACEHOLDER = Wording(r"^(?:n/?a|null|undefined|tbd|-+|0|false|true|\{\{.*|\[.*|<brand.none>)$")
_LABEL = Wording(r"(?:<brand.labels>)[\s:：]*")
"""A brand that is called "Brand" was never filled in."""

_CODE = re.compile(r"(?=(?:\D*\d){4})[A-Z\d]+(?:[-/.][A-Z\d]+)+")
"""Four digits or more among capital letters, in parts. Fewer digits than letters have names such as "1-800-ROSES"."""
_NO_CODE = re.compile(
    r"n\.?[\s/]?[adcb]\.?|n\.?\s?[/v]?\.?\s?v\.?(?:\s?t\.?)?|b[./]\s?d\.?|k\.?\s?[./]?\s?a\.?|s[./]\s?[nc]\.?|i/t|н/д|δ/υ|нет",
    re.IGNORECASE,
)
"""How shops shorten "not available", "none given" and their like in place of a code."""


def clean_id(text: str | None) -> str | None:
    """None for placeholders and for what is too long to be an identifier."""
    if not text or len(text) > 80 or _PLACEHOLDER.match(text.strip()) or _NO_CODE.fullmatch(text.strip()):
        return None
    return text.strip()


def brand_of(value: Any) -> str | None:
    """A brand's name out of a text, a Brand or Organization node, or a list of them."""
    if isinstance(value, list):
        value = next((one for one in value if one), None)
    if isinstance(value, dict):
        value = value.get("name") or value.get("@value")
        if isinstance(value, (list, dict)):
            return brand_of(value)
    name = text_of(value)
    if not name or len(name) > 100 or _PLACEHOLDER.match(name) or name.startswith(("http://", "https://")):
        return None
    if name.isdigit() or name.startswith("\\"):
        return None  # the brand's number in the shop's own books; a template's "\n"
    said = " ".join(name.split())
    if _CODE.fullmatch(said) is not None and 2 * sum(map(str.isdigit, said)) >= sum(map(str.isalnum, said)):
        return None  # a maker's number for the thing behind "MFR:"
    return said if any(map(str.isalnum, said)) and _LABEL.fullmatch(said) is None else None


def is_name_of_site(name: str, url: str) -> bool:
    """Whether a part of the address's host is this name: "Cup Shop" at www.cup-shop.example."""
    said = re.sub(r"[\W_]", "", name.casefold())
    return len(said) >= _LEAST_SITE_CHARS and said in {re.sub(r"[\W_]", "", part) for part in host_of(url).split(".")}


def is_address_of_site(name: str, url: str) -> bool:
    """Whether this is the page's own host: "www.cup-shop.example", "Cup-Shop.example"; or that of the same shop in
    another country: "cup-shop.com" at cup-shop.ca.
    """
    said, host = name.casefold().removeprefix("www.").rstrip("/"), host_of(url).removeprefix("www.")
    if "." not in said or said == host:
        return "." in said
    first = said.partition(".")[0]
    return _HOST.fullmatch(said) is not None and len(first) >= _LEAST_SITE_CHARS and first in host.split(".")


_HOST = re.compile(r"[\w-]+(?:\.[a-z]{2,3}){1,2}")
_LEAST_SITE_CHARS = 4
