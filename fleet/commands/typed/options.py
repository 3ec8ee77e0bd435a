"""Options that several words share, each declared once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from common.errors import ErrorCode, WrongUsage
from common.job import JobStatus
from common.shops.table import SHOPS
from fleet.commands.typed.completing import among
from fleet.commands.typed.unfolding import unfolded
from fleet.durations import age_ms
from fleet.guessing import known_word
from fleet.operations.selecting import Wanted, networks

if TYPE_CHECKING:
    from common.store import ConsoleRole


InviteName = Annotated[str | None, typer.Argument(metavar="NAME", help="What to call the person here: ada.")]
NameOption = Annotated[str | None, typer.Option("--name", hidden=True, help="The same as NAME.")]


def typed_age(text: str) -> int:
    """Milliseconds of a typed age. Raises BadParameter."""
    try:
        return age_ms(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def typed_span(text: str) -> int:
    """Milliseconds of a typed length of time that something lasts. Raises BadParameter."""
    if span_ms := typed_age(text):
        return span_ms
    raise typer.BadParameter(f"{text!r}: it must last longer than nothing")


def words(text: str) -> str:
    """What somebody said, which others will read. Raises BadParameter for nothing."""
    if not text.strip():
        raise typer.BadParameter("there are no words in it; say who, what or why")
    return text


def typed_role(text: str) -> ConsoleRole:
    """What somebody may do at the console. Raises BadParameter."""
    from common.store import ConsoleRole

    try:
        return ConsoleRole(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is neither viewer nor operator") from None


def typed_status(text: str) -> JobStatus:
    """A job's state, in capital letters or small ones. Raises BadParameter."""
    return JobStatus(one_of(text, [str(status) for status in JobStatus], "state"))


def typed_code(text: str) -> str:
    """An error code, in capital letters or small ones. Raises BadParameter."""
    return one_of(text, [str(code) for code in ErrorCode], "error code")


def typed_network(text: str) -> str:
    """A network, or `operator`. Raises BadParameter."""
    return one_of(text, networks(), "network")


def filled(text: str) -> str:
    """A word that narrows down what is meant. Raises BadParameter for an empty one (a script's variable that is not
    set): it would narrow down nothing, and a command would act on more than was meant."""
    if not text.strip():
        raise typer.BadParameter("it is empty, and names nothing; leave the option out to mean all")
    return text


def typed_words(text: str) -> str:
    """What to look for. Raises BadParameter for more than the console takes; databases refuse it in odd words."""
    filled(text)
    if len(text) > _MOST_WORDS_CHARS:
        raise typer.BadParameter(f"at most {_MOST_WORDS_CHARS} characters are looked for, and these are {len(text)}.")
    return text


_MOST_WORDS_CHARS = 300


def one_of(typed: str, known: Sequence[str], what: str) -> str:
    """As known_word, for an option's own value. Raises BadParameter."""
    try:
        return known_word(typed, known, what)
    except WrongUsage as error:
        raise typer.BadParameter(str(error)) from None


def invited_name(name: str | None, as_option: str | None) -> str | None:
    """Both `invite` commands take a name as an argument, and as --name too. Raises BadParameter for two of them."""
    if name is not None and as_option is not None and name != as_option:
        raise typer.BadParameter("one name is enough; type it without --name", param_hint="--name")
    return name if name is not None else as_option


def _one_form(ctx: typer.Context, chosen: bool) -> bool:
    """Of --json and --csv, whichever comes last sees the other."""
    if chosen and (ctx.params.get("as_json") or ctx.params.get("as_csv")):
        raise typer.BadParameter("give --json or --csv, not both")
    return chosen


