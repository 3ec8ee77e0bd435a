"""Dead letters, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from common.output.counting import counted
from fleet.operations.json_objects import letter_fate_object, letter_object
from fleet.terminal.csv_rows import print_objects
from fleet.terminal.output import note, print_each, print_each_json, print_line, print_lines
from fleet.terminal.table import Column, render
from fleet.terminal.views.jobs.typed_filters import typed_filters

if TYPE_CHECKING:
    from fleet.letters import Letter
    from fleet.operations.dead_letters.acting import Requeued
    from fleet.operations.dead_letters.requeueing import LetterFate
    from fleet.operations.selecting import Wanted

COLUMNS = (
    Column("queue"),
    Column("job"),
    Column("state"),
    # Of the same address at each letter: cut short, it would end before what the shop answered.
    Column("reason", flexible=True, beneath=True),
    Column("link or message", flexible=True, beneath=True),
)
FIELDS = (
    "queue",
    "job_id",
    "reason",
    "message_reason",
    "status",
    "error_code",
    "url_norm",
    "updated_at",
    "body_preview",
)


STRANGERS = (
    "an unknown job is one that this database does not have: a backup was restored, or another fleet works on this "
    "broker as well, and each needs a virtual host of its own. Of this fleet's jobs nothing is lost."
)
BROKEN_OFF = (
    "crawlfleet: broken off; no letter is lost. Jobs that were requeued by then stay so, and `crawlfleet audit` says "
    "how many. Type it again for the rest; `crawlfleet dlq requeue --all` removes the others' letters, too."
)


def how_far(done: int, of: int | None) -> str:
    """While it goes on. `of` None: the letters are being read."""
    return "reading the dead letters" if of is None else f"{done:,} of {of:,} jobs requeued"


def show_letters(letters: Sequence[Letter], wanted: Wanted, *, more: bool, as_json: bool, as_csv: bool) -> None:
    """`wanted`: the filters that were typed. No letter then means no match, and what to type next is meant for these
    letters alone. `more`: there are others behind these."""
    if as_json or as_csv:
        print_objects(map(letter_object, letters), as_csv=as_csv, columns=FIELDS if as_csv else None)
        return
    if not letters:
        print_line("no dead letter matches." if wanted.anything else "no dead letters.")
        return
    print_lines(render(COLUMNS, [_row(letter) for letter in letters]))
    if more:
        print_line(f"(the first {len(letters):,}; more with --limit)")
    if any(letter.job is None and letter.message.job_id for letter in letters):
        print_line(STRANGERS)
    which = typed_filters(wanted) or "--all"
    print_line("to give their jobs another chance (an ID in place of the rest: only that one's):")
    print_line(f"  crawlfleet dlq requeue {which}")
    print_line("to remove them, and leave their jobs as they are:")
    print_line(f"  crawlfleet dlq drop {which}")
    if any(letter.job is None for letter in letters):
        print_line("to remove those alone that are malformed, or of no job here, and cannot be requeued:")
        print_line("  crawlfleet dlq drop --no-job")


def _row(letter: Letter) -> list[str]:
    job, message = letter.job, letter.message
    status = job.status if job else ("unknown job" if message.job_id else "malformed")
    what = job.url_norm if job else message.body_preview
    return [message.queue, (message.job_id or "-")[:10], status, letter.reason, what]


def show_fates(fates: Sequence[LetterFate], *, as_json: bool, dry_run: bool) -> None:
    """A line a letter, in a dry run of what would become of it; for people, why one was kept goes to standard error."""
    if as_json:
        print_each_json(letter_fate_object(fate) | ({"dry_run": True} if dry_run else {}) for fate in fates)
        return
    would = "would be " if dry_run else ""
    for kept, alike in groupby(fates, lambda fate: fate.fate == "kept"):
        if not kept:
            print_each(f"{would}{fate.fate}  {fate.job_id}  {fate.why}{_several(fate)}" for fate in alike)
            continue
        for fate in alike:
            note(f"kept {fate.job_id or 'a malformed message'}{_several(fate)}: {fate.why}")


def _several(fate: LetterFate) -> str:
    return f" ({fate.letters} letters)" if fate.letters > 1 else ""


def count_of(done: Requeued, *fates: str) -> int:
    """How many letters met one of these fates."""
    return sum(one.letters for one in done.fates if one.fate in fates)


def question_of(planned: Requeued) -> str:
    """What a yes means: letters whose jobs need no help are removed, too."""
    requeued, removed = count_of(planned, "requeued"), count_of(planned, "removed")
    if not removed:
        return f"requeue the jobs of {counted(requeued, 'dead letter')}?"
    first = f"requeue the jobs of {counted(requeued, 'dead letter')}, and" if requeued else "of the dead letters,"
    return f"{first} remove {removed:,} whose jobs need no help?"


def show_totals(done: Requeued, *, dry_run: bool) -> None:
    """How many letters met which fate, and how many are left in the queues."""
    requeued, removed, kept = (count_of(done, fate) for fate in ("requeued", "removed", "kept"))
    if dry_run:
        print_line(f"{requeued:,} would be requeued, {removed:,} removed, {kept:,} kept (--dry-run)")
    else:
        print_line(f"{requeued:,} requeued, {removed:,} removed, {kept:,} kept; {done.left:,} left")
