"""What is said of words that were typed wrongly: what is wrong with which one, and where it is told how it goes.

typer finds these itself and carries its own copy of click, or click's, by its version; so its errors are told apart by
their names, and only by what both have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

import typer

WRONG_USAGE: Any = typer.BadParameter.__mro__[2]
"""What typer raises for the person's mistakes (ClickException); it has no public name in every version."""

_OF_ALL = {"--config": "--config FILE", "--log-level": "--log-level LEVEL", "--version": "--version"}
"""The options before the first word, with what stands behind each."""
_NEARLY = 0.8
_EXTRA = re.compile(r"Got unexpected extra arguments? ?(?:\(s\) )?\((.*)\)", re.DOTALL)
_NO_VALUE = re.compile(r"Option '([^']+)' requires .*")
_VALUE = re.compile(r"Option '([^']+)' does not take a value\.?")


def told(error: Any) -> Iterator[str]:
    """Lines for standard error. A word with words below it that has no list, typed alone, shows its help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        yield from str(error.format_message()).split("\n")
        return
    what = _what(error).rstrip(". ")
    sentence = what if what.endswith("?") else f"{what}."
    context = getattr(error, "ctx", None)
    help_of = f" `{context.command_path} --help` says what it takes." if context is not None else ""
    yield f"crawlfleet: {sentence}{help_of}"


def _what(error: Any) -> str:
    kind, message = type(error).__name__, str(error.format_message())
    if kind == "MissingParameter":
        return f"{_named(error) or 'something'} is missing"
    if kind == "NoSuchOption":
        return f"there is no option {error.option_name}{_placed_or_near(error)}"
    if extra := _EXTRA.fullmatch(message):
        return f"nothing more was expected, but there is: {extra[1]}"
    if option := _NO_VALUE.fullmatch(message):
        return f"{option[1]} needs a value after it"
    if option := _VALUE.fullmatch(message):
        return f"{option[1]} takes no value"
    if isinstance(error, typer.BadParameter):
        named = _named(error)
        return f"{named}: {_wrong(error)}" if named else _wrong(error)
    return message


def _placed_or_near(error: Any) -> str:
    """Where the option stands that was typed in another place, else the ones that are spelled nearly so."""
    context = error.ctx
    program = context.find_root().command_path if context is not None else ""
    below = context.command_path.removeprefix(program).strip() if context is not None else ""
    if below and error.option_name in _OF_ALL:
        return f" here; it stands before the first word: {program} {_OF_ALL[error.option_name]} {below}"
    if error.option_name == "-h":
        return "; did you mean --help?"
    near = " or ".join(sorted(error.possibilities or ()))
    if not below and not get_close_matches(error.option_name, _OF_ALL, cutoff=_NEARLY):
        return " before the first word; a command's own stand behind it"
    return f"; did you mean {near}?" if near else ""


def _wrong(error: Any) -> str:
    """What is wrong with a value: in our words where pydantic found it, else as whoever refused it says."""
    found = getattr(error.__cause__, "errors", None)
    if found is None:
        return str(error.message)
    from common.config.plain_words import plain_words

    return plain_words(found()[0])


def _named(error: Any) -> str:
    """The option or argument as it is typed."""
    hint: str | Sequence[str] | None = error.param_hint
    if hint is None and error.param is not None:
        hint = error.param.get_error_hint(error.ctx) if _takes_context(error.param) else error.param.get_error_hint()
    return " / ".join([hint] if isinstance(hint, str) else hint or ()).replace("'", "")


def _takes_context(param: Any) -> bool:
    """click's own asks for the context, typer's copy does not."""
    return int(param.get_error_hint.__code__.co_argcount) > 1
