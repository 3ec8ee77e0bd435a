"""join, settings and leave: how a machine comes, goes on, and goes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import islice

from common.links.address import host_name
from common.protocol.joining import MOST_CURRENCIES, Join, Joined, Left, Settings, SettingsAnswer, hash_of, token_of
from common.protocol.refusals import Reason
from common.settings import ShopsSettings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.gateway import GatewaySettings
from common.shops.registry import Shops
from common.shops.table import OPEN_WEB, SHOPS
from common.store.volunteers.people import TOKEN_MS, PeopleStore
from common.store.volunteers.values import KnownMachine
from gateway.people.throttle import Throttle
from gateway.refusing import Refusing

WRONG_JOINS_PER_MINUTE = 60
"""Joinings that fail, of all strangers together, at each gateway; then all wait. A secret has 256 bits: this only keeps
guessing from the database."""


class Joining:
    """Raises Refusing."""

    def __init__(self, people: PeopleStore, telling: Telling, monotonic: Callable[[], float]) -> None:
        self._people = people
        self._telling = telling
        self._monotonic = monotonic
        self._wrong = Throttle(WRONG_JOINS_PER_MINUTE)

    async def join(self, asked: Join) -> Joined:
        """A machine of the invite's person. The same nonce, sent again, is answered with the same machine and token.
        Raises Refusing: SLOW_DOWN, BAD_INVITE or INVITE_FULL."""
        # Taken beforehand, so that a thousand guesses at once are not a thousand; a good one gets it back.
        if wait_seconds := self._wrong.wait_seconds("", self._monotonic()):
            raise Refusing(
                Reason.SLOW_DOWN,
                "too many try links that are not good; try again soon",
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
        if joining is not None and joining.machine is not None:
            self._wrong.give_back("")
        if joining is None or not joining.invite_open:
            raise Refusing(Reason.BAD_INVITE, "this link is not good, or not any more; ask the operator for a new one")
        if joining.machine is None:
            raise Refusing(
                Reason.INVITE_FULL, "this link has brought all the machines it is good for; ask for a new one"
            )
        return Joined(settings=self._telling.number, machine=joining.machine, token=token, told=self._telling.told)

    async def settings(self, machine: KnownMachine, token: str) -> SettingsAnswer:
        """The settings, and a new token once the old one has passed half its life."""
        renewed = None
        if machine.token_is_current and machine.token_expires_at - machine.now_ms < TOKEN_MS // 2:
            fresh = secrets.token_urlsafe(32)
            if await self._people.offer_token(machine.id, token_hash=hash_of(token), next_token_hash=hash_of(fresh)):
                renewed = fresh
        return SettingsAnswer(settings=self._telling.number, told=self._telling.told, token=renewed)

    async def leave(self, machine: KnownMachine) -> Left:
        return Left(settings=self._telling.number, released=await self._people.leave(machine.id))


class Telling:
    """What volunteers are told as it is now: it changes when a shop is added or taken away."""

    def __init__(self, gateway: GatewaySettings, fetch: FetchSettings, shops: Shops) -> None:
        self._gateway = gateway
        self._fetch = fetch
        self._shops = shops
        self._made_of: ShopsSettings | None = None

    @property
    def told(self) -> Settings:
        if self._made_of is not self._shops.settings:
            self._made_of = self._shops.settings
            self._told = told_settings(self._gateway, self._fetch, self._made_of)
        return self._told

    @property
    def number(self) -> str:
        """Every answer carries it; a machine that holds another one asks for the settings."""
        return self.told.number


def told_settings(gateway: GatewaySettings, fetch: FetchSettings, shops: ShopsSettings) -> Settings:
    """What volunteers are told: never an address that may be fetched, a proxy, or a rule that is not obeyed."""
    told = Settings(
        number="",
        shops={name: _domains(shops.of(name).domains) for name in SHOPS},
        currencies=dict(islice(shops.of(OPEN_WEB).told_currencies.items(), MOST_CURRENCIES)),
        requests_per_second=fetch.requests_per_second,
        contact=fetch.contact,
        oldest_version=gateway.oldest_version,
        lease_seconds=gateway.lease_seconds,
        renew_seconds=gateway.renew_seconds,
    )
    # Without what is not told: a gateway of before, which knows no currencies, numbers the same settings alike.
    left_out = None if told.currencies else {"currencies"}
    digest = blake2b(told.model_dump_json(exclude=left_out).encode(), digest_size=6).hexdigest()
    return told.model_copy(update={"number": digest})


def _domains(names: Sequence[str]) -> tuple[str, ...]:
    cleaned = (host_name(name.strip().removeprefix("*.").strip(".")) for name in names)
    return tuple(sorted({name for name in cleaned if name}))
