"""What becomes of one report of a volunteer. Pure.

`decide` is asked once for each report, after it came: so nobody knows beforehand which result is checked. The answer to
the volunteer is the same whatever is decided.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from common.errors import GONE
from common.outcome.crawl_outcome import Failed, RetryLater, Succeeded
from common.outcome.crawl_result import CrawlResult
from common.outcome.second_sight import Weighed
from common.timing.units import DAY_MS, MINUTE_MS
from common.trust.agreement import Seen, agree, repeats, seen
from common.trust.checking import cv_now, on_probation, probability
from common.trust.states import ResultState
from common.trust.values import Facts, Report, Told, WaitingResult

LOOK_AGAIN_MS = MINUTE_MS
"""After a look that told nothing, the next one waits so long."""
NEWER_LOOKS_MS = 10 * MINUTE_MS
"""While what waits is in words of a newer version, the next look waits so long: programs are being upgraded."""
WHILE_IT_WAITS_MS = 10 * 365 * DAY_MS
"""Whoever reported a result that waits is excluded until it is settled, however long the dispatcher is away."""
NOT_AGAIN_MS = 1_800_000
"""Who met a failure is not given the job for so long, that another looks."""
EVERYBODY = "*"


class Move(StrEnum):
    """What happens to the job."""

    RECORD = "record"
    """The outcome is recorded, as an operator's worker's would be."""
    RECORD_UNCOUNTED = "record_uncounted"
    """The attempt is tried again later, and does not count towards BROKEN: one person's word."""
    LOOK_AGAIN = "look_again"
    """The second_look arrow: NEW, the attempt given back."""


@dataclass(frozen=True, slots=True)
class Decision:
    move: Move
    own: ResultState
    """How the reported result stands now."""
    settle: tuple[tuple[str, ResultState], ...] = ()
    """Earlier results (by lease token) that this report settles."""
    exclude: str | None = None
    """Who is not given the job for `exclude_ms`: a person, or everybody who is no operator."""
    exclude_ms: int = 0
    delay_ms: int = 0
    """LOOK_AGAIN: until the job may be published."""
    repeats: bool = False


def decide(report: Report, outcome: Told, facts: Facts, *, dice: float, current_reader: str) -> Decision:
    """`dice`: a number from 0 up to 1, fresh for each report. `current_reader`: the version that operators read with.

    Of a result that waits and of the one that meets it the persons differ: whoever reported first is not given the job.
    Should the same person come all the same, nothing is confirmed by it; nor by any report while something waits that
    this program cannot read.
    """
    waiting = facts.waiting
    if facts.not_understood:
        return replace(_tells_nothing(report.person), delay_ms=NEWER_LOOKS_MS)
    if len(waiting) > 1 or any(one.person == report.person for one in waiting):
        return _tells_nothing(EVERYBODY if len(waiting) > 1 else report.person)
    if isinstance(outcome, Succeeded):
        result = seen(outcome.result)
        said = facts.known is not None and repeats(facts.known, result)
        if confirms_an_operators(facts.weighed) and report.reader_version == current_reader:
            return _sees_an_operators(outcome.result, facts, said=said)
        if waiting and isinstance(waiting[0].outcome, Succeeded):
            return _doubted(_second(result, waiting[0], waiting[0].outcome, said=said), facts.weighed)
        # What the first person met says nothing against a page that was read.
        met = tuple((one.lease_token, ResultState.INCONCLUSIVE) for one in waiting)
        sure = must_check(report, facts, result, current_reader=current_reader)
        if sure or dice < probability(cv_now(facts.record, report.reader_version)):
            return Decision(Move.LOOK_AGAIN, ResultState.WAITING, met, report.person, WHILE_IT_WAITS_MS, repeats=said)
        return Decision(Move.RECORD, ResultState.UNCHECKED, met, repeats=said)
    final = isinstance(outcome, Failed) or facts.attempt >= facts.max_attempts
    if not waiting:
        return _looks_first(report.person) if final else _tried_again(report.person)
    if final and not isinstance(waiting[0].outcome, Succeeded):
        return _both_failed(outcome, waiting[0])
    return _tells_nothing(report.person)


