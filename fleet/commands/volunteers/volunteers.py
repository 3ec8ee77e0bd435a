"""`crawlfleet volunteers invite | list | show | pause | resume | revoke | limits | trust`: an operator's words."""

from __future__ import annotations

from typing import Annotated

import typer

from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import Csv, InviteName, Json, NameOption, OneJson, invited_name, typed_span
from fleet.terminal.examples import examples

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Invite people who lend PCs, and steer them.",
    epilog=examples("crawlfleet volunteers invite ada", "crawlfleet volunteers list"),
)

Who = Annotated[str, typer.Argument(metavar="WHO", help="A person's id or name.")]
MOST = 1_000_000_000
"""Of a limit."""
WhoOrMachine = Annotated[str, typer.Argument(metavar="WHO", help="A person's id or name, or a machine's id.")]


@app.command(
    epilog=examples(
        "crawlfleet volunteers invite ada",
        "crawlfleet volunteers invite ada --machines 3 --expires 30d",
        "crawlfleet volunteers invite my-servers --machines 16 --trusted",
    )
)
def invite(
    ctx: typer.Context,
    name: InviteName = None,
    machines: Annotated[int, typer.Option(min=1, max=1000, help="How many PCs may join by the link.")] = 1,
    expires: Annotated[int, typer.Option(parser=typed_span, metavar="AGE", help="How long the link is good.")] = "7d",  # type: ignore[assignment]
    trusted: Annotated[bool, typer.Option("--trusted", help="Your own machines: no second looks.")] = False,
    as_option: NameOption = None,
    as_json: OneJson = False,
) -> None:
    """Print one link that lets one person's PCs join. It is shown once; send it to that person alone."""
    from fleet.operations.volunteers.inviting import invite as make_invite
    from fleet.terminal.views.volunteers.volunteers import show_invited

    given = invited_name(name, as_option)
    made = make_invite(settings_of(ctx), name=given, machines=machines, expires_in_ms=expires, trusted=trusted)
    show_invited(run(made), as_json=as_json)


@app.command("list", epilog=examples("crawlfleet volunteers list", "crawlfleet volunteers list --json"))
def list_(ctx: typer.Context, as_json: Json = False, as_csv: Csv = False) -> None:
    """Everybody invited, with what their machines did today (UTC)."""
    from fleet.operations.volunteers.looking import list_volunteers
    from fleet.terminal.views.volunteers.volunteers import show_volunteers

    show_volunteers(run(list_volunteers(settings_of(ctx))), as_json=as_json, as_csv=as_csv)


@app.command(epilog=examples("crawlfleet volunteers show ada", "crawlfleet volunteers show ada --json"))
def show(ctx: typer.Context, who: Who, as_json: OneJson = False) -> None:
    """Show one person, with each machine.

    What each did today, how the person stands and why, and what operators did about them."""
    from fleet.operations.volunteers.looking import show_volunteer
    from fleet.terminal.views.volunteers.volunteers import show_one

    show_one(run(show_volunteer(settings_of(ctx), who)), as_json=as_json)


@app.command(epilog=examples("crawlfleet volunteers pause ada --reason 'too many lost tasks'"))
def pause(
    ctx: typer.Context,
    who: WhoOrMachine,
    reason: Annotated[str, typer.Option(help="Why; the volunteer is told.")] = "",
    as_json: OneJson = False,
) -> None:
    """Give a person's machines, or one machine, no more tasks. Crawls under way end as they would."""
    from fleet.operations.volunteers.steering import pause_volunteer
    from fleet.terminal.views.volunteers.volunteers import show_paused

    show_paused(run(pause_volunteer(settings_of(ctx), who, reason)), reason, as_json=as_json)


@app.command(epilog=examples("crawlfleet volunteers resume ada"))
def resume(ctx: typer.Context, who: WhoOrMachine, as_json: OneJson = False) -> None:
    """End a pause. Who was set aside stays so: see `trust --forgive`."""
    from fleet.operations.volunteers.steering import resume_volunteer
    from fleet.terminal.views.volunteers.volunteers import show_resumed

    show_resumed(run(resume_volunteer(settings_of(ctx), who)), as_json=as_json)


@app.command(epilog=examples("crawlfleet volunteers revoke ada", "crawlfleet volunteers revoke m0123456789abcdef"))
def revoke(ctx: typer.Context, who: WhoOrMachine, as_json: OneJson = False) -> None:
    """Take nothing of a person or machine any more. From the next request on; their leases come back at once."""
    from fleet.operations.volunteers.steering import revoke_volunteer
    from fleet.terminal.views.volunteers.volunteers import show_revoked

    show_revoked(run(revoke_volunteer(settings_of(ctx), who)), as_json=as_json)


@app.command(
    epilog=examples(
        "crawlfleet volunteers limits ada --tasks-per-day 5000 --leases-at-once 8",
        "crawlfleet volunteers limits ada      # back to what [gateway] says",
    )
)
def limits(
    ctx: typer.Context,
    who: Who,
    tasks_per_day: Annotated[int | None, typer.Option(min=0, max=MOST, help="Of each machine.")] = None,
    leases_at_once: Annotated[int | None, typer.Option(min=0, max=MOST, help="Of each machine.")] = None,
    as_json: OneJson = False,
) -> None:
    """Set how much each of a person's machines may take. One limit given leaves the other; none given: both are as
    [gateway] says again."""
    from fleet.operations.volunteers.steering import limit_volunteer
    from fleet.terminal.views.volunteers.volunteers import show_person

    keep = tasks_per_day is not None or leases_at_once is not None
    limited = limit_volunteer(
        settings_of(ctx), who, tasks_per_day=tasks_per_day, leases_at_once=leases_at_once, keep=keep
    )
    show_person(run(limited), as_json=as_json)


@app.command(
    epilog=examples(
        "crawlfleet volunteers trust my-servers",
        "crawlfleet volunteers trust ada --no-trusted",
        "crawlfleet volunteers trust ada --forgive --reason 'another country'",
    )
)
def trust(
    ctx: typer.Context,
    who: Who,
    trusted: Annotated[
        bool | None,
        typer.Option("--trusted/--no-trusted", help="Your own machines: recorded without a second look."),
    ] = None,
    forgive: Annotated[
        bool,
        typer.Option("--forgive", help="Instead: failed checks count no more; who was set aside is back."),
    ] = False,
    reason: Annotated[str, typer.Option(help="Why they are forgiven; kept with what operators did.")] = "",
    as_json: OneJson = False,
) -> None:
    """Call a person's machines your own, or forgive failed checks. Results of your own need no second look."""
    from fleet.operations.volunteers.steering import forgive_volunteer, trust_volunteer
    from fleet.terminal.views.volunteers.volunteers import show_forgiven, show_person

    if forgive and trusted is not None:
        raise typer.BadParameter("give --forgive alone: it leaves whose machines they are as it is")
    if reason and not forgive:
        raise typer.BadParameter("--reason goes with --forgive; alone it would make their machines your own")
    if forgive:
        show_forgiven(run(forgive_volunteer(settings_of(ctx), who, reason)), as_json=as_json)
    else:
        show_person(run(trust_volunteer(settings_of(ctx), who, trusted=trusted is not False)), as_json=as_json)


def register(typer_app: typer.Typer) -> None:
    typer_app.add_typer(app, name="volunteers")
