"""A volunteer's own side: joining a fleet by its link, how this machine stands there, leaving."""

from __future__ import annotations

import platform
import secrets
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from common.errors import ConfigError
from common.protocol.invite_link import read_link
from common.protocol.joining import Join, Joined, Left, hash_of
from common.protocol.standing import Me
from worker.source.membership import Joining, Membership, MembershipFile

if TYPE_CHECKING:
    from worker.source.calls import GatewayCalls


@dataclass(frozen=True, slots=True)
class JoinedFleet:
    gateway: str
    machine: str
    shops: Mapping[str, Sequence[str]]
    """Shop → its domains, where the operator named them."""
    contact: str | None
    path: Path
    """Where the token is kept."""


async def join_fleet(
    link: str, *, name: str | None, ca_file: Path | None, version: str, file: MembershipFile
) -> JoinedFleet:
    """Join by an invite's link. Raises ConfigError, TurnedAway, GatewayAway; a try again takes no second place."""
    try:
        invite = read_link(link)
    except ValueError as wrong:
        raise ConfigError(f"this is no invite: {wrong}.") from None
    if file.read() is not None:
        raise ConfigError("this machine has joined a fleet already. `crawlfleet volunteer leave` leaves it.")
    begun = file.joining()
    if begun is None or begun.secret_hash != hash_of(invite.secret):
        begun = Joining(secret_hash=hash_of(invite.secret), nonce=secrets.token_urlsafe(32))
        file.begin_joining(begun)
    asked = Join(
        secret=invite.secret,
        nonce=begun.nonce,
        name=_line(name or socket.gethostname()),
        platform=_line(f"{platform.system()} {platform.machine()}"),
        version=version,
    )
    calls = _calls(invite.gateway, version, ca_file)
    try:
        joined = await calls.post("join", asked, Joined)
    finally:
        await calls.close()
    member = Membership(
        gateway=invite.gateway,
        machine=joined.machine,
        token=joined.token,
        told=joined.told,
        ca_file=ca_file,
    )
    file.write(member)
    file.end_joining()
    return JoinedFleet(invite.gateway, joined.machine, joined.told.shops, joined.told.contact, file.path)


async def my_standing(*, version: str, file: MembershipFile) -> tuple[Membership, Me]:
    """How this machine stands at its gateway. Raises ConfigError, TurnedAway, GatewayAway."""
    member, calls = _own(version, file)
    try:
        return member, await calls.get("me", Me)
    finally:
        await calls.close()


async def leave_fleet(*, version: str, file: MembershipFile) -> int:
    """Leave: leases go back, the token is good for nothing and forgotten. How many leases. Raises as my_standing."""
    from worker.source.calls import TurnedAway

    _, calls = _own(version, file)
    try:
        released = (await calls.post("leave", None, Left)).released
    except TurnedAway as turned:
        if not turned.for_good:
            raise
        released = 0  # the gateway has forgotten it, or wants nothing of it: there is nothing to give back
    finally:
        await calls.close()
    file.forget()
    return released


def _own(version: str, file: MembershipFile) -> tuple[Membership, GatewayCalls]:
    from worker.source.calls import GatewayCalls

    member = file.read()
    if member is None:
        raise ConfigError("this machine has joined no fleet. `crawlfleet join` and the operator's link join one.")
    calls = GatewayCalls(member.gateway, version=version, ca_file=member.ca_file, file=file, membership=member)
    return member, calls


def _calls(gateway: str, version: str, ca_file: Path | None) -> GatewayCalls:
    from worker.source.calls import GatewayCalls

    return GatewayCalls(gateway, version=version, ca_file=ca_file)


def _line(text: str) -> str:
    """One bounded line, as the protocol wants it."""
    return "".join(char if char.isprintable() else " " for char in text).strip()[:200] or "a machine"
