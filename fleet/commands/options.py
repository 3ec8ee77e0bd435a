"""Options that several words share, each declared once."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from common.job import JobStatus
from common.shops.table import SHOPS
from fleet.durations import age_ms
from fleet.operations.selecting import Wanted


def _age(text: str) -> int:
    try:
        return age_ms(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


Statuses = Annotated[
    list[JobStatus] | None, typer.Option("--status", case_sensitive=False, help="Only these; may be repeated.")
]
Platform = Annotated[str | None, typer.Option("--platform", metavar="SHOP", help=f"Only one of {', '.join(SHOPS)}.")]
Code = Annotated[str | None, typer.Option("--error-code", metavar="CODE", help="Only this error, e.g. TIMEOUT.")]
OlderThan = Annotated[
    int | None, typer.Option("--older-than", parser=_age, metavar="AGE", help="Last changed longer ago, e.g. 2h.")
]
NewerThan = Annotated[
    int | None, typer.Option("--newer-than", parser=_age, metavar="AGE", help="Last changed since, e.g. 30m.")
]
Since = Annotated[
    int | None, typer.Option("--since", parser=_age, metavar="AGE", help="How far back --again reads, e.g. 7d.")
]
Limit = Annotated[int, typer.Option("--limit", min=1, max=100_000, help="At most so many lines.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]

_FILTERS = {
    "status": Statuses,
    "platform": Platform,
    "error_code": Code,
    "older_than": OlderThan,
    "newer_than": NewerThan,
}


def filtered(command: Callable[..., None]) -> Callable[..., None]:
    """Give `command` the filters of jobs as options (--status, --platform, --error-code, --older-than, --newer-than).

    They stand in its help where its parameter `wanted: Wanted` stands, which then holds what was typed.
    """
    option = inspect.Parameter.POSITIONAL_OR_KEYWORD
    filters = [inspect.Parameter(name, option, default=None, annotation=type_) for name, type_ in _FILTERS.items()]
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        parameters += filters if parameter.name == "wanted" else [parameter]

    @functools.wraps(command)
    def with_filters(**typed: Any) -> None:
        status, platform, error_code, older_than, newer_than = (typed.pop(name) for name in _FILTERS)
        command(wanted=Wanted(status or (), platform, error_code, older_than, newer_than), **typed)

    # typer reads a command's options from its signature and its annotations.
    with_filters.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_filters.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return with_filters
