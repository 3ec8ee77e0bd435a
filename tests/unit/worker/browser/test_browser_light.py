"""A worker that does not offer the browser pays nothing for it."""

from __future__ import annotations

import subprocess
import sys

from tests.places import REPO

_LOADED = (
    "import sys, fleet.run.work, fleet.run.up.up, fleet.run.ways.ways, fleet.run.volunteer.service, worker.service; "
    "import fleet.cli; "
    "print([name for name in sys.modules if 'playwright' in name or name.startswith('worker.ways.browser')])"
)


def test_a_worker_without_this_way_loads_nothing_of_it() -> None:
    command = [sys.executable, "-c", _LOADED]
    said = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout.strip() == "[]"
