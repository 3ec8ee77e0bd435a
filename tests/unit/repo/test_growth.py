"""The measure that the tests of slow inputs lean on tells linear work from quadratic."""

from __future__ import annotations

from itertools import cycle

import pytest

from tests import growth as measure
from tests.growth import LIMIT, assert_linear, growth

pytestmark = pytest.mark.unmeasured


def ones(size: int) -> list[int]:
    return [1] * size


def linear(values: list[int]) -> int:
    return sum(value for value in values for _ in range(50))


def quadratic(values: list[int]) -> int:
    return sum(1 for _ in values for _ in values)


def quadratic_with_a_small_factor(text: str) -> int:
    """As a scanner that cuts off what it has read: each step is one fast copy of all the rest."""
    steps = 0
    while text:
        text = text[16:]
        steps += 1
    return steps


def test_linear_work_passes() -> None:
    assert 0 < growth(linear, ones, 40_000) < LIMIT
    assert_linear(linear, ones, 40_000)


def test_quadratic_work_is_found() -> None:
    assert growth(quadratic, ones, 1_500) > LIMIT
    with pytest.raises(AssertionError, match="times as long"):
        assert_linear(quadratic, ones, 1_500)


def test_quadratic_work_with_a_small_factor_is_found_at_the_size_that_matters() -> None:
    with pytest.raises(AssertionError, match="times as long"):
        assert_linear(quadratic_with_a_small_factor, lambda size: "x" * size, 400_000)


def test_what_is_done_once_does_not_hide_growth() -> None:
    warm: list[bool] = []

    def slow_at_first(values: list[int]) -> int:
        if not warm:
            warm.append(True)
            quadratic(ones(1_500))
        return quadratic(values)

    assert growth(slow_at_first, ones, 1_500) > LIMIT


def test_work_too_short_to_measure_passes() -> None:
    assert growth(quadratic, ones, 8) == 0


def busy(monkeypatch: pytest.MonkeyPatch, *, small: list[float], large: float) -> float:
    """The growth that is told where each large run takes so long, and the small ones do in turn."""
    turns = cycle(small)
    monkeypatch.setattr(measure, "_seconds", lambda run, values: large if len(values) == 40 else next(turns))
    return growth(linear, ones, 40)


def test_a_short_run_that_escapes_what_all_long_ones_meet_makes_nothing_quadratic(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert busy(monkeypatch, small=[2, 2, 1, 2, 2, 2, 2], large=8.3) < LIMIT


def test_small_runs_that_some_others_hold_up_make_nothing_linear(monkeypatch: pytest.MonkeyPatch) -> None:
    assert busy(monkeypatch, small=[1, 1, 1, 1, 1, 5, 1, 1, 5, 1, 1], large=16) > LIMIT
