"""What an operator did, in the audit's words for people."""

from __future__ import annotations

import pytest

from fleet.terminal.views.audit import target_text


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ('{"all": true}', "all"),
        ('{"machines": 2, "trusted": false}', "machines 2, not trusted"),
        ('{"error_code": "TIMEOUT", "statuses": ["DEAD"]}', "error code TIMEOUT, state DEAD"),
        ('{"older_than_ms": 7200000, "source": "rss", "shop": "shopee"}', "older than 2h, network rss, shop shopee"),
        ('{"tasks_per_day": null}', "tasks per day none"),
        ('{"shop": "shopee", "off": ["browser"], "reason": ""}', "shop shopee, off browser"),
        ('{"jobs": ["a", "b", "c", "d", "e", "f", "g"]}', "jobs a, b, c, d, e and 2 more"),
        ("an older row's words", "an older row's words"),
    ],
)
def test_an_events_target_is_told_without_pythons_words(target: str, said: str) -> None:
    assert target_text(target) == said


def test_pairs_are_parted_and_what_stands_beside_them_is_left_out() -> None:
    assert target_text('{"who": "p1", "name": "ada", "trusted": true}', ": ", without={"who"}) == "name: ada, trusted"
