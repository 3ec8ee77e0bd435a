"""Where on the page an element stands: hidden from readers, or in a part that is about other products or the frame.

No layout is known, only names: shops name what recommends, slides, navigates, and what their style sheets hide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from typing import Any

from common.reading import sites
from common.reading.visible.buttons.buying_names import MAX_NAME_CHARS
from common.reading.visible.layout.own_card import without_card

_ELSEWHERE = re.compile(
    r"a(?:ccessor|dvert|lso)|b(?:anner|asket-?(?:modal|summary|drop)|ought-?together|readcrumb)|"
    r"c(?:arousel|art-?(?:modal|drop|pop|side)|omment|ookie|ross-?sell)|"
    r"f(?:requently|ooter(?<!\bdetails[_-]footer)(?<!\binfo[_-]footer)(?<!\bproduct[_-]footer))|"
    r"m(?:enu|ini-?cart)|n(?:avigation|av(?<![^\s_-]nav)(?:$|[\s_-])|ewsletter)|o(?:ther-?(?:products|items|offers))|"
    r"p(?:roduct-?(?:list|grid|tile|card|thumb)"
    r"(?![_-]+(?:title|content|row|field)|(?<=product-list)-(?:desc|value)(?![a-z])))|q(?:uestion)|"
    r"r(?:ecently|ecomm|elated|eview)|s(?:earch-?results|imilar|lider|ponsor|uggest|wiper)|u(?:p-?sell)|v(?:iewed)|"
    rf"w(?:ho-?bought)|{sites.AMAZON_OTHER_PRODUCTS}"
)
"""In lower case, and by their first letters: looking for small and large letters takes three times as long, and what
begins otherwise, or each way by itself, makes the engine try them all at every place.
"""
_NO_ZONE = re.compile(r"price|(?:^|[\s_-])(?:cta|btn|button)", re.IGNORECASE)
"""A "slider-price" is a price and a "slider-cta" a button: neither holds other products."""
_TELLS_OF_OTHERS = re.compile(r"(?:^|(?<=\s))(?:has|have|with|without|no)-[\w-]+")
"""Names that tell of what stands beside or is missing: "product-shop has-related" is the product's own box."""
_SKIPPED = frozenset({"script", "style", "noscript", "noframes", "template", "svg", "head", "title"})
_OTHER_TAGS = frozenset({"footer", "nav"})
_CHOSEN = frozenset({"option", "select"})
_HIDDEN_CLASSES = frozenset(
    "hidden hide --hidden --hide d-none is-hidden is--hidden is-hide is-invisible ng-hide u-hidden u-hide uk-hidden "
    "uk-invisible invisible unvisible display-none display_none displaynone no-display nodisplay vm-nodisplay idnone "
    "dn js-hidden none".split()
)
"""As the style sheets of common shop systems and frameworks hide by them."""
_SHOWN_WIDE = re.compile(
    r"(?:^|\s)(?:d-(?:sm|md|lg|xl|xxl)-(?!none)\w|(?:sm|md|lg|xl|2xl):(?:block|flex|inline|grid|table|contents))"
)
"""Classes that hide on small screens only (Bootstrap, Tailwind)."""
_HIDDEN_STYLE = re.compile(r"display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden", re.IGNORECASE)
_PRESSED = frozenset({"input", "button"})
"""What is pressed holds no other products, whatever it is named."""

Zone = tuple[bool, bool]
"""(hidden, elsewhere)"""
SHOWN: Zone = (False, False)
_UNSEEN: Zone = (True, True)
APART: Zone = (False, True)
"""Of what stands inside a part about other products, where nobody has asked yet whether it is hidden: this very value,
not one that is equal.
"""


