"""The command `crawlfleet`: one word per duty, and one way to end badly.

What a person may meet (CrawlfleetError) becomes its text on standard error and exit code 1, without a traceback.
Ctrl-C ends with 130, at a question too. A reader that goes away (`| head`) ends quietly, with 0. Wrong usage ends
with 2: WrongUsage, and what typer finds itself, which is told in this program's words. What nobody expected ends with
70 and its traceback.
Whatever is written on the way, only printable characters reach the terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_command_name
from typer.models import CommandInfo

from common.errors import BrokerUnavailable, CrawlfleetError, StoreUnavailable, WrongUsage
from common.output.log_lines import traceback_lines
from fleet.commands import completion
from fleet.commands.typed.context import Chosen
from fleet.commands.typed.group import Group
from fleet.commands.typed.once import each_word_once
from fleet.commands.typed.paths import at_home
from fleet.commands_in_texts import CONFIG
from fleet.terminal.examples import examples
from fleet.terminal.help_words import in_plain_words
from fleet.terminal.narrow_help import fits_narrow_screens
from fleet.terminal.output import (
    OutputRefused,
    ReaderGone,
    forget,
    harmless_streams,
    note,
    prepare_logs,
    prepare_streams,
)
from fleet.terminal.usage import WRONG_USAGE, told
from fleet.words import WORDS

UNEXPECTED = 70
"""The exit code for an error of the program itself (EX_SOFTWARE of sysexits.h)."""

SERVER_AWAY = "Type it again when the server answers; `crawlfleet doctor` looks at database and broker."
"""What to do then, where an error of the kind has no `then` of its own: a volunteer knows neither."""


class _InOrder(Group):
    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # typer's own context class
        known = super().list_commands(ctx)
        return [word for word in WORDS if word in known] + [word for word in known if word not in WORDS]


class LogLevel(StrEnum):
    debug = "debug"
    info = "info"
    warning = "warning"
    error = "error"


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"crawlfleet {version('crawlfleet')}")
        raise typer.Exit


def _options(
    ctx: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option(
            help="Settings file. Default: $CRAWLFLEET_CONFIG, else ./crawlfleet.toml if there is one.",
            callback=at_home,
            readable=False,  # loading it says why it cannot be read, as of the file that the variable names
        ),
    ] = None,
    log_level: Annotated[LogLevel | None, typer.Option(help="How much to log on standard error.")] = None,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Print the version and end.")
    ] = False,
) -> None:
    """Watches social feeds for shop links and keeps a trustworthy record of the products behind them."""
    CONFIG.set(config)
    ctx.obj = Chosen(config=config, log_level=log_level.value if log_level else None)


_HOMES = {
    "services": ("demo", "up", "ingest", "dispatch", "gateway", "work"),
    "init": ("init",),
    "links": ("links",),
    "read": ("read",),
    "jobs.jobs": ("jobs",),
    "dlq": ("dlq",),
    "products": ("products",),
    "feeds": ("feeds",),
    "servers.db": ("db",),
    "servers.broker": ("broker",),
    "shops": ("shops",),
    "proxies": ("proxies",),
    "workers": ("workers",),
    "audit": ("audit",),
    "notify": ("notify",),
    "console.console": ("console",),
    "volunteers.volunteers": ("volunteers",),
    "volunteers.volunteer": ("join", "volunteer"),
    "doctor": ("doctor",),
    "completion": ("completion",),
}
"""A module of fleet/commands → the first words that it registers. It is loaded when one of them is typed, or all are
shown: to load every module is a fifteenth of what a short command computes."""


def app_of(word: str | None = None) -> typer.Typer:
    """The command line; with `word` the part of it that begins so."""
    app = typer.Typer(
        name="crawlfleet",
        cls=_InOrder,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        epilog=examples(
            "crawlfleet demo                     # the whole way on this machine alone",
            "crawlfleet doctor                   # what is wrong, and what to do next",
            "crawlfleet --config fleet.toml up   # feeds, dispatcher and workers together",
        ),
    )
    app.callback()(_options)
    for module, words in _HOMES.items():
        if word is None or word in words:
            import_module(f"fleet.commands.{module}").register(app)
    if word is not None:
        app.registered_groups = [one for one in app.registered_groups if one.name == word]
        app.registered_commands = [one for one in app.registered_commands if _name_of(one) == word]
    return app


_TAKES_VALUE = frozenset({"--config", "--log-level"})


def _word_of(arguments: Sequence[str]) -> str | None:
    """The word that says what to do, behind the options of all; None where anything else stands before it."""
    left = iter(arguments)
    for argument in left:
        if argument in _TAKES_VALUE:
            next(left, None)
        elif argument.partition("=")[0] not in _TAKES_VALUE:
            return argument if argument in WORDS and argument != "completion" else None
    return None


@cache
def _command(word: str | None = None) -> Callable[..., object]:
    """What runs the command line; with `word` the part of it that begins so. To make it of all words is a sixth of what
    a short command takes."""
    command = typer.main.get_command(app_of(word))
    in_plain_words(command)
    fits_narrow_screens(command)
    each_word_once(command)
    return command


def _name_of(info: CommandInfo) -> str:
    return info.name or get_command_name(info.callback.__name__ if info.callback else "")


def main(arguments: list[str] | None = None) -> None:
    """Run one command and exit with its code."""
    prepare_streams()
    completion.answer(_command, arguments)
    with harmless_streams():
        prepare_logs()
        try:
            command = _command(_word_of(sys.argv[1:] if arguments is None else arguments))
            ended = command(arguments, standalone_mode=False)
            sys.exit(ended if isinstance(ended, int) else 0)
        except WRONG_USAGE as error:
            for line in told(error):
                note(line)
            sys.exit(error.exit_code)
        except typer.Abort as error:
            sys.exit(_broken_off(error))
        except CrawlfleetError as error:
            if isinstance(error, OutputRefused):
                forget(sys.stdout)
            for line in map(str, error.args):
                note(f"crawlfleet: {line}")
            if isinstance(error, StoreUnavailable | BrokerUnavailable):
                note(getattr(error, "then", SERVER_AWAY))
            sys.exit(2 if isinstance(error, WrongUsage) else 1)
        except KeyboardInterrupt:
            sys.exit(130)
        except ReaderGone:
            forget(sys.stdout)
            sys.exit(0)
        except Exception as error:
            sys.exit(_broken(error))


def _broken(error: Exception) -> int:
    """What nobody foresaw: Python would show it with whatever control characters it holds."""
    if _is_ctrl_c(error):
        return 130
    if isinstance(error, FileNotFoundError) and _nowhere():
        note("crawlfleet: the folder that this was typed in is not there any more. Type it in another one.")
        return 1
    for line in traceback_lines(error):
        note(line)
    return UNEXPECTED


def _broken_off(error: typer.Abort) -> int:
    """Ctrl-C or the end of the input at a question, the line of which is not ended."""
    if sys.stdin.isatty():
        note("")
    note("crawlfleet: broken off, nothing was done.")
    return 130 if isinstance(error.__context__, KeyboardInterrupt) else 1


def _is_ctrl_c(error: Exception) -> bool:
    """Whether Ctrl-C came while pydantic made a model: it raises an error of its own, which only quotes what broke it
    off. A model may be made at any time, for code is loaded when it is needed."""
    return type(error).__name__ == "SchemaError" and str(error).rstrip().endswith("KeyboardInterrupt:")


def _nowhere() -> bool:
    """Whether the folder that this process works in was removed: no name leads anywhere then."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return True
    return False


if __name__ == "__main__":
    main()
