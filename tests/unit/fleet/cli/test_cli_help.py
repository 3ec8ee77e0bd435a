"""Every command's help at 80 columns: no line is cut off or too wide. And what shells complete on Tab."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from common.accounts.networks import NETWORKS
from common.shops.table import SHOPS
from fleet.cli import app_of, main
from ingestor.sources.registry import SOURCES
from tests.places import REPO

COLUMNS = 80
_EXAMPLE = re.compile(r" {4}\S.*crawlfleet |    crawlfleet ")
"""It is copied whole, so nothing breaks it."""


def each_command(command: object, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield words
    for name, below in getattr(command, "commands", {}).items():
        yield from each_command(below, (*words, name))


WORDS = list(each_command(get_command(app_of())))


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))


@pytest.fixture
def help_of(capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    def said(*words: str) -> list[str]:
        with pytest.raises(SystemExit) as ended:
            main([*words, "--help"])
        assert ended.value.code == 0
        return capsys.readouterr().out.splitlines()

    return said


def test_there_are_many_commands() -> None:
    assert len(WORDS) > 80
    assert ("notify", "rules", "add") in WORDS


def test_what_may_be_typed_comes_from_the_lists_that_the_code_knows(help_of: Callable[..., list[str]]) -> None:
    assert tuple(SOURCES) == NETWORKS
    assert f"NETWORK  {', '.join(NETWORKS[:-1])} or {NETWORKS[-1]}." in " ".join(help_of("feeds", "forget"))
    for words in (("shops", "show"), ("broker", "user", "add"), ("volunteer", "shops"), ("jobs", "list")):
        told = " ".join(help_of(*words))
        assert [shop for shop in SHOPS if shop not in told] == []


def test_every_help_fits_a_terminal_and_no_sentence_is_cut_off(help_of: Callable[..., list[str]]) -> None:
    faults: list[tuple[str, str]] = []
    for words in WORDS:
        lines, word = help_of(*words), " ".join(words)
        faults += [(word, line) for line in lines if len(line) > COLUMNS]
        faults += [(word, line) for line in lines if line.endswith("...") and not line.startswith("Usage:")]
        faults += [(word, line) for line in lines if line.endswith("-")]  # half of a word that is typed
    assert faults == []


def pieces(lines: list[str]) -> set[str]:
    """Words, and their parts where they are written with a hyphen, behind which a line may end."""
    return set(re.findall(r"[^\s-]+", "\n".join(lines)))


def test_on_a_narrow_screen_no_word_is_broken_and_no_sentence_cut_off(
    help_of: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    words_of = {words: pieces(help_of(*words)) for words in WORDS}
    monkeypatch.setenv("COLUMNS", "40")
    for words in WORDS:
        told = [line for line in help_of(*words) if not _EXAMPLE.match(line)]
        assert pieces(told) <= words_of[words], words
        assert [line for line in told if len(line) > 40 and not line.startswith("Usage: ")] == [], words


def test_no_help_names_a_value_by_pythons_types(help_of: Callable[..., list[str]]) -> None:
    lines = {line for words in WORDS for line in help_of(*words)}
    assert [line for line in lines if re.search(r"<(str|int|float|path|list)\b| range>|list\[", line)] == []
    assert any(re.search(r"--limit NUMBER +At most", line) for line in lines)
    assert any(re.search(r"--via <official\|http\|browser> ", line) for line in lines), "what there is to choose stays"


def test_every_option_and_every_command_says_what_it_is_for(help_of: Callable[..., list[str]]) -> None:
    told = [(words, help_of(*words)) for words in WORDS]
    bare = re.compile(r"  (-{2}[a-z-]+( / -{2}[a-z-]+)?( \S+)?|[A-Z|a-z-]+( <\S+>)?)$")
    silent = [
        (" ".join(words), line)
        for words, lines in told
        for line, after in zip(lines, [*lines[1:], ""], strict=True)
        if bare.match(line) and not after.startswith(" " * 10)
    ]
    assert silent == []
    assert [words for words, lines in told if "  Examples:" not in lines] == []


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_what_may_be_left_out_stands_in_one_pair_of_brackets(
    help_of: Callable[..., list[str]], words: tuple[str, ...]
) -> None:
    usage = help_of(*words)[0]
    assert "[[" not in usage and "...}" not in usage


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_what_stands_for_a_word_of_ones_own_is_in_capitals(
    help_of: Callable[..., list[str]], words: tuple[str, ...]
) -> None:
    asked = [word for word in help_of(*words)[0].split() if word[0] in "[{" and "on|off" not in word]
    assert [word for word in asked if word != word.upper()] == []


def test_every_example_is_a_command_when_its_line_is_pasted(help_of: Callable[..., list[str]]) -> None:
    """What an example is for stands behind a #, or the shell hands it on as further words."""
    told = [(words, line.strip()) for words in WORDS for line in examples_of(help_of(*words))]
    assert len(told) > 180
    assert [(words, line) for words, line in told if "  " in line.partition(" #")[0].rstrip()] == []
    assert [(words, line) for words, line in told if "crawlfleet" not in shlex.split(line, comments=True)] == []


