"""The one line that a lent PC's worker keeps up to date."""

from __future__ import annotations

from datetime import date

from fleet.terminal.views.volunteers.volunteer_now import live_text
from worker.volunteer.counts import Counts
from worker.volunteer.limits import Limits
from worker.volunteer.now import Now


def test_one_is_no_several() -> None:
    counts = Counts(day=date(2026, 11, 22), requests=1, pages=1, total_pages=4210)
    said = live_text(Now(state="working: 2 under way", running=2, counts=counts, limits=Limits()))
    assert said == "working: 2 under way | today 1 page, 1 request, 0 MB | in all 4,210 pages"
