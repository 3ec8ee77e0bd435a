"""Who asks, and whether they may have tasks. The database is asked each time: revoking works on the next request."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

from common.output.printable import printable
from common.protocol.joining import hash_of
from common.protocol.refusals import Reason, Refusal
from common.protocol.versions import older, told_version
from common.settings_tables.gateway import GatewaySettings
from common.store.volunteers.named import Found, Named
from common.store.volunteers.people import TOKEN_MS, PeopleStore
from common.store.volunteers.values import KnownMachine
from common.timing.clock import utc_ms
from common.timing.units import DAY_MS, MINUTE_MS
from common.ways.way import Way
from gateway.people.throttle import MAX_KEYS, Throttle
from gateway.refusing import Refusing

FULL_RETRY_SECONDS = 15.0
WRONG_TOKENS_PER_MINUTE = 300
"""Of all strangers together, at each gateway."""
PAUSED_RETRY_SECONDS = 300.0
CLOCKS_APART_MS = DAY_MS
CLOCKS_RETRY_SECONDS = 60.0
SEEN_AGAIN_MS = MINUTE_MS
"""That a machine was seen is written so often at the most."""

WAYS = (Way.HTTP, Way.BROWSER)
"""Of any machine that offers them: a volunteer's names the browser only where its owner has switched it on."""
OWN_WAYS = (*WAYS, Way.OFFICIAL)
"""Of the operator's own machines that offer them. Keys of official interfaces are an operator's, so no volunteer's
machine is given such a task, whatever it offers."""

Naming = Callable[[str], Awaitable[Named]]
"""Reads a request of this machine (its id): what it names."""


