"""Whether the names of a button, its picture and its form say that it puts something into the cart, and whether a form
asks how many pieces to put there.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from common.reading.parsed.document import Document, type_of
from common.reading.parsed.links import stays_here
from common.reading.visible.buttons.cart_names import (
    file_of,
    fills_cart,
    holds_product,
    picture_buys,
    picture_draws_cart,
)
from common.reading.words.wording import Wording

MAX_NAME_CHARS = 4_000
"""Of an element's names that are searched."""


def buying_name(node: Any) -> str:
    """ "Add to cart" for a button without a word whose names, picture or form say that it does."""
    form = next(node.iterancestors("form"), None)
    names = _own_names(node)
    leads_away = node.tag == "a" and not stays_here(node.get("href"))
    if form is not None and not leads_away:  # old shops draw the whole page inside the cart's form
        names = f"{names} {form.get('action') or ''}"
    if _names_buying(names) or _draws_cart(node) or (form is not None and _fills_cart(form, node)):
        return "Add to cart"
    return "Add to cart" if _is_picture_that_buys(node, form) else ""


def _is_picture_that_buys(button: Any, form: Any) -> bool:
    """Whether the button is drawn as a picture whose file is named so, or as a cart in a form that holds a product."""
    picture = button if button.tag == "input" else next(button.iter("img"), None)
    address = file_of(picture) if picture is not None else ""
    if not address:
        return False
    return picture_buys(address) or (form is not None and picture_draws_cart(address) and holds_product(form))


def pictures_buying(button: Any) -> bool:
    """Whether the button is a picture, by its file's name that of one which buys."""
    if type_of(button) != "image":
        return False
    address = file_of(button)
    return _names_buying(address) or picture_buys(address)


def is_named_to_buy(node: Any) -> bool:
    """Whether a button whose words are unknown is named as what puts into the cart, or is the one that sends a form
    which does.
    """
    own = f"{_own_names(node)} {node.get('href') or ''}" if node.tag == "a" else _own_names(node)
    if _draws_anew(node):
        return False
    if _names_buying(own) or _is_boxed_to_buy(node) or (node.tag == "a" and fills_cart(node.get("href") or "")):
        return True
    form = next(node.iterancestors("form"), None) if _sends(node) else None
    return form is not None and _fills_cart(form, node)


def _own_names(node: Any) -> str:
    return " ".join(filter(None, map(node.get, _NAMING)))


_NAMING = ("id", "name", "class", "src", "onclick", "data-action", "data-hook", "data-role", "data-testid", "data-test")


def _is_boxed_to_buy(node: Any) -> bool:
    """Whether the box around this button, and nothing else in it that is pressed, is named as what buys."""
    box = node.getparent()
    if box is None or not _names_buying(" ".join(filter(None, map(box.get, ("id", "class"))))):
        return False
    return sum(1 for _ in islice(box.iter("button", "input", "a"), 2)) == 1


def _fills_cart(form: Any, button: Any) -> bool:
    """Whether this is the only button that sends the form, and the form's address, names or hidden fields say that it
    puts something into the cart.
    """
    fields = list(islice(form.iter("button", "input"), _MAX_FIELDS))
    if not _sends(button) or sum(map(_sends, fields)) != 1:
        return False
    names = " ".join(filter(None, map(form.get, ("action", "id", "name", "class"))))
    if _names_buying(names) or fills_cart(form.get("action") or ""):
        return True
    hidden = [one for one in fields if type_of(one) == "hidden"]
    told = any(_TOLD.fullmatch(f"{one.get('name')}={one.get('value')}"[:MAX_NAME_CHARS]) for one in hidden)
    return told and not any(one.get("name") == "display" for one in hidden)  # PayPal's form that shows the cart


_TOLD = re.compile(r"cmd=_(?:cart|xclick|s-xclick)|action=(?:adpr|add_product|add[-_]?to[-_]?cart)", re.IGNORECASE)
"""Hidden fields by which PayPal, Miva and Zen Cart are told to put what the form holds into the cart, or to sell it."""


