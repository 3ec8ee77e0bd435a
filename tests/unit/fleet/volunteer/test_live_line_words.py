"""The one line that a lent PC's worker keeps up to date."""

from __future__ import annotations

from datetime import date

import pytest

from fleet.terminal.live_line import LiveLine
from fleet.terminal.views.volunteers.volunteer_now import live_text
from worker.volunteer.counts import Counts
from worker.volunteer.limits import Limits
from worker.volunteer.now import Now


def test_one_is_no_several() -> None:
    counts = Counts(day=date(2026, 11, 22), requests=1, pages=1, total_pages=4210)
    said = live_text(Now(state="working: 2 under way", running=2, counts=counts, limits=Limits()), 100)
    assert said == "working: 2 under way | today 1 page, 1 request, 0 MB | in all 4,210 pages"


@pytest.mark.parametrize(
    ("columns", "counts_told"),
    [
        (86, "today 1,234 pages, 3,456 requests, 1,234 MB | in all 45,678 pages"),
        (85, "today 1,234 pages | in all 45,678 pages"),
        (60, "today 1,234 pages | in all 45,678 pages"),
        (59, "in all 45,678 pages"),
        (40, "in all 45,678 pages"),
        (39, ""),
    ],
)
def test_no_count_is_cut_on_a_narrow_screen(columns: int, counts_told: str) -> None:
    day, size = date(2026, 11, 22), 1_234_000_000
    counts = Counts(day=day, requests=3456, pages=1234, bytes=size, total_pages=45_678)
    written: list[str] = []
    line = LiveLine(lambda: columns + 1, written.append, colours=False)
    line.show(Now(state="working: 4 at once", running=4, counts=counts, limits=Limits()))
    assert written == [f"\rworking: 4 at once{f' | {counts_told}' if counts_told else ''}"]
