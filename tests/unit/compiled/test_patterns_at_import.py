"""Patterns of modules are kept in a file for the next process: the same patterns, and no stale or broken ones."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from common.compiled import at_import, engine
from common.compiled.at_import import kept_patterns
from common.compiled.engine import COMPILER
from tests.places import REPO

TEXTS = (r"(?P<price>\d+)\s*(?P<unit>kr|ק|€)", "[à-ž]{2,}|(x)(?P<y>y)?", "(?i:Å)|b")
SAID = ("20 kr", "7€", "čž", "xy", "å", "B", "")
LOADED = """
import sys
from pathlib import Path
sys.path[:0] = [sys.argv[1]]
from common.compiled import at_import
from common.compiled.engine import COMPILER
made = []
parse = at_import.parse
def counted(text, flags):
    made.append(text)
    return parse(text, flags)
at_import.parse = counted
with at_import.kept_patterns(Path(sys.argv[2])):
    from common.parsing.child import load
    from common.shops.reading import READERS
    for name in READERS:
        load(name)
print(len(made))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


@pytest.fixture
def made_anew(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Compile these texts as modules do, and say for which of them `re` had to be asked."""
    asked: list[str] = []
    parse = engine.parse

    def counted(text: str, flags: int) -> object:
        asked.append(text)
        return parse(text, flags)

    monkeypatch.setattr(at_import, "parse", counted)

    def compiled(folder: Path, *texts: str, flags: int = 0) -> list[str]:
        asked.clear()
        with kept_patterns(folder):
            re.purge()
            found = [re.compile(text, flags) for text in texts]
        re.purge()
        for text, pattern in zip(texts, found, strict=True):
            plain = re.compile(text, flags)
            assert (pattern.pattern, pattern.flags, pattern.groups, pattern.groupindex) == (
                plain.pattern, plain.flags, plain.groups, plain.groupindex,
            )  # fmt: skip
            assert [found and (found.regs, found.groupdict()) for found in map(pattern.search, SAID)] == [
                found and (found.regs, found.groupdict()) for found in map(plain.search, SAID)
            ]
        return asked[:]

    return compiled


def file_in(folder: Path) -> Path:
    (file,) = folder.glob("__pycache__/*")
    return file


def test_the_next_process_compiles_nothing(folder: Path, made_anew: Callable[..., list[str]]) -> None:
    assert made_anew(folder, *TEXTS) == list(TEXTS)
    assert made_anew(folder, *TEXTS) == []


def test_flags_tell_patterns_apart(folder: Path, made_anew: Callable[..., list[str]]) -> None:
    made_anew(folder, "b", "å")
    assert made_anew(folder, "b", flags=int(re.IGNORECASE)) == ["b"]
    assert made_anew(folder, "b", flags=int(re.IGNORECASE)) == []
    assert made_anew(folder, "b", "å") == []


def test_a_broken_file_costs_nothing_but_time(folder: Path, made_anew: Callable[..., list[str]]) -> None:
    made_anew(folder, *TEXTS)
    whole = file_in(folder).read_bytes()
    last = bytes([whole[-1] ^ 1])
    for text in (b"", b"\0", b"not ours at all", whole[:-20], whole[:-1] + last, whole[:40] + last + whole[41:]):
        file_in(folder).write_bytes(text)
        assert made_anew(folder, *TEXTS) == list(TEXTS)
        assert made_anew(folder, *TEXTS) == []


def test_what_another_interpreter_left_is_not_taken(
    folder: Path, made_anew: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    made_anew(folder, *TEXTS)
    monkeypatch.setattr(at_import, "INTERPRETER", "3.99.0 20990101")
    assert made_anew(folder, *TEXTS) == list(TEXTS)


def test_code_that_the_engine_refuses_is_compiled_anew(
    folder: Path, made_anew: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = at_import._Kept.with_more
    monkeypatch.setattr(at_import._Kept, "with_more", lambda *given: (kept(*given)[0], b"\xff" * 10_000))
    made_anew(folder, *TEXTS)
    assert made_anew(folder, *TEXTS) == list(TEXTS)


def test_a_few_that_are_missing_are_not_worth_a_file(folder: Path, made_anew: Callable[..., list[str]]) -> None:
    many = [f"{number}$" for number in range(20)]
    made_anew(folder, *many)
    assert made_anew(folder, *many, "x") == ["x"]
    assert made_anew(folder, *many, "x") == ["x"]
    assert made_anew(folder, *many, "x", "y") == ["x", "y"]
    assert made_anew(folder, *many, "x", "y") == []


def test_a_file_full_of_what_nobody_asks_for_is_begun_anew(
    folder: Path, made_anew: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_import, "_MOST", 2)
    made_anew(folder, "a", "b", "c")
    made_anew(folder, "d")
    assert made_anew(folder, "d") == []
    assert made_anew(folder, "a") == ["a"]


def test_nothing_is_written_where_python_writes_no_compiled_modules(
    folder: Path, made_anew: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made_anew(folder, *TEXTS)
    assert list(folder.iterdir()) == []


def test_a_closed_folder_is_no_error(folder: Path, made_anew: Callable[..., list[str]]) -> None:
    (folder / "__pycache__").write_text("a file where the folder should be")
    assert made_anew(folder, *TEXTS) == list(TEXTS)
    assert made_anew(folder, *TEXTS) == list(TEXTS)


def test_what_is_no_text_is_left_to_python(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with kept_patterns(folder):
        assert re.compile(rb"\d").search(b"a1")
        assert "LITERAL 97" in (re.compile("a{3}", re.DEBUG), capsys.readouterr().out)[1]
    assert list(folder.iterdir()) == []


def test_a_pattern_that_is_none_is_refused_as_ever(folder: Path) -> None:
    usual = COMPILER.compile
    with pytest.raises(re.error, match="unterminated"), kept_patterns(folder):
        re.compile("a(b")
    assert COMPILER.compile is usual
    assert list(folder.iterdir()) == []


def test_the_readers_of_pages_ask_for_the_same_patterns_in_each_process(folder: Path) -> None:
    """Python puts the parts of sets in another order in each."""
    said = [
        subprocess.run(
            [sys.executable, "-c", LOADED, str(REPO), str(folder)],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert int(said[0]) > 100
    assert int(said[1]) == 0
