"""What the doctor says on a PC that was lent: to its owner, of what its owner can do something about."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING

from common.errors import ConfigError
from common.output.counting import counted
from common.output.typable import typable_path
from common.private_files import open_to_others
from common.protocol.refusals import Reason
from common.protocol.standing import Me
from fleet.doctor.finding import Finding, failed, ok, warning
from fleet.doctor.machine.room import judge_room
from fleet.durations import clocks_apart
from fleet.turned_away import after
from worker.source.calls import NO_GATEWAY, GatewayAway, GatewayCalls, TurnedAway
from worker.source.distrusted import what_helps
from worker.volunteer.decision import decide
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.machine import moment, on_battery, worker_runs
from worker.volunteer.now import NowFile, lets_go_on

if TYPE_CHECKING:
    from worker.source.membership import Membership

CLOCK_SECONDS = 120
A_PC_OF_ITS_OWN = (
    "ask the operator for another link; on one of the two PCs delete machine.json in ~/.crawlfleet, which ends its "
    "worker, and `crawlfleet join` by that link. Not `crawlfleet volunteer leave`: it ends both"
)
"""What helps where a folder was copied."""


async def check_gateway(member: Membership, calls: GatewayCalls) -> AsyncIterator[Finding]:
    """Whether the gateway is reached and how this machine stands there; then this PC's clock by the gateway's.

    Raises TurnedAway when it takes nothing of this machine.
    """
    try:
        me = await calls.get("me", Me)
    except GatewayAway as error:
        yield failed("gateway", str(error), what_to_do(str(error), moment().local))
        return
    yield ok("gateway", f"{member.gateway} answers and knows this PC as {me.name}")
    if me.standing is not None:
        step = "nothing to do on this PC; the operator knows more"
        if me.standing.reason is Reason.QUOTA_SPENT:
            step = "nothing: it goes on by itself after midnight UTC; only the operator can allow more"
        yield warning("gateway", me.standing.sentence, step)
    if me.beside is not None:
        yield warning("gateway", me.beside, A_PC_OF_ITS_OWN)
    if me.token_expires_in_days < 14:
        days = me.token_expires_in_days
        ends = f"in {counted(days, 'day')}" if days else "within a day"
        yield warning(
            "gateway", f"this PC's token ends {ends}", "let `crawlfleet work` run: it gets a new one by itself"
        )
    yield judge_clock(calls.served_at, moment().ms)


def what_to_do(why: str, local: datetime) -> str:
    """While the gateway is not reached."""
    if helps := what_helps(why, local):
        return helps
    if NO_GATEWAY in why:
        return (
            "something else answers there: the login page of this network (a browser shows it), or the gateway has "
            "moved; then ask the operator for a new link, `crawlfleet volunteer leave --anyway`, and join by it"
        )
    return "is this PC online? `crawlfleet work` asks again by itself; if it stays so, ask the operator"


def judge_clock(served_at: str | None, now_ms: int) -> Finding:
    """`served_at`: the Date header of an answer, to the second. Hours and days go by this PC's clock."""
    try:
        theirs_ms = parsedate_to_datetime(served_at or "").timestamp() * 1000
    except ValueError:
        return ok("clock", "the gateway tells no time to compare with")
    seconds = round((now_ms - theirs_ms) / 1000)
    if abs(seconds) <= CLOCK_SECONDS:
        return ok("clock", "this PC's clock is right")
    apart = clocks_apart(abs(seconds) * 1000)
    text = f"this PC's clock is {apart} {'ahead of' if seconds > 0 else 'behind'} the gateway's"
    return warning("clock", text, "set it by the network: your hours and days go by it")


def check_here(folder: Path) -> Iterator[Finding]:
    """Limits and the disk."""
    files, now = VolunteerFiles(folder), moment()
    try:
        limits, wish, counts = files.limits(), files.wish(), files.counts(now.local.date())
    except ConfigError as error:
        yield failed("limits", str(error), "until then nothing is fetched")
        return
    working = worker_runs(folder)
    idle = decide(limits, wish if working else wish.outliving_the_worker(), counts, now, on_battery=on_battery())
    if idle is None:
        yield ok("limits", "this PC may take tasks now; `crawlfleet volunteer limits` shows what it may spend")
    else:
        yield ok("limits", f"by your own wish nothing is taken now: {idle.sentence}")
    yield from _disk(folder)


def check_worker(folder: Path, turned_away: TurnedAway | None) -> Iterator[Finding]:
    """Whether one runs, and what it has still to send. `turned_away`: the gateway takes nothing of this PC, so one that
    is started ends at once."""
    working = worker_runs(folder)
    gone = turned_away if turned_away is not None and turned_away.for_good else None
    if working and (process := NowFile(folder).suspended()):
        yield warning("work", "the worker is suspended, as by Ctrl-Z", lets_go_on(process))
    elif working:
        yield ok("work", "a worker runs; `crawlfleet volunteer status` shows what it does")
    elif gone is not None:
        yield ok("work", "no worker runs, and the gateway would take none")
    else:
        yield warning("work", "no worker runs", "`crawlfleet work`, or `crawlfleet volunteer autostart on`")
    waiting = len(list((folder / "spool").glob("*.json")))
    if not waiting:
        return
    step = "crawlfleet work"
    if gone is not None:
        step = after(gone)
    elif working:
        step = "nothing: the worker that runs sends them when it reaches the gateway"
    yield warning("work", f"{counted(waiting, 'result')} to send", step)


def _disk(folder: Path) -> Iterator[Finding]:
    if not os.access(folder, os.W_OK | os.X_OK):
        yield failed(
            "disk",
            f"{folder} cannot be written: no task is taken, and no wish of yours is kept",
            "make it writable, or name another folder in CRAWLFLEET_HOME",
        )
    yield judge_room([str(folder)], shutil.disk_usage(folder).free)
    for path in open_to_others(path for path in (folder, *folder.glob("*.json"), *folder.glob("fetched/*"))):
        yield warning("disk", f"not only you may look into {path}", f"chmod go= {typable_path(str(path))}")
