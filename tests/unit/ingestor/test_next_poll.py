"""When an account is polled again."""

from __future__ import annotations

import pytest

from common.errors import SourceError
from common.settings_tables.feeds import FeedSettings, IngestSettings
from ingestor.next_poll import after_failure, after_success

FEED = FeedSettings(source="jsonl", account="-", poll_seconds=100)
SETTINGS = IngestSettings(backoff_base_seconds=30, backoff_max_seconds=3600)


@pytest.mark.parametrize(("random", "seconds"), [(0.0, 90), (0.5, 100), (1.0, 110)])
def test_polls_drift_apart(random: float, seconds: float) -> None:
    assert after_success(FEED, wish_seconds=None, more=False, random=random) == pytest.approx(seconds)


def test_more_comes_soon_but_never_before_the_networks_wish() -> None:
    assert after_success(FEED, wish_seconds=None, more=True, random=0) == 1
    assert after_success(FEED, wish_seconds=500, more=True, random=0) == 500


def test_failures_wait_ever_longer_up_to_the_ceiling() -> None:
    waits = [after_failure(SETTINGS, failures=n, error=ValueError(), random=1) for n in (1, 2, 3, 8, 5000)]
    assert waits == [30, 60, 120, 3600, 3600]
    assert after_failure(SETTINGS, failures=1, error=ValueError(), random=0) == 15


def test_the_network_and_a_needed_person_slow_down_further() -> None:
    assert after_failure(SETTINGS, failures=1, error=SourceError("x", retry_after_seconds=900), random=0) == 900
    for_good = SourceError("x", retry_after_seconds=10 * 86_400)
    assert after_failure(SETTINGS, failures=1, error=for_good, random=0) == 86_400, "nobody ends an account for good"
    assert after_failure(SETTINGS, failures=1, error=SourceError("x", needs_person=True), random=1) == 3600
