"""What only the PC itself can tell: its clocks, its battery, and whether another worker runs in the same folder."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import IO

import psutil

from common.errors import ConfigError
from common.private_files import locked, make_private_file, make_private_folder
from common.timing.clock import utc_ms
from worker.source.home import unwritten
from worker.volunteer.decision import Moment

LOOKS_END_SECONDS = 1.0
"""A look whether a worker runs takes a thousandth of it, if the machine lets it."""


def local_now() -> datetime:
    """The clock on the wall, without a zone: hours and days are meant as the owner reads them, also on a journey."""
    if hasattr(time, "tzset"):  # else the zone of this process's start counts until its end
        time.tzset()
    return datetime.now()


def moment() -> Moment:
    return Moment(utc_ms(), local_now())


def on_battery() -> bool:
    """Whether nothing charges this PC; False where there is no battery, or none that can be seen."""
    with suppress(Exception):  # psutil reads what drivers write, and some write nonsense
        battery = psutil.sensors_battery()
        return battery is not None and battery.power_plugged is False
    return False


@contextmanager
def only_worker(folder: Path) -> Iterator[None]:
    """Raises ConfigError while another worker holds the folder: two would count each other's requests away.

    The system lets go when the process ends, however it ends.
    """
    file = _open(folder)
    try:
        if not _locked_soon(file):
            raise ConfigError(
                "a worker runs here already. `crawlfleet volunteer status` shows what it does, "
                "`crawlfleet volunteer finish` ends it. With another CRAWLFLEET_HOME a second one may join."
            )
        yield
    finally:
        file.close()


def _locked_soon(file: IO[bytes]) -> bool:
    """As locked(). Whoever looks whether a worker runs has the lock for a moment: that is waited for."""
    until = time.monotonic() + LOOKS_END_SECONDS
    while not (got := locked(file)) and time.monotonic() < until:
        time.sleep(0.02)
    return got


def worker_runs(folder: Path) -> bool:
    """Whether a worker holds the folder now."""
    if not (folder / "worker.lock").exists():
        return False
    with suppress(ConfigError):
        file = _open(folder)
        try:
            return not locked(file, shared=True)
        finally:
            file.close()
    return False


def _open(folder: Path) -> IO[bytes]:
    path = folder / "worker.lock"
    try:
        make_private_folder(folder)
        make_private_file(path)
        return path.open("r+b")
    except OSError as error:
        raise unwritten(path, error) from None
