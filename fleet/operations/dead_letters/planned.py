"""An action on dead letters in two steps: counted exactly, then, when somebody said yes, done to those very jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fleet.letters import MOST, letters
from fleet.one_look import one_look
from fleet.opening import opened_store, shared_broker
from fleet.operations.auditing import Action, Operator, recorded
from fleet.operations.dead_letters.meant import EVERYTHING, meant_ids, of_jobs, say_which, target_of
from fleet.operations.dead_letters.requeueing import drop, needing_none, requeue
from fleet.operations.selecting import Wanted

if TYPE_CHECKING:
    from common.settings import Settings


@dataclass(frozen=True, slots=True)
class LettersPlan:
    """The letters that an action would take, counted exactly. Carried out later it takes letters of these very jobs; of
    those that are gone by then nothing is left to take."""

    verb: str
    letters: int
    nameless: int
    """Of those: malformed ones, which name no job."""
    ids: Sequence[str] | None
    """Their jobs. None: every letter, because those without a job cannot be told apart from those that come later."""
    target: Mapping[str, Any]
    """As the audit has it."""


async def plan_letters(
    settings: Settings, verb: str, typed: Sequence[str], wanted: Wanted = EVERYTHING, *, every: bool
) -> LettersPlan:
    """What `verb` (requeue or drop) would take now. Which letters, and errors: as requeue_letters."""
    say_which(verb, typed, wanted, every)
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        found = await letters(store, broker, limit=MOST)
    async with opened_store(settings) as store:
        chosen = of_jobs(found, None if every else await meant_ids(store, found, typed, wanted))
    if verb == "requeue":  # those without a job are kept
        chosen = [letter for letter in chosen if letter.job is not None]
    nameless = sum(letter.message.job_id is None for letter in chosen)
    ids = None if nameless else sorted({letter.message.job_id for letter in chosen if letter.message.job_id})
    return LettersPlan(verb, len(chosen), nameless, ids, target_of(typed, wanted, every))


@dataclass(frozen=True, slots=True)
class CarriedOut:
    """What became of a plan."""

    done: int
    """Jobs that were requeued, or letters that were dropped."""
    needed_none: int = 0
    """Jobs that needed no help: only their letters were taken away."""


async def end_planned(settings: Settings, plan: LettersPlan, *, operator: Operator | None = None) -> CarriedOut:
    """Do what was counted. Raises as requeue_letters."""
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        meant = plan.letters if plan.verb == "drop" or plan.ids is None else len(plan.ids)
        async with recorded(store, operator, Action(f"dlq {plan.verb}"), plan.target, meant=meant) as event:
            if plan.verb == "drop":
                event.done = await drop(broker, plan.ids)
                return CarriedOut(event.done)
            fates = await requeue(store, broker, plan.ids, event=event.id)
            event.needed_none = needing_none(fates)
    return CarriedOut(sum(fate.fate == "requeued" for fate in fates), event.needed_none)
