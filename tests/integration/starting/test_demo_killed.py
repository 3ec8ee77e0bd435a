"""What a demo's local shops keep on disk goes with them, or at the next start where they were killed."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from fleet.demo.server import LocalWorld
from tests.places import REPO

SHOPS = """
import sys
from fleet.demo.server import LocalWorld
with LocalWorld({}, also=["oak.example"]) as world:
    print(world.ca_file, flush=True)
    sys.stdin.read()
"""


def shops(folder: Path) -> subprocess.Popen[str]:
    environment = {"PYTHONPATH": str(REPO), "TMPDIR": str(folder)}
    words = [sys.executable, "-c", SHOPS]
    pipe = subprocess.PIPE
    return subprocess.Popen(words, cwd=folder, env=environment, stdin=pipe, stdout=pipe, text=True)


@pytest.mark.skipif(sys.platform == "win32", reason="TMPDIR")
def test_shops_of_a_killed_demo_leave_nothing_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    database = tmp_path / "crawlfleet-demo-12345678"
    database.mkdir()
    (database / "demo.db").touch()
    with shops(tmp_path) as killed, shops(tmp_path) as running:
        assert killed.stdout is not None and running.stdout is not None
        left, used = (Path(one.stdout.readline().strip()) for one in (killed, running) if one.stdout)
        killed.kill()
        killed.wait(60)
        assert left.exists()
        with LocalWorld({}, also=["elm.example"]) as world:
            assert world.ca_file.exists()
            assert not left.parent.exists()
            assert used.exists(), "somebody else's, who still runs"
        running.communicate("", timeout=60)
    assert sorted(tmp_path.iterdir()) == [database], "for a person to look at"
