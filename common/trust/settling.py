"""What an operator's look says of the volunteers' results that waited for it. Pure.

An operator's own worker knows nothing of trust: it records what it saw. The results that waited are held against that
afterwards. A page may change between two looks, so a contradiction is a failed check only when

- a look that is believed (the operator's, or a person's that the operator's agrees with) was made within 30 minutes of
  it,
- both read with the same version of the reader, and by the same way (an official interface may state another price than
  the page), and
- the result did not just say what was trusted before; who says that has missed a change, and shows nothing wrong by it.
  A person who never looks and says so every time would, so it is forgiven once in 50 confirmed results.
- the fleet did not itself doubt the result when it came. A page that shows another price for a moment is why second
  looks exist, and whoever meets one tells the truth. Nothing was recorded of it either. But who invents such prices
  must not go on for ever, so in FORGIVEN_WITHIN_MS it is forgiven FORGIVEN times, or once for each 50 results that were
  confirmed in a row at that shop, if that is more.

A shop may be in doubt itself. One that shows another price with each look has everybody contradicted in turn, and
could have all who crawl it set aside. So where OTHERS_FAILED other persons failed lately, there and nowhere else, and
with the one who is looked at they are one in PERSONS_IN of all who were checked there, a failed check sets nobody
aside who failed nowhere else either. It costs trust all the same, or a ring would shelter itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.outcome.crawl_outcome import Succeeded
from common.timing.units import DAY_MS
from common.trust.agreement import Seen, agree, seen
from common.trust.states import ResultState
from common.trust.values import WaitingResult

SAME_TIME_MS = 1_800_000
MISSED_CHANGE_ONCE_IN = 50
FORGIVEN = 3
"""So many doubted results of a person that nobody else saw are no failed checks, …"""
FORGIVEN_ONCE_IN = 50
"""… or one for so many confirmed in a row, …"""
FORGIVEN_WITHIN_MS = 14 * DAY_MS
"""… in so long."""


OTHERS_FAILED = 2
"""So many other persons failed at a shop that is in doubt, …"""
PERSONS_IN = 6
"""… and with the one who is looked at they are one in so many of the persons who were checked there, …"""
CHECKED_WITHIN_MS = 14 * DAY_MS
"""… in so long."""


@dataclass(frozen=True, slots=True)
class Settled:
    """How a waiting result stands now."""

    state: ResultState
    forgiven: bool = False
    """It was contradicted, and doubted before: no failed check."""
    stays: bool = False
    """A failed check that sets the person not aside: the shop is in doubt."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Who was checked at a shop in CHECKED_WITHIN_MS."""

    persons: frozenset[str] = frozenset()
    failed: frozenset[str] = frozenset()
    elsewhere: frozenset[str] = frozenset()
    """Who failed at another shop, too: liars rather."""


NOBODY = Checked()


def in_doubt(person: str, checked: Checked) -> bool:
    """Whether the shop, rather than this person, may be to blame."""
    others = checked.failed - checked.elsewhere - {person}
    enough = PERSONS_IN * (len(others) + 1) >= len(checked.persons | {person})
    return person not in checked.elsewhere and len(others) >= OTHERS_FAILED and enough


def settle(
    waiting: Sequence[WaitingResult],
    looked: Seen | None,
    *,
    looked_at: int,
    reader_version: str,
    checked: Checked = NOBODY,
) -> dict[str, Settled]:
    """Lease token → how each waiting result stands. `looked` None: the operator's look found no
    offer, or ended a series of looks that did not agree. `checked`: at this shop, see in_doubt."""
    if looked is None:
        return {one.lease_token: Settled(ResultState.INCONCLUSIVE) for one in waiting}
    right = [one for one in waiting if isinstance(one.outcome, Succeeded) and agree(seen(one.outcome.result), looked)]
    believed = [(looked_at, reader_version, looked.via)]
    believed += [(one.reported_at, one.reader_version, _way(one)) for one in right]
    return {
        one.lease_token: Settled(ResultState.CONFIRMED) if one in right else _contradicted(one, believed, checked)
        for one in waiting
    }


def _way(one: WaitingResult) -> str:
    return str(one.outcome.result.via) if isinstance(one.outcome, Succeeded) else ""


def _contradicted(one: WaitingResult, believed: Sequence[tuple[int, str, str]], checked: Checked) -> Settled:
    """`believed`: when each was made, with which reader, by which way."""
    if not isinstance(one.outcome, Succeeded):
        return Settled(ResultState.INCONCLUSIVE)
    near = any(
        abs(at - one.reported_at) <= SAME_TIME_MS and (version, way) == (one.reader_version, _way(one))
        for at, version, way in believed
    )
    if not near:
        return Settled(ResultState.INCONCLUSIVE)
    if one.doubted and one.forgiven < max(FORGIVEN, one.record.cv // FORGIVEN_ONCE_IN):
        return Settled(ResultState.INCONCLUSIVE, forgiven=True)
    if one.repeats and one.record.cv - one.record.outdated_cv >= MISSED_CHANGE_ONCE_IN:
        return Settled(ResultState.OUTDATED)
    return Settled(ResultState.REFUSED, stays=in_doubt(one.person, checked))
