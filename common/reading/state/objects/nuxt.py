"""Nuxt's state: devalue's flat array (Nuxt 3), and the function call that the older devalue wrote (Nuxt 2).

Format: github.com/sveltejs/devalue, `stringify` and `uneval`. No code is run. Linear time; what does not fit these
forms gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from common.reading.state.objects.flat_array import At, Tree, is_index, tree
from common.reading.state.objects.js_object import MAX_CHARS, bare_words_as, loads_object
from common.reading.state.objects.references import fill
from common.reading.text.json_text import loads, span

_CALL = re.compile(r"__NUXT__\s{0,9}=\s{0,9}\(function\(([\w$,\s]{0,100000})\)\s{0,9}(?=\{)")
_RETURN = re.compile(r"return\s{0,9}(?=\{)")
_SET = re.compile(r"(?:^|[;{}])\s*([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*)|\[(\d{1,6}|\"[^\"\\]{1,100}\")\])\s*=\s*")
_PARENTHESIS = re.compile(r"[()]|\"[^\"\\]*+(?:\\(?s:.)[^\"\\]*+)*+\"?")
_HOLDERS = frozenset({"Reactive", "ShallowReactive", "Ref", "ShallowRef"})
_MAX_STATEMENTS = 20_000
_MAX_RETURNS = 20
_NAMED = "$named"


def is_array(value: Any) -> bool:
    """Whether this is devalue's flat array: a first entry that only points at others."""
    if not isinstance(value, list) or len(value) < 3:
        return False
    first = value[0]
    if isinstance(first, list):
        return len(first) == 2 and first[0] in _HOLDERS and is_index(first[1])
    return isinstance(first, dict) and bool(first) and all(is_index(one) for one in first.values())


def of_array(flat: list[Any]) -> Tree | None:
    """The tree that the flat array stands for."""
    return tree(flat, 0, str, _meant)


def _meant(tagged: list[Any]) -> Any:
    """What a holder holds; a date or a big number as it is written; the values of a set."""
    if len(tagged) != 2:
        return tagged[1:]
    return At(tagged[1]) if tagged[0] in _HOLDERS else tagged[1]


def of_call(script: str) -> Tree | None:
    """What `__NUXT__=(function(a,b){b.c=a;return {…}}(1,{}))` assigns: the literal with its names filled in."""
    call = _CALL.search(script)
    body = span(script, call.end()) if call is not None else None
    if call is None or body is None or len(body) > MAX_CHARS:
        return None
    names = [name.strip() for name in call[1].split(",") if name.strip()]
    known = dict(zip(names, _arguments(script, call.end() + len(body)), strict=False))
    start, literal = _returned(body)
    if literal is None:
        return None
    for holder, key, value in _statements(body[1:start], known):
        if isinstance(holder, dict):
            holder[key] = value
        elif isinstance(holder, list) and key.isdigit() and int(key) == len(holder):
            holder.append(value)
    value = _value(literal, known)
    return value if isinstance(value, (dict, list)) else None


def _returned(body: str) -> tuple[int, str | None]:
    """Where the last statement begins, and the literal that it returns."""
    for found in list(_RETURN.finditer(body))[: -_MAX_RETURNS - 1 : -1]:  # texts may speak of `return {`
        literal = span(body, found.end())
        if literal is not None and not body[found.end() + len(literal) : -1].strip(" \n;"):
            return found.start(), literal
    return 0, None


def _arguments(script: str, at: int) -> list[Any]:
    start = script.find("(", at, at + 10)
    depth = 0
    for found in _PARENTHESIS.finditer(script, max(start, 0)) if start != -1 else ():
        depth += (found[0] == "(") - (found[0] == ")")
        if depth == 0:
            value = loads_object(f"[{script[start + 1 : found.start()]}]")
            return value if isinstance(value, list) else []
    return []


def _statements(source: str, known: dict[str, Any]) -> Iterator[tuple[Any, str, Any]]:
    """(holder, key, value) of each `a.b=…;`, in order."""
    at = 0
    for _ in range(_MAX_STATEMENTS):
        found = _SET.search(source, at)
        if found is None:
            return
        if source[found.end() : found.end() + 1] in {"{", "["}:
            literal = span(source, found.end())
        else:
            literal = source[found.end() : _end_of_value(source, found.end())]
        if literal is None:
            return  # it never closes: nor will anything that starts later inside it
        at = found.end() + len(literal)
        if found[1] in known:
            yield known[found[1]], found[2] or found[3].strip('"'), _value(literal, known)


_SCALAR = re.compile(r"\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+\"|[^;]*+")


def _end_of_value(source: str, start: int) -> int:
    found = _SCALAR.match(source, start)
    return found.end() if found is not None else start


def _value(literal: str, known: dict[str, Any]) -> Any:
    text = bare_words_as(literal, lambda word: f'{{"{_NAMED}":"{word}"}}' if word in known else "null")
    holder = loads(f"[{text}]")
    if not isinstance(holder, list) or not holder:
        return None
    fill([holder], _name_of, known)
    return holder[0]


def _name_of(value: Any) -> str | None:
    name = value.get(_NAMED) if isinstance(value, dict) and len(value) == 1 else None
    return name if isinstance(name, str) else None
