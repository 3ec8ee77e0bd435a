"""How full the broker's queues are."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.broker.topology import is_carrying_queue, is_dead_letter_queue, is_work_queue
from fleet.durations import short_duration
from fleet.letters import CARRY_BACK, MAKE_ROOM, carried_text, full_text
from fleet.operations.accounts import Account
from fleet.terminal.csv_rows import names_of, print_objects
from fleet.terminal.output import note, print_json, print_line, print_lines
from fleet.terminal.table import Column, render

if TYPE_CHECKING:
    from common.broker.base import QueueDepth
    from common.settings_tables.dispatch import DispatchSettings

COLUMNS = (Column("queue"), Column("waiting", right=True), Column("consumers", right=True))


def show_declared(depths: Sequence[QueueDepth], *, rebuilt: DispatchSettings | None, as_json: bool) -> None:
    """That the broker's topology is complete, and how many queues that is. Where it was `rebuilt`, also what becomes of
    the messages that went with the old queues."""
    if as_json:
        print_json({"declared": True, "queues": [depth.name for depth in depths]})
    else:
        print_line(f"the broker has every exchange and its {len(depths)} queues")
        if rebuilt:
            again = short_duration(int(rebuilt.republish_after_seconds * 1000))
            print_line(
                f"QUEUED jobs are published again {again} after they were; at once: "
                "`crawlfleet jobs pause SHOP --reason rebuilt`, then `crawlfleet jobs resume SHOP`"
            )


def show_depths(
    depths: Sequence[QueueDepth],
    alarm: str | None,
    *,
    holds: int | None = None,
    as_json: bool = False,
    as_csv: bool = False,
) -> None:
    """A table, and under it what needs an operator: an alarm of the broker's, work nobody consumes, dead letters, and
    which of their queues are full where each `holds` so many. Of rows for programs only the alarm, beside them."""
    said = f"{alarm}. `rabbitmqctl status` names the alarm; make room."
    if as_json or as_csv:
        print_objects(map(dataclasses.asdict, depths), as_csv=as_csv, columns=("name", "ready", "consumers"))
        if alarm:
            note(said)
        return
    print_lines(render(COLUMNS, [[depth.name, f"{depth.ready:,}", str(depth.consumers)] for depth in depths]))
    if alarm:
        print_line(said)
    unheard = [depth.name for depth in depths if depth.ready and not depth.consumers and is_work_queue(depth.name)]
    if unheard:
        print_line(f"nobody consumes {', '.join(unheard)}: start `crawlfleet work` somewhere.")
    dead = [depth for depth in depths if depth.ready and is_dead_letter_queue(depth.name)]
    full = [depth for depth in dead if holds is not None and depth.ready >= holds]
    for depth in full:
        print_line(f"{full_text(depth, holds or 0)}.")
    if full:
        print_line(f"{MAKE_ROOM}.")
    for depth in (one for one in depths if is_carrying_queue(one.name)):
        print_line(f"{carried_text(depth)}. {CARRY_BACK}.")
    if dead and not full:
        print_line("there are dead letters: `crawlfleet dlq list` says why.")


ACCOUNT_COLUMNS = (Column("account"), Column("role"), Column("reads"), Column("most connections", right=True))


def show_accounts(accounts: Sequence[Account], *, as_json: bool, as_csv: bool) -> None:
    """A table; an account whose rights are no role's stands out."""
    if as_json or as_csv:
        print_objects(map(dataclasses.asdict, accounts), as_csv=as_csv, columns=names_of(Account))
        return
    rows = [
        [
            one.name,
            one.role or "other rights",
            one.read,
            f"{one.max_connections}" if one.max_connections else "no limit",
        ]
        for one in accounts
    ]
    print_lines(render(ACCOUNT_COLUMNS, rows))
