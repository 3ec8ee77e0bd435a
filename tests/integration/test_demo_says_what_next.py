"""What the demo says at its end can be typed as it stands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from common.config import load

pytestmark = pytest.mark.skipif(os.name != "posix", reason="what is typed is a POSIX shell's")


def said(command: list[str] | str, cwd: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=cwd,
        shell=isinstance(command, str),
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_its_last_lines_work(tmp_path: Path) -> None:
    ended = said([sys.executable, "-m", "fleet", "demo", "--quiet", "--folder", str(tmp_path / "demo")], tmp_path)
    steps = [line.strip() for line in ended.split("Look around:")[1].splitlines() if line.startswith("  ")]
    jobs, products, init, up = steps
    assert "SUCCEEDED" in said(jobs, tmp_path)
    assert "IN_STOCK" in said(products, tmp_path)
    assert "crawlfleet.toml is written" in said(init, tmp_path)
    assert load(tmp_path / "crawlfleet.toml").feeds == ()
    assert " up " in up
