"""`crawlfleet up` whose results lie on a small disk of their own: full, it takes no job; given room, it goes on."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.fleet_world import HELD, eventually, fleet_world, held_pages, product_job, product_pages


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """24 MB of memory, mounted as a disk."""
    place = tmp_path / "small"
    place.mkdir()
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("no disk of its own: mounting needs root")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "none", place], check=False).returncode:
        pytest.skip("no disk of its own: this system lets nobody mount one")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def fill(disk: Path) -> Path:
    """To the last byte."""
    filling = disk / "fill"
    with filling.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        while True:
            file.write(bytes(1_000_000))
    return filling


async def test_a_full_disk_stops_the_taking_and_nothing_else(tmp_path: Path, small_disk: Path) -> None:
    routes, (held,) = held_pages([1])
    routes |= product_pages([2, 3], seconds=0)
    first, second, third = (product_job(number) for number in (1, 2, 3))
    url = f"file:{tmp_path / 'fleet.db'}"
    async with fleet_world(
        routes, database_url=url, broker_url="memory:", folder=tmp_path, work_spool_dir=small_disk / "spool", **HELD
    ) as world:
        up = world.start("up")
        await world.store.jobs.add([first])
        await eventually(lambda: held.visits, what="a crawl under way", say=up.text)
        filling = fill(small_disk)
        await eventually(lambda: "no room to keep results: less than" in up.text(), what="why it is idle", say=up.text)
        await world.store.jobs.add([second, third])
        held.let_go()
        await world.become(first, "SUCCEEDED")
        await world.become(second, "QUEUED")
        doctor = world.start("doctor", "--wrong")
        assert doctor.wait(60) == 1
        assert "and no worker here takes a task" in " ".join(doctor.printed().split())
        assert [(await world.job(job)).attempt for job in (second, third)] == [0, 0]
        other = f"file:{tmp_path / 'other.db'}"
        await world.run("jobs", "add", third.url, database_url=other)
        script = world.start("up", "--until-idle", database_url=other)
        assert script.wait(60) == 1, script.text()
        assert "make room" in script.text()
        filling.unlink()
        await world.become(second, "SUCCEEDED")
        await world.become(third, "SUCCEEDED")
        assert [(await world.job(job)).attempt for job in (first, second, third)] == [1, 1, 1]
        assert up.terminate() == 0
    assert "lost" not in up.text()
