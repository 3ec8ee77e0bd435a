"""What an operator's look says of the volunteers' results that waited for it. Pure.

An operator's own worker knows nothing of trust: it records what it saw. The results that waited are held against that
afterwards. A page may change between two looks, so a contradiction is a failed check only when

- a look that is believed (the operator's, or a person's that the operator's agrees with) was made within 30 minutes of
  it,
- both read with the same version of the reader, and by the same way (an official interface may state another price than
  the page), and
- the result did not just say what was trusted before; who says that has missed a change, and shows nothing wrong by it.
  A person who never looks and says so every time would, so it is forgiven once in 50 confirmed results.
"""

from __future__ import annotations

from collections.abc import Sequence

from common.outcome.crawl_outcome import Succeeded
from common.trust.agreement import Seen, agree, seen
from common.trust.states import ResultState
from common.trust.values import WaitingResult

SAME_TIME_MS = 1_800_000
MISSED_CHANGE_ONCE_IN = 50


def settle(
    waiting: Sequence[WaitingResult], looked: Seen | None, *, looked_at: int, reader_version: str
) -> dict[str, ResultState]:
    """Lease token → how each waiting result stands. `looked` None: the operator's look found no
    offer, or ended a series of looks that did not agree."""
    if looked is None:
        return {one.lease_token: ResultState.INCONCLUSIVE for one in waiting}
    right = [one for one in waiting if isinstance(one.outcome, Succeeded) and agree(seen(one.outcome.result), looked)]
    believed = [(looked_at, reader_version, looked.via)]
    believed += [(one.reported_at, one.reader_version, _way(one)) for one in right]
    return {one.lease_token: ResultState.CONFIRMED if one in right else _contradicted(one, believed) for one in waiting}


def _way(one: WaitingResult) -> str:
    return str(one.outcome.result.via) if isinstance(one.outcome, Succeeded) else ""


def _contradicted(one: WaitingResult, believed: Sequence[tuple[int, str, str]]) -> ResultState:
    """`believed`: when each was made, with which reader, by which way."""
    if not isinstance(one.outcome, Succeeded):
        return ResultState.INCONCLUSIVE
    near = any(
        abs(at - one.reported_at) <= SAME_TIME_MS and (version, way) == (one.reader_version, _way(one))
        for at, version, way in believed
    )
    if not near:
        return ResultState.INCONCLUSIVE
    if one.repeats and one.record.cv - one.record.outdated_cv >= MISSED_CHANGE_ONCE_IN:
        return ResultState.OUTDATED
    return ResultState.REFUSED
