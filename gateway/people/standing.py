"""me: how a machine stands, in its own words of today and in its person's totals of before today."""

from __future__ import annotations

from common.protocol.standing import Limits, Me, Today
from common.store.volunteers.people import PeopleStore
from common.store.volunteers.values import KnownMachine
from common.timing.units import DAY_MS
from gateway.people.admission import Admission
from gateway.people.starts import SENTENCE


async def standing(people: PeopleStore, admission: Admission, machine: KnownMachine, settings: str) -> Me:
    """Raises StoreError."""
    own = next(row for row in await people.machines(machine.person) if row.id == machine.id)
    return Me(
        settings=settings,
        machine=machine.id,
        name=machine.name,
        today=Today(
            tasks=own.tasks,
            recorded=own.recorded,
            failed=own.failed,
            released=own.released,
            lost=own.lost + own.unconfirmed,
            refused=own.refused,
        ),
        total_recorded=await people.recorded_before_today(machine.person),
        credit=await people.credit_before_today(machine.person),
        limits=Limits(tasks_per_day=admission.tasks_per_day(machine), leases_at_once=admission.leases_at_once(machine)),
        standing=admission.standing(machine),
        beside=SENTENCE if await people.two_at_once(machine.id) else None,
        token_expires_in_days=max(0, (machine.token_expires_at - machine.now_ms) // DAY_MS),
    )
