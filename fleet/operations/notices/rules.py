"""Rules of notifications: added, listed, removed, switched on and off; and what they told."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from common.errors import ConfigError
from common.notices.values import NewRule
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, at_this_machine, recorded
from fleet.operations.database.paging import OnAPage, one_page, pages
from fleet.operations.notices.typed import TypedRule, of_what, understood, what
from fleet.operations.products.looking import product_named
from fleet.operations.selecting import NotFound
from fleet.operations.shops.standing import is_unknown_in
from fleet.operations.switched import Switched

if TYPE_CHECKING:
    from common.notices.values import Rule
    from common.settings import Settings
    from common.store import Cursor, Notice, NoticeState, Page, Store


@dataclass(frozen=True, slots=True)
class NoticesListed(OnAPage):
    """What was noted for notifications, the last first."""

    page: Page[Notice]
    now_ms: int
    """The database's clock when it was asked."""


@dataclass(frozen=True, slots=True)
class RuleAdded:
    rule: Rule
    unknown: bool
    """It is for a shop that nothing bears the name of: see standing.is_unknown."""


async def add_rule(settings: Settings, typed: TypedRule, *, operator: Operator | None = None) -> RuleAdded:
    """It meets what happens from now on. Raises WrongUsage for what cannot be meant, NotFound for a product or target
    that there is not, ConfigError where a rule says the same already, and what opened_store raises."""
    rule = understood(typed)
    who = operator or at_this_machine()
    async with opened_store(settings) as store:
        if rule.product_key is not None:
            found = await product_named(store, settings, rule.product_key)
            rule = dataclasses.replace(rule, product_key=found.product_key)
        if there := next((one for one in await store.notices.rules() if _asked(one) == rule), None):
            again = "" if there.off_at is None else f" It is off: `crawlfleet notify rules on {there.id}`"
            raise ConfigError(f"rule {there.id} says just that already, and each of two would tell all of it.{again}")
        unknown = rule.shop is not None and await is_unknown_in(store, settings, rule.shop)
        asked = {"what": what(rule), "of": of_what(rule), "target": rule.target}
        async with recorded(store, who, Action.NOTIFY_RULES_ADD, asked) as event:
            number = await store.notices.add_rule(rule, asked=uuid4().hex, by=who.name)
            if number is None:
                raise NotFound(
                    f"there is no target {rule.target}. `crawlfleet notify targets list` shows them; "
                    "`crawlfleet notify targets add` adds one."
                )
            event.done = 1
        return RuleAdded(next(one for one in await store.notices.rules() if one.id == number), unknown)


async def list_rules(settings: Settings) -> Sequence[Rule]:
    """In the order of their numbers. Raises as opened_store does."""
    async with opened_store(settings) as store:
        return await store.notices.rules()


async def remove_rule(settings: Settings, number: int, *, operator: Operator | None = None) -> None:
    """With what waits of it; what was told stays in the log. Raises NotFound."""
    async with (
        opened_store(settings) as store,
        recorded(store, operator, Action.NOTIFY_RULES_REMOVE, {"rule": number}) as event,
    ):
        if not await store.notices.remove_rule(number):
            raise _no_rule(number)
        event.done = 1


async def switch_rule(settings: Settings, number: int, *, on: bool, operator: Operator | None = None) -> Switched:
    """Off: what waits of it is dropped. On: it meets what happens from now on. Where it stands so already nothing is
    changed. Raises NotFound."""
    action = Action.NOTIFY_RULES_ON if on else Action.NOTIFY_RULES_OFF
    async with opened_store(settings) as store:
        if any(one.id == number and (one.off_at is None) is on for one in await store.notices.rules()):
            return Switched(str(number), changed=False)
        async with recorded(store, operator, action, {"rule": number}) as event:
            if not await store.notices.switch_rule(number, on=on):
                raise _no_rule(number)
            event.done = 1
    return Switched(str(number), changed=True)


async def list_notices(
    settings: Settings, *, limit: int, after: Cursor | None = None, state: NoticeState | None = None
) -> NoticesListed:
    """At most `limit` of them behind `after`, only those that are in `state`. Raises as opened_store does."""
    async with opened_store(settings) as store:
        page = await one_page(_asking(store, state), limit=limit, after=after)
        return NoticesListed(page, await store.jobs.now_ms())


async def each_notice(
    settings: Settings, *, limit: int, after: Cursor | None = None, state: NoticeState | None = None
) -> AsyncGenerator[Page[Notice], None]:
    """As list_notices, a page at a time: for listings too long to hold."""
    async with opened_store(settings) as store:
        async for page in pages(_asking(store, state), limit=limit, after=after):
            yield page


def _asking(store: Store, state: NoticeState | None) -> Callable[[int, Cursor], Awaitable[Page[Notice]]]:
    return lambda limit, after: store.notices.page(limit=limit, after=after, state=state)


def _asked(rule: Rule) -> NewRule:
    """What an operator asked for by a rule."""
    return NewRule(**{field.name: getattr(rule, field.name) for field in dataclasses.fields(NewRule)})


def _no_rule(number: int) -> NotFound:
    return NotFound(f"there is no rule {number}. `crawlfleet notify rules list` shows them.")
