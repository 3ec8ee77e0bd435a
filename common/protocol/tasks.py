"""claim, renew and release: a machine asks for tasks, keeps them, gives them back."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from common.protocol.base import (
    MAX_TASKS,
    MAX_WAIT_SECONDS,
    Address,
    Answered,
    JobId,
    Lease,
    Leases,
    Line,
    Message,
    RequestId,
)
from common.protocol.joining import Domain, ShopName
from common.protocol.refusals import Refusal

MAX_LEFT_OUT = 100
"""Shops of the open web that a machine may leave out."""
MOST_WAYS = 10
"""More than there are, for those of a later version."""

StartMark = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
"""Made by chance when a worker's process starts."""
WayName = Annotated[str, StringConstraints(max_length=20, pattern=r"^[a-z_]+$")]
"""A way to a product (common/ways/way.py), or one of a version that the other side does not know."""


class Claim(Message):
    request_id: RequestId
    """New for each claim, and the same when it is sent again because no answer came."""
    free: int = Field(ge=1, le=MAX_TASKS)
    """How many tasks the machine can begin now."""
    wait_seconds: float = Field(0.0, ge=0, le=MAX_WAIT_SECONDS)
    shops: tuple[ShopName, ...] = Field((), max_length=50)
    """Only tasks of these; empty: of any."""
    not_domains: tuple[Domain, ...] = Field((), max_length=MAX_LEFT_OUT)
    """No tasks of these shops of the open web (registrable domains); an older gateway gives them all the same."""
    ways: tuple[WayName, ...] = Field(("http",), min_length=1, max_length=MOST_WAYS)
    """Only tasks that go one of these. What the machine may not go, or the gateway does not know, brings none."""
    start: StartMark | None = None
    """The same as long as the worker's process runs: by it a gateway tells that two go by one membership. None: an
    older worker's. An older gateway skips it."""


class Task(Lease):
    """A job under a lease of this machine's: the canonical link, and nothing of where it was found."""

    link: Address
    shop: ShopName
    attempt: int = Field(ge=1, le=1000)
    lease_seconds: float = Field(gt=0, le=3600)
    way: WayName = "http"
    """The way to go, one of those that the claim named. An older gateway, which names none, gives plain HTTP alone."""


class Claimed(Answered):
    tasks: tuple[Task, ...] = Field((), max_length=MAX_TASKS)
    none: Refusal | None = None
    """Why there is no task; None when there are some."""
    ways: tuple[WayName, ...] | None = Field(None, max_length=MOST_WAYS)
    """Those of the claim's ways that this machine is given tasks of. None: an older gateway, which knows plain HTTP
    alone."""
    beside: Line | None = None
    """What the PC's owner should know besides, in a sentence."""


class Renewed(Answered):
    held: tuple[JobId, ...] = Field((), max_length=MAX_TASKS)
    """Those of the jobs named whose leases are still held; the others are lost."""


class LeaseGivenBack(Lease):
    reason: Line | None = None
    """Why, in words for the operator. None: its worker stopped, or does not tell. An older gateway skips it."""


class Release(Leases):
    leases: tuple[LeaseGivenBack, ...] = Field(min_length=1, max_length=MAX_TASKS)


class Released(Answered):
    released: tuple[JobId, ...] = Field((), max_length=MAX_TASKS)
