"""The parent's end of the line to the child: one request out, one answer in (frames.py)."""

from __future__ import annotations

import asyncio

from common.parsing.frames import LENGTHS, Outcome

_MOST_OUTCOME_BYTES = 16


class LineBroken(Exception):
    """The child's end of the line is gone, or says something else than it should."""


class AnswerTooLong(Exception):
    """The answer is longer than it may be; none of it was read."""


async def exchange(child: asyncio.subprocess.Process, request: bytes, most_bytes: int) -> tuple[Outcome, bytes]:
    """What the child answers. Raises LineBroken, AnswerTooLong. Cancelled, it leaves the answer on its way."""
    if child.stdin is None:
        raise LineBroken
    try:
        child.stdin.write(request)
        await child.stdin.drain()
    except OSError as error:
        raise LineBroken from error
    return await answer(child, most_bytes)


async def answer(child: asyncio.subprocess.Process, most_bytes: int) -> tuple[Outcome, bytes]:
    """The next that it says. Raises LineBroken, AnswerTooLong."""
    if child.stdout is None:
        raise LineBroken
    try:
        first, second = LENGTHS.unpack(await child.stdout.readexactly(LENGTHS.size))
        if first > _MOST_OUTCOME_BYTES or second > most_bytes:
            raise AnswerTooLong
        outcome = Outcome((await child.stdout.readexactly(first)).decode("ascii"))
        return outcome, await child.stdout.readexactly(second)
    except (asyncio.IncompleteReadError, ValueError, OSError) as error:
        raise LineBroken from error
