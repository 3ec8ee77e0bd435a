"""`crawlfleet console token add | list | revoke`."""

from __future__ import annotations

from typing import Annotated

import typer

from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import ROLE, Csv, Json, OneJson, Role, typed_span
from fleet.terminal.examples import examples

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Programs that use the console's JSON API: their tokens.",
    epilog=examples("crawlfleet console token add grafana", "crawlfleet console token list"),
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="What the program is called here: grafana.")]


@app.command(
    epilog=examples(
        "crawlfleet console token add grafana",
        "crawlfleet console token add nightly --role operator > nightly.token",
    )
)
def add(
    ctx: typer.Context,
    name: Name,
    role: Role = ROLE,
    expires: Annotated[
        int | None, typer.Option(parser=typed_span, metavar="AGE", help="How long it is good; else until revoked.")
    ] = None,
    as_json: OneJson = False,
) -> None:
    """Print a token for one program. It uses the JSON API by it (docs/api.md); it is shown once."""
    from fleet.operations.console.tokens import add_token
    from fleet.terminal.views.console.console_tokens import show_made

    made = run(add_token(settings_of(ctx), name.strip().lower(), role=role, expires_in_ms=expires))
    show_made(made, as_json=as_json)


@app.command("list", epilog=examples("crawlfleet console token list", "crawlfleet console token list --json"))
def list_(ctx: typer.Context, as_json: Json = False, as_csv: Csv = False) -> None:
    """List the programs' tokens. What each may do, and when it was last used."""
    from fleet.operations.console.tokens import list_tokens
    from fleet.terminal.views.console.console_tokens import show_tokens

    show_tokens(*run(list_tokens(settings_of(ctx))), as_json=as_json, as_csv=as_csv)


@app.command(epilog=examples("crawlfleet console token revoke grafana"))
def revoke(ctx: typer.Context, name: Name, as_json: OneJson = False) -> None:
    """End a token with its program's next request."""
    from fleet.operations.console.tokens import revoke_token
    from fleet.terminal.output import print_done

    name = name.strip().lower()
    run(revoke_token(settings_of(ctx), name))
    print_done({"revoked": name}, f"the token of {name} is good for nothing any more.", as_json=as_json)
