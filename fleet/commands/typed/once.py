"""An option that takes one word and is typed twice is refused. The library takes the last one without a word, so
`jobs cancel --shop a --shop b` would act on b alone, and `init --account a --account b` watch b.

Where the last one may well be meant it still counts: the options of all commands (a script's own `--config`), switches,
and `--limit` (behind an alias with another).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import typer

_LAST_COUNTS = frozenset({"limit"})


def each_word_once(command: Any) -> None:
    """Of all words below `command`."""
    for below in getattr(command, "commands", {}).values():
        below.make_parser = partial(_parser, below.make_parser)
        each_word_once(below)


def _parser(make: Callable[[Any], Any], ctx: Any) -> Any:
    parser = make(ctx)
    parser.parse_args = partial(_parsed, parser.parse_args, ctx)
    return parser


def _parsed(parse: Callable[..., Any], ctx: Any, args: list[str]) -> Any:
    values, left, order = parse(args=args)
    met: set[int] = set()
    for param in order:
        if id(param) in met and _takes_one(param) and not ctx.resilient_parsing:
            raise typer.BadParameter("it is given twice, and only one would count; give it once", ctx=ctx, param=param)
        met.add(id(param))
    return values, left, order


def _takes_one(param: Any) -> bool:
    listed = param.param_type_name != "option" or param.multiple or param.count
    return not (listed or param.is_flag or param.name in _LAST_COUNTS)
