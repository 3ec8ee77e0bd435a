"""A person of a run with faults joins although the disk is full when they begin."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from common.errors import ConfigError
from tests.faults.door import persons


async def test_who_joins_on_a_full_disk_joins_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = [ConfigError("cannot write joining.json: No space left on device. Make room there.")] * 2

    async def invite(*args: Any, **kwargs: Any) -> Any:
        return SimpleNamespace(person="p1", link="http://127.0.0.1:1/#invite=secret")

    async def join_fleet(*args: Any, **kwargs: Any) -> None:
        if refused:
            raise refused.pop()

    monkeypatch.setattr(persons, "AGAIN_SECONDS", 0)
    monkeypatch.setattr(persons, "invite", invite)
    monkeypatch.setattr(persons, "join_fleet", join_fleet)
    monkeypatch.setattr(persons, "read_link", lambda link: SimpleNamespace(secret="secret"))
    newcomer = await persons.Persons("http://127.0.0.1:1").newcomer(tmp_path, 1, honest=True)
    assert (newcomer.id, refused) == ("p1", [])
