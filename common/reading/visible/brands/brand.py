"""The brand as the page prints it: the ways to say it, from the surest to the weakest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.beside import brand_beside
from common.reading.visible.brands.in_name import in_heading
from common.reading.visible.brands.in_text import brand_in_text, is_no_name
from common.reading.visible.brands.known.elsewhere import known_elsewhere
from common.reading.visible.brands.known.in_name import instead_of_firm
from common.reading.visible.brands.known.names import is_known, whole_name
from common.reading.visible.brands.labelled import (
    BRAND_LABEL,
    DESIGNER_LABEL,
    MAKER_LABEL,
    labelled,
    labelled_alone,
)
from common.reading.visible.brands.links.by_line import by_line
from common.reading.visible.brands.links.home import stands_in_shops_own
from common.reading.visible.brands.logos import of_logo
from common.reading.visible.brands.makers_shop import known_shop
from common.reading.visible.brands.named import is_in_list_of_brands, named
from common.reading.visible.brands.written.firms import as_named
from common.reading.visible.lines import Line
from common.reading.visible.view import PageView, once_a_view

_LABELS_BEFORE, _LABELS_AFTER = 40, 1500
"""Lines around the heading in which a label counts."""
_NEAR_LINES = 200
_AT_THE_TURN = 2
"""Lines that are read of where it turns: "More from this brand", and its name."""


@once_a_view
def printed_brand(view: PageView) -> str | None:
    """The brand beside its label, in an element named brand, behind a link to the brand's page, beside the maker's
    label, inside a sentence, or right above the heading when the page's title says it too; the first of these. Where
    the page turns to other products only the one brand counts that labels state there. A firm's whole name is cut to
    what the heading begins with, and gives way to a known name there.
    """
    found, heading = _shown(view), view.heading.text or ""
    return as_named(instead_of_firm(found, heading), heading) if found is not None else None


def _shown(view: PageView) -> str | None:
    everywhere = view.of_the_product(_LABELS_BEFORE, _LABELS_AFTER)
    shown = [line for line in everywhere if view.turns_at is None or line.at < view.turns_at]
    near = [line for line in shown if line.at <= _NEAR_LINES]
    return (
        labelled(near, BRAND_LABEL)
        or _known_beside(shown)
        or named(shown, view)
        or _theirs(labelled(near, MAKER_LABEL) or _above_heading(shown, view), view)
        or _house(labelled(near, DESIGNER_LABEL))
        or labelled(shown, BRAND_LABEL)
        or labelled(shown, MAKER_LABEL)
        or labelled_alone(everywhere[len(shown) :])
        or brand_in_text(near)
        or brand_beside(view, shown)
        or by_line(shown, view)
        or of_logo(view)
        or in_heading(view, everywhere[: len(shown) + _AT_THE_TURN])
        or known_elsewhere(view)
        or labelled(shown, DESIGNER_LABEL)
    )


def _theirs(said: str | None, view: PageView) -> str | None:
    """What a maker's label or the line above the heading says, unless nobody knows it and this is the own site of a
    maker that people know: there stand a designer's name, or a line of goods.
    """
    own = known_shop(view) if said is not None and not is_known(said) else None
    return own or said


def _house(designer: str | None) -> str | None:
    """Who drew it, when people know a maker of that name: else it may be a person, who counts last."""
    return designer if designer is not None and is_known(designer) else None


def _known_beside(shown: Sequence[Line]) -> str | None:
    """The one sure known name that is all of a line near the heading, and no entry of a list of brands."""
    near = (
        line.text
        for line in shown
        if -_KNOWN_BEFORE <= line.at <= _KNOWN_BEHIND and line.at != 0 and not is_in_list_of_brands(line.element)
    )
    named_so = {name.key: name.said for text in near if (name := whole_name(text)) is not None}
    return next(iter(named_so.values())) if len(named_so) == 1 else None


_KNOWN_BEFORE, _KNOWN_BEHIND = 3, 12


def _above_heading(shown: Sequence[Line], view: PageView) -> str | None:
    """The last short line before the heading, in the heading's own box, that the title repeats as a whole word."""
    title = view.document.title or ""
    top = next((line.element for line in shown if line.at == 0), None)
    above = next((line for line in reversed(shown) if line.at < 0), None)
    if top is None or above is None or above.at < -2 or not 1 < len(above.text) <= 30 or is_no_name(above.text):
        return None
    if above.element.tag == "a" and sum(node.tag == "a" for node in islice(above.element.getparent(), 8)) > 1:
        return None  # one of a menu's links
    if above.text.endswith((":", "：")) or stands_in_shops_own(above.element, view.document.url):
        return None  # a label; the link home
    if above.text.casefold() == (view.heading.text or "").casefold() or above.element.tag == "h1":
        return None  # the end of a trail; a section's or the shop's name above a smaller heading
    box = set(islice(above.element.iterancestors(), 4))
    if not box & set(islice(top.iterancestors(), 4)):
        return None
    said = re.search(rf"(?<![\w-]){re.escape(above.text)}(?![\w-])", title, re.IGNORECASE)
    return brand_of(above.text) if said is not None and not _is_kind_of_goods(above.text, said[0], title) else None


def _is_kind_of_goods(text: str, said: str, title: str) -> bool:
    """Whether the title, which knows capitals, writes this name small: "Shorts" of "HUF Atelier, shorts for men"."""
    return said.islower() and not text.islower() and not title.islower()
