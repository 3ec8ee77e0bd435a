"""Addresses in the settings and in invites, taken apart: of servers, and of the file of an embedded database."""

from __future__ import annotations

from urllib.parse import SplitResult, unquote, urlsplit


def parts_of(url: str) -> SplitResult:
    """Raises ValueError for what is no address, without a word of it: it may hold a password."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ValueError("it is no address") from None
    if parts.hostname and not may_be_looked_up(parts.hostname):
        raise ValueError(
            "its host is no name: a part of it is empty (two dots in a row), longer than 63 characters, or begins with "
            "xn-- and stands for no letters"
        )
    try:
        _ = parts.port
    except ValueError:
        raise ValueError(
            "its port is no number up to 65535; a password with /, # or ? in it looks like that and belongs in a file"
        ) from None
    return parts


def may_be_looked_up(host: str) -> bool:
    """Whether a resolver can be asked for it: Python's raises UnicodeError where no name or address has such a form,
    and so does httpx wherever the letters of an xn-- name are asked for that stands for none.
    """
    try:
        host.encode("idna")
        if host.lower().startswith("xn--"):
            import idna  # noqa: PLC0415  # a hundredth of a second that no other host costs

            idna.decode(host)
    except UnicodeError:
        return False
    return True


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
