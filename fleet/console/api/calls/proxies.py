"""The operator's proxies: listed, added, tried, switched off and on, removed. No answer holds a password."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

from pydantic import Field, SecretStr, StringConstraints

from fleet.console.api.call import Asked
from fleet.console.api.given import Given, Nothing, Text
from fleet.operations.proxies.shown import proxy_object
from fleet.operations.proxies.steering import add_proxy, list_proxies, remove_proxy, switch_proxy
from fleet.operations.proxies.trying import try_proxy


async def list_(asked: Asked[Nothing]) -> dict[str, Any]:
    listed = await list_proxies(asked.settings)
    return {"items": [proxy_object(one) for one in listed.proxies], "now_ms": listed.now_ms}


class OneProxy(Given):
    name: Text = Field(examples=["tw-1"])


Domain = Annotated[str, StringConstraints(min_length=1, max_length=253, pattern=r"^[^\x00-\x20\x7f]*$")]


class SwitchOff(OneProxy):
    reason: Text | None = None


async def off(asked: Asked[SwitchOff]) -> dict[str, Any]:
    given = asked.given
    done = await switch_proxy(asked.settings, given.name, on=False, reason=given.reason or "", operator=asked.operator)
    return {"name": done.name, "on": False, "changed": done.changed}


async def on(asked: Asked[OneProxy]) -> dict[str, Any]:
    done = await switch_proxy(asked.settings, asked.given.name, on=True, operator=asked.operator)
    return {"name": done.name, "on": True, "changed": done.changed}


class AddProxy(OneProxy):
    address: Text = Field(examples=["socks5://proxy.example:1080"])
    """http://HOST:PORT or socks5://HOST:PORT, without user and password."""
    user: Text | None = None
    password: SecretStr | None = Field(default=None, max_length=255)
    """Kept in the database, and answered nowhere."""
    domains: list[Domain] = Field(default=[], max_length=100)
    """The registrable domains that go through it; none: every domain."""


async def add(asked: Asked[AddProxy]) -> dict[str, Any]:
    given = asked.given
    added = await add_proxy(
        asked.settings,
        given.name,
        given.address,
        user=given.user,
        password=given.password.get_secret_value() if given.password else None,
        domains=given.domains,
        operator=asked.operator,
    )
    return {"name": added.name, "address": added.shown, "domains": list(added.domains)}


class TryProxy(OneProxy):
    domain: Domain | None = None
    """Whose robots.txt to ask for; without it the first that the proxy serves."""


async def test(asked: Asked[TryProxy]) -> dict[str, Any]:
    """Whether it was answered stands in the answer: a proxy that fails is no error of this call."""
    given = asked.given
    tried = await try_proxy(asked.settings, given.name, domain=given.domain, operator=asked.operator)
    return dataclasses.asdict(tried)


async def remove(asked: Asked[OneProxy]) -> dict[str, Any]:
    bare = await remove_proxy(asked.settings, asked.given.name, operator=asked.operator)
    return {"name": asked.given.name, "now_from_own_addresses": bare}
