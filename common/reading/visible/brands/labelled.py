"""The brand beside its label: behind it on the line, on the next line, in the cell below a column's head, or a logo."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.text.availability import of_phrase
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.in_text import cut, is_no_name
from common.reading.visible.brands.logos import logo_beside
from common.reading.visible.brands.written.firms import ends_in_dot_of_form
from common.reading.visible.labels import BULLETS, below, head_of_column, is_beyond_row, label_end
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.words.wording import Wording

_LABEL_END = (
    r"(?:\s?[(（][^()（）:：]{2,24}[)）]\s?[:：]|\s?(?:\.{4,80}|…{2,40})\s?[:：]?|"
    r"\s{0,2}\*?(?:[:：∶﹕】\]］〕》」＞=]|[-–—]\s?\Z|(?<=\s)[-–—]\s|\Z))"
)
"""Behind a label: a second one in brackets and a colon ("Brand (maker):"), dots that lead to the value, or a mark."""
BRAND_LABEL = Wording(rf"(?:<brand.labels>){_LABEL_END}")
MAKER_LABEL = Wording(rf"(?:<brand.maker_labels>){_LABEL_END}")
DESIGNER_LABEL = Wording(rf"(?:<brand.designer_labels>){_LABEL_END}")
_IN_BRACKETS = re.compile(r"(?:\s[(\[]|\s?（)[^()\[\]（）]*[)\]）]?\Z")
"""Behind the name: "Pinewood (12 items)", "Pinewood [more info]", "Pinewood (England)", "松木（大阪府）"."""
_BEHIND = re.compile(r"(?<=\w)(?:[\s»›>→®™)\]]|\s[/|·•])+\Z")
_QUOTES, _OPENING_QUOTES = "\"“”„«»'‘’ ", frozenset('"“„«')
_ROW = re.compile(r"[^\d:：]{2,25}[:：]\s")
"""The next label with its value: there is none behind the one before."""
_NEXT_LABEL = Wording(
    r"\s(?:<code.labels>|<code.book_labels>|<code.maker_labels>|<brand.labels>|<brand.maker_labels>|<stock.labels>|"
    r"<price.labels>|\S+)\s?[:：]"
)
"""Where the next label of the same line begins: "Brand: Pinewood Item No: 12"."""
_ANOTHER = Wording(
    r"(?:<code.labels>|<code.book_labels>|<code.maker_labels>|<stock.labels>|<price.labels>|<price.sale_labels>|"
    r"<price.old_labels>|<price.new_labels>|<price.retail_labels>)\W*"
)
"""All of the line behind a label whose value is missing: the next label."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_MAX_CHARS, _PAIR, _LIST_STEPS = 40, 2, 8
_BEFORE_VALUE = " :：–—=-"
"""May begin the line behind a label: its mark is drawn with the value."""

_NEXT_STEPS = ("/", ">", "›", "»")
"""Begin what follows in a trail of links: "Brands", "/ Blue cup"."""


def is_label(text: str) -> bool:
    """Whether this is a label of a brand or maker and nothing else."""
    return any(one.fullmatch(text) is not None for one in (BRAND_LABEL, MAKER_LABEL, DESIGNER_LABEL))


def labelled(shown: Sequence[Line], labels: Wording) -> str | None:
    """The first brand behind one of these labels."""
    return next(_behind_labels(shown, labels), None)


def labelled_alone(shown: Sequence[Line]) -> str | None:
    """The one brand that labels state here; None when they state several, as cards of other products do."""
    stated = {found for labels in (BRAND_LABEL, MAKER_LABEL) for found in _behind_labels(shown, labels)}
    return stated.pop() if len(stated) == 1 else None


def _behind_labels(shown: Sequence[Line], labels: Wording) -> Iterator[str]:
    for place, line in enumerate(shown):
        if len(line.text) > 80:
            continue
        start = len(line.text) - len(line.text.lstrip(BULLETS))
        end = label_end(line.text, start, labels)
        if end is None:
            continue
        value = line.text[end:].strip(" :：–—=")
        if value and (behind := _NEXT_LABEL.search(value)) is not None:
            value = value[: behind.start()]
        elif not value:
            follows = shown[place + 1] if place + 1 < len(shown) else None
            logo = logo_beside(line.element, follows.element if follows is not None else None, _name(shown))
            if logo:
                yield logo
            if logo is not None:
                continue
            value = _value_behind(line, follows) if follows is not None and follows.at != 0 else ""
            value = "" if _ROW.match(value) or value.startswith(_NEXT_STEPS) else value.lstrip(_BEFORE_VALUE)
        if found := _brand(value):
            yield found


