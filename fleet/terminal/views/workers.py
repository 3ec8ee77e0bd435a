"""The processes that report that they are alive, and what each says it does."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from common.store import STOPPED, WorkerRow
from fleet.durations import ago
from fleet.terminal.csv_rows import names_of, print_objects
from fleet.terminal.output import print_line, print_lines
from fleet.terminal.table import Column, render

if TYPE_CHECKING:
    from fleet.operations.workers import WorkersListed

COLUMNS = (
    Column("worker", flexible=True, again=True),
    Column("role"),
    Column("version"),
    Column("seen", right=True),
    Column("running", right=True),
    Column("done", right=True),
    Column("failed", right=True),
    Column("what now", flexible=True, beneath=True),
)


def show_workers(listed: WorkersListed, *, as_json: bool, as_csv: bool) -> None:
    """A table, or an object a process; `alive` says whether it was heard of lately."""
    if as_json or as_csv:
        objects = (dataclasses.asdict(one) | {"alive": listed.alive(one)} for one in listed.workers)
        print_objects(objects, as_csv=as_csv, columns=names_of(WorkerRow, "alive"))
        return
    if not listed.workers:
        print_line(
            "no worker was heard of lately. `crawlfleet work` (or up) starts one; --all shows every one of before."
        )
        return
    rows = [
        [
            one.worker_id,
            one.role,
            one.version,
            ago(one.last_seen_at, listed.now_ms),
            str(one.running),
            f"{one.done:,}",
            f"{one.failed:,}",
            one.state if listed.alive(one) or one.state == STOPPED else f"silent; last: {one.state}",
        ]
        for one in listed.workers
    ]
    print_lines(render(COLUMNS, rows))
