"""The overview's figures and the charts: words stand beside a picture, never in it."""

from __future__ import annotations

import re

from common.job import JobStatus
from common.store import FleetCounts, StatusCount
from common.timing.units import HOUR_MS
from fleet.console.charts import Bar, Point, hours, prices
from fleet.console.overview.glance import glance
from fleet.operations.console.overview import Hour, Overview


def _words(drawn: str) -> list[str]:
    return re.findall(r"<span>(.*?)</span>", drawn)


def test_a_chart_of_prices_has_its_words_beside_it_and_beneath() -> None:
    points = [Point(0, 900, "9.00 EUR", "9.00 EUR, then", True), Point(5, 1200, "12.00 <b>", "12.00, later", False)]
    drawn = prices(points, now_ms=10, begin="first", end="last seen")
    assert _words(drawn) == ["12.00 &lt;b&gt;", "9.00 EUR", "first", "last seen"]
    assert "<text" not in drawn and drawn.count('class="level"') == 2 and 'class="line out"' in drawn
    alone = prices(points[:1], now_ms=10, begin="first", end="last seen")
    assert _words(alone)[0] == "9.00 EUR" and 'class="beside alone"' in alone
    assert prices([], now_ms=10, begin="", end="") == ""


def test_bars_by_the_hour_tell_the_greatest_count_and_both_ends() -> None:
    drawn = hours([Bar("13:00", 1200, 34), Bar("14:00", 5, 0)])
    assert _words(drawn) == ["1,234", "0", "13:00", "14:00"] and "<text" not in drawn
    assert hours([Bar("13:00", 0, 0)]) == ""


def test_a_glance_counts_over_shops_and_tells_how_long_the_oldest_waits() -> None:
    counts = [
        StatusCount("shopee", JobStatus.NEW, 3, 9 * HOUR_MS),
        StatusCount("other", JobStatus.QUEUED, 2, 8 * HOUR_MS),
        StatusCount("other", JobStatus.RUNNING, 1, HOUR_MS),
        StatusCount("other", JobStatus.DEAD, 1234, 0),
        StatusCount("taobao", JobStatus.FAILED_PERMANENT, 1, 0),
    ]
    fleet = FleetCounts(10 * HOUR_MS, 4, 2, {"worker": 2}, {}, {})
    seen = Overview(counts, [Hour(0, 5, 1), Hour(HOUR_MS, 7, 2)], fleet, [], fleet.now)
    figures = {one.label: one for one in glance(seen)}
    assert [one.value for one in figures.values()] == ["5", "2h", "1", "0", "12", "1,235"]
    assert figures["Running"].note == "2 workers here, 4 lent" and figures["Recorded"].note == "within a day; 3 not"
    assert figures["Oldest waits"].address == "/jobs?status=NEW&status=QUEUED&order=oldest"


def test_a_glance_at_an_empty_fleet_invents_nothing() -> None:
    figures = glance(Overview([], [], FleetCounts(0, 0, 0, {}, {}, {}), [], 0))
    assert [one.value for one in figures] == ["0", "–", "0", "0", "0", "0"]
