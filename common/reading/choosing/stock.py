"""Which source's availability is taken, and when two contradict each other.

The rules are tried in the order of _IN_THIS_ORDER. They know what shops' markup and themes do: markup has no third
state beside "in stock" and "out of stock", and many themes write "instock" into every page's head.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from common.offer import Availability
from common.reading.choosing.price import UNDECLARED
from common.reading.found import LABELS, SHOWN, Found

Stock = tuple[Found | None, tuple[str, ...]]


def choose_availability(sources: Sequence[Found]) -> Stock:
    """The source whose availability is taken, None when all are UNKNOWN, and the conflict when no rule decides."""
    known = [one for one in sources if one.availability is not Availability.UNKNOWN]
    if not known:
        return None, ()
    decided = (decide(known, sources) for decide in _IN_THIS_ORDER)
    return next((stock for stock in decided if stock is not None), (known[0], ()))


def _gone(known: Sequence[Found], sources: Sequence[Found]) -> Stock | None:
    """A heading that says that the thing is sold, where nothing buys, wins over all ("SOLD: …")."""
    gone = next((one for one in sources if one.is_gone), None)
    return None if gone is None else (gone, ())


def _told_when_back(known: Sequence[Found], sources: Sequence[Found]) -> Stock | None:
    """A page that offers to tell when the product is back has none, unless it may speak of one variant alone."""
    told = next((one for one in known if one.tells_when_back), None)
    return None if told is None or _has_variants(sources) else (told, ())


def _shown_sold_out(known: Sequence[Found], sources: Sequence[Found]) -> Stock | None:
    """A page that says that none is left, against labels alone, or against one that takes orders in advance; a conflict
    against what its state alone says.
    """
    sold_out = _shown_as(Availability.OUT_OF_STOCK, known)
    if sold_out is None:
        return None
    if all(one.source in {LABELS, SHOWN} for one in known):
        return sold_out, ()
    if not _declared(known) and known[0].availability is Availability.IN_STOCK:
        return known[0], () if _has_variants(sources) else ("availability",)
    if known[0].availability is Availability.BACKORDER:
        return (known[0] if _has_variants(sources) else sold_out), ()
    return None


def _may_be_gone(known: Sequence[Found], sources: Sequence[Found]) -> Stock | None:
    """A first "in stock" is a conflict where a heading says that the thing is sold while a button buys, or where a
    button that cannot be pressed says that none is left. With several variants that may be said of one alone."""
    if known[0].availability is not Availability.IN_STOCK or not any(one.may_be_gone for one in sources):
        return None
    return known[0], () if _has_variants(sources) else ("availability",)


def _voted(known: Sequence[Found], sources: Sequence[Found]) -> Stock | None:
    """Of two declared states that contradict each other the one that more sources state."""
    if not {Availability.IN_STOCK, Availability.OUT_OF_STOCK} <= _declared(known):
        return None
    votes = Counter(one.availability for one in known)
    state, count = votes.most_common(1)[0]
    if list(votes.values()).count(count) > 1:
        return known[0], ("availability",)
    return next(one for one in known if one.availability is state), ()


def _sells(known: Sequence[Found], sources: Sequence[Found]) -> Stock | None:
    """A page that says that it has some, and sells them, against "out of stock" in its markup."""
    sells = next((one for one in known if one.says_and_sells), None)
    return None if sells is None or _declared(known) != {Availability.OUT_OF_STOCK} else (sells, ())


def _on_order(known: Sequence[Found], sources: Sequence[Found]) -> Stock | None:
    """Orders in advance refine "in stock"."""
    on_order = _shown_as(Availability.BACKORDER, known)
    return None if on_order is None or known[0].availability is not Availability.IN_STOCK else (on_order, ())


_IN_THIS_ORDER = (_gone, _told_when_back, _shown_sold_out, _may_be_gone, _voted, _sells, _on_order)
"""Each decides or leaves it to the next; where none does, the first source that knows is taken."""


def _shown_as(availability: Availability, known: Sequence[Found]) -> Found | None:
    return next((one for one in known if one.source == SHOWN and one.availability is availability), None)


def _declared(known: Sequence[Found]) -> set[Availability]:
    return {one.availability for one in known if one.source not in UNDECLARED}


def _has_variants(sources: Sequence[Found]) -> bool:
    return any(len(one.variants) > 1 for one in sources)
