"""How much room is left where this machine keeps things: its database's file, and results that wait."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fleet.doctor.finding import Finding, failed, ok, warning
from fleet.opening import embedded_path
from worker.keeping.room import NEEDED_MB, existing_part

if TYPE_CHECKING:
    from common.settings import Settings

FREE_MB = 200


def check_room(settings: Settings) -> Iterator[Finding]:
    """One finding for each disk that the settings name a place on; what is not there yet counts where it would be."""
    places = {f"work.spool_dir {settings.work.spool_dir}": settings.work.spool_dir}
    if settings.database.embedded:
        database = embedded_path(settings.database)
        places = {f"the database {database}": database, **places}
    disks: dict[int, tuple[list[str], Path]] = {}
    for name, place in places.items():
        if (there := existing_part(place)) is not None:
            disks.setdefault(there.stat().st_dev, ([], there))[0].append(name)
    for names, there in disks.values():
        yield judge_room(names, shutil.disk_usage(there).free)


def judge_room(names: list[str], free_bytes: int) -> Finding:
    """`names`: what lies on that disk, each as a person would call it."""
    free_mb = free_bytes // 1_000_000
    where = f"where {' and '.join(names)} {'lies' if len(names) == 1 else 'lie'}"
    if free_mb >= FREE_MB:
        return ok("disk", f"room enough {where}")
    step = "make room there"
    if free_mb >= NEEDED_MB:
        return warning("disk", f"{free_mb} MB are free {where}", step)
    soon = "soon nothing can be recorded" if free_mb else "nothing can be recorded"
    return failed("disk", f"only {free_mb} MB are free {where}: {soon}, and no worker here takes a task", step)
