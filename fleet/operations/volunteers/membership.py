"""A volunteer's own side: joining a fleet by its link, how this machine stands there, leaving."""

from __future__ import annotations

import logging
import platform
import secrets
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from common.errors import CleartextRefused, ConfigError
from common.output.unreached import NO_NAME, REFUSED
from common.protocol.invite_link import read_link
from common.protocol.joining import Join, Joined, Left, hash_of
from common.protocol.standing import Me
from fleet.operations.volunteers.owning import idle_here
from worker.source.membership import Joining, Membership, MembershipFile

if TYPE_CHECKING:
    from worker.source.calls import GatewayAway, GatewayCalls

log = logging.getLogger("crawlfleet.volunteer")


@dataclass(frozen=True, slots=True)
class JoinedFleet:
    gateway: str
    machine: str
    shops: Mapping[str, Sequence[str]]
    """Shop → its domains, where the operator named them."""
    contact: str | None
    path: Path
    """Where the token is kept."""
    idle: str | None = None
    """Why its worker would take nothing now, where this PC's owner said so before: a pause, hours, limits."""


async def join_fleet(
    link: str, *, name: str | None, ca_file: Path | None, version: str, file: MembershipFile
) -> JoinedFleet:
    """Join by an invite's link. Raises ConfigError, TurnedAway, GatewayAway; a try again takes no second place."""
    from worker.source.calls import GatewayAway

    try:
        invite = read_link(link)
    except ValueError as wrong:
        raise ConfigError(f"this is no invite: {wrong}.") from None
    if (member := file.read()) is not None:
        raise ConfigError(
            f"this machine has joined a fleet already, at {member.gateway}. `crawlfleet volunteer leave` leaves it."
        )
    # A worker of the fleet that was left may have kept some at its end.
    if (stays := _forget_results(file.folder)) is not None:
        raise ConfigError(f"{stays} Results of a fleet that was left go to no other.")
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
    except GatewayAway as away:
        if NO_NAME in str(away) or REFUSED in str(away):
            away.then = (
                "See that this PC is online, and that the link is as the operator sent it; then type it again. If the "
                "gateway stays away, ask its operator."
            )
        raise
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
    idle = idle_here(file.folder)
    sentence = idle.sentence if idle else None
    return JoinedFleet(invite.gateway, joined.machine, joined.told.shops, joined.told.contact, file.path, sentence)


async def my_standing(*, version: str, file: MembershipFile) -> tuple[Membership, Me]:
    """How this machine stands at its gateway. Raises ConfigError, TurnedAway, GatewayAway."""
    member, calls = _own(version, file)
    try:
        return member, await calls.get("me", Me)
    finally:
        await calls.close()


async def leave_fleet(*, version: str, file: MembershipFile, anyway: bool = False) -> int | None:
    """Leave: leases go back, the token is good for nothing and forgotten. How many leases.

    `anyway`: the token is forgotten here also when the gateway cannot be told; None then. Raises as my_standing.
    """
    from worker.source.calls import GatewayAway, TurnedAway

    released: int | None = None
    member = _joined(file)
    try:
        calls = _calls(member.gateway, version, member.ca_file, file, member)
        try:
            released = (await calls.post("leave", None, Left)).released
        finally:
            await calls.close()
    except TurnedAway as turned:
        if turned.for_good:
            released = 0  # the gateway has forgotten it, or wants nothing of it: there is nothing to give back
        elif not anyway:
            raise
    except GatewayAway as away:
        if not anyway:
            raise _still_in(away) from None
    except (CleartextRefused, ConfigError):
        # The way to the gateway is not what it was: no Tailscale any more, or the certificates were moved.
        if not anyway:
            raise
    file.forget()
    if (stays := _forget_results(file.folder)) is not None:
        log.warning("%s", stays)
    return released


def _still_in(away: GatewayAway) -> GatewayAway:
    """Of a PC that would leave, and whose gateway could not be told."""
    from worker.source.calls import GatewayAway

    still = GatewayAway(f"{away}. This PC is still in the fleet")
    still.then = (
        "Type it again when the gateway answers. If it stays away, `crawlfleet volunteer leave --anyway` forgets the "
        "token here; the fleet takes this PC's tasks back by itself."
    )
    return still


def _forget_results(folder: Path) -> str | None:
    """What waits to be sent is for the fleet that was left, which takes nothing of it any more, and no other's. What
    could not be taken away, and what to do; None: nothing is left. What no worker wrote stays, and is no matter."""
    try:
        for path in (folder / "spool").glob("*.*"):
            if not path.is_dir():
                path.unlink(missing_ok=True)
    except OSError as error:
        return f"cannot take the results away that wait in {folder / 'spool'}: {error.strerror or error}. Remove them."
    return None


def _own(version: str, file: MembershipFile) -> tuple[Membership, GatewayCalls]:
    member = _joined(file)
    return member, _calls(member.gateway, version, member.ca_file, file, member)


def _joined(file: MembershipFile) -> Membership:
    member = file.read()
    if member is None:
        raise ConfigError("this machine has joined no fleet. `crawlfleet join` and the operator's link join one.")
    return member


def _calls(
    gateway: str,
    version: str,
    ca_file: Path | None,
    file: MembershipFile | None = None,
    membership: Membership | None = None,
) -> GatewayCalls:
    from worker.source.calls import GatewayCalls

    return GatewayCalls(gateway, version=version, ca_file=ca_file, file=file, membership=membership)


def _line(text: str) -> str:
    """One bounded line, as the protocol wants it."""
    return "".join(char if char.isprintable() else " " for char in text).strip()[:200] or "a machine"
