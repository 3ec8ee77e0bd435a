"""Outcomes kept on disk while the database is away. One file per lease, written whole or not at all.

Files are 0600, a folder that is made here 0700. Several workers may share one folder: any of them may offer any
outcome, since the lease token makes that safe, and a file that another worker took away meanwhile is no error.
"""

from __future__ import annotations

import logging
import stat
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from common.lasting.files import write_lasting
from common.lasting.folders import make_lasting_folder
from common.outcome.crawl_outcome import CrawlOutcome, outcome_from_json, outcome_to_json
from common.output.no_handles import no_handles_left
from common.private_files import tighten

log = logging.getLogger("crawlfleet.worker.spool")

LARGEST_BYTES = 10_000_000
"""Of an outcome's file: dozens of times what the largest one takes."""


class _NoOutcome(Exception):
    """What lies there under an outcome's name was not written by a worker, or not whole."""


class Spool:
    """Outlives the process: at the next start its outcomes are sent to the database again.

    A file that cannot be read, or is none of a worker's, is set aside as `*.broken`, never deleted; the others go on.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, outcome: CrawlOutcome) -> None:
        """Keep this outcome. Raises OSError when the disk refuses."""
        make_lasting_folder(self._folder)
        write_lasting(self._path(outcome.lease_token), outcome_to_json(outcome))

    def drop(self, lease_token: str) -> None:
        """Delete the outcome of this lease, if there is one. Where the disk refuses, it stays, and is offered again at
        the next start."""
        path = self._path(lease_token)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("an outcome that was recorded stays in %s, it cannot be taken away: %s", path, error)

    def waiting(self) -> Iterator[CrawlOutcome]:
        """Everything kept, oldest first, each read when it is asked for: there may be many, and whoever sends them ends
        at the first that is not taken. Raises OSError when the folder cannot be read, or no file handle is left."""
        if not self._folder.is_dir():
            return
        for path in sorted(self._folder.glob("*.json"), key=_written_at):
            try:
                outcome = _read(path)
            except FileNotFoundError:
                continue
            except (OSError, ValidationError) as error:
                if isinstance(error, OSError) and no_handles_left(error):
                    raise  # it says nothing of the file, and may be over in a moment
                self._set_aside(path, type(error).__name__)
            except _NoOutcome as error:
                self._set_aside(path, str(error))
            else:
                yield outcome

    def refuse(self, lease_token: str, why: str) -> None:
        """Set aside an outcome that the database will never take. `why` goes to the log."""
        self._set_aside(self._path(lease_token), why)

    def _set_aside(self, path: Path, why: str) -> None:
        try:
            path.rename(path.with_suffix(".broken"))
        except FileNotFoundError:
            return
        except OSError as error:
            log.error("an outcome that cannot be recorded stays in %s, it cannot be renamed: %s", path, error)
            return
        log.error("set aside an outcome that cannot be recorded as %s: %s", path.with_suffix(".broken"), why)

    def _path(self, lease_token: str) -> Path:
        return self._folder / f"{lease_token}.json"


def _read(path: Path) -> CrawlOutcome:
    """Raises OSError, ValidationError, _NoOutcome."""
    there = path.stat()
    if not stat.S_ISREG(there.st_mode):
        raise _NoOutcome("it is no file")
    if there.st_size > LARGEST_BYTES:
        raise _NoOutcome(f"it is larger than {LARGEST_BYTES} bytes")
    tighten(path)
    outcome = outcome_from_json(path.read_bytes())
    if outcome.lease_token != path.stem:
        raise _NoOutcome("its name is not that of its lease")
    return outcome


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
