"""What stands for a value in --help, in words that people know: NUMBER and TEXT, not Python's names of types.

Newer versions of typer write `--limit <int range>` and `ID <list[str]>`; older ones have no display_type, and are left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

_CALLED = {
    **dict.fromkeys(("int", "float", "int range", "float range"), "NUMBER"),
    **dict.fromkeys(("path", "file", "directory"), "PATH"),
    "str": "TEXT",
}
_LIST = re.compile(r"list\[(.*)\]")


def either(words: Iterable[str]) -> str:
    """`shopee, taobao or other`: what may be typed, from the list that the code knows."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def in_plain_words(command: Any) -> None:
    """Of `command` and all below it. An argument's own word says enough."""
    for param in command.params:
        shown = getattr(param, "display_type", None)
        if shown is not None:
            param.display_type = partial(_nothing if param.param_type_name == "argument" else _plainly, shown)
    for below in getattr(command, "commands", {}).values():
        in_plain_words(below)


def _nothing(_shown: Any, ctx: Any) -> str:
    return ""


def _plainly(shown: Any, ctx: Any) -> str:
    """`<list[str]>` → TEXT; choices stay in their brackets, and our own words as they are."""
    label = str(shown(ctx))
    if not label.startswith("<"):
        return label
    one = _LIST.sub(r"\1", label.strip("<>"))
    return _CALLED.get(one, f"<{one}>")
