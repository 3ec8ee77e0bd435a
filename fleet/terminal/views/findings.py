"""The doctor's findings, a line each."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from typing import Any

from fleet.commands_in_texts import with_config
from fleet.doctor.finding import Finding, Level
from fleet.doctor.grouping import Group
from fleet.terminal.output import print_line, print_lines
from fleet.terminal.text import folded, terminal_columns

SUBJECTS = 8
"""So many are named where one cause hits many."""
TEXT_AT = 22
"""The column where findings begin, and where their further lines do."""
_COMMAND = re.compile(r"(?:crawlfleet|chmod) [^`]*")
"""Between backticks it stands in a sentence."""


def as_object(finding: Finding) -> dict[str, Any]:
    """For --json and --csv, with commands that can be typed as they stand."""
    return dataclasses.asdict(finding) | {"text": with_config(finding.text)}


def show_finding(finding: Finding) -> None:
    """What was found, and under it what to do next."""
    print_lines(folded(finding.text, first=f"{finding.level:<8} {finding.section:<12} ", rest=" " * TEXT_AT))
    if finding.next_step:
        for step in _each_by_itself(with_config(finding.next_step)):
            print_lines(step)


def _each_by_itself(step: str) -> Iterator[list[str]]:
    """What to do next. On a screen each of several commands begins a line and is broken by the screen alone, so that
    it can be copied and typed as it stands."""
    first, rest = f"{'':<{TEXT_AT}}→ ", " " * (TEXT_AT + 2)
    commands = step.split("; ")
    if terminal_columns() is None or not all(_COMMAND.fullmatch(command) for command in commands):
        yield folded(step, first=first, rest=rest)
        return
    for command in commands:
        yield [first + command]


def show_group(group: Group) -> None:
    """The one finding, or what several have in common and whom they are about."""
    if not group.subjects:
        show_finding(group.first)
        return
    show_finding(Finding(group.section, group.level, group.text, group.next_step))
    more = len(group.subjects) - SUBJECTS
    told = ", ".join(group.subjects[:SUBJECTS]) + (f" and {more:,} more (--json lists each)" if more > 0 else "")
    print_lines(folded(told, first=" " * TEXT_AT, rest=" " * TEXT_AT))


def show_totals(levels: Sequence[Level]) -> None:
    """How many findings there were of each level."""
    ok, warnings, failures = (levels.count(level) for level in (Level.OK, Level.WARNING, Level.FAILED))
    print_line()
    print_line(f"{ok} ok, {warnings} to look at, {failures} failed")
