"""What became of the jobs an operator added, requeued or cancelled, a line each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from common.job import OPEN
from fleet.operations.jobs.adding import Accepted, Refusal
from fleet.operations.json_objects import added_object, fate_object
from fleet.terminal.output import note, print_each, print_each_json, print_json, print_line

if TYPE_CHECKING:
    from fleet.operations.jobs.steering import JobFate


def show_added(answers: Sequence[Accepted | Refusal], *, as_json: bool) -> None:
    """The accepted links, then the refused ones (for people on standard error)."""
    for answer in answers:
        if isinstance(answer, Accepted):
            _show_accepted(answer, as_json=as_json)
    for answer in answers:
        if not isinstance(answer, Refusal):
            continue
        if as_json:
            print_json(added_object(answer))
        else:
            note(f"refused {answer.url}: {answer.detail}")


def _show_accepted(answer: Accepted, *, as_json: bool) -> None:
    link = answer.link
    if as_json:
        print_json(added_object(answer))
    elif answer.new:
        print_line(f"added   {answer.job_id}  {link.url_norm}")
    else:
        print_line(f"known   {answer.job_id}  {link.url_norm}" + (f"  ({answer.status})" if answer.status else ""))
        if answer.status and answer.status not in OPEN:
            print_line(f"          crawlfleet jobs recheck {answer.job_id[:10]}   # to crawl it again now")


def show_fates(done: str, fates: Sequence[JobFate], *, dry_run: bool, as_json: bool) -> None:
    """`done` is what was to be done, as a participle: requeued, cancelled. Why not goes to standard error."""
    if as_json:
        print_each_json(fate_object(done, fate, dry_run=dry_run) for fate in fates)
        return
    for was_done, alike in groupby(fates, lambda fate: fate.done):
        if was_done:
            print_each(f"{fate.id}  {fate.was}  {fate.url_norm}" for fate in alike)
            continue
        for fate in alike:
            note(f"not {done}: {fate.id}: {fate.why_not}")


def show_total(done: str, fates: Sequence[JobFate], *, dry_run: bool) -> None:
    """How many jobs were changed, or would be."""
    count = sum(fate.done for fate in fates)
    print_line(f"{count:,} would be {done} (--dry-run)" if dry_run else f"{count:,} {done}")
