"""`crawlfleet console serve | invite | list | revoke | token`."""

from __future__ import annotations

from typing import Annotated

import typer

from fleet.commands.console import console_token
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import (
    ROLE,
    Csv,
    InviteName,
    Json,
    NameOption,
    OneJson,
    Role,
    invited_name,
    typed_span,
)
from fleet.terminal.examples import examples

app = typer.Typer(
    cls=Group,
    invoke_without_command=True,
    rich_markup_mode=None,
    help="The operators' pages and API: serve them, and who may come in. Without a further word it serves them.",
)

app.add_typer(console_token.app, name="token")


@app.callback(
    epilog=examples(
        "crawlfleet console                               # serve the pages",
        "crawlfleet console invite ada --role operator    # a link, shown once",
    )
)
def _serve_unless_told(ctx: typer.Context) -> None:
    if ctx.invoked_subcommand is None:
        serve(ctx)


@app.command(epilog=examples("crawlfleet console serve", "crawlfleet --config fleet.toml console"))
def serve(ctx: typer.Context) -> None:
    """Serve the operators' pages. `crawlfleet console` alone does so too."""
    from fleet.run.console import run_console

    run_console(settings_of(ctx))


@app.command(
    epilog=examples("crawlfleet console invite ada", "crawlfleet console invite bo --role operator --expires 2h")
)
def invite(
    ctx: typer.Context,
    name: InviteName = None,
    role: Role = ROLE,
    expires: Annotated[int, typer.Option(parser=typed_span, metavar="AGE", help="How long the link is good.")] = "1d",  # type: ignore[assignment]
    as_option: NameOption = None,
    as_json: OneJson = False,
) -> None:
    """Print a link by which one person takes a password. Shown once; for somebody there is, it gives a new password."""
    from fleet.operations.console.people import invite_person
    from fleet.terminal.views.console.console_people import show_invite

    given = invited_name(name, as_option)
    if given is None:
        raise typer.BadParameter("say what the person is called here", param_hint="NAME")
    made = run(invite_person(settings_of(ctx), given.strip().lower(), role=role, expires_in_ms=expires))
    show_invite(made, as_json=as_json)


@app.command("list", epilog=examples("crawlfleet console list", "crawlfleet console list --json"))
def list_(ctx: typer.Context, as_json: Json = False, as_csv: Csv = False) -> None:
    """Who may sign in, and who was invited."""
    from fleet.operations.console.people import list_people
    from fleet.terminal.views.console.console_people import show_people

    show_people(*run(list_people(settings_of(ctx))), as_json=as_json, as_csv=as_csv)


@app.command(epilog=examples("crawlfleet console revoke ada"))
def revoke(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who may sign in no more.")],
    as_json: OneJson = False,
) -> None:
    """Sign somebody out, and forget their password. It holds from their next request on."""
    from fleet.operations.console.people import revoke_person
    from fleet.terminal.output import print_done

    name = name.strip().lower()
    run(revoke_person(settings_of(ctx), name))
    print_done({"revoked": name}, f"{name} may sign in no more.", as_json=as_json)


def register(typer_app: typer.Typer) -> None:
    typer_app.add_typer(app, name="console")
