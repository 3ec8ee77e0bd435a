"""`crawlfleet volunteers invite | list | show | pause | resume | revoke | limits | trust`: an operator's words."""

from __future__ import annotations

from typing import Annotated

import typer

from fleet.commands.context import run, settings_of
from fleet.commands.options import Json
from fleet.durations import age_ms
from fleet.terminal.examples import examples

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Invite people who lend PCs, and steer them.")

Who = Annotated[str, typer.Argument(metavar="WHO", help="A person's id or name.")]
WhoOrMachine = Annotated[str, typer.Argument(metavar="WHO", help="A person's id or name, or a machine's id.")]


def _age(text: str) -> int:
    try:
        return age_ms(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


@app.command(
    epilog=examples(
        "crawlfleet volunteers invite --name ada",
        "crawlfleet volunteers invite --name ada --machines 3 --expires 30d",
        "crawlfleet volunteers invite --name my-servers --machines 16 --trusted",
    )
)
def invite(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Option(help="What to call the person here.")] = None,
    machines: Annotated[int, typer.Option(min=1, max=1000, help="How many PCs may join by the link.")] = 1,
    expires: Annotated[int, typer.Option(parser=_age, metavar="AGE", help="How long the link is good.")] = "7d",  # type: ignore[assignment]
    trusted: Annotated[bool, typer.Option("--trusted", help="Your own machines: no second looks.")] = False,
    as_json: Json = False,
) -> None:
    """Print one link that lets one person's PCs join. It is shown once; send it to that person alone."""
    from fleet.operations.volunteers.steering import invite as make_invite
    from fleet.terminal.views.volunteers import show_invited

    made = make_invite(settings_of(ctx), name=name, machines=machines, expires_in_ms=expires, trusted=trusted)
    show_invited(run(made), as_json=as_json)


@app.command("list", epilog=examples("crawlfleet volunteers list", "crawlfleet volunteers list --json"))
def list_(ctx: typer.Context, as_json: Json = False) -> None:
    """Everybody invited, with what their machines did today (UTC)."""
    from fleet.operations.volunteers.steering import list_volunteers
    from fleet.terminal.views.volunteers import show_volunteers

    show_volunteers(run(list_volunteers(settings_of(ctx))), as_json=as_json)


@app.command(epilog=examples("crawlfleet volunteers show ada", "crawlfleet volunteers show ada --json"))
def show(ctx: typer.Context, who: Who, as_json: Json = False) -> None:
    """One person: each machine, what it did today, how it stands."""
    from fleet.operations.volunteers.steering import show_volunteer
    from fleet.terminal.views.volunteers import show_one

    show_one(run(show_volunteer(settings_of(ctx), who)), as_json=as_json)


@app.command(epilog=examples("crawlfleet volunteers pause ada --reason 'too many lost tasks'"))
def pause(
    ctx: typer.Context,
    who: WhoOrMachine,
    reason: Annotated[str, typer.Option(help="Why; the volunteer is told.")] = "",
    as_json: Json = False,
) -> None:
    """Give a person's machines, or one machine, no more tasks; crawls under way end as they would."""
    from fleet.operations.volunteers.steering import pause_volunteer
    from fleet.terminal.views.volunteers import show_done

    show_done({"paused": run(pause_volunteer(settings_of(ctx), who, reason))}, as_json=as_json)


@app.command(epilog=examples("crawlfleet volunteers resume ada"))
def resume(ctx: typer.Context, who: WhoOrMachine, as_json: Json = False) -> None:
    """Give tasks again, also to a person who was set aside."""
    from fleet.operations.volunteers.steering import resume_volunteer
    from fleet.terminal.views.volunteers import show_done

    show_done({"resumed": run(resume_volunteer(settings_of(ctx), who))}, as_json=as_json)


@app.command(epilog=examples("crawlfleet volunteers revoke ada", "crawlfleet volunteers revoke m0123456789abcdef"))
def revoke(ctx: typer.Context, who: WhoOrMachine, as_json: Json = False) -> None:
    """Take nothing of them any more, from the next request on; their leases come back at once."""
    from fleet.operations.volunteers.steering import revoke_volunteer
    from fleet.terminal.views.volunteers import show_done

    revoked = run(revoke_volunteer(settings_of(ctx), who))
    show_done({"revoked": revoked.id, "leases_given_back": revoked.leases_given_back}, as_json=as_json)


@app.command(
    epilog=examples(
        "crawlfleet volunteers limits ada --tasks-per-day 5000 --leases-at-once 8",
        "crawlfleet volunteers limits ada      back to what [gateway] says",
    )
)
def limits(
    ctx: typer.Context,
    who: Who,
    tasks_per_day: Annotated[int | None, typer.Option(min=0, help="Of each machine; none: as [gateway] says.")] = None,
    leases_at_once: Annotated[int | None, typer.Option(min=0, help="Of each machine; none: as [gateway] says.")] = None,
    as_json: Json = False,
) -> None:
    """Set how much each of a person's machines may take."""
    from fleet.operations.volunteers.steering import limit_volunteer
    from fleet.terminal.views.volunteers import show_person

    limited = limit_volunteer(settings_of(ctx), who, tasks_per_day=tasks_per_day, leases_at_once=leases_at_once)
    show_person(run(limited), as_json=as_json)


@app.command(epilog=examples("crawlfleet volunteers trust my-servers", "crawlfleet volunteers trust ada --no-trusted"))
def trust(
    ctx: typer.Context,
    who: Who,
    trusted: Annotated[bool, typer.Option(help="Your own machines: recorded without a second look.")] = True,
    as_json: Json = False,
) -> None:
    """Say whether a person's machines are your own."""
    from fleet.operations.volunteers.steering import trust_volunteer
    from fleet.terminal.views.volunteers import show_person

    show_person(run(trust_volunteer(settings_of(ctx), who, trusted=trusted)), as_json=as_json)
