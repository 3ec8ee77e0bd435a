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
    there, here = _paths(href, url)
    return there != here


def leads_below(href: str | None, url: str) -> bool:
    """Whether a link on the page at this address leads to one below it, as "/mug/reviews/" is."""
    there, here = _paths(href or "", url)
    return bool(here) and there.startswith(f"{here}/")


def _paths(href: str, url: str) -> tuple[str, str]:
    """Of a link and of the page that it stands on, without the stroke at their ends; empty where one is broken."""
    try:
        here = urlsplit(url).path.rstrip("/")
        return str(urlsplit(urljoin(url, href)).path).rstrip("/"), here
    except ValueError:
        return "", ""
