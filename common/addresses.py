"""Addresses in the settings, taken apart: of servers, and of the file of an embedded database."""

from __future__ import annotations

from urllib.parse import SplitResult, unquote, urlsplit


def parts_of(url: str) -> SplitResult:
    """Raises ValueError for what is no address, without a word of it: it may hold a password."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ValueError("it is no address") from None
    try:
        _ = parts.port
    except ValueError:
        raise ValueError(
            "its port is no number up to 65535; a password with /, # or ? in it looks like that and belongs in a file"
        ) from None
    return parts


def file_named(url: str) -> str:
    """The address itself. Raises ValueError when it names no file, or another one than it seems to."""
    if "?" in url:
        raise ValueError(
            "it holds something after ?, which nothing here looks at; a ? of the file's name is written %3F"
        )
    if path_of(url).strip("/") in {"", ":memory:"}:
        raise ValueError("it names no file: what is in the database would be gone with the process")
    return url


def path_of(url: str) -> str:
    """file:crawlfleet.db, file:/var/lib/crawlfleet.db and file:///var/lib/crawlfleet.db name a path."""
    path = url.removeprefix("file:")
    if path.startswith("//"):
        path = "/" + path.removeprefix("//").partition("/")[2]
    return unquote(path)
