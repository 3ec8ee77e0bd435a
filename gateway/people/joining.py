"""join, settings and leave: how a machine comes, goes on, and goes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from hashlib import blake2b

from common.links.address import host_name
from common.protocol.joining import Join, Joined, Left, Settings, SettingsAnswer, hash_of, token_of
from common.protocol.refusals import Reason
from common.settings import FetchSettings, GatewaySettings, ShopsSettings
from common.shops.table import SHOPS
from common.store.volunteers.people import TOKEN_MS, PeopleStore
from common.store.volunteers.values import KnownMachine
from gateway.people.throttle import Throttle
from gateway.refusing import Refusing

JOINS_PER_MINUTE = 60
"""Of all strangers together, at each gateway. A secret has 256 bits; this only keeps guessing from the database."""


class Joining:
    """Raises Refusing."""

    def __init__(self, people: PeopleStore, told: Settings, monotonic: Callable[[], float]) -> None:
        self._people = people
        self._told = told
        self._monotonic = monotonic
        self._wrong = Throttle(JOINS_PER_MINUTE)

    async def join(self, asked: Join) -> Joined:
        if wait_seconds := self._wrong.wait_seconds("", self._monotonic()):
            raise Refusing(
                Reason.SLOW_DOWN,
                "too many join at once; try again soon",
                retry_after_seconds=wait_seconds + 1,
            )
        token = token_of(asked.secret, asked.nonce)
        joining = await self._people.join(
            f"m{secrets.token_hex(8)}",
            secret_hash=hash_of(asked.secret),
            join_hash=hash_of(asked.nonce),
            token_hash=hash_of(token),
            name=asked.name,
            platform=asked.platform,
            version=asked.version,
        )
        if joining is None or not joining.invite_open:
            raise Refusing(Reason.BAD_INVITE, "this link is not good, or not any more; ask the operator for a new one")
        if joining.machine is None:
            raise Refusing(
                Reason.INVITE_FULL, "this link has brought all the machines it is good for; ask for a new one"
            )
        return Joined(settings=self._told.number, machine=joining.machine, token=token, told=self._told)

    async def settings(self, machine: KnownMachine, token: str) -> SettingsAnswer:
        """The settings, and a new token once the old one has passed half its life."""
        renewed = None
        if machine.token_is_current and machine.token_expires_at - machine.now_ms < TOKEN_MS // 2:
            fresh = secrets.token_urlsafe(32)
            if await self._people.offer_token(machine.id, token_hash=hash_of(token), next_token_hash=hash_of(fresh)):
                renewed = fresh
        return SettingsAnswer(settings=self._told.number, told=self._told, token=renewed)

    async def leave(self, machine: KnownMachine) -> Left:
        return Left(settings=self._told.number, released=await self._people.leave(machine.id))


def told_settings(gateway: GatewaySettings, fetch: FetchSettings, shops: ShopsSettings) -> Settings:
    """What volunteers are told: never an address that may be fetched, a proxy, or a rule that is not obeyed."""
    told = Settings(
        number="",
        shops={name: _domains(shops.of(name).domains) for name in SHOPS},
        requests_per_second=fetch.requests_per_second,
        contact=fetch.contact,
        oldest_version=gateway.oldest_version,
        lease_seconds=gateway.lease_seconds,
        renew_seconds=gateway.renew_seconds,
    )
    digest = blake2b(told.model_dump_json().encode(), digest_size=6).hexdigest()
    return told.model_copy(update={"number": digest})


def _domains(names: Sequence[str]) -> tuple[str, ...]:
    cleaned = (host_name(name.strip().removeprefix("*.").strip(".")) for name in names)
    return tuple(sorted({name for name in cleaned if name}))
