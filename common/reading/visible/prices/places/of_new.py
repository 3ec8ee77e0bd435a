"""What a thing costs new, by a label that says only this ("Neupreis: 119 €"). Beside a used copy's price it is what
that cost once; on a page that sells nothing used, and names no other price, it is the price.
"""

from __future__ import annotations

from collections.abc import Sequence

from common.reading.text.stock_words import CONTACT
from common.reading.visible.buttons.first import first_button
from common.reading.visible.lines import Line
from common.reading.visible.prices.drawn.coins import Price
from common.reading.visible.prices.places.labelled_price import behind_label
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

LINES = 60
"""Behind the heading: further down a label is another product's."""
_NEW_LABEL = Wording(r"(?:<price.new_labels>)(?![^\W\d_])[\W_]{0,3}")
_USED = Wording(r"<price.used:words>|<price.negotiable:words>|(?<![^\W_])VH?B(?![^\W_])")


def price_of_new(shown: Sequence[Line], view: PageView) -> Price | None:
    """The amount behind such a label; None where a button that buys is missing, or only writes to a seller, or where
    heading, title or a line near the heading says that something is used, or that one may haggle.
    """
    near = [line for line in shown if line.at <= LINES]
    if not any(_NEW_LABEL.match(line.text) for line in near):
        return None
    buys = first_button(shown)
    said = "\n".join([view.document.title or "", *(line.text for line in near)])
    if buys is None or _USED.search(said) is not None:
        return None
    if any(line.at == buys and CONTACT.fullmatch(line.text) for line in shown):
        return None
    return behind_label(near, _NEW_LABEL, view)