def examples_of(lines: list[str]) -> list[str]:
    return lines[lines.index("  Examples:") + 1 :]


ASKED = "_crawlfleet_completion crawlfleet; printf '%s\\n' \"${COMPREPLY[@]}\""


@pytest.fixture(scope="module")
def of_bash(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `crawlfleet completion bash` prints, in a file: asked for once, for it is the same for every word."""
    script = tmp_path_factory.mktemp("completion") / "bash"
    command = [sys.executable, "-m", "fleet", "completion", "bash"]
    script.write_bytes(subprocess.run(command, cwd=REPO, capture_output=True, check=True, timeout=60).stdout)
    return script


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("crawlfleet job", {"jobs"}),
        ("crawlfleet jobs re", {"recheck", "requeue", "resume"}),
        ("crawlfleet notify rules o", {"on", "off"}),
        ("crawlfleet jobs list --status DE", {"DEAD"}),
        ("crawlfleet --log-level w", {"warning"}),
        ("crawlfleet jobs pause sh", {"shopee"}),
        ("crawlfleet shops ways o", {"other"}),
        ("crawlfleet jobs list --error-code TIM", {"TIMEOUT"}),
        ("crawlfleet jobs list --shop t", {"taobao"}),
        ("crawlfleet jobs list --source r", {"rss"}),
        ("crawlfleet feeds forget m", {"mastodon"}),
        ("crawlfleet notify rules add price", {"price-below", "price-drop"}),
        ("crawlfleet products changes --kind g", {"gone"}),
        ("crawlfleet console invite ada --role o", {"operator"}),
        ("crawlfleet audit --action jobs-re", {"jobs-recheck", "jobs-requeue", "jobs-resume"}),
        ("crawlfleet broker user add pc --role d", {"dispatcher"}),
    ],
)
def test_bash_completes_what_was_begun(typed: str, words: set[str], of_bash: Path) -> None:
    begun = typed.split()
    script = f"source {of_bash}; COMP_WORDS=({typed}); COMP_CWORD={len(begun) - 1}; {ASKED}"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    said = subprocess.run(
        ["bash", "-c", script], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True, timeout=60
    )
    assert set(said.stdout.split()) == words
    assert said.stderr == ""


def test_fish_is_told_what_each_word_does(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_CRAWLFLEET_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "crawlfleet jobs can")
    monkeypatch.setattr(sys, "argv", ["crawlfleet"])
    with pytest.raises(SystemExit):
        main()
    assert capfd.readouterr().out.startswith("cancel\t")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_has_a_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["completion", shell])
    assert ended.value.code == 0
    assert "_CRAWLFLEET_COMPLETE" in capsys.readouterr().out
