"""TextIndex: which jobs may have these words in link or title, without a look at every job.

The index is derived from jobs and products and follows them some seconds late. It only narrows: whoever asks looks at
each candidate, and at every job that changed since the place up to which the index goes. So an answer is the same with
it, without it, and while it is made; without it (a build of SQLite without FTS5) every job is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from common.errors import StoreRejected
from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Statement, Value
from common.store.texts.examining import Examined, examine_index
from common.store.texts.grams import asked_grams, indexed
from common.store.texts.like import like
from common.store.texts.statements import SQL

AT_A_TIME = 500
"""Jobs to a batch of indexing: short enough that nobody waits for it."""
FEW = 5_000
"""So many that may have the words are all looked at."""

_ANEW = ("drop_index", "drop_older_index", "forget_texts", "forget_place", "make_index", "begin_index")


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What the statements that end with _gathered and _scanned are told."""

    match: str | None
    """The pieces, as FTS5 is asked for them; None: the words are too short for any."""
    widest: str
    """The longest word or phrase, as a LIKE pattern."""
    others: str | None
    """The other ones, as a JSON array of patterns."""
    indexed_to: int
    """The index tells of jobs that last changed before; the others must be looked at."""
    about: int | None
    """How many jobs have the pieces, counted no further than FEW + 1; those that have the words are among them."""

    @property
    def few(self) -> bool:
        return self.about is not None and self.about <= FEW

    @property
    def gathered(self) -> dict[str, Value]:
        return {"match": self.match, "indexed_to": self.indexed_to}

    @property
    def scanned(self) -> dict[str, Value]:
        return {"widest": self.widest, "others": self.others, "indexed_to": self.indexed_to}


class TextIndex:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def narrowing(self, words: str | None, phrase: str | None = None) -> Narrowing | None:
        """For what has each of these words, and this phrase. None: nothing is looked for, or there is no index, or a
        broken one."""
        parts = [*((words.split() or [words]) if words else ()), *([phrase] if phrase else ())]
        if not parts:
            return None
        match = " AND ".join(f'"{piece}"' for piece in asked_grams(" ".join(parts).split())) or None
        try:
            place, *found = await self._db.run(
                _bound("place"), *([_bound("about", match=match, most=FEW + 1)] if match else ())
            )
        except StoreRejected:  # no such table, or no such module here
            return None
        if not place.rows:
            return None
        about = rows.number(found[0].rows[0]["count"]) if found else None
        widest, *others = (f"%{like(part)}%" for part in sorted(parts, key=len, reverse=True))
        indexed_to = rows.number(place.rows[0]["up_to"])
        return Narrowing(match, widest, rows.as_json(others) if others else None, indexed_to, about)

    async def begin(self) -> None:
        """Make the index, empty, unless it is there. Raises StoreRejected where SQLite has no FTS5."""
        (found,) = await self._db.run(_bound("is_there"))
        if not (found.rows[0]["made"] and found.rows[0]["begun"]):
            await self.begin_anew()

    async def examine(self) -> Examined:
        """Whether it is whole. Only reads."""
        return await examine_index(self._db)

    async def begin_anew(self) -> None:
        """Make the index, empty, in place of the one that is there. Raises StoreRejected where SQLite has no FTS5."""
        await self._db.run(*(_bound(name) for name in _ANEW))

    async def go_on(self, *, limit: int) -> int:
        """Look at the next `limit` jobs that changed, and index those whose text did; how many were looked at.

        One atomic batch, which changes nothing when another dispatcher was faster. begin() comes before.
        """
        (place,) = await self._db.run(_bound("place"))
        if not place.rows:
            return 0
        was: dict[str, Value] = {"was_at": place.rows[0]["up_to"], "was_id": place.rows[0]["id"]}
        (found,) = await self._db.run(
            self._db.stamped(SQL["texts_to_look_at"], up_to=was["was_at"], id=was["was_id"], limit=limit)
        )
        if not found.rows:
            return 0
        changed = [row for row in found.rows if row["text"] != row["before"]]
        parts: list[Statement] = []
        if changed:
            out = ([row["n"], indexed(str(row["before"]))] for row in changed if row["before"] is not None)
            texts = [(row["n"], str(row["text"])) for row in changed]
            parts.append(_bound("take_out", rows=rows.as_json(out), **was))
            parts.append(_bound("keep_texts", rows=rows.as_json(texts), **was))
            put_in = ([number, indexed(text)] for number, text in texts)
            parts.append(_bound("put_in", rows=rows.as_json(put_in), **was))
        last = found.rows[-1]
        await self._db.run(*parts, _bound("move_on", up_to=last["updated_at"], id=last["id"], **was))
        return len(found.rows)


def _bound(name: str, **args: Value) -> Statement:
    return Statement(SQL[name], args)
