"""The watched accounts, and how each stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.links.shown_account import without_queries
from common.output.counting import counted
from common.output.typable import typable
from common.store import FeedState
from fleet.durations import ago, short_duration
from fleet.operations.json_objects import account_object
from fleet.terminal.csv_rows import names_of, print_objects
from fleet.terminal.facts import fact_lines
from fleet.terminal.output import print_json, print_line, print_lines, print_steps
from fleet.terminal.table import Column, render
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from fleet.operations.feeds.accounts import AccountShown, AccountsListed

COLUMNS = (
    Column("network"),
    Column("account", flexible=True, again=True),
    Column("state"),
    Column("last read", right=True),
    Column("next", right=True),
    Column("links today", right=True),
    Column("said", flexible=True, beneath=True),
)


_SHOWN = ("source", "account", "in_settings", "next_poll_at")
FIELDS = [*_SHOWN, *(name for name in names_of(FeedState) if name not in {*_SHOWN, "cursor"})]


def show_accounts(listed: AccountsListed, *, as_json: bool, as_csv: bool) -> None:
    """A table, or an object an account."""
    if as_json or as_csv:
        print_objects(map(account_object, listed.accounts), as_csv=as_csv, columns=FIELDS)
        return
    if not listed.accounts:
        print_line("no account is watched: name one under [[feeds]] in the settings (`crawlfleet init` writes them).")
        return
    print_lines(render(COLUMNS, [_row(one, listed.now_ms) for one in listed.accounts]))


def show_one(listed: AccountsListed, *, as_json: bool) -> None:
    """One account, one fact a line, and what to type next."""
    (one,), now_ms = listed.accounts, listed.now_ms
    if as_json:
        print_json(account_object(one))
        return
    state = one.state
    facts: dict[str, str | None] = {"account": f"{one.source}:{one.account}", "state": _standing(one)}
    if state is not None:
        fails = bool(state.failures)
        facts |= {
            "paused": _moment(state.paused_at, now_ms),
            "failing since": _moment(state.failing_since, now_ms) if fails else None,
            "last failed": _moment(state.last_failed_at, now_ms),
            "error": without_queries(state.last_error or "") if fails else None,
            "last read": _moment(state.last_polled_at, now_ms) or "never",
            "links today": f"{state.links_in_day:,}",
        }
    facts["next poll"] = (
        None if one.next_poll_at is None else f"{_until(one.next_poll_at, now_ms)}, {utc(one.next_poll_at)}"
    )
    facts["said"] = _said(one, now_ms) if state is not None and not state.failures else None
    for name, text in facts.items():
        if text:
            print_lines(fact_lines(name, text, named=15))
    if one.named:
        who = typable(f"{one.source}:{one.account}", "ACCOUNT")
        paused = state is not None and state.paused_at is not None
        steps = [f"crawlfleet feeds resume {who}"] if paused else [f"crawlfleet feeds poll {who}   # at once"]
        print_steps(steps)


def _moment(at_ms: int | None, now_ms: int) -> str | None:
    return None if at_ms is None else f"{utc(at_ms)}, {ago(at_ms, now_ms)} ago"


def _row(one: AccountShown, now_ms: int) -> list[str]:
    state = one.state
    return [
        one.source,
        one.account,
        _standing(one),
        ago(state.last_polled_at, now_ms) if state and state.last_polled_at is not None else "never",
        "tomorrow" if state and state.day_spent_at is not None else _until(one.next_poll_at, now_ms),
        f"{state.links_in_day:,}" if state else "",
        _said(one, now_ms),
    ]


def _standing(one: AccountShown) -> str:
    if not one.named:
        return "not in the settings"
    if one.state and one.state.paused_at is not None:
        return "paused"
    if one.state and one.state.failures:
        return f"{one.state.failures} failed"
    return "ok" if one.state and one.state.last_polled_at is not None else "new"


def _until(at_ms: int | None, now_ms: int) -> str:
    if at_ms is None:
        return "-"
    return f"in {short_duration(at_ms - now_ms)}" if at_ms > now_ms else "due"


def _said(one: AccountShown, now_ms: int) -> str:
    """Why it stands as it does, in one line."""
    state = one.state
    if state is None:
        return ""
    if state.paused_at is not None:
        return state.paused_reason or ""
    if state.failures:
        return f"{failing_for(state, now_ms)}{without_queries(state.last_error or '')}"
    spent = "the day's links are taken; the rest is read after midnight UTC" if state.day_spent_at is not None else ""
    left = f"{state.links_left_out} links of {state.posts_cut} posts left out" if state.posts_cut else ""
    skipped = counted(state.posts_skipped, "unreadable post") if state.posts_skipped else ""
    in_part = f"read in part: {state.read_in_part}" if state.read_in_part is not None else ""
    moved = f"moved for good to {state.moved_to}" if state.moved_to is not None else ""
    return "; ".join(filter(None, (spent, in_part, moved, left, skipped)))


def failing_for(state: FeedState, now_ms: int) -> str:
    """`for 5h, last 2m ago: `, or as much of it as is known."""
    since = f"for {ago(state.failing_since, now_ms)}" if state.failing_since is not None else ""
    last = f"last {ago(state.last_failed_at, now_ms)} ago" if state.last_failed_at is not None else ""
    if state.failures == 1:
        since = ""  # the last is the first
    told = ", ".join(filter(None, (since, last)))
    return f"{told}: " if told else ""
