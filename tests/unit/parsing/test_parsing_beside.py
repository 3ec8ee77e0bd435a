"""The process that reads pages starts beside its service: nobody waits for it, and nobody works on without it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from common.parsing.failures import ParsingUnavailable
from common.parsing.probe import STATE
from common.settings import Settings
from fleet.run.parts import parsing_child


async def test_a_service_is_ready_before_its_parsing_child() -> None:
    async with parsing_child(Settings(), ()) as child:
        assert child.pid is None, "it waited for the child"
        assert (await child.run(STATE, None)).pid == child.pid


async def test_a_service_without_a_parsing_child_ends_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/there/is/no/such/python")
    with pytest.raises(ParsingUnavailable, match="does not start"):
        async with parsing_child(Settings(), ()):
            await asyncio.Event().wait()
    task = asyncio.current_task()
    assert task
    assert not task.cancelling(), "who comes after it would be cancelled too"


async def test_what_ends_the_service_itself_stays_what_it_was() -> None:
    with pytest.raises(ZeroDivisionError):
        async with parsing_child(Settings(), ()):
            raise ZeroDivisionError
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0), parsing_child(Settings(), ()):
            await asyncio.Event().wait()


async def test_the_child_compiles_its_modules_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a_reader.py").write_text("NOTHING = 0\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    async with parsing_child(Settings(), ("a_reader",)) as child:
        await child.start()
    assert list((tmp_path / "__pycache__").glob("a_reader.*.pyc"))
