"""The embedded driver: SQLite in one file, on a thread of its own.

A file that was moved away, removed or replaced while it is open takes no batch any more: what it was told would be
lost, because whoever opens the database next finds another file under its name.

Durability: WAL with synchronous=FULL, so a committed batch survives a power cut; one fsync serves all batches of a
group commit. Several processes may open the same file on one machine (never over a network file system): each
write waits for its turn up to the busy timeout, then answers StoreUnavailable. The file and those beside it (-wal,
-shm) are their owner's alone (0600), also when an earlier version made them otherwise.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from common.addresses import path_of
from common.errors import StoreError, StoreRejected, StoreUnavailable
from common.output.no_handles import no_handles_left
from common.private_files import found, make_private_file, tighten
from common.store.drivers.base import Rows, Statement
from common.store.drivers.text import clean, reads_only

T = TypeVar("T")

_WORTH_RETRYING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_INTERRUPT,
    }
)


_WHY = {
    sqlite3.SQLITE_BUSY: "another process has been writing to it all the time; see what runs on it",
    sqlite3.SQLITE_LOCKED: "another process has been writing to it all the time; see what runs on it",
    sqlite3.SQLITE_FULL: "the disk is full; make room where the file lies",
    sqlite3.SQLITE_IOERR: "the disk may be full, failing, or read-only because it failed (`dmesg`); see how much room "
    "there is where the file lies",
    sqlite3.SQLITE_CANTOPEN: "whoever reads it must be able to write to its folder too; see whether it is a file, and "
    "whether its folder is there and not read-only",
}
"""Of what is worth trying again: SQLite's own words name no cause that a person could look for."""

_WHAT_NEXT = {
    sqlite3.SQLITE_READONLY: ". See who may write to that file and its folder, and whether its file system is mounted "
    "read-only, as a disk that failed is (`dmesg`).",
    sqlite3.SQLITE_NOTADB: ". Name another file in database.url, or move this one away.",
    sqlite3.SQLITE_CORRUPT: ". The file is damaged: `crawlfleet db restore` fills an empty one from a backup.",
}


class FileUnavailable(StoreUnavailable):
    """An embedded database that could not be used just now: no server that comes back by itself."""

    then = "Type it again when that is put right; `crawlfleet doctor` says what else is wrong here."


class EmbeddedDriver:
    """SQLite through the standard library. One connection, one thread, one batch at a time."""

    def __init__(self, url: str, *, timeout_seconds: float) -> None:
        self._path = path_of(url)
        self._timeout_seconds = timeout_seconds
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="crawlfleet-db")
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._closed = False

    async def connect(self) -> None:
        await self._on_thread(self._open)

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        return await self._on_thread(lambda: self._run(statements))

    async def close(self) -> None:
        if not self._closed:
            await self._on_thread(self._shut)
            self._closed = True
            self._thread.shutdown(wait=False)

    async def _on_thread(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise StoreUnavailable(f"the database {self._path} is closed")
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _open(self) -> None:
        parent = Path(self._path).parent
        if self._path != ":memory:" and found(parent) is False:
            raise StoreRejected(
                f"cannot open the database {self._path}: the folder {parent} does not exist. "
                "Make it, or change database.url."
            )
        try:
            self._make_private()
            connection = sqlite3.connect(
                self._path, timeout=self._timeout_seconds, isolation_level=None, cached_statements=256
            )
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
            except BaseException:
                connection.close()
                raise
        except sqlite3.Error as error:
            raise self._explained(error) from error
        self._keep_private()
        self._connection, self._identity = connection, self._identity_now()

    def _identity_now(self) -> tuple[int, int] | None:
        """Which file stands under the name; None where there is none, as for a database in memory."""
        try:
            found = Path(self._path).stat()
        except OSError:
            return None
        return (found.st_dev, found.st_ino)

    def _refuse_another_file(self) -> None:
        if self._identity is not None and self._identity_now() != self._identity:
            raise FileUnavailable(
                f"the database {self._path} was moved away or replaced while it was open: put it back, or restart what "
                "works on it"
            )

    def _make_private(self) -> None:
        """A database that is not there yet is made 0600."""
        if self._path not in {":memory:", ""} and found(Path(self._path)) is False:
            with suppress(OSError):  # SQLite says in its own words what it cannot open
                make_private_file(Path(self._path))

    def _keep_private(self) -> None:
        """0600 for a database of before and SQLite's files beside it, once SQLite knows it as one: what somebody typed
        by mistake keeps its rights.
        """
        if self._path not in {":memory:", ""}:
            for beside in ("", "-wal", "-shm", "-journal"):
                tighten(Path(self._path + beside))

    def _shut(self) -> None:
        self._let_go()
        self._identity = None

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _run(self, statements: Sequence[Statement]) -> list[Rows]:
        self._refuse_another_file()
        connection = self._usable()
        try:
            connection.execute("BEGIN" if reads_only(statements) else "BEGIN IMMEDIATE")
            answers = [self._step(connection, statement) for statement in statements]
            connection.execute("COMMIT")
        except BaseException as error:
            self._take_back(connection)
            if isinstance(error, (sqlite3.Error, OverflowError, ValueError)):
                raise self._explained(error) from error
            raise
        return answers

    def _usable(self) -> sqlite3.Connection:
        """The connection; a new one where _take_back had to give up the one before."""
        if self._connection is None and self._identity is not None:
            self._open()
        if self._connection is None:
            raise StoreUnavailable(f"the database {self._path} is not open")
        return self._connection

    def _take_back(self, connection: sqlite3.Connection) -> None:
        """Nothing of a batch that failed may be where the next one begins, whatever made it fail."""
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._let_go()  # which takes it back as well

    @staticmethod
    def _step(connection: sqlite3.Connection, statement: Statement) -> Rows:
        try:
            cursor = connection.execute(statement.sql, dict(statement.args))
        except UnicodeEncodeError:
            cleaned = {name: clean(v) if isinstance(v, str) else v for name, v in statement.args.items()}
            cursor = connection.execute(statement.sql, cleaned)
        if cursor.description is None:
            return Rows((), max(cursor.rowcount, 0))
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        return Rows(rows, max(cursor.rowcount, 0))

    def _explained(self, error: Exception) -> StoreError:
        code = getattr(error, "sqlite_errorcode", None)
        what = f"the database {self._path} answered: {error}"
        if spent := no_handles_left(error):
            return FileUnavailable(f"{what}: {spent}")
        if code is not None and code & 0xFF in _WORTH_RETRYING:
            why = _WHY.get(code & 0xFF)
            return FileUnavailable(what + (f": {why}." if why else ""))
        return StoreRejected(what + (_WHAT_NEXT.get(code & 0xFF, "") if code is not None else ""))
