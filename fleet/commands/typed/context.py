"""What the options before the subcommand chose, handed to every command through typer's context."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from common.settings import Settings


T = TypeVar("T")


@dataclass(slots=True)
class Chosen:
    """The values of `--config` and `--log-level`."""

    config: Path | None = None
    log_level: str | None = None


def chosen(ctx: typer.Context) -> Chosen:
    found = ctx.find_object(Chosen)
    return found if found is not None else Chosen()


def settings_of(ctx: typer.Context) -> Settings:
    """The settings this command runs with. Raises ConfigError."""
    from common.config import load

    options = chosen(ctx)
    settings = load(options.config)
    if options.log_level is None:
        return settings
    log = settings.log.model_copy(update={"level": options.log_level})
    return settings.model_copy(update={"log": log})


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run one command's work. The event loop's module is only imported here: --help does without."""
    import asyncio

    return asyncio.run(work)