def _draws_cart(button: Any) -> bool:
    """Whether a button without a word that sends something shows the sign of a cart."""
    if button.tag != "button" or not _sends(button):
        return False
    return any(
        _CART_SIGN.search((one.get("class") or "")[:MAX_NAME_CHARS]) for one in islice(button.iter("i", "span"), 5)
    )


_CART_SIGN = re.compile(
    r"(?:fa|icon|glyphicon|bi|ion|mdi|ti|la)-(?:shopping-)?(?:cart|basket|bag|trolley)(?:-(?:plus|add|shopping))?(?![a-z])",
    re.IGNORECASE,
)


def _sends(node: Any) -> bool:
    kind = type_of(node)
    return (kind in _SENDING or (node.tag == "button" and kind == "")) and not _draws_anew(node)


def _draws_anew(button: Any) -> bool:
    """Whether it sends its form only to draw the page anew, as PrestaShop's does where no script runs."""
    name: str | None = button.get("name")
    return name == "refresh"


_SENDING = frozenset({"submit", "image"})
_MAX_FIELDS = 300


def asks_how_many(document: Document, heading: Any) -> bool:
    """Whether one field behind the heading (or two: some pages draw it again at their foot), which can be filled in, is
    named a quantity. Where there are more, each belongs to a row of a list.
    """
    behind = False
    found = 0
    for node in document.first(_MAX_FIELDS, heading.tag, "input", "select"):
        if node is heading:
            behind = True
        elif behind and _is_quantity(node):
            found += 1
    return 0 < found <= _MOST_QUANTITIES


def _is_quantity(node: Any) -> bool:
    if node.tag == "input" and (type_of(node) or "text") not in _WRITTEN:
        return False
    if node.get("disabled") is not None or node.get("max") == "0":
        return False
    names = " ".join(filter(None, map(node.get, ("id", "name", "class"))))
    return names_quantity(names)


def names_quantity(names: str) -> bool:
    """Whether the first 4,000 characters of an element's names call it a number of pieces."""
    return _QUANTITY.search(names[:MAX_NAME_CHARS]) is not None


_WRITTEN = frozenset({"text", "number", "tel"})
_MOST_QUANTITIES = 2
_QUANTITY = Wording(r"(?<![a-z])(?:<names.quantity>)")


def buys_by_name(link: Any, picture: Any) -> bool:
    """Whether a link without a word is named, or leads to, or shows a picture named as what puts into the cart."""
    drawn = file_of(picture) if picture is not None else ""
    names = [link.get("id"), link.get("class"), link.get("href"), drawn]
    return _names_buying(" ".join(filter(None, names))) or picture_buys(drawn) or fills_cart(link.get("href") or "")


def _names_buying(names: str) -> bool:
    """Whether the first 4,000 characters of these names say so."""
    lowered = names[:MAX_NAME_CHARS].lower()
    return any(map(lowered.__contains__, _IN_ANY)) and _BUYS.search(lowered) is not None


_BUYS = re.compile(
    r"add[-_ ]?(?:item[-_]?|product[-_]?)?(?:to|2)[-_]?(?:my[-_]?)?(?:shop(?:ping)?[-_]?)?(?:cart|basket|bag|trolley)"
    r"|cart/add|addcart|cart[-_]add|add[-_]cart|buy[-_]?now|btn[-_]?buy|btn_(?:cart|paynow)|button-cart|productaddtocart"
    r"|x-click-but(?:0[1-6]|2[23]|cc)|aitsafe\.com/cf/add|basket/add|add2(?:cart|basket)|order[-_]?now"
    r"|product-addtocart|snipcart-add|foxycart\.com/cart\?name|wg-order|action=add_product|cart\.php\?(?:mode|action)=add"
    r"|checkout\.add|checkout\[add|(?:cart|basket)\.add\(|(?:cart|basket)\.asp\?add"
)
"""In lower case: looking for small and large letters takes many times as long."""
_IN_ANY = ("add", "buy", "btn", "x-c", "n-cart", "foxy", "wg-o", "order-n", "order_n", "ordern")
"""One of these is in every name that _BUYS finds; looking for them is twenty times faster."""
