"""A console at work over a database of its own, and programs with tokens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.settings import Settings
from common.store import ConsoleRole
from tests.servers.console import Here, serving_anew
from tests.servers.console.programs import Program, program


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.model_validate(
        {
            "database": {"url": f"file:{tmp_path / 'fleet.db'}"},
            "console": {"listen": "127.0.0.1:0"},
            "feeds": [{"source": "rss", "account": "https://feeds.example/a?key=sesame", "name": "a"}],
            "shops": {"other": {"domains": ["pinewood.example"]}},
        }
    )


@pytest.fixture
async def here(settings: Settings) -> AsyncIterator[Here]:
    async with serving_anew(settings) as found:
        yield found


@pytest.fixture
async def viewer(here: Here) -> Program:
    return await program(here, "grafana", ConsoleRole.VIEWER)


@pytest.fixture
async def operator(here: Here) -> Program:
    return await program(here, "nightly", ConsoleRole.OPERATOR)
