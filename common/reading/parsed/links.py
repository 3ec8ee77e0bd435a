"""Where a link on the page leads."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit


def stays_here(href: str | None) -> bool:
    """Whether a link leads to a part of its own page, runs a script, or leads nowhere."""
    return not href or href.lstrip()[:_SCRIPT_CHARS].lower().startswith(("#", "javascript:"))


_SCRIPT_CHARS = len("javascript:")


def leads_to_another(href: str | None, url: str) -> bool:
    """Whether a link on the page at this address leads to another one. Parameters alone make no other page."""
    if not href or href.startswith("?") or stays_here(href):
        return False
    try:
        return str(urlsplit(urljoin(url, href)).path).rstrip("/") != urlsplit(url).path.rstrip("/")
    except ValueError:
        return False
