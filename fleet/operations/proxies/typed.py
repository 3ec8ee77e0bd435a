"""What is typed of proxies, and what to say when it cannot be meant."""

from __future__ import annotations

import json

from common.errors import ConfigError
from common.links.domains import registrable_domain
from common.links.shop_domain import shop_domain
from fleet.operations.selecting import NotFound


def typed_host(typed: str) -> str:
    """A registrable domain, or a host of one. Raises ConfigError for what is neither."""
    try:
        return shop_domain(typed)
    except ValueError as error:
        raise ConfigError(f"{json.dumps(typed)}: {error}.") from None


def typed_domain(typed: str) -> str:
    """A registrable domain. Raises ConfigError for what is none."""
    name = typed_host(typed)
    whole = registrable_domain(name)
    if whole != name:
        raise ConfigError(f"{name} is a host; proxies are chosen for registrable domains: write {whole}.")
    return name


def unknown_proxy(name: str) -> NotFound:
    """For a name that is not in the list."""
    return NotFound(f"there is no proxy {name}. `crawlfleet proxies list` shows those that there are.")
