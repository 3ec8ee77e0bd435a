"""Compiled words are kept in a file for the next process: the same patterns, and no stale or broken ones."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from common.reading.words import kept
from common.reading.words.kept import Kept

KEY = (r"(?P<word><brand.labels>)\s?:", ".{0,20}", int(re.IGNORECASE))
TEXT = r"\b(?P<word>tarn|مارک|(?=[k])(?:krom|kram))\s?:"
SAID = ("Tarn: Oak", "krom :", "مارک:", "no word", "kram")
TWICE = """
import sys
from common.reading.text.availability import of_phrase
from common.reading.words import wording
if sys.argv[1:]:
    wording.tomllib = None  # whoever reads a file of words now fails
wording.prepare()
print(of_phrase("Nur noch 3 auf Lager"))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "xx.toml").write_text('[brand]\nlabels = ["tarn"]\n')
    return tmp_path


def fill(folder: Path) -> Path:
    fresh = Kept(folder)
    fresh.pattern(KEY, lambda: TEXT)
    fresh.spelling("price.currency_names", lambda: ("EUR: euro",))
    fresh.write()
    (file,) = folder.glob("__pycache__/*.bin")
    return file


def made_anew(found_in: Kept) -> list[str]:
    """What was not found in the file."""
    made = []

    def text() -> str:
        made.append("pattern")
        return TEXT

    def ways() -> tuple[str, ...]:
        made.append("spelling")
        return ("EUR: euro",)

    pattern = found_in.pattern(KEY, text)
    plain = re.compile(TEXT, re.IGNORECASE)
    assert [found and found["word"] for found in map(pattern.search, SAID)] == [
        found and found["word"] for found in map(plain.search, SAID)
    ]
    assert (pattern.groupindex, pattern.groups, pattern.flags) == (plain.groupindex, plain.groups, plain.flags)
    assert found_in.spelling("price.currency_names", ways) == ("EUR: euro",)
    return made


def test_the_next_process_compiles_nothing(folder: Path) -> None:
    fill(folder)
    assert made_anew(Kept(folder)) == []


def test_changed_words_are_compiled_anew(folder: Path) -> None:
    fill(folder)
    (folder / "xx.toml").write_text('[brand]\nlabels = ["tern"]\n')
    assert made_anew(Kept(folder)) == ["pattern", "spelling"]


def test_a_broken_file_costs_nothing_but_time(folder: Path) -> None:
    file = fill(folder)
    whole = file.read_bytes()
    flipped = (whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in (0, 40, len(whole) // 2, len(whole) - 1))
    for text in (b"", b"\0", b"not ours at all", whole[:-20], *flipped):
        file.write_bytes(text)
        assert made_anew(Kept(folder)) == ["pattern", "spelling"]


def test_a_pattern_that_the_engine_refuses_is_compiled_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = kept._packed
    with monkeypatch.context() as made_wrong:
        made_wrong.setattr(kept, "_packed", lambda parts: packed((*parts[:2], b"\xff" * 40, *parts[3:])))
        fill(folder)
    assert made_anew(Kept(folder)) == ["pattern"]


def test_nothing_is_written_where_python_writes_no_compiled_modules(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    fresh = Kept(folder)
    made_anew(fresh)
    fresh.write()
    assert [path.name for path in folder.iterdir()] == ["xx.toml"]


def test_a_closed_folder_is_no_error(folder: Path) -> None:
    (folder / "__pycache__").write_text("a file where the folder should be")
    fresh = Kept(folder)
    made_anew(fresh)
    fresh.write()
    assert made_anew(Kept(folder)) == ["pattern", "spelling"]


def test_a_second_process_reads_no_file_of_words(tmp_path: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPYCACHEPREFIX": str(tmp_path),
    }
    for more in ([], ["none"]):
        done = subprocess.run(
            [sys.executable, "-c", TWICE, *more], env=environment, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (0, "IN_STOCK\n"), done.stderr
