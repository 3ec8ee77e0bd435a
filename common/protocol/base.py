"""What all messages share: how they are read, and the forms of the words in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MAX_REQUEST_BYTES = 64 * 1024
"""Of every request but a report."""
MAX_REPORT_BYTES = 2 * 1024 * 1024
MAX_TASKS = 64
"""Tasks, leases or outcomes in one message."""
MAX_ADDRESS_CHARS = 4000
MAX_WAIT_SECONDS = 25.0
"""Of a claim that waits for a task: below the 30 s after which home routers and proxies forget an idle connection."""
CONFIRM_SECONDS = 20.0
"""A task neither renewed nor reported so long after its claim goes back: the answer that told of it may be lost."""
LEASE_ENDS_SECONDS = 600.0
"""A lease ends so long after its claim, whatever is renewed."""

Secret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{43}$")]
"""256 bits in base64url without padding: an invite's secret, a machine's token, a nonce, a task's lease token."""
RequestId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
JobId = Annotated[str, StringConstraints(pattern=r"^[a-z2-7]{26}$")]
MAX_LINE_CHARS = 200
Line = Annotated[str, StringConstraints(max_length=MAX_LINE_CHARS, pattern=r"^[^\x00-\x1f\x7f]*$")]
"""One line of text for people."""
Address = Annotated[str, StringConstraints(min_length=1, max_length=MAX_ADDRESS_CHARS, pattern=r"^[^\x00-\x20\x7f]*$")]
Count = Annotated[int, Field(ge=0, le=10**12)]


class Message(BaseModel):
    """Read strictly: a number is no text, and a text no number."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", hide_input_in_errors=True)


class Answered(Message):
    """What every answer carries."""

    settings: str = Field(max_length=16)
    """Which settings the gateway has now; a worker that knows others asks for them."""


class Lease(Message):
    job_id: JobId
    lease_token: Secret


class Leases(Message):
    """renew, and release beside its reasons: each names up to MAX_TASKS leases of the machine that asks."""

    leases: tuple[Lease, ...] = Field(min_length=1, max_length=MAX_TASKS)
