"""What a volunteer's own PC does, may and did, in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from common.output.counting import counted
from fleet.terminal.csv_rows import names_of, print_objects
from fleet.terminal.output import note, print_json, print_line, print_lines
from fleet.terminal.table import Column, render
from fleet.terminal.text import folded, width
from worker.volunteer.fetch_log import Request

if TYPE_CHECKING:
    from fleet.operations.autostart.installing import Autostart
    from fleet.operations.volunteers.owning import Here, ShopsHere
    from worker.volunteer.counts import Counts
    from worker.volunteer.limits import Limits
    from worker.volunteer.now import Now

LOG = (
    Column("when"),
    Column("HTTP status", right=True),
    Column("bytes", right=True),
    Column("address", flexible=True, beneath=True),
)


def live_text(now: Now, columns: int) -> str:
    """`working: 2 under way | today 31 pages, 80 requests, 12 MB | in all 4,210 pages`.

    On a narrow screen what is told least goes first: no count is ever cut, which would make it another one. The state
    is left as it is, however long.
    """
    counts = now.counts
    pages = f"today {counted(counts.pages, 'page')}"
    spent = f", {counted(counts.requests, 'request')}, {counts.bytes / 1e6:,.0f} MB"
    in_all = f"in all {counted(counts.total_pages, 'page')}"
    told = (f"{pages}{spent} | {in_all}", f"{pages} | {in_all}", in_all)
    fitting = (text for counts_told in told if width(text := f"{now.state} | {counts_told}") <= columns)
    return next(fitting, now.state)


def here_json(here: Here) -> dict[str, Any]:
    return {
        "working": here.working,
        "state": here.state,
        "idle": here.idle,
        "page": here.page,
        "counts": here.counts.model_dump(mode="json", exclude={"earlier"}),
        "limits": here.limits.model_dump(mode="json"),
    }


def show_here(here: Here) -> None:
    print_lines(folded(here.state, first="  this PC: ", rest="    "))
    print_line(f"  fetched today: {spent(here.counts, here.limits)}")
    if here.limits.browser:
        print_line("  browser: on (`crawlfleet volunteer browser off` ends that)")
    counts = here.counts
    total_mb = f"{counts.total_bytes / 1e6:,.0f} MB"
    in_all = f"{counted(counts.total_pages, 'page')}, {counted(counts.total_requests, 'request')}, {total_mb}"
    print_line(f"  in all: {in_all}")
    if here.page:
        print_line(f"  its page: {here.page}")


def spent(counts: Counts, limits: Limits) -> str:
    requests = "" if limits.requests_a_day is None else f" of {limits.requests_a_day:,}"
    mb = "" if limits.mb_a_day is None else f" of {limits.mb_a_day:,}"
    return f"{counted(counts.pages, 'page')}, {counts.requests:,}{requests} requests, {counts.bytes / 1e6:,.0f}{mb} MB"


def show_limits(limits: Limits, *, as_json: bool, only: str | None = None) -> None:
    """All of them; for people those of one command's own word alone, where it asks for `only` that."""
    if as_json:
        print_json(limits.model_dump(mode="json"))
        return
    if only is not None:
        print_line(f"{only}: {limits.hours if only == 'hours' else _on_off(limits.browser)}")
        return
    print_line(f"requests a day:  {_limit(limits.requests_a_day)}")
    print_line(f"MB a day:        {_limit(limits.mb_a_day)}")
    print_line(f"kB a second:     {_limit(limits.kb_per_second)}")
    print_line(f"crawls at once:  {limits.crawls_at_once or 'as work.concurrency says (4 unless set)'}")
    print_line(f"on battery:      {'works on' if limits.on_battery else 'waits for the charger'}")
    print_line(f"hours:           {limits.hours}")
    print_line(f"browser:         {_on_off(limits.browser)}")
    if limits.not_shops:
        print_line(f"left out:        {', '.join(limits.not_shops)}")


def show_shops(shops: ShopsHere, *, as_json: bool) -> None:
    if as_json:
        print_json(shops)
        return
    none = "not known; this PC has joined no fleet"
    if shops.joined:
        step = "`crawlfleet volunteer shops --again SHOP` takes one in again"
        none = f"none, for you left out every shop of this fleet; {step}"
    print_lines(folded(", ".join(shops.fetched) or none, first="fetched: ", rest="  "))
    print_lines(folded(", ".join(shops.left_out) or "none", first="left out: ", rest="  "))


def show_said(sentence: str, here: Here, *, as_json: bool) -> None:
    """What a word such as pause has done."""
    if as_json:
        print_json({"said": sentence, **here_json(here)})
        return
    print_line(sentence)
    if not here.working:
        note("no worker runs now; this holds when `crawlfleet work` starts.")


def show_log(requests: Sequence[Request], *, as_json: bool, as_csv: bool) -> None:
    if as_json or as_csv:
        objects = ({**dataclasses.asdict(one), "at": one.at.isoformat("T", "seconds")} for one in requests)
        print_objects(objects, as_csv=as_csv, columns=names_of(Request))
        return
    if not requests:
        print_line("nothing was fetched yet.")
        return
    rows = [[f"{one.at:%Y-%m-%d %H:%M:%S}", str(one.status or "-"), str(one.bytes), one.url] for one in requests]
    print_lines(render(LOG, rows))


def show_autostart(done: Autostart, *, as_json: bool) -> None:
    if as_json:
        print_json(done)
        return
    print_line(done.sentence)
    for step in done.to_do:
        print_line(f"  {step}")


def _on_off(switch: bool) -> str:
    return "on" if switch else "off"


def _limit(value: int | None) -> str:
    return "no limit" if value is None else f"{value:,}"
