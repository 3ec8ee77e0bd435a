"""A word of the command line that has words below it."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from fleet.commands.typed.meant import meant
from fleet.guessing import instead

LIST = "list"


class Group(TyperGroup):
    """Answers a word that it does not have with the one that was meant, or with all that there are. Typed alone, or
    with options only, it lists where it has a list and does nothing else by itself: so `notify rules` is
    `notify rules list`. Others show their help."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]  # typer's own context class
        lists = LIST in self.commands and not self.invoke_without_command and not _asks_something(ctx, args)
        if lists and not ctx.resilient_parsing:  # a shell that asks for words means those below the group
            args = [LIST, *args]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> tuple[str | None, Any, list[str]]:  # type: ignore[override]  # typer's own context class
        word = args[0]
        if not word.startswith("-") and self.get_command(ctx, word) is None:
            shown = [name for name in self.list_commands(ctx) if not getattr(self.commands[name], "hidden", False)]
            ctx.fail(f"there is no command {word!r}{meant(_typed_above(ctx), word) or instead(word, shown)}")
        return super().resolve_command(ctx, args)


def _typed_above(ctx: Any) -> str:
    """The words that lead to this group, without the program's own."""
    words: list[str] = []
    while ctx.parent is not None:
        words.insert(0, str(ctx.info_name))
        ctx = ctx.parent
    return " ".join(words)


def _asks_something(ctx: typer.Context, args: list[str]) -> bool:
    """Whether a word below the group was typed, or its help was asked for."""
    return bool(args) and (not args[0].startswith("-") or args[0] in ctx.help_option_names)
