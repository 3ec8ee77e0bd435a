"""An address that a door can never have is told before any server is waited for: nobody mends it by waiting."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import pytest

from common.errors import CleartextRefused, ConfigError
from common.settings import Settings
from fleet.run.console import run_console
from fleet.run.gateway import run_gateway
from fleet.run.up import up

Run = Callable[[Settings], None]

AWAY = {"database": {"url": "http://127.0.0.1:9"}, "broker": {"url": "amqp://guest@127.0.0.1:9/"}}
DOORS = {"gateway": run_gateway, "console": run_console}


def run_up(settings: Settings) -> None:
    up.run_up(settings, until_idle=False, workers=1)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def waits(serving: Any) -> None:
        serving.close()
        pytest.fail("the servers are waited for")

    monkeypatch.setattr(asyncio, "run", waits)


@pytest.mark.parametrize("run", [None, run_up])
@pytest.mark.parametrize("door", DOORS)
def test_an_address_in_the_clear(door: str, run: Run | None) -> None:
    with pytest.raises(CleartextRefused, match=rf"^{door}\.listen = 0\.0\.0\.0:1 is neither this machine alone"):
        (run or DOORS[door])(Settings.model_validate(AWAY | {door: {"listen": "0.0.0.0:1"}}))


@pytest.mark.parametrize("run", [None, run_up])
@pytest.mark.parametrize("door", DOORS)
def test_an_address_that_somebody_has(door: str, run: Run | None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ConfigError, match=f"cannot listen on {listen}: Address already in use") as told:
            (run or DOORS[door])(Settings.model_validate(AWAY | {door: {"listen": listen}}))
    assert f"perhaps `crawlfleet up` or another `crawlfleet {door}` serves it" in str(told.value).lower()
    assert str(told.value).endswith(f"else choose a free address for {door}.listen.")
