"""Posts from files: one JSON object a line, from a file, a folder of files, or standard input ("-").

A line is {"id", "author", "text", "html", "urls", "created_at", "url"}, all but one of text, html and urls optional.
The cursor keeps, per file, inode, a fingerprint of its head, and the offset read to: appending costs only the new
bytes, a file renamed by rotation is read to its end, a new or truncated one from its start. A file that was not met is
remembered for one more poll, for it may be on its way to another name.

Limits: a line longer than MAX_LINE_BYTES is skipped. A last line without a line feed is read only when it is whole.
Standard input is read once; what was read but not yet recorded is lost when the process dies.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import secrets
import select
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from common.errors import SourceError
from common.settings_tables.feeds import FeedSettings
from common.store import SkippedPost
from ingestor.sources.base import Poll, Post, Tools
from ingestor.sources.payload import (
    Malformed,
    each,
    fingerprint,
    identity,
    items,
    load,
    mapping,
    skipped,
    text_or_none,
    time_ms,
)

POSTS_PER_POLL = 500
MAX_LINE_BYTES = 1_000_000
HEAD_BYTES = 256
STDIN_WAIT_SECONDS = 1.0
"""A poll of standard input ends after this without data, so that a stop need not wait."""
SUFFIXES = (".jsonl", ".ndjson")


@dataclass(slots=True)
class _Batch:
    posts: list[Post] = field(default_factory=list)
    skipped: list[SkippedPost] = field(default_factory=list)

    @property
    def full(self) -> bool:
        return len(self.posts) + len(self.skipped) >= POSTS_PER_POLL

    def take(self, line: bytes, where: str) -> None:
        """Read one line; an unreadable one becomes a skipped post that names its place."""
        if not line.strip():
            return
        if len(line) > MAX_LINE_BYTES:
            self.skipped.append(_unread(line, f"{where}: line is longer than {MAX_LINE_BYTES} bytes"))
            return
        posts, unread = each([line], parse_line, row=lambda line, reason: _unread(line, f"{where}: {reason}"))
        self.posts += posts
        self.skipped += unread


def _unread(line: bytes, reason: str) -> SkippedPost:
    return skipped(line[:MAX_LINE_BYTES], reason)


def parse_line(line: bytes) -> Post:
    """One line as a post. Raises Malformed."""
    tree = mapping(load(line), "the line")
    urls = tree.get("urls")
    if urls is not None and not isinstance(urls, list):
        raise Malformed("urls is not a list")
    html = tree.get("html")
    fragments = items(html) or [text_or_none(html if not isinstance(html, list) else None, "html")]
    text = text_or_none(tree.get("text"), "text")
    if text is None and html is None and urls is None:
        raise Malformed("none of text, html and urls is there")
    created = tree.get("created_at")
    return Post(
        id=identity(tree["id"]) if tree.get("id") is not None else fingerprint(line.strip()),
        author=text_or_none(tree.get("author"), "author") or "",
        url=text_or_none(tree.get("url"), "url"),
        created_at_ms=time_ms(created),
        text=text or "",
        html=tuple(part for part in fragments if isinstance(part, str) and part),
        urls=tuple(url for url in items(urls) if isinstance(url, str)),
    )


class Jsonl:
    """The source `jsonl`; `account` is a file, a folder, or "-" for standard input."""

    def __init__(self, tools: Tools, stdin: Callable[[], BinaryIO] = lambda: sys.stdin.buffer) -> None:
        self._stdin = _Stdin(tools, stdin)

    async def poll(self, feed: FeedSettings, cursor: str | None) -> Poll:
        if feed.account == "-":
            return await self._stdin.poll(cursor)
        return await asyncio.to_thread(_read_files, Path(feed.account), cursor)


def _read_files(account: Path, cursor: str | None) -> Poll:
    known = _load(cursor)
    marks: dict[str, dict[str, Any]] = {}
    batch, more = _Batch(), False
    for path in _paths(account, known):
        try:
            with path.open("rb") as file:
                more |= _read_file(file, path, known, marks, batch)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise SourceError(f"jsonl: cannot read {path}: {error.strerror}", needs_person=True) from None
    for name, mark in known.items():
        if name not in marks and not mark.get("unseen"):
            # Gone, or rotated since the folder was looked at: then the next poll finds its rest under another name.
            marks[name] = mark | {"unseen": True}
    return Poll(batch.posts, json.dumps({"files": marks}), batch.skipped, more=more)


def _load(cursor: str | None) -> dict[str, dict[str, Any]]:
    try:
        files = json.loads(cursor)["files"] if cursor else {}
        return {name: mark for name, mark in files.items() if isinstance(mark, dict)}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}


def _paths(account: Path, known: dict[str, dict[str, Any]]) -> list[Path]:
    """As _candidates. Raises SourceError for an account that is not there, or that this user may not look at."""
    try:
        return list(_candidates(account.expanduser(), known))
    except FileNotFoundError:
        raise SourceError(f"jsonl: {account} does not exist; check the feed's account", needs_person=True) from None
    except (OSError, RuntimeError) as error:  # RuntimeError: `~name` of nobody
        why = error.strerror if isinstance(error, OSError) else error
        raise SourceError(f"jsonl: cannot read {account}: {why}", needs_person=True) from None


def _candidates(root: Path, known: dict[str, dict[str, Any]]) -> Iterator[Path]:
    """The file, or the folder's files; and files beside them that were known under another name (rotated)."""
    mode = root.stat().st_mode
    if stat.S_ISDIR(mode):
        beside = list(root.iterdir())
        wanted = {path for path in beside if path.suffix in SUFFIXES}
    elif stat.S_ISREG(mode):
        beside, wanted = _beside(root), {root}
    else:
        raise SourceError(
            f'jsonl: {root} is neither a file nor a folder; what comes through a pipe is read with account = "-"',
            needs_person=True,
        )
    yield from sorted(path for path in beside if path not in wanted and path.is_file() and _name_at(path) in known)
    yield from sorted(path for path in wanted if path.is_file())


