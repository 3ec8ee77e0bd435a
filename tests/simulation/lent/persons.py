"""Who lends PCs: their invites, and how a PC of theirs joins."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from common.errors import StoreUnavailable
from common.protocol.joining import Join, Joined, hash_of
from common.store import Store
from worker.source.calls import GatewayAway, GatewayCalls
from worker.source.membership import Membership, MembershipFile

VERSION = "0.2.0"
GATEWAY = "https://gateway.example"
INVITE_MS = 86_400_000


@dataclass(frozen=True, slots=True)
class Person:
    """`pcs`: how many lent PCs go by the one invite."""

    id: str
    is_honest: bool
    pcs: int

    @property
    def secret(self) -> str:
        return _secret(f"invite of {self.id}")


def _secret(of: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(of.encode()).digest()).rstrip(b"=").decode()


async def invite(store: Store, persons: Sequence[Person]) -> None:
    """Sent again until the database took each."""
    for person in persons:
        while True:
            try:
                await store.people.invite(
                    person.id,
                    name=person.id,
                    secret_hash=hash_of(person.secret),
                    machines=person.pcs,
                    expires_in_ms=INVITE_MS,
                    trusted=False,
                )
                break
            except StoreUnavailable:
                await asyncio.sleep(1.0)


async def joined(person: Person, folder: Path) -> GatewayCalls:
    """The calls of the PC with this folder: a member's, who joined now or in an earlier run. Raises TurnedAway."""
    file = MembershipFile(folder)
    if (known := file.read()) is None:
        file.write(known := await _join(person, folder.name))
    return GatewayCalls(GATEWAY, version=VERSION, file=file, membership=known)


async def _join(person: Person, name: str) -> Membership:
    calls = GatewayCalls(GATEWAY, version=VERSION)
    asked = Join(secret=person.secret, nonce=_secret(f"joining of {name}"), name=name, platform="a PC", version=VERSION)
    while True:
        try:
            answer = await calls.post("join", asked, Joined)
        except GatewayAway:
            await asyncio.sleep(2.0)
            continue
        return Membership(gateway=GATEWAY, machine=answer.machine, token=answer.token, told=answer.told)
