"""What is looked for beside a page: not told as how it stands when it is old."""

from __future__ import annotations

import asyncio

from fleet.console.beside import FRESH_SECONDS, STALE_SECONDS, Beside


class Looked:
    """A look that may be held up, and the test's clock."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.looks = 0
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def look(self) -> str:
        self.looks += 1
        found = f"look {self.looks}"
        await self.goes_on.wait()
        return found


async def test_what_was_found_long_ago_is_not_told_while_the_next_look_goes_on() -> None:
    looked = Looked()
    beside = Beside(looked.look, lambda: looked.seconds, first="nothing yet")
    assert await beside.latest() == ("look 1", 0)
    looked.goes_on.clear()
    looked.seconds = FRESH_SECONDS + 10
    assert await beside.latest(patience_seconds=0) == ("look 1", FRESH_SECONDS + 10)
    looked.seconds = STALE_SECONDS + 1
    assert await beside.latest(patience_seconds=0) == ("nothing yet", None)
    looked.goes_on.set()
    assert await beside.latest(patience_seconds=60) == ("look 2", 0)
    await beside.aclose()
