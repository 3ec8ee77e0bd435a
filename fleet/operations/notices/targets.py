"""Targets of notifications: added, listed, removed and tried. Their addresses are secrets, and are shown nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError
from common.notices.schemes import checked, of_a_service, shown
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, recorded
from fleet.operations.selecting import NotFound
from fleet.operations.short_names import check_short_name

if TYPE_CHECKING:
    from common.notices.values import Target
    from common.settings import Settings

TEST_TITLE = "crawlfleet: a test"
TEST_BODY = "Notifications reach this target."


@dataclass(frozen=True, slots=True)
class TargetShown:
    """A target without its secret."""

    name: str
    address: str
    """The scheme of its address; the rest is a secret."""
    rules: int
    failures: int
    failing_since: int | None
    last_error: str | None
    last_sent_at: int | None


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of a test message."""

    name: str
    reached: bool
    said: str
    unsure: bool = False
    """It may have it; `reached` is false then."""

    @property
    def sentence(self) -> str:
        """What became of it, for people."""
        if self.reached:
            return f"{self.name}: the test message was taken"
        if self.unsure:
            return f"{self.name}: the test message may have arrived, or not; look there: {self.said}"
        return f"{self.name}: the test message did not arrive: {self.said}"


async def add_target(
    settings: Settings, name: str, address: str, *, of_services: bool = False, operator: Operator | None = None
) -> TargetShown:
    """`of_services`: for whoever has no shell on this side. A json:// address makes the dispatcher send wherever it
    says, so the console and the JSON API take addresses of services out there alone (common/notices/schemes.py).

    Raises ConfigError, which never holds the address, for one that is not allowed, that Apprise does not take, or where
    Apprise is not installed; and for a name that is taken.
    """
    from dispatcher.notices.sending import check_address

    check_short_name(name, of="a target's name", example="phone")
    try:
        address = of_a_service(address) if of_services else checked(address)
    except ValueError as error:
        raise ConfigError(str(error)) from None
    check_address(address)
    target = {"name": name, "address": shown(address)}
    async with (
        opened_store(settings, create=True) as store,
        recorded(store, operator, Action.NOTIFY_TARGETS_ADD, target) as event,
    ):
        if not await store.notices.add_target(name, address):
            raise ConfigError(f"there is a target {name} already. `crawlfleet notify targets remove {name}` first.")
        event.done = 1
    return TargetShown(name, shown(address), 0, 0, None, None, None)


async def list_targets(settings: Settings) -> tuple[Sequence[TargetShown], int]:
    """In the order of their names, and the database's clock. Raises as opened_store does."""
    async with opened_store(settings) as store:
        rules = await store.notices.rules()
        found = await store.notices.targets()
        shown_targets = [_shown(one, sum(rule.target == one.name for rule in rules)) for one in found]
        return shown_targets, await store.jobs.now_ms()


async def remove_target(settings: Settings, name: str, *, operator: Operator | None = None) -> None:
    """Its secret is forgotten. Raises NotFound, and ConfigError while a rule names it."""
    async with (
        opened_store(settings) as store,
        recorded(store, operator, Action.NOTIFY_TARGETS_REMOVE, {"name": name}) as event,
    ):
        if await store.notices.remove_target(name):
            event.done = 1
            return
        naming = [str(rule.id) for rule in await store.notices.rules() if rule.target == name]
    if naming:
        raise ConfigError(
            f"rules send to {name}: {', '.join(naming)}. `crawlfleet notify rules remove` takes them away."
        )
    raise _no_target(name)


async def try_targets(
    settings: Settings, name: str | None = None, *, operator: Operator | None = None
) -> Sequence[Tried]:
    """Send a test message, once, to one target or to all of them, from this machine. Changes nothing of how they stand.

    Raises NotFound without such a target or any, ConfigError where Apprise is not installed.
    """
    from dispatcher.notices.judging import Outcome
    from dispatcher.notices.sending import require_notify_extra, send

    require_notify_extra()
    async with opened_store(settings) as store:
        targets = [one for one in await store.notices.targets() if name in (None, one.name)]
        if not targets:
            raise _no_target(name)
        async with recorded(store, operator, Action.NOTIFY_TEST, {"targets": [one.name for one in targets]}) as event:
            tried = []
            for one in targets:
                answer = await asyncio.to_thread(send, one.url, TEST_TITLE, TEST_BODY)
                unsure = answer.outcome is Outcome.UNSURE
                tried.append(Tried(one.name, answer.outcome is Outcome.SENT, answer.said, unsure))
            event.done = sum(one.reached for one in tried)
    return tried


def _shown(target: Target, rules: int) -> TargetShown:
    return TargetShown(
        name=target.name,
        address=shown(target.url),
        rules=rules,
        failures=target.failures,
        failing_since=target.failing_since,
        last_error=target.last_error,
        last_sent_at=target.last_sent_at,
    )


def _no_target(name: str | None) -> NotFound:
    missing = f"there is no target {name or repr(name)}" if name is not None else "there is no target yet"
    return NotFound(
        f"{missing}. `crawlfleet notify targets list` shows them; `crawlfleet notify targets add` adds one."
    )
