"""What a form or button hands to the service that takes the money: PayPal's buttons, Snipcart's, FoxyCart's. Shops that
their owners write by hand sell by these, and say in them what is charged, in which money, for what.

Only where one product is sold so: the one of the page's name, or the page's only one. Of the latter only the price and
its currency are taken, and whoever asks must see the price printed, too: an article may sell a book at its foot. A form
whose options have amounts of their own ("option_amount0") states none, nor does one that gives, subscribes or lets the
buyer say how much.

Sources: https://developer.paypal.com/api/nvp-soap/paypal-payments-standard/integration-guide/Appx-websitestandard-htmlvariables/,
https://docs.snipcart.com/v3/setup/products, https://wiki.foxycart.com/v/2.0/products.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from typing import Any

from common.currencies import is_code
from common.links.domains import is_at
from common.reading.found import STATE, Found
from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded, squeeze
from common.reading.text.address_parts import host_of

_MOST_FORMS, _MOST_BUTTONS, _MOST_OF_FORM = 200, 200, 60
_SELLS_ONE = frozenset({"_xclick", "_cart"})
_AMOUNT = re.compile(r"\d{1,9}(?:\.\d{1,2})?")


def charged(document: Document, heading: str | None) -> Found | None:
    """The product that the page has charged for; None where there is none, or several and none of this name."""
    offers = [*_of_paypal(document), *_of_foxycart(document), *_of_snipcart(document)]
    name = folded(heading or "")
    own = [one for one in offers if name and folded(one.title or "") == name]
    if own:
        return own[0] if len({one.price for one in own}) == 1 else None
    return replace(offers[0], title=None, sku=None) if len(offers) == 1 else None


def _of_paypal(document: Document) -> Iterator[Found]:
    for fields in _forms_to(document, "paypal.com"):
        if fields.get("cmd") in _SELLS_ONE and not any(name.startswith("option_amount") for name in fields):
            yield from _offer(fields, "amount", "item_name", "item_number", fields.get("currency_code", ""))


def _of_foxycart(document: Document) -> Iterator[Found]:
    for fields in _forms_to(document, "foxycart.com"):
        yield from _offer(fields, "price", "name", "code", "")


def _of_snipcart(document: Document) -> Iterator[Found]:
    for node in document.first(_MOST_BUTTONS, "button"):
        if "snipcart-add-item" in (node.get("class") or "").split():
            yield from _offer(node.attrib, "data-item-price", "data-item-name", "data-item-id", "")


def _forms_to(document: Document, service: str) -> Iterator[Mapping[str, str]]:
    """The hidden fields, by name, of each form that goes to this service."""
    for form in document.first(_MOST_FORMS, "form"):
        if is_at(host_of(form.get("action") or ""), (service,)):
            yield {
                node.get("name") or "": node.get("value") or ""
                for node in islice(form.iter("input"), _MOST_OF_FORM)
                if node.get("type") == "hidden"
            }


def _offer(stated: Any, price: str, name: str, code: str, currency: str) -> Iterator[Found]:
    amount = (stated.get(price) or "").strip()
    if _AMOUNT.fullmatch(amount) and Decimal(amount) > 0:
        title, sku = squeeze(stated.get(name) or ""), squeeze(stated.get(code) or "")
        yield Found(
            STATE,
            title=title or None,
            price=Decimal(amount),
            currency=currency if is_code(currency) else None,
            sku=sku or None,
        )
