"""Every screen of the console, found by following its links from the first page on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from urllib.parse import urlsplit

from starlette.routing import Match, Route

from fleet.console.app import routes
from tests.servers.console import Here, Person

LINK = re.compile(r'<a [^>]*?href="(/[^"]*)"')
NO_SCREENS = re.compile(r"/(static|api|healthz|sign-in|invite|metrics)\b")
OF_EACH = 2
"""Addresses of each screen: without and with filters, where both are linked."""


def screens(here: Here) -> list[Route]:
    """What the table of routes has for people who look."""
    return [
        route
        for route in routes(here.console)
        if isinstance(route, Route) and "GET" in (route.methods or ()) and not NO_SCREENS.match(route.path)
    ]


async def addresses(here: Here, person: Person) -> Mapping[str, list[str]]:
    """Path of each screen's route → addresses of it that other screens link to. Fails at a link that leads nowhere."""
    table = screens(here)
    found: dict[str, list[str]] = {route.path: [] for route in table}
    waiting = ["/"]
    while waiting:
        address = waiting.pop(0)
        path = _screen(table, address)
        known = found[path]
        if address in known or len(known) >= OF_EACH or (known and "?" in known[-1] and "?" in address):
            continue
        known.append(address)
        page = await person.get(address)
        assert page.status_code == 200, (address, page.status_code, page.text)
        waiting += [unescape(link).partition("#")[0] for link in LINK.findall(page.text) if not NO_SCREENS.match(link)]
    return found


def _screen(table: list[Route], address: str) -> str:
    scope = {"type": "http", "method": "GET", "path": urlsplit(address).path, "root_path": ""}
    for route in table:
        if route.matches(scope)[0] is Match.FULL:
            return route.path
    raise AssertionError(f"{address} is linked, and no screen")
