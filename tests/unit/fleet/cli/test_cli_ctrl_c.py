"""Ctrl-C while the program still loads its own code: most of a short command's time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import REPO

_LOADING = """
import importlib.abc, signal, sys

class Pressed(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            {press}

class Swallows:
    # What is written in C calls back like this, and cannot pass on what came to pass: pydantic while it makes a model.
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def quoted():
    # pydantic makes a model of values that press Ctrl-C when they are asked, as a person may in that moment.
    import enum
    from pydantic_core import SchemaValidator, core_schema

    class Presses(enum.Enum):
        ONE = 1

        @property
        def value(self):
            signal.raise_signal(signal.SIGINT)

    inner = core_schema.enum_schema(Presses, list(Presses))
    SchemaValidator(core_schema.nullable_schema(inner))

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that starts a run behind "&" has Ctrl-C ignored
sys.meta_path.insert(0, Pressed())
sys.argv[1:] = {words!r}
from fleet.__main__ import main
main()
"""


def _pressed(module: str, press: str, *words: str, cwd: Path) -> tuple[int, str, str]:
    """How a command ends that reads standard input, which nobody ends, when Ctrl-C comes as this module is loaded."""
    code = _LOADING.format(module=module, press=press, words=list(words))
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={"PYTHONPATH": str(REPO)},
    ) as command:
        try:
            ended = command.wait(30)
        finally:
            command.kill()
        assert command.stdout is not None
        assert command.stderr is not None
        return ended, command.stdout.read(), command.stderr.read()


@pytest.mark.parametrize("module", ["typer", "fleet.commands.links", "fleet.terminal.views.links"])
def test_ctrl_c_while_code_is_loaded_ends_with_130_and_no_word(module: str, tmp_path: Path) -> None:
    assert _pressed(module, "signal.raise_signal(signal.SIGINT)", "links", cwd=tmp_path) == (130, "", "")


def test_ctrl_c_that_what_is_written_in_c_swallowed_still_ends_the_command(tmp_path: Path) -> None:
    assert _pressed("fleet.terminal.views.links", "Swallows()", "links", cwd=tmp_path) == (130, "", "")


def test_ctrl_c_that_was_swallowed_wakes_a_read_that_waits(tmp_path: Path) -> None:
    late = "Swallows(); import fleet.__main__; fleet.__main__.PRESS_AGAIN_SECONDS = 2.0"
    assert _pressed("fleet.terminal.views.links", late, "links", cwd=tmp_path) == (130, "", "")


def test_ctrl_c_that_pydantic_only_quotes_in_an_error_of_its_own_ends_the_command_too(tmp_path: Path) -> None:
    assert _pressed("fleet.terminal.views.links", "quoted()", "links", cwd=tmp_path) == (130, "", "")
