"""The watched accounts, and domains that are no shop here."""

from __future__ import annotations

from common.store import FeedState, UnregisteredDomain
from fleet.console.api.shaping import Answer, listed, of

Account = of(
    "Account",
    FeedState,
    without={"source", "account", "next_poll_at"},
    may_lack=True,
    more={"source": str, "account": str, "in_settings": bool, "next_poll_at": int | None},
)
Feeds = listed("Feeds", Account, paged=False)
Unregistered = listed("Unregistered", of("UnregisteredDomain", UnregisteredDomain), paged=False)


class AccountNamed(Answer):
    account: str
    """As it may be shown."""


class AccountResumed(AccountNamed):
    paused: bool
    changed: bool
    """False: it stood so already, and nothing was changed."""


class AccountPaused(AccountResumed):
    reason: str
