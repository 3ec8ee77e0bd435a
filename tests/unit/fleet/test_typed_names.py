"""What an operator types to name jobs and shops, where less or more is meant than it seems."""

from __future__ import annotations

import pytest

from tests.unit.fleet.command_line import Fleet, fleet, new_job

__all__ = ["fleet"]


@pytest.mark.parametrize("typed", ["", "  "])
def test_an_empty_word_is_not_the_only_job_there_is(fleet: Fleet, typed: str) -> None:
    """As a script types it whose variable is not set."""
    fleet.store(lambda store: store.jobs.add([new_job(1)]))
    for words in (("jobs", "cancel", typed), ("jobs", "recheck", typed), ("products", "show", typed)):
        said = fleet(*words)
        assert said.code == 1
        assert "an empty word names nothing" in said.err
    assert fleet("jobs", "list", "--json").objects[0]["status"] == "NEW", "it was not touched"


@pytest.mark.parametrize("typed", ["", "  "])
def test_nobody_is_invited_by_an_empty_word(fleet: Fleet, typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link came of it, for somebody called by a number."""
    monkeypatch.setenv("CRAWLFLEET_GATEWAY_PUBLIC_URL", "https://fleet.example")
    said = fleet("volunteers", "invite", typed, "--trusted")
    assert (said.code, said.out, "an empty word is nobody's name" in said.err) == (1, "", True)
    fleet("db", "init")
    assert fleet("volunteers", "list", "--json").objects == []


def test_resuming_a_shop_names_the_pauses_that_still_hold(fleet: Fleet) -> None:
    """Its platform's holds it as well; and a platform's end leaves its single shops paused."""
    fleet("db", "init")
    for shop in ("other", "other/oak.example", "other/elm.example", "shopee"):
        assert fleet("jobs", "pause", shop, "--reason", "x").code == 0
    assert "other is still paused; `crawlfleet jobs resume other`" in fleet("jobs", "resume", "other/oak.example").out
    resumed = fleet("jobs", "resume", "other").out
    assert "other/elm.example is still paused" in resumed and "shopee is" not in resumed
    assert "still" not in fleet("jobs", "resume", "other/elm.example").out


def test_more_words_than_a_title_holds_are_refused_before_the_database_is_asked(fleet: Fleet) -> None:
    fleet("db", "init")
    said = fleet("jobs", "list", "--text", 100_000 * "a")
    assert (said.code, "at most 300 characters are looked for" in said.err) == (2, True)
    assert fleet("jobs", "list", "--text", 300 * "a").code == 0
