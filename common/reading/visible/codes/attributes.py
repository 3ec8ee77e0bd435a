"""The product's code where it is written for scripts and forms only: in an attribute or a hidden field of what holds
the heading. Nothing of it is printed, so it makes no page a product's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import unquote_plus

from common.reading.parsed.document import WHOLE_PAGE, type_of
from common.reading.parsed.letters import squeeze
from common.reading.text.identifiers import clean_id
from common.reading.visible.codes.sku import names_code
from common.reading.visible.layout.zones import opens_zone
from common.reading.visible.lines import itself_and_above, names_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_ATTRIBUTES = (
    "data-sku", "data-product-sku", "data-product_sku", "data-item-sku", "data-product-code", "data-product-reference",
    "data-artnr", "data-article-number", "data-productcode", "data-item-number", "data-part-number",
)  # fmt: skip
_FIELDS = frozenset(
    {
        "sku",
        "product_sku",
        "item_sku",
        "item_number",
        "itemnumber",
        "product_code",
        "products_model",
        "artnr",
        "productcode",
        "itemcode",
        "item_code",
        "product_number",
        "productnumber",
        "stockcode",
        "articlenumber",
    }
)
"""Names of hidden fields; "item_number" is what PayPal's buttons call the shop's code."""
_CODE = re.compile(r"(?=.*\d)[^\W_][\w./ -]{1,30}[^\W_]")
_IN_LINK = re.compile(
    r"(?:cart|basket|order|buy|add|checkout|paypal)[^?]{0,80}\?(?:[^#]{0,200}&)?(?:sku|item_?number|item_?code|product_?code|"
    r"artnr|prod_?code|stock_?code|part_?no)=([^&#]{2,40})",
    re.IGNORECASE,
)
"""In the link that puts it into the cart."""
_OF_VARIANTS = re.compile(r'"sku"\s?:\s?"([^"]{2,40})"')
"""In what Shopify's themes put down of all variants, in a field that nobody sees."""
_HOLDERS, _BOX_STEPS, _BOX_ELEMENTS = 8, 5, 1500


def stated_code(view: PageView) -> str | None:
    """The code that the nearest element around the heading carries; else the one that all in its box agree on."""
    heading = view.heading.element
    if heading is None:
        return None
    holders = [node for node in islice(heading.iterancestors(), _HOLDERS) if node.tag not in WHOLE_PAGE]
    for node in (heading, *holders):
        if (found := _stated(node)) is not None:
            return found
    box = next(reversed(holders[:_BOX_STEPS]), None)
    if box is None:
        return None
    said = {found for node in _within(box) if (found := _stated(node)) is not None} or _of_choice(box)
    return said.pop() if len(said) == 1 else None


def _of_choice(box: Any) -> set[str]:
    """The codes that the choices carry which are made already, in this box without other products."""
    chosen = [node for node in islice(box.iter("option"), _BOX_ELEMENTS) if node.get("selected") is not None]
    return {
        found
        for node in chosen
        if (found := _stated(node)) is not None
        and not any(opens_zone(names_of(one)) for one in itself_and_above(node, _HOLDERS) if one is not box)
    }


def _within(box: Any) -> Iterator[Any]:
    """The elements of the box that carry a code, without those of other products."""
    for node in islice(
        box.iter("div", "button", "form", "input", "a", "section", "article", "span", "meta", "textarea"), _BOX_ELEMENTS
    ):
        above = itself_and_above(node, _HOLDERS) if node.tag != "textarea" else ()  # no card of another product has one
        if _stated(node) is not None and not any(opens_zone(names_of(one)) for one in above if one is not box):
            yield node


def _stated(node: Any) -> str | None:
    get = node.get
    value = next((said for name in _ATTRIBUTES if (said := get(name))), None)
    if value is None and node.tag == "input" and type_of(node) == "hidden" and (get("name") or "").lower() in _FIELDS:
        value = get("value")
    if value is None and node.tag == "input" and names_code(f"{get('id') or ''} {get('name') or ''}"):
        value = get("value") if _is_labelled(node) else None
    if value is None and node.tag == "a" and (found := _IN_LINK.search(get("href") or "")) is not None:
        value = unquote_plus(found[1])
    if value is None and get("itemprop") in {"sku", "productID"}:
        value = get("content")
    if value is None and node.tag == "textarea":
        said = set(_OF_VARIANTS.findall(node.text or ""))
        value = said.pop() if len(said) == 1 else None
    value = squeeze(value or "").removeprefix("sku:")
    return clean_id(value) if _CODE.fullmatch(value) else None


def _is_labelled(field: Any) -> bool:
    """Whether a label of codes stands right before this field, which shows one to copy it from."""
    before, box = field.getprevious(), field.getparent()
    said = field.get("aria-label") or (before.tail if before is not None else box.text if box is not None else "")
    return _LABEL.fullmatch(squeeze(said or "")) is not None


_LABEL = Wording(r"(?:<code.labels>)\s?[:：]?")