class Admission:
    """Raises Refusing for whoever may not come in."""

    def __init__(self, people: PeopleStore, settings: GatewaySettings, monotonic: Callable[[], float]) -> None:
        self._people = people
        self._settings = settings
        self._monotonic = monotonic
        self._throttle = Throttle(settings.requests_per_minute)
        self._wrong = Throttle(WRONG_TOKENS_PER_MINUTE)
        self._lately: OrderedDict[str, str] = OrderedDict()
        """Hashes of tokens that were a machine's lately → the machine."""

    async def machine(self, token: str | None, version: str | None) -> KnownMachine:
        """The machine that asks, whatever it may have."""
        check_version(version, self._settings.oldest_version)
        known, _ = await self._looked_up(hash_of(token)) if token else (None, None)
        return await self._welcomed(known, token, version)

    async def machine_naming(
        self, token: str | None, version: str | None, naming: Naming
    ) -> tuple[KnownMachine, Found]:
        """As machine(), and what the database holds of what its request names. For a machine that was here lately one
        batch asks both, so its request is read first; a stranger's request is read only once the stranger is known."""
        check_version(version, self._settings.oldest_version)
        known, found = await self._looked_up(hash_of(token), naming) if token else (None, None)
        machine = await self._welcomed(known, token, version)
        if found is None and token:
            named = await naming(machine.id)
            _, found = await self._people.by_token_with(hash_of(token), machine.id, named)
        return machine, found or Found()

    async def _welcomed(self, known: KnownMachine | None, token: str | None, version: str | None) -> KnownMachine:
        """Raises Refusing for whoever may not come in."""
        if known is None:
            raise Refusing(
                Reason.UNKNOWN_TOKEN, "this machine is not known here; join again with a new link from the operator"
            )
        if known.revoked_at is not None or known.person_revoked_at is not None:
            raise Refusing(Reason.REVOKED, "the operator has ended this machine's part in the fleet")
        if known.left_at is not None:
            raise Refusing(Reason.REVOKED, "this machine has left the fleet; join again with a new link")
        # A next token was given out before the current one ended, and is good for as long at the most.
        expires_at = known.token_expires_at + (0 if known.token_is_current else TOKEN_MS)
        if expires_at <= known.now_ms:
            _refuse_by_no_wrong_clock(known.now_ms)
            raise Refusing(Reason.TOKEN_EXPIRED, "this machine was away too long; join again with a new link")
        if token and not known.token_is_current:
            await self._people.take_token(known.id, token_hash=hash_of(token))
        if known.last_seen_at is None or known.now_ms - known.last_seen_at >= SEEN_AGAIN_MS:
            await self._people.seen(known.id, version=told_version(version))
        return known

    async def _looked_up(
        self, token_hash: str, naming: Naming | None = None
    ) -> tuple[KnownMachine | None, Found | None]:
        """While many unknown tokens are tried, only tokens that were valid lately are looked up: else strangers could
        keep the database busy."""
        now = self._monotonic()
        machine = self._lately.get(token_hash)
        if machine is not None:
            self._slow_down(machine, now)
        elif self._wrong.spent("", now):
            raise Refusing(Reason.SLOW_DOWN, "too many strangers ask at once; try again soon", retry_after_seconds=10)
        found: Found | None = None
        if machine is not None and naming is not None:
            known, found = await self._people.by_token_with(token_hash, machine, await naming(machine))
        else:
            known = await self._people.by_token(token_hash)
        if known is None:
            self._wrong.wait_seconds("", now)
            self._lately.pop(token_hash, None)
            return None, None
        if machine is None:
            self._slow_down(known.id, now)
        self._lately[token_hash] = known.id
        self._lately.move_to_end(token_hash)
        if len(self._lately) > MAX_KEYS:
            self._lately.popitem(last=False)
        return known, found

    def _slow_down(self, machine: str, now: float) -> None:
        """Raises Refusing for a machine that asks too often. For one that was here lately this happens before the
        database is asked."""
        if wait_seconds := self._throttle.wait_seconds(machine, now):
            raise Refusing(
                Reason.SLOW_DOWN, "this machine asks too often", retry_after_seconds=round(wait_seconds + 1.0, 1)
            )

    def tasks_per_day(self, machine: KnownMachine) -> int:
        own = machine.tasks_per_day
        return self._settings.tasks_per_day if own is None else own

    def leases_at_once(self, machine: KnownMachine) -> int:
        own = machine.leases_at_once
        return self._settings.leases_at_once if own is None else own

    def standing(self, machine: KnownMachine) -> Refusal | None:
        """Why this machine gets no task now; None: it may have some."""
        tomorrow = (DAY_MS - machine.now_ms % DAY_MS) / 1000
        if machine.set_aside_at is not None and not machine.trusted:
            return Refusal(
                reason=Reason.SET_ASIDE,
                sentence="what your machines reported was not what others saw; please ask the operator",
                retry_after_seconds=3600,
            )
        if machine.person_paused_at is not None:
            # An operator may have typed more than one line, and a sentence that is none would be no answer at all.
            said = printable(" ".join((machine.person_paused_reason or "").split()))
            why = f": {said}" if said else ""
            return _refusal(Reason.PAUSED, f"the operator has paused you{why}", PAUSED_RETRY_SECONDS)
        if machine.paused_at is not None:
            return _refusal(Reason.PAUSED, "the operator has paused this machine", PAUSED_RETRY_SECONDS)
        if machine.tasks_today >= self.tasks_per_day(machine):
            return _refusal(Reason.QUOTA_SPENT, "this machine has had all its tasks of today (UTC)", tomorrow)
        if machine.unconfirmed_today >= self._settings.unconfirmed_per_day:
            return _refusal(
                Reason.SLOW_DOWN, "this machine took many tasks today and never said a word of them", tomorrow
            )
        if machine.given_up_today >= self._settings.released_per_day:
            return _refusal(Reason.SLOW_DOWN, "this machine gave back or lost many tasks today", tomorrow)
        if machine.leases >= self.leases_at_once(machine):
            return _refusal(
                Reason.TOO_MANY_LEASES, "this machine has as many tasks as it may have at once", FULL_RETRY_SECONDS
            )
        return None

    async def ways(self, machine: KnownMachine, offered: Sequence[str]) -> tuple[Way, ...]:
        """Those of the ways offered that a machine is given tasks of; noted when they are others than before, so
        that doctor and the second looks know who goes which."""
        ways = tuple(way for way in (OWN_WAYS if machine.trusted else WAYS) if way.value in offered)
        told = ",".join(ways)
        if told != (Way.HTTP.value if machine.ways is None else machine.ways):
            await self._people.goes(machine.id, told)
        return ways

    def room(self, machine: KnownMachine) -> int:
        """How many more tasks this machine may be given now."""
        leases = self.leases_at_once(machine) - machine.leases
        return max(0, min(leases, self.tasks_per_day(machine) - machine.tasks_today))


def check_version(version: str | None, oldest: str) -> None:
    """Raises Refusing for a worker that is too old. One that does not say its version is."""
    if version is None or older(version, oldest):
        raise Refusing(Reason.TOO_OLD, f"this version of crawlfleet is too old; install {oldest} or newer")


def _refuse_by_no_wrong_clock(now_ms: int) -> None:
    """Tokens end by the database's clock. Where that stands ahead for a while, all would end, and with them every
    worker; so one that this machine's own clock contradicts ends none. Raises Refusing."""
    if abs(now_ms - utc_ms()) > CLOCKS_APART_MS:
        raise Refusing(
            Reason.UNAVAILABLE,
            "the clocks of the fleet's database and of its gateway are days apart; its operator must put them right",
            retry_after_seconds=CLOCKS_RETRY_SECONDS,
        )


def _refusal(reason: Reason, sentence: str, seconds: float) -> Refusal:
    return Refusal(reason=reason, sentence=sentence[:200], retry_after_seconds=round(min(seconds, 86_400.0), 1))
