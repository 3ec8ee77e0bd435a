"""Dead letters, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fleet.operations.json_objects import letter_object
from fleet.terminal.output import note, print_json, print_line, print_lines
from fleet.terminal.table import Column, render

if TYPE_CHECKING:
    from fleet.letters import Letter
    from fleet.operations.dead_letters import LetterFate, Requeued

COLUMNS = (
    Column("queue"),
    Column("job"),
    Column("status"),
    Column("reason", flexible=True),
    Column("link or message", flexible=True, beneath=True),
)


def show_letters(letters: Sequence[Letter], *, narrowed: bool, as_json: bool) -> None:
    """`narrowed`: filters were typed, so no letter may mean no match."""
    if as_json:
        for letter in letters:
            print_json(letter_object(letter))
        return
    if not letters:
        print_line("no dead letter matches." if narrowed else "no dead letters.")
        return
    print_lines(render(COLUMNS, [_row(letter) for letter in letters]))
    print_line("crawlfleet dlq requeue ID… | --all gives their jobs another chance; crawlfleet dlq drop removes them.")


def _row(letter: Letter) -> list[str]:
    job, message = letter.job, letter.message
    status = job.status if job else ("unknown job" if message.job_id else "malformed")
    what = job.url_norm if job else message.body_preview
    return [message.queue, (message.job_id or "-")[:10], status, letter.reason, what]


def show_fates(fates: Sequence[LetterFate], *, as_json: bool) -> None:
    """A line a letter; for people, why one was kept goes to standard error."""
    for fate in fates:
        if as_json:
            print_json({"job_id": fate.job_id, "fate": fate.fate, "detail": fate.why, "letters": fate.letters})
            continue
        several = f" ({fate.letters} letters)" if fate.letters > 1 else ""
        if fate.fate == "kept":
            note(f"kept {fate.job_id or 'a malformed message'}{several}: {fate.why}")
        else:
            print_line(f"{fate.fate}  {fate.job_id}  {fate.why}{several}")


def show_totals(done: Requeued) -> None:
    """How many letters met which fate, and how many are left in the queues."""
    requeued, removed, kept = (
        sum(fate.letters for fate in done.fates if fate.fate == name) for name in ("requeued", "removed", "kept")
    )
    print_line(f"{requeued} requeued, {removed} removed, {kept} kept; {done.left} left")
