"""The list of proxies: add, remove, switch one off and on. No answer holds a password."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError
from common.proxies.proxy import MAX_SECRET_CHARS, PROXY_NAME, Proxy, proxy_address
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, at_this_machine, recorded
from fleet.operations.proxies.typed import typed_domain, unknown_proxy
from fleet.operations.switched import Switched

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store.proxies.values import ProxyRow


@dataclass(frozen=True, slots=True)
class ProxiesListed:
    """Every proxy by name, and the database's clock when it was asked."""

    proxies: Sequence[ProxyRow]
    now_ms: int


async def list_proxies(settings: Settings) -> ProxiesListed:
    """Raises as opened_store does."""
    async with opened_store(settings) as store:
        return ProxiesListed(await store.proxies.shown(), await store.jobs.now_ms())


async def add_proxy(
    settings: Settings,
    name: str,
    address: str,
    *,
    user: str | None,
    password: str | None,
    domains: Sequence[str],
    operator: Operator | None = None,
) -> Proxy:
    """Every worker that uses proxies knows it within ten seconds. The answer carries no password.

    Raises ConfigError for what is no name, address or domain, for a name that is taken, and as opened_store does.
    """
    proxy = _proxy(name, address, user, password, domains)
    async with opened_store(settings) as store:
        who = operator or at_this_machine()
        target = {"proxy": name, "address": proxy.shown, "domains": list(proxy.domains)}
        async with recorded(store, who, Action.PROXIES_ADD, target) as event:
            added = await store.proxies.add(proxy, by=who.name)
            event.done = int(added)
    if not added:
        raise ConfigError(f"there is a proxy {name} already. Take another name, or `crawlfleet proxies remove {name}`.")
    return Proxy(proxy.name, proxy.scheme, proxy.host, proxy.port, proxy.user, None, proxy.domains)


async def remove_proxy(settings: Settings, name: str, *, operator: Operator | None = None) -> list[str]:
    """The domains that go through no proxy any more, and so from the workers' own addresses; "every domain" for one
    that served all. Raises NotFound for a name that is not there, and as opened_store does."""
    async with opened_store(settings) as store:
        before = await store.proxies.shown()
        async with recorded(store, operator, Action.PROXIES_REMOVE, {"proxy": name}) as event:
            event.done = int(await store.proxies.remove(name))
    gone = [row.proxy for row in before if row.proxy.name == name]
    left = [row.proxy for row in before if row.proxy.name != name]
    if not gone:
        raise unknown_proxy(name)
    if not gone[0].domains:
        return [] if any(not proxy.domains for proxy in left) else ["every domain that no other proxy names"]
    return [domain for domain in gone[0].domains if not any(proxy.serves(domain) for proxy in left)]


async def switch_proxy(
    settings: Settings, name: str, *, on: bool, reason: str = "", operator: Operator | None = None
) -> Switched:
    """Off: nothing goes through it, and domains that have no other wait. On: as if nothing had been seen of it. Where
    it stands so already nothing is changed: off for this reason, or on without a failure.

    Raises NotFound for a name that is not there, and as opened_store does.
    """
    async with opened_store(settings) as store:
        row = next((one for one in await store.proxies.shown() if one.proxy.name == name), None)
        if row is not None and _stands(row, on=on, reason=reason):
            return Switched(name, changed=False)
        target = {"proxy": name} | ({} if on else {"reason": reason})
        async with recorded(store, operator, Action(f"proxies {'on' if on else 'off'}"), target) as event:
            done = await (store.proxies.switch_on(name) if on else store.proxies.switch_off(name, reason=reason))
            event.done = int(done)
    if not done:
        raise unknown_proxy(name)
    return Switched(name, changed=True)


def _stands(row: ProxyRow, *, on: bool, reason: str) -> bool:
    if on:
        return row.proxy.on and not row.failures and not row.off_ms
    return not row.proxy.on and row.switched_off_reason == reason


def _proxy(name: str, address: str, user: str | None, password: str | None, domains: Sequence[str]) -> Proxy:
    if not PROXY_NAME.fullmatch(name):
        raise ConfigError("a proxy's name is made of up to 40 letters, digits, dots, hyphens and underscores, as tw-1.")
    try:
        at = proxy_address(address)
    except ValueError as error:
        raise ConfigError(f"the address of {name}: {error}.") from None
    if password is not None and user is None:
        raise ConfigError(f"{name} has a password and no user: say --user, too.")
    for what, text in (("user", user), ("password", password)):
        if text is not None and not 0 < len(text.encode()) <= MAX_SECRET_CHARS:
            raise ConfigError(f"the {what} of {name} must have 1 to {MAX_SECRET_CHARS} bytes.")
        if text is not None and not text.isprintable():
            raise ConfigError(
                f"the {what} of {name} has a character that cannot be printed, such as the end of a line."
            )
    if user is not None and ":" in user:
        raise ConfigError(f"the user of {name} has a colon in it, which no proxy can read (RFC 7617).")
    return Proxy(
        name, at.scheme, at.host, at.port, user, password, tuple(dict.fromkeys(typed_domain(one) for one in domains))
    )
