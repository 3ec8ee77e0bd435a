"""A word of the command line that has words below it."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from fleet.guessing import instead


class Group(TyperGroup):
    """Answers a word that it does not have with the one that was meant, or with all that there are."""

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> tuple[str | None, Any, list[str]]:  # type: ignore[override]  # typer's own context class
        word = args[0]
        if not word.startswith("-") and self.get_command(ctx, word) is None:
            shown = [name for name in self.list_commands(ctx) if not getattr(self.commands[name], "hidden", False)]
            ctx.fail(f"there is no command {word!r}{instead(word, shown)}")
        return super().resolve_command(ctx, args)
