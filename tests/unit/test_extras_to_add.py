"""What is said where an extra is missing: a command that adds it to the environment of this program, and no other."""

from __future__ import annotations

import shlex
import sys

import pytest

from common.errors.extras import adding_extra
from fleet.terminal.text import folded
from tests.places import REPO

PACKAGES = ("common", "dispatcher", "fleet", "gateway", "ingestor", "worker")


def test_it_is_the_pip_of_this_environment() -> None:
    assert adding_extra("browser") == f"`{shlex.quote(sys.executable)} -m pip install 'crawlfleet[browser]'`"


def test_where_uv_made_an_environment_without_pip_it_is_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("common.errors.extras.find_spec", lambda name: None)
    monkeypatch.setattr(sys, "executable", "/home/ada l/bin/python")
    assert adding_extra("browser") == "`uv pip install --python '/home/ada l/bin/python' 'crawlfleet[browser]'`"


def test_a_narrow_screen_leaves_it_whole_to_be_pasted() -> None:
    said = folded(f"Playwright is not installed: {adding_extra('browser')}", first="", rest="  ", columns=60)
    assert any(adding_extra("browser") in line for line in said)


def test_no_other_sentence_of_the_program_names_a_pip_that_a_shell_would_have_to_find() -> None:
    found = [
        str(path.relative_to(REPO))
        for package in PACKAGES
        for path in (REPO / package).rglob("*.py")
        if "pip install 'crawlfleet[" in path.read_text("utf-8")
    ]
    assert not found
