"""`crawlfleet completion`: what a shell needs to complete this program's words on Tab."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import typer

from fleet.terminal.examples import examples

PROGRAM = "crawlfleet"
ASKED_IN = "_CRAWLFLEET_COMPLETE"
"""The variable in which a shell asks for words; set only while somebody presses Tab."""


class Shell(StrEnum):
    bash = "bash"
    zsh = "zsh"
    fish = "fish"
    powershell = "powershell"


def answer(command: Callable[[], Callable[..., object]], arguments: list[str] | None) -> None:
    """Tell a shell that asks which words may follow, and end the process; nothing where none asks. `command` makes what
    runs the command line. What is told are words of this program, which some shells part by tabs.
    """
    if ASKED_IN in os.environ:
        _know_shells()
        command()(arguments, prog_name=PROGRAM, complete_var=ASKED_IN, standalone_mode=False)


def _know_shells() -> None:
    from typer.completion import get_completion_inspect_parameters

    get_completion_inspect_parameters()


def register(app: typer.Typer) -> None:
    @app.command(
        epilog=examples(
            "crawlfleet completion bash >> ~/.bashrc",
            "crawlfleet completion zsh >> ~/.zshrc    # behind compinit",
            "crawlfleet completion fish > ~/.config/fish/completions/crawlfleet.fish",
        )
    )
    def completion(
        ctx: typer.Context,
        shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh, fish or powershell.")],
    ) -> None:
        """Print what makes a shell complete commands and options on Tab. Nothing is installed or changed."""
        from typer.completion import shell_complete

        _know_shells()
        shell_complete(ctx.find_root().command, {}, PROGRAM, ASKED_IN, f"source_{shell.value}")
