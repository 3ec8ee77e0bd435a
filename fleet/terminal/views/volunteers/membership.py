"""A fleet as a volunteer's PC sees it: joined, how this machine stands, left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.output.counting import counted
from common.shops.table import OPEN_WEB
from fleet.terminal.output import print_json, print_line, print_lines
from fleet.terminal.text import folded
from fleet.terminal.views.volunteers.volunteer_now import here_json, show_autostart, show_here

if TYPE_CHECKING:
    from pathlib import Path

    from common.protocol.standing import Me
    from fleet.operations.autostart.installing import Autostart
    from fleet.operations.volunteers.membership import JoinedFleet
    from fleet.operations.volunteers.owning import Here
    from worker.source.calls import TurnedAway
    from worker.source.membership import Membership


def show_joined(joined: JoinedFleet, *, as_json: bool) -> None:
    if as_json:
        print_json(joined)
        return
    print_line(f"joined {joined.gateway} as machine {joined.machine}")
    named = [domain for domains in joined.shops.values() for domain in domains]
    shops = ", ".join([*(shop for shop, domains in joined.shops.items() if not domains and shop != OPEN_WEB), *named])
    facts = [
        f"it fetches pages of {shops}, and of nothing else",
        "it opens no browser; `crawlfleet volunteer browser on` has it open one for pages that are empty without it",
        *([f"whom to ask: {joined.contact}"] if joined.contact else []),
        f"its token is in {joined.path}, which only you can read",
    ]
    print_lines(line for fact in facts for line in folded(fact, first="  ", rest="    "))
    if joined.idle:
        print_lines(_facts("it takes nothing yet", joined.idle))
    print_line("next: `crawlfleet work`")


def show_me(member: Membership, me: Me, here: Here, *, as_json: bool) -> None:
    if as_json:
        print_json({"gateway": member.gateway, **me.model_dump(mode="json"), "here": here_json(here)})
        return
    today = me.today
    print_line(f"{me.name} ({me.machine}) at {member.gateway}")
    show_here(here)
    counts = (
        f"{counted(today.tasks, 'task')}, {counted(today.recorded, 'page')} read, {today.failed} not read, "
        f"{today.released} given back, {today.lost} lost, {today.refused} refused"
    )
    print_lines(_facts("the gateway", me.standing.sentence if me.standing else "it gives this PC tasks when some wait"))
    if me.beside is not None:
        print_lines(_facts("beside", f"{me.beside}; `crawlfleet doctor` says what to do"))
    print_lines(_facts("today (UTC), as the gateway counts", counts))
    stood = "" if me.credit is None else f"; {me.credit:,} of your results stand for good by now (your credit)"
    print_lines(_facts("before today, all your machines", counted(me.total_recorded, "page") + stood))
    limits = f"{me.limits.tasks_per_day:,} tasks a day, {me.limits.leases_at_once} at once"
    print_lines(_facts("the operator's limits", limits))


def show_unasked(why: str, next_step: str, here: Here, *, turned_away: TurnedAway | None = None, as_json: bool) -> None:
    """The gateway did not say how this machine stands; `turned_away`: it answered, and says no to this PC."""
    refused = turned_away.refusal.reason if turned_away is not None else None
    if as_json:
        print_json({"gateway_says_nothing": why, "refused": refused, "next": next_step, "here": here_json(here)})
        return
    stands = "how this PC stands in its fleet is not known now: "
    if turned_away is not None:
        stands = "its fleet takes nothing of this PC: " if turned_away.for_good else "how this PC stands in its fleet: "
    print_lines(folded(why, first=stands, rest="  "))
    print_lines(_facts("next", next_step))
    show_here(here)


def show_left(
    tasks: int | None, folder: Path, autostart: Autostart | None, *, worker_runs: bool, as_json: bool
) -> None:
    """On the PC that left. `tasks` None: the gateway was not told; `autostart` None: none was on. `worker_runs`: one
    has not ended yet, and writes its counts and its log until it has."""
    if as_json:
        print_json({"left": True, "tasks_given_back": tasks, "autostart": autostart, "worker_runs": worker_runs})
        return
    if tasks is None:
        print_line("This PC has forgotten its token. The gateway could not be told:")
        print_line("what this PC held goes back within minutes, and its operator may revoke the machine.")
    else:
        back = f"{counted(tasks, 'task')} went back to the fleet, and the" if tasks else "The"
        print_line(f"This PC has left the fleet. {back} token is forgotten.")
    if worker_runs:
        print_line("A worker still runs here. It ends by itself, mostly within a minute, and writes there until then.")
    if autostart is not None:
        show_autostart(autostart, as_json=False)
    then = "once the worker has ended, delete" if worker_runs else "delete"
    print_line(f"Your limits and the log stay in {folder}; {then} that folder to remove them.")
    print_line("To come back, ask the operator for a new link.")


def _facts(name: str, text: str) -> list[str]:
    return folded(text, first=f"  {name}: ", rest="    ")
