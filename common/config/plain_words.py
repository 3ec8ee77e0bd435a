"""What pydantic finds wrong with a setting or an option, in words of neither Python nor pydantic. Never the value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_WORDS = {
    "model_type": "it must be a table",
    "tuple_type": "it must be a list",
    "list_type": "it must be a list",
    "string_type": "it must be text in quotes",
    "bool_type": "it must be true or false",
    "bool_parsing": "it must be true or false",
    "path_type": "it must be text in quotes, the path of a file",
    "missing": "it is missing",
    "string_pattern_mismatch": "it is not written in the form that it needs",
    "int_type": "it must be a whole number",
    "int_parsing": "it must be a whole number",
    "int_parsing_size": "it must be a whole number, and not as long",
    "int_from_float": "it must be a whole number",
    "float_type": "it must be a number",
    "float_parsing": "it must be a number",
    "finite_number": "it must be a number that ends",
}
_BOUNDS = {
    "greater_than": ("gt", "it must be more than {}"),
    "greater_than_equal": ("ge", "it must be {} or more"),
    "less_than": ("lt", "it must be less than {}"),
    "less_than_equal": ("le", "it must be {} or less"),
    "literal_error": ("expected", "it must be one of {}"),
    "enum": ("expected", "it must be one of {}"),
    "too_short": ("min_length", "it must have {} or more entries"),
    "too_long": ("max_length", "it must have {} or fewer entries"),
    "string_too_short": ("min_length", "it must have {} characters or more"),
    "string_too_long": ("max_length", "it must have {} characters or fewer"),
}
"""Kinds of problems that name a bound: under which name pydantic has it, and the words."""


def plain_words(problem: Mapping[str, Any]) -> str:
    """One clause for one of a ValidationError's problems, which has its context; pydantic's own where none is known."""
    kind: str = problem["type"]
    if kind in _BOUNDS:
        name, words = _BOUNDS[kind]
        bound = str(problem.get("ctx", {}).get(name, "")).removesuffix(".0")
        if bound:
            return words.format(bound)
    message: str = problem["msg"]
    return _WORDS.get(kind, message.removeprefix("Value error, "))