class Zones:
    """The zones of a page's elements, each worked out when it is first asked for: most are of no interest to anybody.
    What holds the main heading, or the same again, is never elsewhere.
    """

    def __init__(self, headings: Iterable[Any], *, own_card: Callable[[], str] = str) -> None:
        """`own_card` gives the class of a product's card that is the page's own product's (own_card.py); empty without.
        It is asked once at most, and not before an element is met that is named a card: it looks through the page.
        """
        self._is_own_card = partial(_is_own_card, cache(own_card))
        self._known: dict[Any, Zone] = {
            node: SHOWN for heading in headings for node in (heading, *heading.iterancestors())
        }
        self._apart: set[Any] = set()
        """Elements whose zone is known to be APART, and no more."""

    def of(self, element: Any) -> Zone:
        """The zone that the element opens, or stands in."""
        known = self._known
        zone = known.get(element)
        if zone is not None:
            return zone
        unknown = [element]
        while (element := element.getparent()) is not None and (zone := known.get(element)) is None:
            unknown.append(element)
        zone = zone or SHOWN
        for inside in reversed(unknown):
            if zone != _UNSEEN:  # nothing inside what is hidden and about something else is ever shown
                zone = _inside(zone, inside, self._is_own_card)
            known[inside] = zone
        return zone

    def roughly(self, element: Any) -> Zone:
        """The same, or APART where it stands inside what is about other products. Two of three elements that are asked
        about do, and of these nothing has to be looked at: a fortieth of a page's time.
        """
        known, apart = self._known, self._apart
        unknown: list[Any] = []
        node = element
        while node is not None and (zone := known.get(node)) is None:
            if node in apart:
                apart.update(unknown)
                return APART
            unknown.append(node)
            node = node.getparent()
        zone = known[node] if node is not None else SHOWN
        while unknown:
            if zone[1]:
                apart.update(unknown)
                return APART
            inside = unknown.pop()
            zone = known[inside] = _inside(zone, inside, self._is_own_card)
        return zone


def is_drawn(element: Any) -> bool:
    """Whether this template is a place on the page that Alpine fills at once, not a pattern for later or for never."""
    return element.tag == "template" and element.get("x-if") not in {None, "false"}


def _inside(above: Zone, element: Any, is_own_card: Callable[[str], bool]) -> Zone:
    """The zone of an element that does not hold the main heading and stands in this one."""
    tag = element.tag
    if not isinstance(tag, str) or (tag in _SKIPPED and not is_drawn(element)):
        return _UNSEEN
    hidden, elsewhere = above
    if not (stated := element.keys()):  # nothing says what it is but its tag, as of every third element
        return hidden or tag in _CHOSEN, elsewhere or tag in _OTHER_TAGS
    classes = (element.get("class") or "")[:MAX_NAME_CHARS] if "class" in stated else ""
    if not hidden:
        if _HIDING.isdisjoint(stated):
            hidden = tag in _CHOSEN or (classes != "" and _hides(classes))
        else:
            hidden = is_hidden(element) or _is_cloaked(element)
    if not elsewhere and tag not in _PRESSED:
        own = element.get("id") if "id" in stated else None
        names = f"{classes} {own}"[:MAX_NAME_CHARS] if own else classes
        elsewhere = tag in _OTHER_TAGS or (names != "" and opens_zone(names) and not is_own_card(names))
    return hidden, elsewhere


_HIDING = frozenset({"style", "hidden", "ng-cloak", "v-cloak"})
"""What hides an element beside its class. Few have one of these, and to ask for each takes longer."""


def is_hidden(element: Any) -> bool:
    """Whether its own class, style or attribute hides it."""
    return is_hidden_by_class(element) or element.tag in _CHOSEN or is_styled_away(element)


def is_hidden_by_class(element: Any) -> bool:
    classes = (element.get("class") or "")[:MAX_NAME_CHARS]
    return classes != "" and _hides(classes)


def is_styled_away(element: Any) -> bool:
    """Whether its own style or attribute hides it, whatever its class says."""
    style = element.get("style")
    return element.get("hidden") is not None or (style is not None and _hides_by_style(style))


def _hides_by_style(style: str) -> bool:
    lowered = style.lower()  # few have the ends of these words, and to look for those alone is quicker
    return ("none" in lowered or "dden" in lowered) and _HIDDEN_STYLE.search(style) is not None


def _is_cloaked(element: Any) -> bool:
    """Whether a framework hides this until it has decided whether to show it: AngularJS, Vue."""
    stated = element.get
    if stated("ng-cloak") is not None:
        return stated("ng-show") is not None or stated("ng-if") is not None
    return stated("v-cloak") is not None and (stated("v-show") is not None or stated("v-if") is not None)


@lru_cache(maxsize=4096)
def opens_zone(names: str) -> bool:
    """Whether an element with this class and id is about other products or the page's frame."""
    found = _ELSEWHERE.search(names.lower()) is not None and not _NO_ZONE.search(names)
    return found and _ELSEWHERE.search(_TELLS_OF_OTHERS.sub(" ", names.lower())) is not None


def _is_own_card(own_card: Callable[[], str], names: str) -> bool:
    """Whether an element that opens a zone by these names opens none without the name of the own product's card."""
    if "card" not in names.lower() or not (card := own_card()):
        return False
    return not opens_zone(without_card(card, names))


@lru_cache(maxsize=4096)
def _hides(classes: str) -> bool:
    return not _HIDDEN_CLASSES.isdisjoint(classes.split()) and not _SHOWN_WIDE.search(classes)
