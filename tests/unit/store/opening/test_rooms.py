"""The parts of a store are loaded when they are asked for, and each is what its name promises."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from common.settings import DatabaseSettings
from common.store import init_schema, open_store
from common.store.database.rooms import Room
from common.store.store import Store
from tests.places import REPO

ROOMS = {name: room for name, room in vars(Store).items() if isinstance(room, Room)}


async def test_each_is_made_once_and_is_of_the_class_that_it_says(tmp_path: Path) -> None:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'x.db'}")
    await init_schema(settings)
    store = await open_store(settings)
    made = {name: getattr(store, name) for name in ROOMS}
    assert {name: f"Room[{type(room).__name__}]" for name, room in made.items()} == {
        name: said for name, said in Store.__annotations__.items() if name in ROOMS
    }
    assert all(getattr(store, name) is room for name, room in made.items())
    await store.close()


def test_a_store_that_is_only_opened_loads_none() -> None:
    listed = "import sys, common.store; print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", listed], cwd=REPO, capture_output=True, text=True, check=True).stdout
    homes = {f"common.store.{room.where.partition(':')[0]}" for room in ROOMS.values()}
    assert homes & set(said.split()) == set()
