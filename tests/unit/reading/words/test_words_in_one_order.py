"""Phrases become the same expression in every process, though Python orders the parts of sets anew in each."""

from __future__ import annotations

import subprocess
import sys

from tests.places import REPO

SCRIPT = """
from common.reading.words.rendering import anywhere
print(anywhere(["(sold|gone|here|with|none|left|lost|kept) (red|low|out|off)"], {}))
"""


def test_the_order_of_sets_leaves_no_trace() -> None:
    said = {rendered(seed) for seed in ("1", "2", "3")}
    assert len(said) == 1
    assert "sold" in said.pop()


def rendered(seed: str) -> str:
    run = [sys.executable, "-c", SCRIPT]
    env = {"PYTHONHASHSEED": seed}
    return subprocess.run(run, cwd=REPO, env=env, capture_output=True, text=True, check=True).stdout
