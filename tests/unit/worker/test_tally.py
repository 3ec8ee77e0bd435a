"""The line that ends a run: jobs apart from attempts, of which a job may have several."""

from __future__ import annotations

from worker.tally import Tally


def test_attempts_stand_apart_from_jobs() -> None:
    tally = Tally(succeeded=6, failed=2, retried=1, skipped=1, by_code={"TIMEOUT": 1, "CONTENT_NOT_FOUND": 2})
    assert tally.line() == (
        "6 succeeded, 2 failed, 1 skipped; 3 attempts gave nothing, 1 of them to be tried again "
        "(CONTENT_NOT_FOUND 2, TIMEOUT 1)"
    )
    assert Tally(released=2).line() == "0 succeeded, 0 failed, 2 given back", "as logs and lists call it"
    assert Tally(succeeded=1).line() == "1 succeeded, 0 failed"
    assert Tally(failed=1, by_code={"TIMEOUT": 1}).line() == "0 succeeded, 1 failed; 1 attempt gave nothing (TIMEOUT 1)"


def test_what_several_workers_counted_is_added_up() -> None:
    total = Tally(succeeded=1, by_code={"TIMEOUT": 1})
    total.add(Tally(succeeded=2, lost=1, by_code={"TIMEOUT": 1, "BLOCKED": 3}))
    assert total == Tally(succeeded=3, lost=1, by_code={"TIMEOUT": 2, "BLOCKED": 3})
