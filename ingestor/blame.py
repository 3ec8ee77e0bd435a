"""Who is to blame for a passed limit: the bytes, or the machine that had no time or memory to read them."""

from __future__ import annotations

from typing import TypeVar

from common.parsing.failures import ParsingStopped, ParsingUnavailable
from common.parsing.task import Parser, Task
from common.parsing.watch import PERHAPS_THE_MACHINE, Breach

A = TypeVar("A")
R = TypeVar("R")


async def run_blaming(
    parser: Parser, task: Task[A, R], head: A, body: bytes, *, site: str, processor_seconds: float | None = None
) -> R:
    """As Parser.run, for bytes that are set aside for good when it raises ParsingStopped or ParsingRaised.

    So a child that ended, or took too long by the clock, is asked once more. When it ends again, it is the bytes;
    when it is late again, ParsingUnavailable says that nothing is known of them.
    """
    try:
        return await parser.run(task, head, body, site=site, processor_seconds=processor_seconds)
    except ParsingStopped as stopped:
        if stopped.limit not in PERHAPS_THE_MACHINE:
            raise
    try:
        return await parser.run(task, head, body, site=site, processor_seconds=processor_seconds)
    except ParsingStopped as stopped:
        if stopped.limit is Breach.WALL_TIME:
            raise ParsingUnavailable(f"{stopped}, twice; is this machine too busy?") from None
        raise
