"""The measure that the tests of slow inputs lean on tells linear work from quadratic."""

from __future__ import annotations

import pytest

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
    assert growth(quadratic, ones, 3_000) > LIMIT
    with pytest.raises(AssertionError, match="times as long"):
        assert_linear(quadratic, ones, 3_000)


def test_quadratic_work_with_a_small_factor_is_found_at_the_size_that_matters() -> None:
    with pytest.raises(AssertionError, match="times as long"):
        assert_linear(quadratic_with_a_small_factor, lambda size: "x" * size, 400_000)


def test_what_is_done_once_does_not_hide_growth() -> None:
    warm: list[bool] = []

    def slow_at_first(values: list[int]) -> int:
        if not warm:
            warm.append(True)
            quadratic(ones(3_000))
        return quadratic(values)

    assert growth(slow_at_first, ones, 3_000) > LIMIT


def test_work_too_short_to_measure_passes() -> None:
    assert growth(quadratic, ones, 8) == 0
