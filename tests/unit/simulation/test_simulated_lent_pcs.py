"""Promises hold in simulated worlds with gateways, lent PCs and liars; faults put into their code are noticed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.places import REPO
from tests.simulation.faults.broken import broken
from tests.simulation.lent.breaks import LENT_BREAKS
from tests.simulation.lent.world import LentWorld
from tests.simulation.world import Verdict, run

WORLDS = 16
NOTICED_BY = {"any-machine": 0, "one-look": 16, "own-witness": 19}
"""The first seed that noticed each fault; a change of the code may move it."""
WITHIN = 40


@pytest.mark.slow
@pytest.mark.unmeasured
def test_every_promise_holds_with_gateways_lent_pcs_and_liars() -> None:
    for seed in range(WORLDS):
        verdict = run(seed, LentWorld)
        assert not verdict.wrong, told(verdict)


def told(verdict: Verdict) -> str:
    again = f"scripts/faults --simulate --lent --seed {verdict.seed}"
    return "\n".join([*verdict.trace.lines(), *verdict.wrong, f"see it again: {again}"])


@pytest.mark.unmeasured
def test_a_seed_gives_the_same_world_again() -> None:
    first, second = run(3, LentWorld), run(3, LentWorld)
    assert first.trace.lines() == second.trace.lines()
    assert any(" fetch " in line and "pc-" in line for line in first.trace.lines())


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", LENT_BREAKS)
def test_a_fault_put_into_the_code_is_noticed(name: str) -> None:
    first = NOTICED_BY[name]
    with broken(name):
        lived = (run(seed, LentWorld).wrong for seed in range(first, first + WITHIN))
        wrong = next(filter(None, lived), None)
    assert wrong, f"{name} was not noticed from seed {first} on"


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seed", "3", "--seeds", "5"], "give one of them"),
        (["--break", "one-look"], "say --lent too"),
    ],
)
def test_words_that_do_not_go_together_are_refused(words: list[str], said: str) -> None:
    asked = subprocess.run(
        [sys.executable, "-m", "tests.simulation", "--simulate", *words],
        cwd=REPO, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (asked.returncode, said in asked.stderr) == (2, True)
