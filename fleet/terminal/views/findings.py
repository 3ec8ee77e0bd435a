"""The doctor's findings, a line each."""

from __future__ import annotations

from collections.abc import Sequence

from fleet.doctor.finding import Finding, Level
from fleet.terminal.output import print_json, print_line


def show_finding(finding: Finding, *, as_json: bool) -> None:
    """What was found, and under it what to do next."""
    if as_json:
        print_json(finding)
        return
    print_line(f"{finding.level:<8} {finding.section:<12} {finding.text}")
    if finding.next_step:
        print_line(f"{'':<22}→ {finding.next_step}")


def show_totals(levels: Sequence[Level]) -> None:
    """How many findings there were of each level."""
    ok, warnings, failures = (levels.count(level) for level in (Level.OK, Level.WARNING, Level.FAILED))
    print_line()
    print_line(f"{ok} ok, {warnings} to look at, {failures} failed")
