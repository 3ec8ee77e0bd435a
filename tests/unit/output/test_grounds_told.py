"""Why a price was doubted, in words for people."""

from __future__ import annotations

from common.reading.evidence.weighing.grounds import POINTS, Ground
from fleet.terminal.offers.grounds_text import SAID, grounds_text


def test_every_ground_has_its_points_and_its_words() -> None:
    assert set(POINTS) == set(SAID) == set(Ground)
    assert len(set(SAID.values())) == len(SAID)


def test_points_are_told_with_their_grounds() -> None:
    offer = {"price_strength": 1, "price_grounds": {"markup": 3, "other_shown": -2}}
    told = grounds_text(offer)
    assert told == "1 point, 2 are needed: +3 markup states it, -2 another stands where a price is looked for"


def test_nothing_is_told_of_a_price_that_was_not_weighed_or_whose_grounds_nobody_kept() -> None:
    assert grounds_text({"price_strength": None, "price_grounds": {}}) == ""
    assert grounds_text({"price_strength": 4}) == ""


def test_a_ground_of_a_newer_version_is_told_by_its_word() -> None:
    assert grounds_text({"price_strength": -1, "price_grounds": {"stale_page": -1}}).endswith("-1 stale page")
