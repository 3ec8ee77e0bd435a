"""Commands that a person is told to type: with the settings file that this one was given."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from common.output.typable import typable_path
from fleet.words import WORDS

CONFIG: ContextVar[Path | None] = ContextVar("CONFIG", default=None)
"""What --config named for the command that runs; None: it was not given."""

_WITHOUT_SETTINGS = frozenset({"join", "volunteer"})
"""What whoever lends a PC types: it reads no settings file, and an operator's is not on that PC."""
_WITH = (*(word for word in WORDS if word not in _WITHOUT_SETTINGS), "volunteer browser")
_COMMAND = re.compile(rf"\bcrawlfleet (?=(?:{'|'.join(_WITH)})\b)")
"""A command of this program, and not the program's name in a sentence."""
_TAG_OR_COMMAND = re.compile(rf"<[^>]*>|{_COMMAND.pattern}")
_SENTENCES = frozenset(
    {
        *("detail", "reason", "why", "why_not", "problem", "said"),
        *("last_error", "error", "paused_reason", "pause_reason", "state", "line", "next_step", "next"),
    }
)
"""Fields of answers for programs that hold what a program of the fleet wrote. Other texts are data: posts, titles."""
_AS_RECORDED = frozenset({"result", "outcome", "details"})
SPOKEN = frozenset(
    {
        *("error", "state", "said", "why", "reason", "what now", "off because", "last failure", "next", "verdict"),
        *("let in by", "next look", "no product:"),
    }
)
"""Columns of tables and names of facts that hold sentences of this program. All others hold data, such as titles."""
_NUMBERS = frozenset({int, float, bool, type(None)})
"""With texts that are no sentences nearly all values: rows come by the thousand, with their counts and times."""
_ANY_WORD = "doctor"
_ANY_COMMAND = f"crawlfleet {_ANY_WORD}"


_BLANK = "\ue000"
"""Stands for the blank behind the program's name in data. Nothing printable has it; on a screen it takes one column."""


def with_config(text: str) -> str:
    """`text` with its commands as they must be typed to look at the same fleet: whoever gave --config and leaves it out
    the next time asks another database, or makes one. fleet/terminal/output.py does it to each line for people; only
    what breaks lines itself does it before."""
    return _naming(CONFIG.get(), text).replace(_BLANK, " ")


def as_data(name: str, text: str) -> str:
    """Printable `text` of this column or fact, so that with_config leaves it as it is where it is data: whoever writes
    a product's title must not have it made into a command for this fleet, nor may another title be shown than is
    kept."""
    return text if name in SPOKEN else _COMMAND.sub(f"crawlfleet{_BLANK}", text)


def for_elsewhere() -> Callable[[str], str]:
    """As with_config, for what is read later or elsewhere (logs, the console, its API, notifications): with the whole
    path, also of a file that the environment named, which the reader's shell need not have. Works in any thread."""
    from common.config import configured_path

    named = CONFIG.get() or (configured_path() if os.environ.get("CRAWLFLEET_CONFIG") else None)
    return partial(_naming, named.absolute() if named else None)


def in_answers(spoken: Callable[[str], str], value: Any, *, within: str = "") -> Any:
    """An answer for programs, made of mappings and lists, whose sentences name commands so; all else stays as it is."""
    if isinstance(value, str):
        return spoken(value) if within in _SENTENCES else value
    if isinstance(value, Mapping):
        return {
            name: one
            if type(one) in _NUMBERS or name in _AS_RECORDED or (type(one) is str and name not in _SENTENCES)
            else in_answers(spoken, one, within=name)
            for name, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [in_answers(spoken, one, within=within) for one in value]
    return value


def within_html(spoken: Callable[[str], str], page: str) -> str:
    """A page whose text names commands so. Its tags, and with them what a form sends back, stay as they are."""
    command = spoken(_ANY_COMMAND)
    if command == _ANY_COMMAND:
        return page
    named = escape(command.removesuffix(_ANY_WORD), quote=False)
    return _TAG_OR_COMMAND.sub(lambda found: found[0] if found[0].startswith("<") else named, page)


def _naming(config: Path | None, text: str) -> str:
    if config is None:
        return text
    return _COMMAND.sub(lambda _: f"crawlfleet --config {typable_path(str(config))} ", text)
