"""A parameter of a command that stands for several options, which several commands have in common."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any


def unfolded(
    command: Callable[..., None],
    parameter: str,
    options: Mapping[str, tuple[Any, Any]],
    made_of: Callable[..., object],
) -> Callable[..., None]:
    """`command` with these options, name → (annotation, default), in the place of its `parameter`. When it is called,
    the parameter is what `made_of` makes of the options' values, given in their order.
    """
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    several = [
        inspect.Parameter(name, kind, default=default, annotation=type_) for name, (type_, default) in options.items()
    ]
    parameters: list[inspect.Parameter] = []
    for one in inspect.signature(command, eval_str=True).parameters.values():
        parameters += several if one.name == parameter else [one]

    @functools.wraps(command)
    def with_options(**typed: Any) -> None:
        folded = made_of(*(typed.pop(name) for name in options))
        command(**{parameter: folded}, **typed)

    # typer reads a command's options from its signature and its annotations.
    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {one.name: one.annotation for one in parameters}
    return with_options