def _brand(value: str) -> str | None:
    if len(value) > 2 * _MAX_CHARS or BESIDE_CURRENCY.search(value):
        return None
    value = _without_quotes(_without_marks(cut(_IN_BRACKETS.sub("", _without_marks(value)))))
    found = brand_of(value) if 1 < len(value) <= _MAX_CHARS else None
    if found is None or (found.endswith((":", "：", "?", ".")) and not ends_in_dot_of_form(found)):
        return None
    if _ANOTHER.fullmatch(found) is not None or (found[0].islower() and is_no_name(found)):
        return None  # the next label; "see packaging"
    return found if of_phrase(found) is Availability.UNKNOWN else None


def _without_quotes(value: str) -> str:
    """The name without the quotes around it; those around a part of it stay: UAB „Pinewood“. One such at the end may be
    gone already, taken for an arrow: ООО «Pinewood».
    """
    inside = value.strip(_QUOTES)
    if not _OPENING_QUOTES.intersection(inside):
        return inside
    return f"{inside}»" if "«" in inside and "»" not in inside else value.strip()


def _without_marks(value: str) -> str:
    """The value without what is drawn behind it; a bracket that it opens itself stays: "파인[PINE]"."""
    name = _BEHIND.sub("", value)
    ends = (end for begin, end in ("[]", "()") if name.count(begin) > name.count(end) and value.startswith(name + end))
    return name + next(ends, "")


def _name(shown: Sequence[Line]) -> str:
    return " ".join(line.text for line in shown if line.at == 0)


def _is_headed(element: Any, heading: Any) -> bool:
    """Whether this stands in what comes right behind the heading."""
    behind = next(heading.itersiblings(), None)
    return behind is None or behind in set(itself_and_above(element, 6))


def _is_headed_alike(label: Any, follows: Any) -> bool:
    """Whether both head boxes of the page, and something without text stands between them: a list of makers to choose
    from.
    """
    heads = zip(itself_and_above(label, _HEAD_STEPS), itself_and_above(follows, _HEAD_STEPS), strict=False)
    return any(
        one is not other
        and names_of(one) == names_of(other)
        and _BOX_HEAD.search(names_of(one)) is not None
        and next(one.itersiblings(), other) is not other
        for one, other in heads
    )


_BOX_HEAD = re.compile(r"head|title|caption", re.IGNORECASE)
_HEAD_STEPS = 3


def _value_behind(label: Line, follows: Line) -> str:
    """What stands behind a label that is all of its element; below it, where both head a table's columns; nothing where
    its cell's neighbour is empty, or it is the head of a list to choose from.
    """
    head = head_of_column(label.element)
    if head is not None:
        return below(head)
    if is_beyond_row(label.element, follows.element):
        return ""
    if _is_headed_alike(label.element, follows.element):
        return ""
    if label.element.tag in _HEADINGS and (
        follows.element.tag == label.element.tag or not _is_headed(follows.element, label.element)
    ):
        return ""  # the one heads something else, or nothing that can be read: a field to choose a maker from
    entry = next((node for node in itself_and_above(follows.element, 3) if node.tag == "li"), None)
    above = set(itself_and_above(label.element, 6))
    own = next((node for node in itself_and_above(label.element, 3) if node.tag == "li"), None)
    if own is not None and own.getparent() not in set(itself_and_above(follows.element, _LIST_STEPS)):
        return ""  # a list's last entry, which is a link of a menu
    if entry is None or entry in above:
        return follows.text
    if any(node.tag == "li" and node.getparent() is entry.getparent() for node in above):
        return follows.text if len(entry.getparent()) == _PAIR else ""  # the next tab, or another entry of a list
    return "" if any(node.tag == "li" for node in islice(entry.itersiblings(), 2)) else follows.text
