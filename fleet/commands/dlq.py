"""`crawlfleet dlq list | requeue | drop`."""

from __future__ import annotations

from typing import Annotated

import typer

from fleet.commands.context import run, settings_of
from fleet.operations.selecting import Code, Json, Limit, NewerThan, OlderThan, Platform, Statuses, Wanted
from fleet.terminal.examples import examples

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Dead letters: messages nobody could handle.")

Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Job ids (or first letters).")]


@app.command(
    "list",
    epilog=examples("crawlfleet dlq list", "crawlfleet dlq list --platform shopee --error-code TIMEOUT --json"),
)
def list_(
    ctx: typer.Context,
    status: Statuses = None,
    platform: Platform = None,
    error_code: Code = None,
    older_than: OlderThan = None,
    newer_than: NewerThan = None,
    limit: Limit = 50,
    as_json: Json = False,
) -> None:
    """List dead letters with what the database knows of their jobs; changes nothing."""
    from fleet.terminal.views.dead_letters import list_letters

    wanted = Wanted(status or (), platform, error_code, older_than, newer_than)
    run(list_letters(settings_of(ctx), wanted, limit=limit, as_json=as_json))


@app.command(epilog=examples("crawlfleet dlq requeue k3v9q", "crawlfleet dlq requeue --all"))
def requeue(
    ctx: typer.Context,
    ids: Ids = None,
    all_: Annotated[bool, typer.Option("--all", help="Every dead letter whose job can be requeued.")] = False,
    as_json: Json = False,
) -> None:
    """Give the jobs of dead letters another chance, then remove the letters."""
    from fleet.terminal.views.dead_letters import requeue_letters

    run(requeue_letters(settings_of(ctx), ids or [], every=all_, as_json=as_json))


@app.command(epilog=examples("crawlfleet dlq drop k3v9q", "crawlfleet dlq drop --all"))
def drop(
    ctx: typer.Context,
    ids: Ids = None,
    all_: Annotated[bool, typer.Option("--all", help="Every dead letter, malformed ones too.")] = False,
    as_json: Json = False,
) -> None:
    """Remove dead letters for good; their jobs stay in the database as they are."""
    from fleet.terminal.views.dead_letters import drop_letters

    run(drop_letters(settings_of(ctx), ids or [], every=all_, as_json=as_json))
