"""What `re` makes of an expression, as values that a file can hold and the engine makes a pattern of again.

`re` offers no way to do so. What its compiler hands to the engine is kept: the module `_sre` and two functions of
`re._compiler`, which CPython 3.11 to 3.14 have alike. The engine checks the code that it is given (CPython's
Modules/_sre/sre.c, _validate). Where anything differs nothing is kept, and all is compiled as ever.
"""

from __future__ import annotations

import importlib
import sys
from array import array
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import re

Parts = tuple[str, int, bytes, int, dict[str, int], tuple[str | None, ...]]
"""What the engine makes a pattern of: its text and flags, the code, how many groups, and their names twice."""
WORD: Final = "I"
"""The engine's code is words of 32 bits (SRE_CODE)."""


def parse(text: str, flags: int) -> Any:
    """The expression as `re` understands it, not compiled yet. re.error: as re.compile."""
    return COMPILER._parser.parse(text, flags)


def parts_of(text: str, understood: Any, flags: int) -> Parts:
    """What re.compile hands to the engine. `text`: what the pattern shows as its own."""
    code = array(WORD, COMPILER._code(understood, flags))
    state = understood.state
    names = dict(state.groupdict)
    by_number: list[str | None] = [None] * state.groups
    for name, number in names.items():
        by_number[number] = name
    return text, flags | state.flags, code.tobytes(), state.groups - 1, names, tuple(by_number)


def pattern_of(parts: Parts) -> re.Pattern[str]:
    """RuntimeError and other errors where the engine takes none of it."""
    text, flags, code, groups, names, by_number = parts
    words = memoryview(code).cast(WORD).tolist()
    found: re.Pattern[str] = _ENGINE.compile(text, flags, words, groups, names, by_number)
    return found


def put_together(parts: Parts) -> re.Pattern[str] | None:
    """None: the engine does not take it."""
    with suppress(ValueError, TypeError, RuntimeError, OverflowError):
        return pattern_of(parts)
    return None


def _module(name: str) -> Any:
    """None where this interpreter has no such module."""
    with suppress(ImportError):
        return importlib.import_module(name)
    return None


_ENGINE = _module("_sre")
COMPILER = _module("re._compiler")
HAS_ENGINE = (
    sys.implementation.name == "cpython"
    and getattr(_ENGINE, "CODESIZE", 0) == array(WORD).itemsize
    and all(hasattr(COMPILER, name) for name in ("_code", "_parser", "compile"))
)
INTERPRETER = f"{sys.version} {getattr(_ENGINE, 'MAGIC', None)}"
"""What one interpreter makes no other one reads."""
