"""Where the databases of older programs are: a file, and a libsql-server."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.settings import DatabaseSettings


@pytest.fixture(params=["embedded", pytest.param("hrana", marks=pytest.mark.libsql_server)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> DatabaseSettings:
    """Nothing is in it yet."""
    if request.param == "embedded":
        return DatabaseSettings(url=f"file:{tmp_path}/old.db")
    return DatabaseSettings(url=request.getfixturevalue("libsql_url"))
