"""Whether the file's name of a picture says that it buys, and whether an address says that it fills the cart, in the
words of any language. Old shops draw their buttons as pictures without a word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any
from urllib.parse import unquote

from common.reading.parsed.document import type_of
from common.reading.words.wording import Wording

_MOST_CHARS = 300
"""Of an address that is looked at."""
_NAME_CHARS = 40
"""A file's name with more letters is no button's."""
_AROUND = tuple(
    "btn button bttn but butt boton botao botão bouton knop knap knapp image img icon ico pic gif cart shop now jetzt "
    "it this en eng de ger fr es nl pl cz ru se dk no gb uk us jp small large big mini over off on hover up down red "
    "green blue orange yellow black white grey gray gross klein rot gruen blau grand petit".split()
)
"""What stands around in such names: the kind of picture, its language, size, colour and state."""
_AROUND_BACKWARDS = tuple(word[::-1] for word in _AROUND)
_BUYS = Wording("<names.buys>")
_IS_CART = Wording("<names.cart>")
_CART = Wording(r"(?<![a-z])(?:<names.cart>)(?![a-z])")
_ADDS = Wording(r"(?<![a-z])(?:<names.adds>)(?![a-z])")
_NO_LETTER = re.compile(r"[\W\d_]+")


def picture_buys(address: str) -> bool:
    """Whether the file's name says nothing but that this buys: "btn_buy_now.gif", "in-den-warenkorb.png"."""
    return address != "" and _says_only(_file_letters(address), _BUYS)


def picture_draws_cart(address: str) -> bool:
    """Whether the file's name is a cart's, which buys when it sends a form with a product in it: "panier.gif"."""
    return _says_only(_file_letters(address), _IS_CART)


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
    fields = islice(form.iter("input"), _MOST_FIELDS)
    hidden = (one for one in fields if type_of(one) == "hidden")
    return any(
        _PRODUCT.search(one.get("name") or "") and any(map(str.isdigit, one.get("value") or "")) for one in hidden
    )


_MOST_FIELDS = 300
"""Each button of the form asks for them."""
_PRODUCT = re.compile(
    r"(?<![a-z])(?:id|p?id|prod|product|item|art|artikel|sku|code|ref)(?![a-z])|product|artikel|item", re.IGNORECASE
)


def _says_only(name: str, what: Wording) -> bool:
    """Whether the name is one of these words with nothing around but what may stand there. Cut by hand: a pattern that
    may repeat the words around takes seconds over a name such as "itititit…".
    """
    if what.search(name) is None:
        return False  # as most pictures are called
    starts = _passed(name, _AROUND)
    ends = {len(name) - at for at in _passed(name[::-1], _AROUND_BACKWARDS)}
    found = (what.match(name, start) for start in starts)
    return any(one is not None and one.end() in ends for one in found)


def _passed(name: str, words: Sequence[str]) -> set[int]:
    """The places that are reached from the beginning over words of these alone."""
    reached = {0}
    for at in range(len(name)):
        if at in reached:
            reached.update(at + len(word) for word in words if name.startswith(word, at))
    return reached


def _file_letters(address: str) -> str:
    """The letters of the file's name; empty where there are too many, or none."""
    name = unquote(address[-_MOST_CHARS:].partition("?")[0].rpartition("/")[2]).partition(".")[0]
    letters = _NO_LETTER.sub("", name).lower()
    return letters if len(letters) <= _NAME_CHARS else ""


def file_of(picture: Any) -> str:
    """The address of the picture's file, also of one that scripts load only when it comes into view; empty where none
    is stated.
    """
    return next(filter(None, map(picture.get, _LATER)), "") or picture.get("src") or ""


_LATER = ("data-src", "data-lazy-src", "data-original", "data-lazy")
