"""Standard output that nobody reads, that is full, or closed: no traceback, and an exit code that is true."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.fleet.command_line import Fleet, crawled, fleet

__all__ = ["fleet"]

LINK = "https://shopee.tw/product/310001/9100001"
FULL = "crawlfleet: cannot write the output: No space left on device. What was written is a part of it.\n"
LISTINGS = (("jobs", "list"), ("jobs", "list", "--json"), ("jobs", "list", "--csv"), ("products", "list", "--json"))


@pytest.fixture(autouse=True)
def _with_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    """As most people have it: what stands in a buffer at the end is still to be written."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


def started(*words: str, script: str = "", stdout: int) -> subprocess.Popen[bytes]:
    code = f"{script}\nimport sys\nfrom fleet.cli import main\nmain(sys.argv[1:])"
    return subprocess.Popen([sys.executable, "-c", code, *words], stderr=subprocess.PIPE, stdout=stdout)


def ended(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    assert process.stderr is not None
    said = process.stderr.read().decode()
    process.stderr.close()
    return process.wait(60), said


@pytest.mark.parametrize("words", [("links", LINK), ("--help",), *LISTINGS])
def test_a_reader_that_is_gone_is_no_failure(fleet: Fleet, words: tuple[str, ...]) -> None:
    fleet.store(lambda store: crawled(store, 1))
    process = started(*words, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    assert ended(process) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", [("links", LINK), ("--help",), *LISTINGS])
def test_output_that_finds_no_room_is_one_line_and_exit_code_1(fleet: Fleet, words: tuple[str, ...]) -> None:
    fleet.store(lambda store: crawled(store, 1))
    with Path("/dev/full").open("wb") as full:
        code, said = ended(started(*words, stdout=full.fileno()))
    assert (code, said) == (1, FULL)


@pytest.mark.parametrize("words", [("links", LINK), ("--help",), *LISTINGS])
def test_closed_output_ends_no_command(fleet: Fleet, words: tuple[str, ...]) -> None:
    fleet.store(lambda store: crawled(store, 1))
    code, said = ended(started(*words, script="import sys\nsys.stdout = None", stdout=subprocess.DEVNULL))
    assert (code, said) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_remarks_that_find_no_room_take_nothing_from_the_answer() -> None:
    with Path("/dev/full").open("wb") as full:
        code = "import sys\nfrom fleet.cli import main\nmain(sys.argv[1:])"
        words = [sys.executable, "-c", code, "jobs", "add", "https://nowhere.example/1"]
        assert subprocess.run(words, stdout=subprocess.PIPE, stderr=full, check=False).returncode == 1


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("links",), 0, ""),
        (("jobs", "add", "-"), 1, "standard input held no link"),
        (("db", "prune"), 0, ""),
        (("join",), 1, "this is no invite: it is empty"),
        (("notify", "targets", "add", "phone", "--stdin"), 1, "no address of Apprise"),
    ],
)
def test_closed_input_is_an_empty_one(fleet: Fleet, words: tuple[str, ...], code: int, told: str) -> None:
    fleet("db", "init")
    found, said = ended(started(*words, script="import sys\nsys.stdin = None", stdout=subprocess.DEVNULL))
    assert (found, "Traceback" in said) == (code, False), said
    assert told in said
