"""Addresses of our own pages, out of what a browser or a link says: never one that leads elsewhere. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from starlette.routing import BaseRoute, Match

MOST_ADDRESS = 2000


def inward(address: str) -> str:
    """The address when it is one of ours, else the first page."""
    ours = address.startswith("/") and address.isprintable() and not address.startswith(("//", "/\\"))
    return address if ours and len(address) < MOST_ADDRESS else "/"


def page_before(headers: Mapping[str, str], routes: Iterable[BaseRoute], public_host: str | None = None) -> str:
    """The page of ours that a form was sent from, by the browser's word; the list that a question was asked about; else
    the first page."""
    try:
        parts = urlsplit(headers.get("referer", ""))
        if parts.netloc not in {headers.get("host"), public_host} - {None}:
            return "/"
    except ValueError:
        return "/"
    path, query, known = parts.path, parts.query, list(routes)
    if len(path) >= MOST_ADDRESS:  # whoever asks may be a stranger, and each step of a path is looked at
        return "/"
    while path.strip("/"):
        if _shown(path, known):
            return inward(f"{path}?{query}" if query else path)
        path, query = path.rpartition("/")[0], ""
    return "/"


def _shown(path: str, routes: Iterable[BaseRoute]) -> bool:
    """Whether the first route of this path is one that is looked at; a page that asks is only sent to."""
    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "headers": []}
    matches = (route.matches(scope)[0] for route in routes)
    return next((match for match in matches if match is not Match.NONE), Match.NONE) is Match.FULL
