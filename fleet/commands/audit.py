"""`crawlfleet audit`: what operators did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.options import After, BegunSince, Csv, Json, Limit, one_of, place
from fleet.terminal.examples import examples

if TYPE_CHECKING:
    from fleet.operations.auditing import Action


def typed_action(text: str) -> Action:
    """Raises BadParameter."""
    from fleet.operations.auditing import Action

    return Action(one_of(text, list(Action), "action"))


def register(app: typer.Typer) -> None:
    @app.command(
        epilog=examples(
            "crawlfleet audit",
            'crawlfleet audit --action "jobs requeue" --newer-than 7d',
            "crawlfleet audit --csv > audit.csv",
        )
    )
    def audit(
        ctx: typer.Context,
        action: Annotated[
            Any,
            typer.Option(parser=typed_action, metavar="ACTION", help='Only this, e.g. "jobs cancel".'),
        ] = None,
        operator: Annotated[str | None, typer.Option(help="Only what this operator did: user@machine.")] = None,
        newer_than: BegunSince = None,
        limit: Limit = 50,
        after: After = None,
        as_json: Json = False,
        as_csv: Csv = False,
    ) -> None:
        """List what operators did to the fleet. Who, what, to how many; the last first."""
        from fleet.operations.auditing import each_event, list_audit
        from fleet.terminal.views.audit import print_audit, show_audit

        settings, start = settings_of(ctx), place(after)
        if as_json or as_csv:
            events = each_event(
                settings, limit=limit, after=start, action=action, operator=operator, newer_than_ms=newer_than
            )
            run(print_audit(events, as_csv=as_csv))
            return
        listed = list_audit(
            settings, limit=limit, after=start, action=action, operator=operator, newer_than_ms=newer_than
        )
        show_audit(run(listed), narrowed=any((action, operator, newer_than, start)))
