"""Notifications: targets without their secrets, rules, and what was told."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncGenerator, Sequence
from typing import TYPE_CHECKING

from common.notices.values import Rule
from fleet.durations import ago
from fleet.operations.json_objects import NOTICE_FIELDS, notice_object, rule_object
from fleet.operations.notices.targets import TargetShown
from fleet.operations.notices.typed import of_what, what, when
from fleet.terminal.csv_rows import names_of, print_objects, print_pages
from fleet.terminal.output import print_line, print_lines
from fleet.terminal.table import Column, Part, on_from, render
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from common.store import Notice
    from fleet.operations.notices.rules import NoticesListed
    from fleet.operations.notices.targets import Tried

TARGETS = (
    Column("target", whole=True),
    Column("address"),
    Column("rules", right=True),
    Column("last sent", right=True),
    Column("stands", flexible=True, beneath=True),
)
RULES = (
    Column("rule", right=True, whole=True),
    Column("state"),
    Column("what", whole=True),
    Column("of", flexible=True),
    Column("to"),
    Column("when", flexible=True, beneath=True),
)
NOTICES = (
    Column("noted"),
    Column("rule", right=True),
    Column("to"),
    Column("state", whole=True),
    Column("tries", right=True),
    Column("what", flexible=True, beneath=True),
    Column("error", flexible=True, beneath=True),
)


def show_targets(targets: Sequence[TargetShown], now_ms: int, *, as_json: bool, as_csv: bool) -> None:
    """A table, or an object a target; no secret is in either."""
    if as_json or as_csv:
        print_objects(map(dataclasses.asdict, targets), as_csv=as_csv, columns=names_of(TargetShown))
        return
    if not targets:
        print_line("there is no target yet: `crawlfleet notify targets add NAME --file FILE`")
        return
    print_lines(render(TARGETS, [_target_row(one, now_ms) for one in targets]))


def _target_row(one: TargetShown, now_ms: int) -> list[str]:
    stands = "ok"
    if one.failing_since is not None:
        stands = f"failing for {ago(one.failing_since, now_ms)}, {one.failures} tries: {one.last_error}"
    sent = "never" if one.last_sent_at is None else f"{ago(one.last_sent_at, now_ms)} ago"
    return [one.name, one.address, str(one.rules), sent, stands]


def show_tried(tried: Sequence[Tried], *, as_json: bool) -> None:
    if as_json:
        print_objects(map(dataclasses.asdict, tried), as_csv=False)
        return
    for one in tried:
        print_line(one.sentence)


RULE_FIELDS = ["id", *(name for name in names_of(Rule) if name not in {"id", "read_to"}), "what", "when"]


def show_rules(rules: Sequence[Rule], *, as_json: bool, as_csv: bool) -> None:
    """A table, or an object a rule."""
    if as_json or as_csv:
        print_objects(map(rule_object, rules), as_csv=as_csv, columns=RULE_FIELDS)
        return
    if not rules:
        print_line("there is no rule yet: `crawlfleet notify rules add price-drop --by 10 --to TARGET`")
        return
    print_lines(render(RULES, [_rule_row(one) for one in rules]))


def _rule_row(one: Rule) -> list[str]:
    return [str(one.id), "on" if one.off_at is None else "off", what(one), of_what(one), one.target, when(one)]


async def print_notices(pages: AsyncGenerator[Sequence[Notice], None], *, as_csv: bool) -> None:
    """An object or a row a notice, as it comes."""
    await print_pages(pages, notice_object, as_csv=as_csv, columns=NOTICE_FIELDS if as_csv else None)


def show_notices(listed: NoticesListed, part: Part) -> None:
    """A table."""
    if not listed.page.rows and not part.before:
        print_line("no rule has met anything yet. `crawlfleet notify rules list` shows what is looked for.")
        return
    print_lines(part.table.lines(NOTICES, [_notice_row(one) for one in listed.page.rows]))
    if part.last and listed.page.next:
        print_line(f"(more: {on_from(listed.page.next)})")


def _notice_row(one: Notice) -> list[str]:
    state = f"due {utc(one.due_at)}" if one.state == "waiting" else str(one.state)
    return [utc(one.noted_at), str(one.rule), one.target, state, str(one.tries), one.line, one.error or ""]
