"""`crawlfleet notify targets | rules | test | log`."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from common.errors import ConfigError
from common.notices.values import Kind
from common.output.typable import typable
from fleet.commands.typed.completing import among
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.listing import Listing, in_pages
from fleet.commands.typed.options import Csv, Json, OneJson, filled, one_of
from fleet.commands.typed.paths import at_home
from fleet.commands.typed.secret_text import secret_in
from fleet.terminal.examples import examples

if TYPE_CHECKING:
    from common.store import NoticeState

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Notifications by Apprise: who is told of what, and what was.",
    epilog=examples("crawlfleet notify targets add phone --file ./phone.secret", "crawlfleet notify test phone"),
)
targets = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Where messages go: phones, chats, mail.",
    epilog=examples("crawlfleet notify targets list", "crawlfleet notify targets add --help"),
)
rules = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="What is told, to which target, and when.",
    epilog=examples("crawlfleet notify rules list", "crawlfleet notify rules add price-drop --by 10 --to phone"),
)
app.add_typer(targets, name="targets")
app.add_typer(rules, name="rules")

Name = Annotated[str, typer.Argument(metavar="TARGET", help="What the target is called here: phone.")]


def _kind(text: str) -> Kind:
    """What a rule looks for. Raises BadParameter."""
    return Kind(one_of(text, list(Kind), "kind of rule"))


def _state(text: str) -> NoticeState:
    """How a notice stands. Raises BadParameter."""
    from common.store import NoticeState

    return NoticeState(one_of(text, list(NoticeState), "state"))


Number = Annotated[
    int, typer.Argument(metavar="RULE", max=1_000_000_000, help="Its number, as `notify rules list` shows it.")
]


@targets.command(
    "add",
    epilog=examples(
        "crawlfleet notify targets add phone --file f.secret  # ntfys://ntfy.sh/TOPIC",
        "crawlfleet notify targets add mail --env MAIL_TARGET",
        "pass show notify/chat | crawlfleet notify targets add chat --stdin",
    ),
)
def add_target(
    ctx: typer.Context,
    name: Name,
    file: Annotated[Path | None, typer.Option(callback=at_home, help="A file that holds the address.")] = None,
    env: Annotated[str | None, typer.Option(metavar="VARIABLE", help="A variable that holds it.")] = None,
    stdin: Annotated[bool, typer.Option("--stdin", help="Read it from standard input.")] = False,
    as_json: OneJson = False,
) -> None:
    """Add a target by its address of Apprise. That is a secret: never typed, and shown nowhere again."""
    from fleet.operations.notices.targets import add_target
    from fleet.terminal.output import print_done

    if [file is not None, env is not None, stdin].count(True) != 1:
        raise typer.BadParameter("say where the address is: --file FILE, --env VARIABLE or --stdin")
    added = run(add_target(settings_of(ctx), name, _address(file, env)))
    said = f"{added.name} ({added.address}) is a target; try it: `crawlfleet notify test {typable(name, 'TARGET')}`"
    print_done(added, said, as_json=as_json)


def _address(file: Path | None, env: str | None) -> str:
    """Raises ConfigError where there is none."""
    if env is not None:
        found = os.environ.get(env, "")
        if not found.strip():
            raise ConfigError(f"the variable {env} is not set, or empty.")
        return found
    return secret_in(file, "the target's address")


@targets.command("list", epilog=examples("crawlfleet notify targets list", "crawlfleet notify targets list --json"))
def list_targets(ctx: typer.Context, as_json: Json = False, as_csv: Csv = False) -> None:
    """List the targets, without their secrets, and whether they work."""
    from fleet.operations.notices.targets import list_targets
    from fleet.terminal.views.notices import show_targets

    show_targets(*run(list_targets(settings_of(ctx))), as_json=as_json, as_csv=as_csv)


@targets.command("remove", epilog=examples("crawlfleet notify targets remove phone"))
def remove_target(ctx: typer.Context, name: Name, as_json: OneJson = False) -> None:
    """Forget a target that no rule sends to."""
    from fleet.operations.notices.targets import remove_target
    from fleet.terminal.output import print_done

    run(remove_target(settings_of(ctx), name))
    print_done({"target": name}, f"{name} is no target any more, and its address is forgotten", as_json=as_json)


@rules.command(
    "add",
    epilog=examples(
        "crawlfleet notify rules add price-below --below 80 --currency EUR --to phone",
        "crawlfleet notify rules add price-drop --by 10 --digest 30m --to mail",
        "crawlfleet notify rules add shop-off --quiet 22:00-07:00 --to phone",
        "crawlfleet notify rules add dead-letters --least 50 --to chat",
    ),
)
def add_rule(
    ctx: typer.Context,
    kind: Annotated[
        str, typer.Argument(metavar="KIND", autocompletion=among(list(Kind)), help=f"One of {', '.join(Kind)}.")
    ],
    to: Annotated[str, typer.Option(metavar="TARGET", help="Where its messages go.")],
    product: Annotated[str | None, typer.Option(metavar="KEY", help="Only this product.")] = None,
    shop: Annotated[
        str | None, typer.Option(parser=filled, metavar="SHOP", help="Only this one: other/shop.example.")
    ] = None,
    below: Annotated[str | None, typer.Option(metavar="AMOUNT", help="price-below: the mark, 80.00.")] = None,
    currency: Annotated[str | None, typer.Option(metavar="CODE", help="price-below: of the mark, EUR.")] = None,
    by: Annotated[str | None, typer.Option(metavar="PER CENT", help="price-drop: by at least so much.")] = None,
    least: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000_000,
            help="feed-failing: polls in a row (3). dead-letters: within an hour (20). nothing-recorded: minutes (60).",
        ),
    ] = None,
    quiet: Annotated[str | None, typer.Option(metavar="HOURS", help="No message in these hours: 22:00-07:00.")] = None,
    zone: Annotated[str | None, typer.Option(metavar="ZONE", help="Whose clock counts: Europe/Vienna (UTC).")] = None,
    digest: Annotated[
        str | None, typer.Option(metavar="WHEN", help="Collect into one message: for 30m, or until daily@08:00.")
    ] = None,
    as_json: OneJson = False,
) -> None:
    """Add a rule: what is told from now on, each event once."""
    from fleet.operations.notices.rules import add_rule
    from fleet.operations.notices.typed import TypedRule
    from fleet.terminal.output import note
    from fleet.terminal.switched import TELLS_NOTHING, unknown_shop
    from fleet.terminal.views.notices import show_rules

    typed = TypedRule(_kind(kind), to, product, shop, below, currency, by, least, quiet, zone, digest)
    added = run(add_rule(settings_of(ctx), typed))
    show_rules([added.rule], as_json=as_json, as_csv=False)
    if added.unknown:
        note(unknown_shop(added.rule.shop or "", TELLS_NOTHING))


@rules.command("list", epilog=examples("crawlfleet notify rules list", "crawlfleet notify rules list --csv"))
def list_rules(ctx: typer.Context, as_json: Json = False, as_csv: Csv = False) -> None:
    """List the rules."""
    from fleet.operations.notices.rules import list_rules
    from fleet.terminal.views.notices import show_rules

    show_rules(run(list_rules(settings_of(ctx))), as_json=as_json, as_csv=as_csv)


@rules.command("remove", epilog=examples("crawlfleet notify rules remove 3"))
def remove_rule(ctx: typer.Context, number: Number, as_json: OneJson = False) -> None:
    """Remove a rule, with what it has still to send."""
    from fleet.operations.notices.rules import remove_rule
    from fleet.terminal.output import print_done

    run(remove_rule(settings_of(ctx), number))
    said = f"rule {number} is removed; what it told stays in `crawlfleet notify log`"
    print_done({"rule": number}, said, as_json=as_json)


@rules.command(epilog=examples("crawlfleet notify rules off 3"))
def off(ctx: typer.Context, number: Number, as_json: OneJson = False) -> None:
    """Switch a rule off; what it has still to send is dropped."""
    _switch(ctx, number, f"rule {number} tells nothing until `crawlfleet notify rules on {number}`", as_json, on=False)


@rules.command(epilog=examples("crawlfleet notify rules on 3"))
def on(ctx: typer.Context, number: Number, as_json: OneJson = False) -> None:
    """Switch a rule on: it tells what happens from now on."""
    _switch(ctx, number, f"rule {number} tells what happens from now on", as_json, on=True)


def _switch(ctx: typer.Context, number: int, said: str, as_json: bool, *, on: bool) -> None:
    from fleet.operations.notices.rules import switch_rule
    from fleet.terminal.output import print_done
    from fleet.terminal.switched import switched_already

    done = run(switch_rule(settings_of(ctx), number, on=on))
    said = said if done.changed else switched_already(f"rule {number}", on=on)
    print_done({"rule": number, "on": on, "changed": done.changed}, said, as_json=as_json)


@app.command(epilog=examples("crawlfleet notify test phone", "crawlfleet notify test"))
def test(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="TARGET", help="One of the targets; all without it.")] = None,
    as_json: Json = False,
) -> None:
    """Send a test message from this machine. Ends with 1 when a target did not take it."""
    from fleet.operations.notices.targets import try_targets
    from fleet.terminal.views.notices import show_tried

    tried = run(try_targets(settings_of(ctx), name))
    show_tried(tried, as_json=as_json)
    if not all(one.reached for one in tried):
        raise typer.Exit(1)


@app.command(epilog=examples("crawlfleet notify log", "crawlfleet notify log --state failed --json"))
@in_pages
def log(
    ctx: typer.Context,
    state: Annotated[
        Any,
        typer.Option(parser=_state, metavar="STATE", help="Only waiting, sending, sent, failed or unsure."),
    ] = None,
    *,
    listing: Listing,
) -> None:
    """List what was told, still waits or did not arrive. The last first."""
    from fleet.operations.notices.rules import each_notice, list_notices
    from fleet.terminal.views.notices import print_notices, show_notices

    settings = settings_of(ctx)
    listing.answer(
        partial(list_notices, settings, state=state),
        show_notices,
        each=partial(each_notice, settings, state=state),
        print_=print_notices,
    )


def register(typer_app: typer.Typer) -> None:
    typer_app.add_typer(app, name="notify")