def must_check(report: Report, facts: Facts, result: Seen, *, current_reader: str) -> bool:
    """Whether a result is checked whatever the dice say."""
    if facts.standing.set_aside_at is not None or report.reader_version != current_reader:
        return True
    if facts.weighed is not None and facts.weighed.doubt is not None:
        return True
    if facts.known is None:
        return facts.taken_key or on_probation(facts.standing, facts.now_ms)
    return not repeats(facts.known, result)


def confirms_an_operators(weighed: Weighed | None) -> bool:
    """Whether an operator's worker saw the same before, and that waits for a second sight: then this is it, and the
    check of this report as well. Product, price, currency, kind and availability are the same then, and no more."""
    return weighed is not None and weighed.confirms is not None and weighed.confirms.person is None


def _sees_an_operators(result: CrawlResult, facts: Facts, *, said: bool) -> Decision:
    """The price was seen twice and is recorded. Trust is earned by it when the rest is the same, too.

    Else what waited is held against the operator's sight now: afterwards this report stands on the job's row, and an
    honest result would be held against that.
    """
    found = seen(result)
    sight = seen(replace(result, offer=facts.before)) if facts.before is not None else None
    if sight is not None and agree(sight, found):
        agreed = tuple((one.lease_token, ResultState.CONFIRMED) for one in facts.waiting if _agrees(one, found))
        return Decision(Move.RECORD, ResultState.CONFIRMED, agreed, repeats=said)
    held = tuple(
        (
            one.lease_token,
            ResultState.CONFIRMED if sight is not None and _agrees(one, sight) else ResultState.INCONCLUSIVE,
        )
        for one in facts.waiting
    )
    return Decision(Move.RECORD, ResultState.INCONCLUSIVE, held, repeats=said)


def _doubted(decision: Decision, weighed: Weighed | None) -> Decision:
    """Volunteers agree, and what an operator's worker saw between their looks is something else: it looks again."""
    if weighed is None or not weighed.wants_another or decision.move is not Move.RECORD:
        return decision
    return Decision(Move.LOOK_AGAIN, ResultState.WAITING, (), EVERYBODY, WHILE_IT_WAITS_MS, repeats=decision.repeats)


def _agrees(one: WaitingResult, result: Seen) -> bool:
    return isinstance(one.outcome, Succeeded) and agree(seen(one.outcome.result), result)


def _second(result: Seen, first: WaitingResult, earlier: Succeeded, *, said: bool) -> Decision:
    if agree(seen(earlier.result), result):
        settled = ((first.lease_token, ResultState.CONFIRMED),)
        return Decision(Move.RECORD, ResultState.CONFIRMED, settled, repeats=said)
    return Decision(Move.LOOK_AGAIN, ResultState.WAITING, (), EVERYBODY, WHILE_IT_WAITS_MS, repeats=said)


def _looks_first(person: str) -> Decision:
    """A failure that would end the job for good."""
    return Decision(Move.LOOK_AGAIN, ResultState.WAITING, (), person, WHILE_IT_WAITS_MS)


def _tried_again(person: str) -> Decision:
    return Decision(Move.RECORD_UNCOUNTED, ResultState.INCONCLUSIVE, (), person, NOT_AGAIN_MS)


def _both_failed(outcome: Failed | RetryLater, first: WaitingResult) -> Decision:
    if kind_of_end(outcome) == kind_of_end(first.outcome):
        return Decision(Move.RECORD, ResultState.AGREED, ((first.lease_token, ResultState.AGREED),))
    return Decision(Move.LOOK_AGAIN, ResultState.WAITING, (), EVERYBODY, WHILE_IT_WAITS_MS)


def _tells_nothing(person: str) -> Decision:
    return Decision(Move.LOOK_AGAIN, ResultState.INCONCLUSIVE, (), person, NOT_AGAIN_MS, LOOK_AGAIN_MS)


def kind_of_end(outcome: Told) -> str:
    """Two failures agree when they are of one kind: a page that is gone, another end for good, attempts spent."""
    if isinstance(outcome, Failed):
        return "gone" if outcome.error_code in GONE else "failed"
    return "retry"
