"""Every address that a volunteer's PC asked for, on that PC only: a file a day, bounded in size and number, 0600.

The days are those of the PC's clock, which may be wrong for a while. So nothing is forgotten for its date alone, and
what a day to come names was written before today.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from common.private_files import make_private_folder, tighten_folder

log = logging.getLogger("crawlfleet.worker.volunteer")

DAYS_KEPT = 30
"""Days on which something was fetched, beside today."""
FILE_BYTES = 4_000_000
"""A larger file is begun anew within its day."""
FOLDER_BYTES = 20_000_000
LINE_BYTES = 16_384
"""More than any line has: longer addresses are cut."""
LONGEST_URL = 8_000
_NAME = re.compile(r"\d{4}-\d\d-\d\d(?:-\d{4,})?\.jsonl")


@dataclass(frozen=True, slots=True)
class Request:
    """One request, a redirect's and robots.txt's too."""

    at: datetime
    """On the clock on the wall; as read from the log with its zone, but for lines of older versions."""
    url: str
    status: int | None
    """Of the answer; None when none came."""
    bytes: int


class FetchLog:
    """In the folder `fetched` beside a volunteer's other files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "fetched"

    def note(self, request: Request) -> None:
        """Never raises: what cannot be written is said in the worker's log."""
        at = _with_zone(request.at).isoformat("T", "seconds")
        line = json.dumps(
            {"at": at, "url": request.url[:LONGEST_URL], "status": request.status, "bytes": request.bytes}
        )
        try:
            path = self._path(request.at.date(), len(line) + 1)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(descriptor, "a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            log.warning("cannot note what was fetched in %s: %s", self.folder, error)

    def last(self, count: int, *, today: date | None = None) -> list[Request]:
        """The latest `count`, oldest first; `today` by the clock, else by this argument. A line that cannot be read is
        left out."""
        found: list[Request] = []
        for path in reversed(self._in_order(today or date.today())):
            found = list(_read(path, last_bytes=(count - len(found)) * LINE_BYTES)) + found
            if len(found) >= count:
                break
        return found[-count:]

    def _path(self, day: date, more: int) -> Path:
        path = self.folder / f"{day.isoformat()}.jsonl"
        with suppress(FileNotFoundError):
            if path.stat().st_size + more <= FILE_BYTES:
                return path
            path.replace(self._free_name(day))
        make_private_folder(self.folder)
        tighten_folder(self.folder)
        self._forget(day)
        return path

    def _free_name(self, day: date) -> Path:
        # Not the first free number: the oldest parts are taken away. `…-0001` sorts before the day's own file, as it
        # should: `-` stands before `.`.
        last = max(
            (int(path.stem[11:]) for path in self._files() if path.name[:11] == f"{day.isoformat()}-"), default=0
        )
        return self.folder / f"{day.isoformat()}-{last + 1:04}.jsonl"

    def _forget(self, today: date) -> None:
        """What is of more than DAYS_KEPT other days, then the oldest until the others and a new one stay within the
        folder's bound."""
        kept = self._in_order(today)
        days = list(dict.fromkeys(path.name[:10] for path in kept if path.name[:10] != today.isoformat()))
        too_old = set(days[:-DAYS_KEPT])
        size = sum(path.stat().st_size for path in kept)
        for path in kept:
            if path.name[:10] not in too_old and size <= FOLDER_BYTES - FILE_BYTES:
                continue
            size -= path.stat().st_size
            path.unlink(missing_ok=True)

    def _in_order(self, today: date) -> list[Path]:
        """Oldest first."""
        return sorted(self._files(), key=lambda path: (path.name[:10] <= today.isoformat(), path.name))

    def _files(self) -> list[Path]:
        """Those that this wrote: a copy that the PC's owner keeps beside them is neither read nor taken away."""
        return [path for path in self.folder.glob("*.jsonl") if _NAME.fullmatch(path.name)]


def _with_zone(at: datetime) -> datetime:
    """An hour that a clock shows twice, or a journey, would leave open which moment it was."""
    try:
        return at.astimezone()
    except (OSError, OverflowError):  # Windows has no zone for the years of a clock that lost its battery
        return at


def _read(path: Path, *, last_bytes: int) -> Iterator[Request]:
    """From the file's end; what begins before is left out."""
    with suppress(OSError), path.open("rb") as file:
        begin = max(0, path.stat().st_size - last_bytes)
        file.seek(max(0, begin - 1))
        if begin:
            file.readline()
        for line in file:
            with suppress(ValueError, KeyError, TypeError):
                found = json.loads(line)
                yield Request(datetime.fromisoformat(found["at"]), str(found["url"]), found["status"], found["bytes"])
