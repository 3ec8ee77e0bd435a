"""Whether the file's name of a picture says that it buys, and whether an address says that it fills the cart, in the
words of any language. Old shops draw their buttons as pictures without a word.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from common.reading.words.wording import Wording

_MOST_CHARS = 300
"""Of an address that is looked at."""
_NAME_CHARS = 40
"""A file's name with more letters is no button's."""
_AROUND = (
    r"(?:btn|button|bttn|butt?|bot(?:on|ao|ão)|bouton|knop|knapp?|image|img|icon|ico|pic|gif|cart|shop|now|jetzt|"
    r"it|this|en|eng|de|ger|fr|es|it|nl|pl|cz|ru|se|dk|no|gb|uk|us|jp|small|large|big|mini|over|off|on|hover|up|down|"
    r"red|green|blue|orange|yellow|black|white|grey|gray|gross|klein|rot|gruen|blau|grand|petit)*"
)
"""What stands around in such names: the kind of picture, its language, size, colour and state."""
_BUYS = Wording(rf"{_AROUND}(?:<names.buys>){_AROUND}")
_DRAWS_CART = Wording(rf"{_AROUND}(?:<names.cart>){_AROUND}")
_CART = Wording(r"(?<![a-z])(?:<names.cart>)(?![a-z])")
_ADDS = Wording(r"(?<![a-z])(?:<names.adds>)(?![a-z])")
_NO_LETTER = re.compile(r"[\W\d_]+")


@lru_cache(maxsize=2048)
def picture_buys(address: str) -> bool:
    """Whether the file's name says nothing but that this buys: "btn_buy_now.gif", "in-den-warenkorb.png"."""
    return _BUYS.fullmatch(_file_letters(address)) is not None


def picture_draws_cart(address: str) -> bool:
    """Whether the file's name is a cart's, which buys when it sends a form with a product in it: "panier.gif"."""
    return _DRAWS_CART.fullmatch(_file_letters(address)) is not None


@lru_cache(maxsize=2048)
def fills_cart(address: str) -> bool:
    """Whether the address of a link or form names the cart and what puts something there: "/panier/ajouter/12"; not one
    that changes how much lies there already.
    """
    address = address[:_MOST_CHARS].lower()
    adds = _ADDS.search(address) is not None and _CART.search(address) is not None
    return adds and _CHANGES.search(address) is None


_CHANGES = re.compile(r"(?<![a-z])(?:op=(?:up|down)|del|delete|remove|update|voucher|coupon)(?![a-z])")
"""As PrestaShop's cart does ("/cart?add=1&op=down")."""


def holds_product(form: Any) -> bool:
    """Whether a hidden field of the form says which product it is about: by a number, or a code with a digit."""
    hidden = (one for one in form.iter("input") if (one.get("type") or "").lower() == "hidden")
    return any(
        _PRODUCT.search(one.get("name") or "") and any(map(str.isdigit, one.get("value") or "")) for one in hidden
    )


_PRODUCT = re.compile(
    r"(?<![a-z])(?:id|p?id|prod|product|item|art|artikel|sku|code|ref)(?![a-z])|product|artikel|item", re.IGNORECASE
)


def _file_letters(address: str) -> str:
    """The letters of the file's name; empty where there are too many, or none."""
    name = unquote(address[-_MOST_CHARS:].partition("?")[0].rpartition("/")[2]).partition(".")[0]
    letters = _NO_LETTER.sub("", name).lower()
    return letters if len(letters) <= _NAME_CHARS else ""
