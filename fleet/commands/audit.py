"""`crawlfleet audit`: what operators did."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fleet.commands.typed.completing import among
from fleet.commands.typed.context import settings_of
from fleet.commands.typed.listing import Listing, in_pages
from fleet.commands.typed.options import BegunSince, filled, one_of
from fleet.terminal.examples import examples

if TYPE_CHECKING:
    from fleet.operations.auditing import Action


def typed_action(text: str) -> Action:
    """As `crawlfleet audit` writes it, or in one word: jobs-requeue. Raises BadParameter."""
    from fleet.operations.auditing import Action

    in_one_word = {_in_one_word(action): action for action in Action}
    return in_one_word.get(text.lower()) or Action(one_of(text, list(Action), "action"))


def _actions() -> list[str]:
    """For Tab, which would leave a shell two words where it had one."""
    from fleet.operations.auditing import Action

    return [_in_one_word(action) for action in Action]


def _in_one_word(action: Action) -> str:
    return action.replace(" ", "-")


def register(app: typer.Typer) -> None:
    @app.command(
        epilog=examples(
            "crawlfleet audit",
            "crawlfleet audit --action jobs-requeue --newer-than 7d",
            "crawlfleet audit --csv > audit.csv",
        )
    )
    @in_pages
    def audit(
        ctx: typer.Context,
        action: Annotated[
            Any,
            typer.Option(
                parser=typed_action,
                metavar="ACTION",
                autocompletion=among(_actions),
                help="Only this: jobs-cancel, or as it is listed.",
            ),
        ] = None,
        operator: Annotated[
            str | None, typer.Option(parser=filled, metavar="TEXT", help="Only what this operator did: user@machine.")
        ] = None,
        newer_than: BegunSince = None,
        *,
        listing: Listing,
    ) -> None:
        """List what operators did to the fleet. Who, what, to how many; the last first."""
        from fleet.operations.auditing import each_event, list_audit
        from fleet.terminal.views.audit import print_audit, show_audit

        settings = settings_of(ctx)
        listing.answer(
            partial(list_audit, settings, action=action, operator=operator, newer_than_ms=newer_than),
            partial(show_audit, narrowed=any((action, operator, newer_than, listing.after))),
            each=partial(each_event, settings, action=action, operator=operator, newer_than_ms=newer_than),
            print_=print_audit,
        )
