"""How far the strength of an offer that was read elsewhere is believed."""

from __future__ import annotations

from collections.abc import Iterable

from common.offer import Offer
from common.reading.evidence.weighing.grounds import POINTS, STATE_ALONE_TIMES, Ground
from common.reading.found import LABELS, PRINTED, SHOWN, STATE


def believable(offer: Offer) -> int:
    """The strength that an offer read elsewhere is believed to have. It is what the offer says, or 0, but never more
    than the sources it names for its price can give, since nobody here has seen the page."""
    said = offer.price_strength or 0
    if not offer.candidates:
        return said
    taken = offer.candidates[0]
    return min(said, _most(taken.sources) if taken.price_minor == offer.price_minor else 0)


def _most(sources: Iterable[str]) -> int:
    named = set(sources)
    markup = len(named - {LABELS, STATE, SHOWN, PRINTED})
    points = POINTS[Ground.MARKUP] + POINTS[Ground.MORE_MARKUP] * (markup - 1) if markup else 0
    points += POINTS[Ground.LABELS] * (LABELS in named) + STATE_ALONE_TIMES * POINTS[Ground.STATE] * (STATE in named)
    points += POINTS[Ground.SHOWN] * (SHOWN in named) + POINTS[Ground.PRINTED] * (PRINTED in named)
    return points + POINTS[Ground.NAMED]
