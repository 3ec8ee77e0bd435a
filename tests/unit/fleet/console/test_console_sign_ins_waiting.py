"""How many may wait at once for a look at their password, which takes a tenth of a second of a thread."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from common.settings import Settings
from fleet.console.access import passwords
from fleet.console.access.entering import MOST_WAITING, Busy, Entering
from fleet.opening import DatabaseMissing


async def test_whoever_comes_when_twenty_wait_is_told_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = threading.Event()

    def hashed(password: str, salt: bytes) -> str:
        looked.wait(30)
        return "a hash"

    monkeypatch.chdir(tmp_path)  # where there is no database: whoever had a look comes as far as that
    monkeypatch.setattr(passwords, "hashed", hashed)
    entering = Entering(Settings(), lambda: 0.0)
    waiting = [asyncio.create_task(entering.accept("secret", "password")) for _ in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await entering.accept("secret", "password")
    looked.set()
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert {type(one) for one in ended} == {DatabaseMissing}
    with pytest.raises(DatabaseMissing):
        await entering.accept("secret", "password")
