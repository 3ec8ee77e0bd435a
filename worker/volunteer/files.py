"""The small files in which a volunteer's limits, wish and counts outlive the worker: 0600, replaced whole."""

from __future__ import annotations

import logging
import os
from datetime import date
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from common.errors import ConfigError
from common.file_stamps import Stamp, stamp_of
from common.lasting.files import write_lasting
from common.lasting.folders import make_lasting_folder
from worker.source.home import OfAnotherUser, unread, unwritten
from worker.volunteer.counts import Counts
from worker.volunteer.limits import Limits
from worker.volunteer.wishes import Wish

_WISH_ANEW = "`crawlfleet volunteer resume` writes it anew and goes on; `crawlfleet volunteer pause` pauses."
_LIMITS_ANEW = (
    "Move it away, then set your limits and hours again with `crawlfleet volunteer limits` and `crawlfleet volunteer "
    "hours`."
)

M = TypeVar("M", bound=BaseModel)

log = logging.getLogger("crawlfleet.worker.volunteer")

_SAFE_COUNTS = "counts-safe.json"


class VolunteerFiles:
    """Of one folder (see worker/source/home.py). Writing raises ConfigError with what to do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def limits(self) -> Limits:
        """Raises ConfigError for a file that cannot be read: no limit may be forgotten in silence."""
        return self._read("limits.json", Limits) or Limits()

    def wish(self) -> Wish:
        return self._read("wish.json", Wish) or Wish()

    def counts(self, today: date) -> Counts:
        """Today's: the file that counted further counts, for a power cut may bring back an older counts.json, or take
        it away. Raises ConfigError when neither of the two files can be read."""
        safe = self._safe_counts()
        try:
            last = self._read("counts.json", Counts)
        except OfAnotherUser:
            raise
        except ConfigError:
            if safe is None:
                raise ConfigError(
                    f"what this PC fetched today cannot be read in {self.folder}. Move counts.json and {_SAFE_COUNTS} "
                    "away: today's counts then begin at zero."
                ) from None
            log.warning("counts.json cannot be read, as after a power cut: counting goes on from %s", _SAFE_COUNTS)
            return safe.on(today)
        kept = [counts for counts in (last, safe) if counts is not None]
        return max(kept, key=lambda counts: counts.in_all, default=Counts(day=today)).on(today)

    def _safe_counts(self) -> Counts | None:
        try:
            return self._read(_SAFE_COUNTS, Counts)
        except ConfigError:
            return None

    def keep_limits(self, limits: Limits) -> None:
        self._write("limits.json", limits)

    def keep_wish(self, wish: Wish) -> None:
        self._write("wish.json", wish)

    def keep_counts_safely(self, counts: Counts) -> None:
        """In a file beside, and waited for until the disk has it: what a power cut may cost is since then."""
        self._write(_SAFE_COUNTS, counts)

    def keep_counts(self, counts: Counts) -> None:
        """Not waited for until the disk has it: after a power cut the file may be empty, or full of zeros. A killed
        worker loses nothing."""
        path = self.folder / "counts.json"
        partial = path.with_suffix(".part")
        try:
            make_lasting_folder(self.folder)
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(counts.model_dump_json().encode())
            partial.replace(path)
        except OSError as error:
            raise unwritten(path, error) from None

    def stamp(self) -> tuple[Stamp | None, ...]:
        """Another one when limits or wish were written anew: for whoever looks often."""
        return stamp_of(self.folder / "limits.json"), stamp_of(self.folder / "wish.json")

    def _read(self, name: str, model: type[M]) -> M | None:
        path = self.folder / name
        try:
            return model.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except PermissionError as error:
            raise unread(path, error) from None
        except (OSError, ValidationError) as error:
            anew = _WISH_ANEW if name == "wish.json" else _LIMITS_ANEW
            raise ConfigError(f"{path} cannot be read ({_why(error)}). {anew}") from None

    def _write(self, name: str, value: BaseModel) -> None:
        path = self.folder / name
        try:
            make_lasting_folder(self.folder)
            write_lasting(path, value.model_dump_json(indent=1).encode())
        except OSError as error:
            raise unwritten(path, error) from None


def _why(error: OSError | ValidationError) -> str:
    """Of a file as a whole what is wrong with it; else the kind of error."""
    whole = [one for one in error.errors() if not one["loc"]] if isinstance(error, ValidationError) else []
    return whole[0]["msg"].removeprefix("Value error, ") if whole else type(error).__name__
