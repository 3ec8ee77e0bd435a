"""What an operator did, in the audit's words for people."""

from __future__ import annotations

import pytest

from fleet.terminal.views.audit import target_text


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ('{"all": true}', "all"),
        ('{"machines": 2, "trusted": false}', "machines 2, not trusted"),
        ('{"error_code": "TIMEOUT", "statuses": ["DEAD"]}', "error code TIMEOUT, statuses DEAD"),
        ("an older row's words", "an older row's words"),
    ],
)
def test_an_events_target_is_told_without_pythons_words(target: str, said: str) -> None:
    assert target_text(target) == said
