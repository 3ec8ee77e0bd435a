"""What volunteers said of a job, and how each stands: docs/trust.md has the states."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.trust.states import ResultState
from fleet.terminal.offers.money_text import price_text
from fleet.terminal.table import Column, render_indented
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from common.store import ReportRow

COLUMNS = (
    Column("at"),
    Column("who"),
    Column("machine", flexible=True, again=True),
    Column("said", flexible=True, again=True),
    Column("stands"),
)


def reports_lines(reports: Sequence[ReportRow]) -> list[str]:
    """Nothing where no volunteer reported."""
    if not reports:
        return []
    rows = [[utc(one.reported_at), one.person_name, one.machine_name, _said(one), one.state.value] for one in reports]
    waiting = sum(one.state is ResultState.WAITING for one in reports)
    lines = ["", "What volunteers said:", *render_indented(COLUMNS, rows)]
    if waiting == 1:
        lines.append("  it waits for another person's look")
    elif waiting:
        lines.append("  they differ, and wait for a look of the operator's own worker")
    return lines


def _said(report: ReportRow) -> str:
    """The offer or the failure while it waits; afterwards what the attempt came to, for the rest is forgotten."""
    if report.outcome_json is None:
        return report.error_code or ("a page" if report.state is not ResultState.INCONCLUSIVE else "nothing certain")
    outcome = json.loads(report.outcome_json)
    offer = (outcome.get("result") or {}).get("offer")
    if not offer:
        return str(outcome.get("error_code") or "nothing")
    price = price_text(offer.get("price_minor"), offer.get("currency"))
    return ", ".join(part for part in (price or "no price", offer.get("availability")) if part)
