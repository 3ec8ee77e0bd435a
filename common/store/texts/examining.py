"""Whether the index of texts is whole: what it should hold is counted, and a sample of it is looked for."""

from __future__ import annotations

from dataclasses import dataclass

from common.errors import StoreRejected
from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Row, Statement
from common.store.texts.grams import asked_grams
from common.store.texts.statements import SQL

SAMPLE = 100
"""Jobs looked for, evenly over all."""
PIECES = 4
"""Looked for of each. More take far longer: of a million jobs a hundred looks by 24 pieces took 6 s, by four 0.2 s."""


@dataclass(frozen=True, slots=True)
class Examined:
    """What was seen of the index."""

    begun: bool
    """Somebody made it."""
    texts: int = 0
    """So many jobs it has, or had once."""
    missing: int = 0
    """At least so many it lacks."""
    not_found: int = 0
    """Of the sample so many are not found by their own words."""
    broken: str | None = None
    """What the database says when the index is asked."""

    @property
    def whole(self) -> bool:
        return self.begun and not (self.missing or self.not_found or self.broken)


async def examine_index(database: Database) -> Examined:
    """Only reads. Words of few jobs that are lost may stay unseen. Raises StoreUnavailable."""
    try:
        (counted,) = await database.run(Statement(SQL["how_many"], {}))
        row = counted.rows[0]
        if not rows.number(row["begun"]):
            return Examined(begun=False)
        texts = rows.number(row["texts"])
        missing = max(0, rows.number(row["jobs"]) - texts)
        last = rows.number(row["last"] or 0)
        numbers = rows.as_json(sorted({1 + last * at // SAMPLE for at in range(SAMPLE)}))
        (found,) = await database.run(Statement(SQL["texts_of"], {"numbers": numbers}))
        asked = [statement for at, job in enumerate(found.rows) if (statement := _found_by_its_words(job, at))]
        answers = await database.run(*asked) if asked else ()
    except StoreRejected as error:
        return Examined(begun=True, broken=str(error))
    strangers = sum(_stranger(job) for job in found.rows)
    return Examined(True, texts, missing, strangers + sum(not answer.rows for answer in answers))


def _stranger(job: Row) -> bool:
    """The text that is kept of it is none of its own."""
    return not str(job["text"] or "").startswith(str(job["url_norm"]))


def _found_by_its_words(job: Row, at: int) -> Statement | None:
    """By some of its pieces; by which, differs from job to job (`at`), so that all kinds come to be looked for."""
    pieces = [] if _stranger(job) else asked_grams(str(job["text"]).split())
    if not pieces:
        return None
    begin = at % len(pieces)
    pieces = [*pieces[begin:], *pieces[:begin]][:PIECES]
    return Statement(SQL["has_pieces"], {"match": " AND ".join(f'"{piece}"' for piece in pieces), "n": job["n"]})
