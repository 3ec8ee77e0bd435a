"""What happens to worlds with lent PCs besides: lines that are down, and operators who pause or revoke somebody."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from common.store import Store
from tests.simulation.faults.faults import HAPPENINGS, Faults
from tests.simulation.lent.persons import Person
from tests.simulation.lent.street import Street

DOWN_SECONDS = 40.0
PAUSED_SECONDS = 20.0


class LentFaults(Faults):
    """Nothing is cancelled or requeued: tests/faults/books.py knows no such end of a job."""

    happenings = (*(one for one in HAPPENINGS if one not in {"cancel", "requeue"}), "street down", "pause", "revoke")

    def __init__(self, *args: Any, street: Street, persons: Sequence[Person]) -> None:
        super().__init__(*args)
        self._street = street
        self._persons = persons

    async def _one(self, kind: str, operator: Store, jobs: list[str]) -> None:
        dice, person = self._dice, self._dice.choice(self._persons)
        if kind == "street down":
            self._trace(self._loop.now, kind)
            self._street.is_down = True
            await asyncio.sleep(dice.random() * DOWN_SECONDS)
            self._street.is_down = False
        elif kind == "pause":
            self._trace(self._loop.now, kind, person.id)
            await operator.people.pause(person.id, "somebody said so")
            await asyncio.sleep(dice.random() * PAUSED_SECONDS)
            await operator.people.pause(person.id, None)
        elif kind == "revoke" and dice.random() < 0.3:
            self._trace(self._loop.now, kind, person.id)
            await operator.people.revoke(person.id)
        else:
            await super()._one(kind, operator, jobs)

    def end(self) -> None:
        super().end()
        self._street.is_down = False
