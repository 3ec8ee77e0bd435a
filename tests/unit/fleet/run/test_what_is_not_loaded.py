"""A process of the fleet loads no more of its packages than it uses."""

from __future__ import annotations

import subprocess
import sys

from tests.places import REPO

SCRIPT = """
import sys
sys.argv = ["crawlfleet", "--version"]
from fleet.__main__ import main
try:
    main()
except SystemExit:
    pass
import httpx
httpx.Client().close()
print(sorted({"rich", "pygments"} & sys.modules.keys()))
"""


def test_httpx_comes_without_its_command_line() -> None:
    said = subprocess.run([sys.executable, "-c", SCRIPT], cwd=REPO, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "[]"
