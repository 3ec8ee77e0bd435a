"""Files of lines, read on from where the cursor stands.

The cursor keeps, per file, inode, a fingerprint of its head, and the offset read to: appending costs only the new
bytes, a file renamed by rotation is read to its end, a new or truncated one from its start. A file that was not met is
remembered for one more poll, for it may be on its way to another name.

Parts that were rotated away without having been met under their first name (nobody polled meanwhile, or a copy was made
and the file emptied, logrotate's `copytruncate`) are known by their names, and by having been written to since the last
poll. Such a part is read from its start; the database ignores what it already has.

Limits: a last line without a line feed is read only when it is whole. Parts that are packed are not read, nor those
that were there before the first poll.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from common.errors import SourceError
from ingestor.sources.base import Poll
from ingestor.sources.jsonl.lines import MAX_LINE_BYTES, Batch
from ingestor.sources.jsonl.rotated import is_part_of
from ingestor.sources.payload import Malformed, load

HEAD_BYTES = 256
SUFFIXES = (".jsonl", ".ndjson")


def read_files(account: Path, cursor: str | None) -> Poll:
    """One poll of a file, or of a folder of files. Raises SourceError."""
    known, written_to = _load(cursor)
    marks: dict[str, dict[str, Any]] = {}
    batch, more = Batch(), False
    for path in _paths(account, known, written_to):
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
    written_to = max((mark.pop("written", 0) for mark in marks.values()), default=0) or written_to
    return Poll(batch.posts, json.dumps({"files": marks, "written_to": written_to}), batch.skipped, more=more)


def _load(cursor: str | None) -> tuple[dict[str, dict[str, Any]], int | None]:
    """What is known of each file, and when the last of them was written to (nanoseconds), as of the last poll."""
    try:
        tree = json.loads(cursor) if cursor else {"files": {}}
        known = {name: mark for name, mark in tree["files"].items() if isinstance(mark, dict)}
        written_to = tree.get("written_to")
        return known, written_to if isinstance(written_to, int) else None
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}, None


def _paths(account: Path, known: dict[str, dict[str, Any]], written_to: int | None) -> list[Path]:
    """As _candidates. Raises SourceError for an account that is not there, or that this user may not look at."""
    try:
        return list(_candidates(account.expanduser(), known, written_to))
    except FileNotFoundError:
        raise SourceError(f"jsonl: {account} does not exist; check the feed's account", needs_person=True) from None
    except (OSError, RuntimeError) as error:  # RuntimeError: `~name` of nobody
        why = error.strerror if isinstance(error, OSError) else error
        raise SourceError(f"jsonl: cannot read {account}: {why}", needs_person=True) from None


def _candidates(root: Path, known: dict[str, dict[str, Any]], written_to: int | None) -> Iterator[Path]:
    """The file, or the folder's files; and files beside them that were known under another name (rotated), or are such
    parts written to since `written_to`."""
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
    names = {path.name for path in wanted}
    for path in sorted(path for path in beside if path not in wanted and path.is_file()):
        name, written = _name_at(path)
        is_new_part = written_to is not None and written >= written_to and is_part_of(path.name, names)
        if name in known or (name and is_new_part):
            yield path
    yield from sorted(path for path in wanted if path.is_file())


def _beside(file: Path) -> list[Path]:
    """Nothing where this user may open the file and not list its folder: what is rotated away there is not found."""
    try:
        return list(file.parent.iterdir())
    except PermissionError:
        return []


def _name_at(path: Path) -> tuple[str | None, int]:
    """And when it was written to. None: another program took the file away just now."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None, 0
    return _name_of(status), status.st_mtime_ns


def _name_of(status: os.stat_result) -> str:
    return f"{status.st_dev}:{status.st_ino}"


def _read_file(
    file: BinaryIO, path: Path, known: dict[str, dict[str, Any]], marks: dict[str, dict[str, Any]], batch: Batch
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
    marks[name]["written"] = status.st_mtime_ns
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
