"""The proxies and their health."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fleet.console.api.shaping import Answer, listed, of
from fleet.operations.proxies.shown import ProxyShown
from fleet.operations.proxies.trying import Tried

Proxy = of(
    "Proxy",
    ProxyShown,
    more={
        "domains": Annotated[list[str], Field(description="Empty: every domain.")],
        "state": Annotated[str, Field(description="healthy, failing, trial or off.")],
    },
)
Proxies = listed("Proxies", Proxy, paged=False)


class ProxySwitched(Answer):
    name: str
    on: bool
    changed: bool
    """False: it stood so already, and nothing was changed."""


class ProxyAdded(Answer):
    name: str
    address: str
    """With the user, never with the password."""
    domains: list[str]


ProxyTried = of("ProxyTried", Tried)


class ProxyRemoved(Answer):
    name: str
    now_from_own_addresses: list[str]
    """What only it served: fetched from the workers' own addresses from now on."""
