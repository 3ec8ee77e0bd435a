"""`crawlfleet join` and `crawlfleet volunteer …`: the words of whoever lends a PC."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import Annotated

import typer

from common.errors import ConfigError
from fleet.commands.typed.context import run
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import OneJson
from fleet.commands.typed.paths import at_home
from fleet.commands.volunteers import volunteer_owner as owner
from fleet.terminal.examples import examples

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="This PC's part in a fleet it has joined.",
    epilog=examples("crawlfleet volunteer status", "crawlfleet volunteer pause 2h"),
)


def join(
    link: Annotated[
        str | None, typer.Argument(metavar="LINK", help="The operator's link; without it, it is asked for.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="What to call this PC; default: its host name.")] = None,
    ca_file: Annotated[
        Path | None,
        typer.Option(
            callback=at_home, help="Certificates to trust, for a gateway that no public authority vouches for."
        ),
    ] = None,
    as_json: OneJson = False,
) -> None:
    """Join a fleet by the operator's link. Then `crawlfleet work` is all."""
    from fleet.operations.volunteers.membership import join_fleet
    from fleet.run.parts import version
    from fleet.run.volunteer.told_settings import fetched_shops
    from fleet.terminal.views.volunteers.membership import show_joined
    from worker.source.membership import MembershipFile

    certificates = ca_file.absolute() if ca_file else None
    pasted = link if link not in {None, "-"} else _asked()
    joining = join_fleet(pasted or "", name=name, ca_file=certificates, version=version(), file=MembershipFile())
    joined = run(joining)
    show_joined(dataclasses.replace(joined, shops=fetched_shops(joined.shops)), as_json=as_json)


def _asked() -> str:
    """A link that is typed does not stand in a process list or a shell's history."""
    if sys.stdin.isatty():
        return str(typer.prompt("Paste the link", hide_input=True))
    return sys.stdin.readline()


@app.command(epilog=examples("crawlfleet volunteer status", "crawlfleet volunteer status --json"))
def status(as_json: OneJson = False) -> None:
    """Show what this PC does, or why it is idle. What it did today, too, and how it stands in its fleet. Ends with 1
    where the gateway takes nothing of this PC until somebody does something.
    """
    from fleet.operations.volunteers.membership import my_standing
    from fleet.operations.volunteers.owning import here, put_out
    from fleet.run.parts import version
    from fleet.terminal.views.volunteers.membership import show_me, show_unasked
    from fleet.turned_away import after
    from worker.source.calls import GatewayAway, TurnedAway
    from worker.source.distrusted import what_helps
    from worker.source.membership import MembershipFile
    from worker.volunteer.machine import moment

    file = MembershipFile()
    this_pc = here(file.folder)
    try:
        member, me = run(my_standing(version=version(), file=file))
    except GatewayAway as error:
        step = what_helps(str(error), moment().local) or "nothing: `crawlfleet work` asks again by itself"
        show_unasked(str(error), step, this_pc, as_json=as_json)
    except TurnedAway as error:
        stands = put_out(this_pc) if error.for_good else this_pc
        show_unasked(str(error), after(error), stands, turned_away=error, as_json=as_json)
        if error.for_good:
            raise typer.Exit(1) from None
    else:
        show_me(member, me, this_pc, as_json=as_json)


@app.command(epilog=examples("crawlfleet volunteer leave", "crawlfleet volunteer leave --anyway"))
def leave(
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Forget the token here also when the gateway cannot be told.")
    ] = False,
    as_json: OneJson = False,
) -> None:
    """Leave the fleet, and forget the token. What this PC holds goes back; its autostart is off then."""
    from fleet.operations.autostart.installing import turned_off_at_leaving
    from fleet.operations.volunteers.membership import leave_fleet
    from fleet.run.parts import version
    from fleet.terminal.views.volunteers.membership import show_left
    from worker.source.membership import MembershipFile
    from worker.volunteer.machine import worker_runs

    file = MembershipFile()
    released = run(leave_fleet(version=version(), file=file, anyway=anyway))
    try:
        autostart = turned_off_at_leaving()
    except ConfigError:
        show_left(released, file.folder, None, worker_runs=worker_runs(file.folder), as_json=as_json)
        raise
    show_left(released, file.folder, autostart, worker_runs=worker_runs(file.folder), as_json=as_json)


owner.register(app)


def register(typer_app: typer.Typer) -> None:
    typer_app.command(epilog=examples("crawlfleet join", "crawlfleet join 'https://fleet.example/#invite=…'"))(join)
    typer_app.add_typer(app, name="volunteer")
