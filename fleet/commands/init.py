"""`crawlfleet init`: the first settings, by three questions."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from common.output.typable import typable_path
from fleet.commands.typed.context import chosen
from fleet.commands.typed.options import OneJson
from fleet.commands.typed.paths import at_home
from fleet.terminal.examples import examples

if TYPE_CHECKING:
    from fleet.operations.beginning import Beginnings

DEFAULT = Path("crawlfleet.toml")
"""Read without --config."""
DOMAINS_ASKED = "Domains of shops to follow, besides Shopee and Taobao (shop.example other.example; empty: none)"
CONTACT_ASKED = "Whom may a shop ask about these requests (an address or mail of yours; empty: nobody)"


def register(app: typer.Typer) -> None:
    @app.command(
        epilog=examples(
            "crawlfleet init",
            "crawlfleet init --yes",
            "crawlfleet init --account posts.jsonl --domain shop.example",
            "crawlfleet init --account bluesky:name.bsky.social",
        )
    )
    def init(
        ctx: typer.Context,
        file: Annotated[
            Path | None,
            typer.Option(callback=at_home, help="The file to write. Default: that of --config, else crawlfleet.toml."),
        ] = None,
        account: Annotated[str | None, typer.Option(help="An account or feed to watch; or NETWORK:ACCOUNT.")] = None,
        domain: Annotated[list[str] | None, typer.Option(help="A shop's domain; may be repeated.")] = None,
        contact: Annotated[str | None, typer.Option(help="Whom a shop can ask about these requests.")] = None,
        yes: Annotated[bool, typer.Option("--yes", help="Ask nothing: only what the options say.")] = False,
        as_json: OneJson = False,
    ) -> None:
        """Write settings that work: three questions, or none with --yes."""
        from fleet.example_settings import example_settings
        from fleet.operations.beginning import AlreadyThere, Beginnings, feed_of, label_of, write_settings
        from fleet.terminal.output import note, print_done

        named = chosen(ctx).config
        file = file or named or DEFAULT
        says_nothing = not (yes or account or domain or contact)
        if not yes and sys.stdin.isatty():
            if file.exists():
                raise AlreadyThere(file)
            account = account or _asked_account()
            domain = domain or _asked_domains()
            contact = contact or _asked(CONTACT_ASKED)
        written = write_settings(file, Beginnings(account, domain or (), contact))
        if says_nothing and not sys.stdin.isatty():
            note("no terminal is at hand, so nothing was asked; --account, --domain and --contact say what to write")
        if over := _over_it(Beginnings(account, domain or (), contact)):
            note(f"set here, and so it goes before the file's own word: {over}")
        watched = f" It watches {label_of(account)}." if account else ""
        program = (
            "crawlfleet" if file == DEFAULT and named is None else f"crawlfleet --config {typable_path(str(file))}"
        )
        print_done(
            {"file": str(written), "feed": _shown(feed_of(account)) if account else None},
            f"{written} is written.{watched} What to type next:",
            f"  {program} doctor   # every line ok, or what to do",
            f"  {program} up       # feeds, dispatcher and workers in one process",
            f"Every setting with its default stands in {example_settings()}.",
            as_json=as_json,
        )


def _over_it(answers: Beginnings) -> str:
    """The variables that are set for what the file says: they would be believed, and not the file."""
    said = {
        "CRAWLFLEET_DATABASE_URL": True,
        "CRAWLFLEET_FETCH_CONTACT": bool(answers.contact),
        "CRAWLFLEET_SHOPS_OTHER_DOMAINS": bool(answers.domains),
    }
    return ", ".join(name for name in said if said[name] and name in os.environ)


def _shown(feed: Mapping[str, str]) -> dict[str, str]:
    """Without the key in a private feed's address."""
    from common.links.shown_account import shown_account

    return {**feed, "account": shown_account(feed["account"])}


def _asked_account() -> str | None:
    """Asked again as long as the answer is no account, so that the other questions come."""
    from common.errors import ConfigError
    from fleet.operations.beginning import ACCOUNTS, feed_of
    from fleet.terminal.output import note

    while answer := _asked(f"Which account or feed to watch ({ACCOUNTS}; empty: none)"):
        try:
            feed_of(answer)
        except ConfigError as error:
            note(str(error))
        else:
            break
    return answer


def _asked_domains() -> list[str]:
    """Asked again as long as the answer holds what is no domain, so that no other answer is lost by it."""
    from common.errors import ConfigError
    from fleet.operations.beginning import shop_domains
    from fleet.terminal.output import note

    while True:
        try:
            return shop_domains((_asked(DOMAINS_ASKED) or "").replace(",", " ").split())
        except ConfigError as error:
            note(str(error))


def _asked(question: str) -> str | None:
    from fleet.terminal.text import folded

    shown = "\n".join(folded(question, first="", rest="  "))
    return str(typer.prompt(shown, default="", show_default=False, err=True)).strip() or None
