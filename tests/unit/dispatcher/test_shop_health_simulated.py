"""How often a shop is switched off wrongly, and how soon rightly: a few of the worlds of benchmarks/shop_health.py."""

from __future__ import annotations

import pytest

from benchmarks.shop_health import FOR_COMPARISON, WORLDS, World, measured, missed_goals
from tests.effort import tries

pytestmark = pytest.mark.unmeasured


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
@pytest.mark.parametrize("share", [0.1, 0.35, 0.65, 1.0])
def test_goals_are_met(world: World, share: float) -> None:
    figures = measured(world, share, runs=tries(quick=40, full=50), seed=7)
    assert missed_goals(share, figures) == []


def test_the_simulation_notices_retries_counted_as_pages() -> None:
    assert missed_goals(0.35, measured(FOR_COMPARISON, 0.35, runs=4, seed=7)) != []