_STATES = ", ".join(status.lower() for status in JobStatus)
Statuses = Annotated[
    list[JobStatus] | None,
    typer.Option("--state", "--status", parser=typed_status, metavar="STATE", help=f"Only {_STATES}; may be repeated."),
]
Shop = Annotated[
    str | None,
    typer.Option(
        "--shop",
        "--platform",
        parser=filled,
        metavar="SHOP",
        autocompletion=among(SHOPS),
        help=f"Only one of {', '.join(SHOPS)}, a market (shopee.tw), or one shop: other/example.com.",
    ),
]
Code = Annotated[
    str | None,
    typer.Option(
        "--error-code",
        parser=typed_code,
        metavar="CODE",
        autocompletion=among(list(ErrorCode)),
        help="Only this error, e.g. TIMEOUT.",
    ),
]
OlderThan = Annotated[
    int | None, typer.Option("--older-than", parser=typed_age, metavar="AGE", help="Last changed longer ago, e.g. 2h.")
]
NewerThan = Annotated[
    int | None, typer.Option("--newer-than", parser=typed_age, metavar="AGE", help="Last changed since, e.g. 30m.")
]
SeenBefore = Annotated[
    int | None, typer.Option("--older-than", parser=typed_age, metavar="AGE", help="Last seen longer ago, e.g. 7d.")
]
SeenSince = Annotated[
    int | None, typer.Option("--newer-than", parser=typed_age, metavar="AGE", help="Last seen since, e.g. 1d.")
]
BegunSince = Annotated[
    int | None,
    typer.Option("--newer-than", parser=typed_age, metavar="AGE", help="Only what began since, e.g. 7d."),
]
Since = Annotated[
    int | None, typer.Option("--since", parser=typed_age, metavar="AGE", help="How far back --again reads, e.g. 7d.")
]
Source = Annotated[
    str | None,
    typer.Option(
        "--source",
        parser=typed_network,
        metavar="NETWORK",
        autocompletion=among(networks),
        help="Only links posted there, e.g. rss.",
    ),
]
Account = Annotated[
    str | None,
    typer.Option("--account", parser=filled, metavar="TEXT", help="Only links that this account posted."),
]
Text = Annotated[
    str | None,
    typer.Option("--text", parser=typed_words, metavar="WORDS", help="Only with each of these words in link or title."),
]
Broken = Annotated[bool, typer.Option("--broken", help="Only links that failed five times running.")]
After = Annotated[
    str | None, typer.Option("--after", metavar="PLACE", help="Go on behind this place; each table names the next.")
]
ROLE = "viewer"
Role = Annotated[
    Any,
    typer.Option(
        "--role",
        parser=typed_role,
        metavar="ROLE",
        autocompletion=among(("viewer", "operator")),
        help="A viewer changes nothing; an operator may do what these commands do.",
    ),
]
"""A ConsoleRole; ROLE unless another is said."""
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
USUAL_LIMIT = 50
"""Of a listing, when nobody says how much."""
Limit = Annotated[int, typer.Option("--limit", min=1, max=10_000_000, help="At most so many lines.")]
Json = Annotated[bool, typer.Option("--json", callback=_one_form, help="One JSON object a line.")]
OneJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]
"""Of a command that answers with one thing; `Json` and `Csv` are for listings."""
Csv = Annotated[
    bool, typer.Option("--csv", callback=_one_form, help="Comma-separated, with a heading, for spreadsheets.")
]

_FILTERS = {
    "status": (Statuses, None),
    "shop": (Shop, None),
    "error_code": (Code, None),
    "older_than": (OlderThan, None),
    "newer_than": (NewerThan, None),
    "source": (Source, None),
    "account": (Account, None),
    "text": (Text, None),
    "broken": (Broken, False),
}
"""In the order of Wanted's fields."""


def filtered(command: Callable[..., None]) -> Callable[..., None]:
    """Give `command` the filters of jobs as options: --state, --shop, --error-code and so on. They stand in its help
    where its parameter `wanted: Wanted` stands, which then holds what was typed.
    """
    return unfolded(command, "wanted", _FILTERS, lambda status, *others: Wanted(status or (), *others))
