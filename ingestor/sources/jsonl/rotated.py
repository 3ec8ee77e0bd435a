"""Which files beside a file of posts are earlier parts of it, by the names that programs which rotate give. Pure.

logrotate's are `posts.jsonl.1`, with `dateext` `posts.jsonl-20261128`, with `extension` besides `posts-20261128.jsonl`;
Python's handlers say `posts.jsonl.1` and `posts.jsonl.2026-11-28`. What is packed is none: it cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_ENDS = re.compile(r"[.-]\d[\dT_.:-]{0,30}")
_DATED = re.compile(r"[.-]\d{8}(?:-\d{1,10})?")


def is_part_of(name: str, files: Collection[str]) -> bool:
    """Whether a file of this name is an earlier part of one of `files`."""
    return any(_is_part(name, file) for file in files)


def _is_part(name: str, file: str) -> bool:
    if name.startswith(file):
        return _ENDS.fullmatch(name, len(file)) is not None
    stem, dot, suffix = file.rpartition(".")
    if not dot or not name.startswith(stem) or not name.endswith(dot + suffix):
        return False
    return _DATED.fullmatch(name, len(stem), len(name) - len(suffix) - 1) is not None
