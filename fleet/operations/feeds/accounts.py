"""The watched accounts: how each stands, and polling one now, not at all, or again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.accounts.page import account_page
from common.errors import ConfigError
from common.links.shown_account import shown_account
from common.output.typable import typable
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, recorded
from fleet.operations.selecting import NotFound
from fleet.operations.switched import Switched

if TYPE_CHECKING:
    from common.settings import Settings
    from common.settings_tables.feeds import FeedSettings
    from common.store import FeedState, Store


@dataclass(frozen=True, slots=True)
class AccountShown:
    """One account. `account` is as it may be shown: no value of a private address's query."""

    source: str
    account: str
    named: bool
    """False: it stands in the settings no more, and is not polled."""
    state: FeedState | None
    """None: never polled."""
    next_poll_at: int | None
    """About when it is polled next; None when it is not."""


@dataclass(frozen=True, slots=True)
class AccountsListed:
    """Accounts of the settings in their order, then those that were taken out."""

    accounts: Sequence[AccountShown]
    now_ms: int
    """The database's clock when it was asked."""


async def list_accounts(settings: Settings) -> AccountsListed:
    """Raises as opened_store does."""
    async with opened_store(settings) as store:
        states = {(state.source, state.account): state for state in await store.feeds.states()}
        now_ms = await store.jobs.now_ms()
    named = [_shown(feed, states.pop((feed.source, feed.account), None), now_ms) for feed in settings.feeds]
    left = [AccountShown(state.source, shown_account(state.account), False, state, None) for state in states.values()]
    return AccountsListed([*named, *left], now_ms)


async def show_account(settings: Settings, typed: str) -> AccountsListed:
    """One account; `typed` as for poll_now, or one that the settings no longer name. Raises as poll_now does."""
    listed = await list_accounts(settings)
    left = [one for one in listed.accounts if not one.named and typed in {one.account, f"{one.source}:{one.account}"}]
    if len(left) == 1:
        return AccountsListed(left, listed.now_ms)
    at = settings.feeds.index(_feed(settings, typed))
    return AccountsListed([listed.accounts[at]], listed.now_ms)


def _shown(feed: FeedSettings, state: FeedState | None, now_ms: int) -> AccountShown:
    next_ms = None
    if state is None or state.paused_at is None:
        next_ms = now_ms
        if state is not None and state.last_polled_at is not None:
            next_ms = state.last_polled_at + int(feed.poll_seconds * 1000)
        if state is not None and state.next_poll_at is not None:
            next_ms = state.next_poll_at
    return AccountShown(feed.source, shown_account(feed.account), True, state, next_ms)


async def poll_now(settings: Settings, typed: str, *, operator: Operator | None = None) -> str:
    """Ask the running ingestor to poll this account within seconds; the account as it is shown.

    `typed`: the account, its name, or source:account, as the settings or `list_accounts` have it, or the address of the
    account's page. Raises NotFound for none or several, ConfigError for one that is paused, and what opened_store
    raises.
    """
    feed = _feed(settings, typed)
    async with opened_store(settings) as store:
        if (why := await _paused(store, feed)) is not None:
            raise ConfigError(
                f"{feed.shown} is paused, so no ingestor polls it: {why or 'no reason given'}. "
                f"`crawlfleet feeds resume {typable(feed.shown, 'ACCOUNT')}` ends that."
            )
        async with recorded(store, operator, Action.FEEDS_POLL, {"account": feed.shown}) as event:
            await store.feeds.ask_poll(feed.source, feed.account)
            event.done = 1
    return feed.shown


async def pause_account(settings: Settings, typed: str, reason: str, *, operator: Operator | None = None) -> Switched:
    """Poll this account no more until it is resumed; its cursor stays. Where that pause stands already, for this
    reason, nothing is changed. As poll_now otherwise."""
    feed = _feed(settings, typed)
    target = {"account": feed.shown, "reason": reason}
    async with opened_store(settings) as store:
        if await _paused(store, feed) == reason:
            return Switched(feed.shown, changed=False)
        async with recorded(store, operator, Action.FEEDS_PAUSE, target) as event:
            await store.feeds.pause(feed.source, feed.account, reason)
            event.done = 1
    return Switched(feed.shown, changed=True)


async def resume_account(settings: Settings, typed: str, *, operator: Operator | None = None) -> Switched:
    """Go on where the account was left. Where it is not paused nothing is changed. As poll_now otherwise."""
    feed = _feed(settings, typed)
    async with opened_store(settings) as store:
        if await _paused(store, feed) is None:
            return Switched(feed.shown, changed=False)
        async with recorded(store, operator, Action.FEEDS_RESUME, {"account": feed.shown}) as event:
            await store.feeds.resume(feed.source, feed.account)
            event.done = 1
    return Switched(feed.shown, changed=True)


async def _paused(store: Store, feed: FeedSettings) -> str | None:
    """Why it is paused; None: it is not."""
    states = {(state.source, state.account): state for state in await store.feeds.states()}
    state = states.get((feed.source, feed.account))
    return None if state is None or state.paused_at is None else state.paused_reason or ""


def _feed(settings: Settings, typed: str) -> FeedSettings:
    found = [
        feed
        for feed in settings.feeds
        if typed in {feed.account, feed.name, feed.label, feed.shown, shown_account(feed.account)}
    ] or [feed for feed in settings.feeds if _page_is_of(typed, feed)]
    if len(found) == 1:
        return found[0]
    problem = "names several accounts; type source:account" if found else "is no account of the settings' [[feeds]]"
    raise NotFound(f"'{typed}' {problem}. `crawlfleet feeds list` shows them.")


def _page_is_of(typed: str, feed: FeedSettings) -> bool:
    """Whether what was typed is the address of this account's page, as a browser shows it."""
    page = account_page(typed)
    if page is None or page.source != feed.source:
        return False
    name, _, server = feed.account.removeprefix("@").partition("@")
    base_url = (feed.base_url or f"https://{server}").rstrip("/")
    return name.lower() == page.account.lower() and (page.certain or base_url == page.base_url)