def _beside(file: Path) -> list[Path]:
    """Nothing where this user may open the file and not list its folder: what is rotated away there is not found."""
    try:
        return list(file.parent.iterdir())
    except PermissionError:
        return []


def _name_at(path: Path) -> str | None:
    """None: another program took the file away just now."""
    try:
        return _name_of(path.stat())
    except FileNotFoundError:
        return None


def _name_of(status: os.stat_result) -> str:
    return f"{status.st_dev}:{status.st_ino}"


def _read_file(
    file: BinaryIO, path: Path, known: dict[str, dict[str, Any]], marks: dict[str, dict[str, Any]], batch: _Batch
) -> bool:
    """Read on from where the cursor stands; True when there is more than fitted."""
    status = os.fstat(file.fileno())
    name = _name_of(status)
    before = known.get(name, {})
    offset, number = int(before.get("offset", 0)), int(before.get("lines", 0))
    if status.st_size < offset or _head(file, int(before.get("head_bytes", 0))) != before.get("head", _head(file, 0)):
        offset = number = 0
    file.seek(offset)
    while not batch.full:
        line, length = _next_line(file)
        if not length or not (line.endswith(b"\n") or _is_whole(line)):
            break
        number += 1
        offset += length
        batch.take(line, f"{path.name} line {number}")
    head_bytes = min(offset, HEAD_BYTES)
    marks[name] = {"offset": offset, "lines": number, "head_bytes": head_bytes, "head": _head(file, head_bytes)}
    return batch.full and offset < status.st_size


def _head(file: BinaryIO, length: int) -> str:
    file.seek(0)
    return hashlib.blake2b(file.read(length), digest_size=8).hexdigest()


def _next_line(file: BinaryIO) -> tuple[bytes, int]:
    """A line and its length; an overlong one is cut after MAX_LINE_BYTES + 1 bytes and the rest passed over."""
    line = file.readline(MAX_LINE_BYTES + 1)
    length = len(line)
    while length > MAX_LINE_BYTES and not line.endswith(b"\n"):
        rest = file.readline(MAX_LINE_BYTES)
        length += len(rest)
        if not rest or rest.endswith(b"\n"):
            return line + b"\n", length
    return line, length


def _is_whole(line: bytes) -> bool:
    try:
        return isinstance(load(line), dict)
    except Malformed:
        return False


class _Stdin:
    """Standard input, in batches. A batch is returned again until the cursor shows that it was recorded."""

    def __init__(self, tools: Tools, stdin: Callable[[], BinaryIO]) -> None:
        self._tools = tools
        self._open = stdin
        self._run = secrets.token_hex(8)
        self._number = 0
        self._given = 0
        self._ended = False
        self._last: Poll | None = None
        self._buffer = b""

    async def poll(self, cursor: str | None) -> Poll:
        if self._last and self._recorded(cursor) < self._given:
            return self._last
        batch = await asyncio.to_thread(self._read)
        self._given += 1
        mark = json.dumps({"stdin": self._run, "batches": self._given})
        self._last = Poll(batch.posts, mark, batch.skipped, more=not self._ended or bool(self._buffer))
        return self._last

    def _recorded(self, cursor: str | None) -> int:
        try:
            tree = json.loads(cursor or "{}")
            return int(tree["batches"]) if tree.get("stdin") == self._run else 0
        except (ValueError, KeyError, TypeError, AttributeError):
            return 0

    def _read(self) -> _Batch:
        """Lines until the batch is full, the end, or the source's time is up."""
        batch, until = _Batch(), self._tools.monotonic() + min(STDIN_WAIT_SECONDS, self._tools.budget_seconds)
        while not batch.full:
            line = self._line(until)
            if line is None:
                break
            self._number += 1
            batch.take(line, f"standard input line {self._number}")
        return batch

    def _line(self, until: float) -> bytes | None:
        """The next line, or None at the end and when nothing comes in time."""
        descriptor = self._open().fileno()
        while b"\n" not in self._buffer and not self._ended:
            ready, _, _ = select.select([descriptor], [], [], max(until - self._tools.monotonic(), 0))
            if not ready:
                return None
            data = os.read(descriptor, 65_536)
            self._ended = not data
            if len(self._buffer) <= 2 * MAX_LINE_BYTES or b"\n" in data:
                self._buffer += data
        line, feed, self._buffer = self._buffer.partition(b"\n")
        return line + feed if line or feed else None
