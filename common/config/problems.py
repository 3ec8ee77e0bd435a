"""What is said of settings that cannot be used: where, which one, what is wrong, an example. Never the value itself.

A person pastes a password where an address belongs, and the error goes to a journal that others read. So no value is
repeated, and a path only when it looks like one.
"""

from __future__ import annotations

import ast
import difflib
import json
import os
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from common.config.plain_words import plain_words
from common.settings import Settings
from common.settings_tables.feeds import FeedSettings
from common.settings_tables.official import OfficialSettings
from common.settings_tables.section import Section

PREFIX = "CRAWLFLEET_"

LISTS: Mapping[str, type[Section]] = {"feeds": FeedSettings, "official": OfficialSettings}
"""Settings that are lists of tables, and what each table holds."""

MOST_TABLES = 3
"""Whose names help; a name that many have says nothing of the one that was meant."""
_PATH = re.compile(r"(?:/|\.{1,2}/|~/|\$\{?\w+\}?/).*" if os.name == "posix" else r"(?:[A-Za-z]:|[.~$\\/]).*[/\\].*")
_BACKSLASH = r"; a text that holds \ stands in '…', or has each of them twice"
_THEN = {
    "Invalid value": "; text stands in quotes",
    "Unescaped '\\' in a string": _BACKSLASH,
    "Invalid hex value": _BACKSLASH,
    "Cannot declare": "; a [table] stands once in a file: put all its lines below the first",
}
"""How tomllib's sentence begins, and what most people meant."""
_PYTHON_TUPLE = re.compile(r"\((?:'[^']*'|\"[^\"]*\")(?:, (?:'[^']*'|\"[^\"]*\"))*,?\)")


def explained(
    error: ValidationError, written: Mapping[str, Any], path: Path | None, environ: Mapping[str, str]
) -> Iterator[str]:
    """A line for each problem of what was `written`; `path` is the settings' file, if one was read."""
    problems = error.errors(include_url=False, include_input=False)
    entries = {problem["loc"][:-1] for problem in problems if problem["loc"]}
    for problem in problems:
        loc = problem["loc"]
        if problem["type"] == "too_short" and loc in entries:
            continue  # a list whose entries are wrong counts as one without them
        setting = tuple(takewhile(lambda part: isinstance(part, str), loc))  # of a list's entry: the list
        variable = PREFIX + "_".join(map(str, setting)).upper()
        given = variable in environ
        where = f"the variable {variable}" if given else str(path or "the settings")
        of = loc[:-1] if loc and isinstance(loc[-1], int) and loc[0] not in LISTS else loc
        example = _example(of, problem["type"], _table_at(written, of), variable if given else None)
        yield f"{where}: {setting_named(loc)}: {_message(problem)}{example}"


def setting_named(loc: Sequence[int | str]) -> str:
    """A setting as a person finds it in the file, counted from 1: `work.concurrency`, `the 2nd [[feeds]]: source`.

    No account stands there, since it may hold a key."""
    named = ""
    for part in loc:
        if isinstance(part, int):
            named = f"the {_ordinal(part + 1)} {f'[[{named}]]' if named in LISTS else f'entry of {named}'}"
        else:
            named += f"{'' if not named else ': ' if named.endswith(']') else '.'}{part}"
    return named


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def toml_problem(error: ValueError | RecursionError) -> str:
    """What is wrong with a file's TOML, in TOML's words."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if not isinstance(error, tomllib.TOMLDecodeError):  # Python's own: it makes no int of so many digits
        return "a number in it has thousands of digits"
    said = _PYTHON_TUPLE.sub(lambda key: ".".join(ast.literal_eval(key[0])), str(error))
    return said + next((then for begin, then in _THEN.items() if said.startswith(begin)), "")


def named_path(path: Path) -> str:
    """`path` as the settings have it (no variable expanded), or a word for it when it may be the secret itself."""
    return str(path) if _PATH.fullmatch(str(path)) else "the file"


def _message(problem: Mapping[str, Any]) -> str:
    if problem["type"] == "extra_forbidden":
        return "no such setting" + _nearest(problem["loc"])
    return plain_words(problem)


def _section_of(loc: tuple[int | str, ...]) -> type[Section] | None:
    model: type[Section] = Settings
    for part in loc[:-1]:
        if isinstance(part, int):
            continue
        if part in LISTS:
            model = LISTS[str(part)]
            continue
        found = model.model_fields.get(str(part))
        if not found or not (isinstance(found.annotation, type) and issubclass(found.annotation, Section)):
            return None
        model = found.annotation
    return model


def _tables_with(key: str) -> Iterator[str]:
    """Where a setting of this name stands."""
    for name, field in Settings.model_fields.items():
        kind = LISTS.get(name, field.annotation)
        if isinstance(kind, type) and issubclass(kind, Section) and key in kind.model_fields:
            yield f"[[{name}]]" if name in LISTS else f"[{name}]"


def _nearest(loc: tuple[int | str, ...]) -> str:
    tables = list(_tables_with(str(loc[-1])))
    if 0 < len(tables) <= MOST_TABLES:
        return f"; {' and '.join(tables)} {'has' if len(tables) == 1 else 'have'} one of that name"
    model = _section_of(loc)
    near = difflib.get_close_matches(str(loc[-1]), model.model_fields, n=1) if model else []
    return f"; did you mean {near[0]}?" if near else ""


def _table_at(written: Any, loc: tuple[int | str, ...]) -> Mapping[str, Any]:
    """What stands beside a setting, as it was written; nothing where no table is."""
    try:
        for part in loc[:-1]:
            written = written[part]
    except (LookupError, TypeError):
        return {}
    return written if isinstance(written, Mapping) else {}


def _example(loc: tuple[int | str, ...], kind: str, beside: Mapping[str, Any], variable: str | None) -> str:
    key = str(loc[-1]) if loc else ""
    if len(loc) == 1 and key in LISTS:
        return f" (each account is a table of its own: [[{key}]])"
    model = _section_of(loc)
    found = model.model_fields.get(key) if model else None
    examples = model.examples_of(key, beside) if model and found else ()
    if found is None or (found.is_required() and not examples):
        return ""
    value = examples[0] if examples else found.get_default(call_default_factory=True, validated_data={})
    if isinstance(value, Section):
        if kind == "value_error":
            return ""  # it is a table: two of its settings do not go together
        return f" (for example [{'.'.join(map(str, loc))}], and its settings on the lines below)"
    written = _toml(value)
    if variable and written:
        text = shlex.quote(value if isinstance(value, str) else written)
        return f" (for example {variable}={text})"
    return f" (for example {key} = {written})" if written else ""


def _toml(value: Any) -> str:
    """A value as TOML writes it; nothing for what has no example."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(str(value), ensure_ascii=False)
