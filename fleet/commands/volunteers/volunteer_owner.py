"""What a lent PC's owner says: `crawlfleet volunteer pause | resume | finish | limits | shops | browser | hours | log |
autostart`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from common.shops.table import SHOPS
from fleet.commands.typed.context import settings_of
from fleet.commands.typed.listing import tell_of_more
from fleet.commands.typed.options import USUAL_LIMIT, Csv, Json, Limit, OneJson, typed_span
from fleet.terminal.examples import examples
from fleet.terminal.help_words import either

if TYPE_CHECKING:
    from pathlib import Path


class Switch(StrEnum):
    on = "on"
    off = "off"


def _limit(text: str) -> int | str:
    if text == "none":
        return text
    if not (text.isascii() and text.isdigit()):
        raise typer.BadParameter(f"{text!r} is neither a whole number nor none")
    return int(text)


For = Annotated[
    int | None, typer.Argument(metavar="TIME", parser=typed_span, help="E.g. 2h; without it: until resumed.")
]


def _bound(of: str) -> Any:
    return typer.Option(metavar="NUMBER|none", parser=_limit, help=of)


def _once(name: str) -> Any:
    """A limit by the name that its option had once."""
    return typer.Option(name, metavar="NUMBER|none", parser=_limit, hidden=True)


def pause(time: For = None, as_json: OneJson = False) -> None:
    """Take nothing more, for a time or until resumed. Running crawls end; it outlives restarts."""
    from fleet.operations.volunteers.owning import pause

    _said(pause(_folder(), for_ms=time), as_json=as_json)


def resume(as_json: OneJson = False) -> None:
    """Go on after a pause or `finish`. After the latter while the last crawls still run."""
    from fleet.operations.volunteers.owning import resume

    _said(resume(_folder()), as_json=as_json)


def finish(as_json: OneJson = False) -> None:
    """Take nothing more, and end the worker then. It ends when its running crawls have ended."""
    from fleet.operations.volunteers.owning import finish

    _said(finish(_folder()), as_json=as_json)


def limits(
    requests_per_day: Annotated[Any, _bound("Requests to shops, robots.txt and redirects too.")] = None,
    mb_per_day: Annotated[Any, _bound("Megabytes that come back.")] = None,
    kb_per_second: Annotated[Any, _bound("Kilobytes a second, of all crawls together.")] = None,
    crawls_at_once: Annotated[Any, _bound("Crawls under way at once.")] = None,
    on_battery: Annotated[
        bool | None, typer.Option("--on-battery/--not-on-battery", help="Work on while nothing charges this PC.")
    ] = None,
    requests_a_day: Annotated[Any, _once("--requests-a-day")] = None,
    mb_a_day: Annotated[Any, _once("--mb-a-day")] = None,
    as_json: OneJson = False,
) -> None:
    """Show what this PC may spend, or change it. none: no limit. A running worker takes it up at once."""
    from fleet.operations.volunteers.owning import set_limits
    from fleet.terminal.views.volunteers.volunteer_now import show_limits

    typed = {
        "requests_a_day": requests_a_day if requests_per_day is None else requests_per_day,
        "mb_a_day": mb_a_day if mb_per_day is None else mb_per_day,
        "kb_per_second": kb_per_second,
        "crawls_at_once": crawls_at_once,
        "on_battery": on_battery,
    }
    changes = {name: None if value == "none" else value for name, value in typed.items() if value is not None}
    show_limits(set_limits(_folder(), changes), as_json=as_json)


def shops(
    not_: Annotated[
        list[str] | None, typer.Option("--not", metavar="SHOP", help=f"Leave out {either([*SHOPS, 'a domain'])}.")
    ] = None,
    again: Annotated[list[str] | None, typer.Option(metavar="SHOP", help="Take one in again.")] = None,
    as_json: OneJson = False,
) -> None:
    """Show which shops this PC fetches, or leave some out. `other` is every shop of the open web."""
    from fleet.operations.volunteers.owning import choose_shops
    from fleet.terminal.views.volunteers.volunteer_now import show_shops

    show_shops(choose_shops(_folder(), leave_out=not_ or (), again=again or ()), as_json=as_json)


def browser(
    ctx: typer.Context,
    switch: Annotated[
        Switch | None, typer.Argument(metavar="on|off", case_sensitive=False, help="Without it: show how it stands.")
    ] = None,
    as_json: OneJson = False,
) -> None:
    """Show whether this PC opens a browser for pages, or switch it. Off at first. All limits hold for it too."""
    from fleet.operations.volunteers.owning import set_limits, switch_browser
    from fleet.terminal.views.volunteers.volunteer_now import show_limits

    if switch is None:
        found = set_limits(_folder(), {})
    else:
        found = switch_browser(_folder(), settings_of(ctx), on=switch is Switch.on)
    show_limits(found, as_json=as_json, only="browser")


def hours(
    spans: Annotated[
        str | None, typer.Argument(metavar="HOURS", help="Spans of this PC's own time, or always.")
    ] = None,
    as_json: OneJson = False,
) -> None:
    """Show the hours in which this PC works, or set them. A span may go past midnight."""
    from fleet.operations.volunteers.owning import set_limits
    from fleet.terminal.views.volunteers.volunteer_now import show_limits

    changes = {} if spans is None else {"hours": "always" if spans == "none" else spans}
    show_limits(set_limits(_folder(), changes), as_json=as_json, only="hours")


def log(limit: Limit = USUAL_LIMIT, as_json: Json = False, as_csv: Csv = False) -> None:
    """Show every address this PC fetched, the latest last. Of the last 30 days with any; kept on this PC alone."""
    from fleet.operations.volunteers.owning import fetched
    from fleet.terminal.views.volunteers.volunteer_now import show_log

    requests = fetched(_folder(), limit + 1)
    show_log(requests[-limit:], as_json=as_json, as_csv=as_csv)
    tell_of_more(len(requests), limit, which="last", beside=as_json or as_csv)


def autostart(
    switch: Annotated[
        Switch, typer.Argument(metavar="on|off", case_sensitive=False, help="Start it with the session, or do not.")
    ],
    as_json: OneJson = False,
) -> None:
    """Start the worker with your session. By systemd on Linux, launchd on macOS, the Task Scheduler on Windows. Ends
    with 1 while a step is left to you.
    """
    from fleet.operations.autostart.installing import turn_off, turn_on
    from fleet.terminal.views.volunteers.volunteer_now import show_autostart

    done = turn_on() if switch is Switch.on else turn_off()
    show_autostart(done, as_json=as_json)
    if done.to_do:
        raise typer.Exit(1)


def _folder() -> Path:
    from worker.source.home import home

    return home()


def _said(sentence: str, *, as_json: bool) -> None:
    from fleet.operations.volunteers.owning import here
    from fleet.terminal.views.volunteers.volunteer_now import show_said

    show_said(sentence, here(_folder()), as_json=as_json)


def register(app: typer.Typer) -> None:
    app.command(epilog=examples("crawlfleet volunteer pause", "crawlfleet volunteer pause 2h"))(pause)
    app.command(epilog=examples("crawlfleet volunteer resume"))(resume)
    app.command(epilog=examples("crawlfleet volunteer finish"))(finish)
    app.command(
        epilog=examples(
            "crawlfleet volunteer limits",
            "crawlfleet volunteer limits --mb-per-day 500 --kb-per-second 200",
            "crawlfleet volunteer limits --requests-per-day none",
        )
    )(limits)
    app.command(
        epilog=examples(
            "crawlfleet volunteer shops",
            "crawlfleet volunteer shops --not shopee --not oak.example",
            "crawlfleet volunteer shops --again shopee",
        )
    )(shops)
    app.command(epilog=examples("crawlfleet volunteer browser", "crawlfleet volunteer browser on"))(browser)
    app.command(
        epilog=examples(
            "crawlfleet volunteer hours",
            'crawlfleet volunteer hours "mon-fri 20:00-07:00, sat-sun 00:00-24:00"',
            "crawlfleet volunteer hours always",
        )
    )(hours)
    app.command(epilog=examples("crawlfleet volunteer log", "crawlfleet volunteer log --limit 1000 --json"))(log)
    app.command(epilog=examples("crawlfleet volunteer autostart on", "crawlfleet volunteer autostart off"))(autostart)
