"""The product's code where markup states no SKU but calls it otherwise: the model of a shoe or tool, the productID of a
shop whose addresses hold it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote

from common.reading.found import Found
from common.reading.text.address_parts import path_of
from common.reading.text.identifiers import clean_id
from common.reading.visible.codes.at_name import looks_like_code
from common.reading.visible.codes.code import stands_whole_in

_MARKED = re.compile(r"(?=(?:\D{0,8}\d){3})[^\W_]{1,12}(?:[-.][^\W_]{1,12}){1,3}")
"""With digits and a mark between: a mere number may be one of the shop's own books only."""


def declared_otherwise(declared: Iterable[Found], url: str) -> Found | None:
    """The first declared model that looks like a code and stands whole in the name declared beside it, or the first
    productID with a mark that is a step of the page's address. A model that is a name ("Air Runner 1") is none, nor one
    that the name does not repeat: it may be a series.
    """
    steps = frozenset(unquote(path_of(url)).split("/"))
    for one in declared:
        for node in one.nodes:
            model = clean_id(node.text("model"))
            if model is not None and looks_like_code(model) and stands_whole_in(one.title or "", model):
                return Found(one.source, sku=model)
        if one.item_id is not None and one.item_id in steps and _MARKED.fullmatch(one.item_id):
            return Found(one.source, sku=one.item_id)
    return None
