"""`crawlfleet dlq list | requeue | drop`."""

from __future__ import annotations

from typing import Annotated

import typer

from fleet.commands.context import run, settings_of
from fleet.commands.options import Json, Limit, filtered
from fleet.operations.selecting import NotFound, Wanted
from fleet.terminal.examples import examples

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Dead letters: messages nobody could handle.")

Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Job ids (or first letters).")]


@app.command(
    "list",
    epilog=examples("crawlfleet dlq list", "crawlfleet dlq list --platform shopee --error-code TIMEOUT --json"),
)
@filtered
def list_(ctx: typer.Context, wanted: Wanted, limit: Limit = 50, as_json: Json = False) -> None:
    """List dead letters with what the database knows of their jobs; changes nothing."""
    from fleet.operations.dead_letters import list_letters
    from fleet.terminal.views.dead_letters import show_letters

    letters = run(list_letters(settings_of(ctx), wanted, limit=limit))
    show_letters(letters, narrowed=wanted.anything, as_json=as_json)


@app.command(epilog=examples("crawlfleet dlq requeue k3v9q", "crawlfleet dlq requeue --all"))
def requeue(
    ctx: typer.Context,
    ids: Ids = None,
    all_: Annotated[bool, typer.Option("--all", help="Every dead letter whose job can be requeued.")] = False,
    as_json: Json = False,
) -> None:
    """Give the jobs of dead letters another chance, then remove the letters."""
    from fleet.operations.dead_letters import requeue_letters
    from fleet.terminal.views.dead_letters import show_fates, show_totals

    requeued = run(requeue_letters(settings_of(ctx), ids or [], every=all_))
    fates = requeued.fates
    show_fates(fates, as_json=as_json)
    if fates and not all_ and all(fate.fate == "kept" for fate in fates):
        raise NotFound("none of these dead letters could be requeued. `crawlfleet dlq drop` removes them.")
    if not as_json:
        show_totals(requeued)


@app.command(epilog=examples("crawlfleet dlq drop k3v9q", "crawlfleet dlq drop --all"))
def drop(
    ctx: typer.Context,
    ids: Ids = None,
    all_: Annotated[bool, typer.Option("--all", help="Every dead letter, malformed ones too.")] = False,
    as_json: Json = False,
) -> None:
    """Remove dead letters for good; their jobs stay in the database as they are."""
    from fleet.operations.dead_letters import drop_letters
    from fleet.terminal.output import print_json, print_line

    done = run(drop_letters(settings_of(ctx), ids or [], every=all_))
    if as_json:
        print_json({"dropped": done.dropped, "left": done.left})
    else:
        print_line(f"{done.dropped} dropped, {done.left} left; their jobs stay in the database as they are")
