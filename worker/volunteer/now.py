"""What a volunteer's worker does now, for its terminal, its page, and the commands beside it (now.json, 0600)."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import psutil
from pydantic import BaseModel, ConfigDict, ValidationError

from common.lasting.files import write_lasting
from worker.volunteer.counts import Counts
from worker.volunteer.decision import IdleReason
from worker.volunteer.limits import Limits


class Now(BaseModel):
    """One look at a running worker."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    state: str
    """One sentence: what it does, or why it is idle."""
    running: int
    """Crawls under way."""
    counts: Counts
    limits: Limits
    idle: IdleReason | None = None
    """When this PC's owner is the reason."""
    process: int | None = None
    """The worker's number; None: of a version that did not say."""
    page: str | None = None
    """The link to the page on this PC; it holds the page's key."""


def lets_go_on(process: int) -> str:
    """What lets a suspended worker go on."""
    return f"type `fg` in its terminal, or `kill -CONT {process}` in another"


class NowFile:
    """In the volunteer's folder, for the page and the commands of this PC. A process that was killed leaves its last
    sentence behind: whoever reads it asks first whether the worker still runs."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "now.json"
        self._written: tuple[object, ...] | None = None

    def write(self, now: Now) -> None:
        """Only what changed in the sentence: counts have a file of their own. Never raises OSError."""
        shown = (now.state, now.page)
        if shown == self._written:
            return
        with suppress(OSError):
            write_lasting(self._path, now.model_dump_json().encode())
            self._written = shown

    def read(self) -> Now | None:
        with suppress(OSError, ValidationError):
            return Now.model_validate_json(self._path.read_bytes())
        return None

    def suspended(self) -> int | None:
        """The worker's process if it was stopped in the middle, as by Ctrl-Z in its terminal; asked while one runs."""
        now = self.read()
        with suppress(psutil.Error):
            if now and now.process and psutil.Process(now.process).status() == psutil.STATUS_STOPPED:
                return now.process
        return None

    def remove(self) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
