"""A console at work, over a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.settings import Settings
from tests.servers.console import Here, serving_anew


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.model_validate(
        {"database": {"url": f"file:{tmp_path / 'fleet.db'}"}, "console": {"listen": "127.0.0.1:0"}}
    )


@pytest.fixture
async def here(settings: Settings) -> AsyncIterator[Here]:
    async with serving_anew(settings) as found:
        yield found
