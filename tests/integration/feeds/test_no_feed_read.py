"""A round that could read none of the accounts watched ends as a failure, and says so; a stop is said in the log."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

GOOD, GONE = "good.jsonl", "gone.jsonl"


def settings(folder: Path, *feeds: str) -> None:
    watched = "".join(f'[[feeds]]\nsource = "jsonl"\naccount = "{folder / feed}"\n' for feed in feeds)
    (folder / "crawlfleet.toml").write_text(f'[database]\nurl = "file:{folder}/fleet.db"\n{watched}', "utf-8")
    (folder / GOOD).write_text("", "utf-8")


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fleet", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("words", [("ingest", "--once"), ("up", "--until-idle")])
def test_the_only_account_fails(tmp_path: Path, words: tuple[str, ...]) -> None:
    settings(tmp_path, GONE)
    failed = ran(tmp_path, *words)
    assert failed.returncode == 1, failed.stderr
    assert "the only account watched could not be read" in failed.stderr
    assert failed.stdout.startswith(words[0]), "the summary is printed all the same"


def test_one_of_two_fails(tmp_path: Path) -> None:
    settings(tmp_path, GONE, GOOD)
    done = ran(tmp_path, "ingest", "--once")
    assert done.returncode == 0, done.stderr
    settings(tmp_path, GONE, "gone-too.jsonl")
    assert "none of the 2 accounts watched could be read" in ran(tmp_path, "ingest", "--once").stderr


def test_a_stop_is_said(tmp_path: Path) -> None:
    settings(tmp_path, GOOD)
    command = [sys.executable, "-m", "fleet", "ingest"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        # A line comes at the first poll; should it not, the process is ended and this reads its end.
        giving_up = threading.Timer(60, process.kill)
        giving_up.start()
        while "polled" not in (line := process.stderr.readline()) and line:
            pass
        process.send_signal(signal.SIGTERM)
        rest = process.stderr.read()
        assert process.wait(30) == 0
        giving_up.cancel()
    assert "asked to stop" in rest and "stopped" in rest.splitlines()[-1]
