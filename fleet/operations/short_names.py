"""Names that operators give to people, tokens and targets."""

from __future__ import annotations

import re

from common.errors import ConfigError

_SHORT_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,31}")


def check_short_name(name: str, *, of: str, example: str) -> None:
    """Raises ConfigError for a name that cannot be one; `of` says in its sentence whose: a token's name."""
    if not _SHORT_NAME.fullmatch(name):
        raise ConfigError(
            f"{name!r} cannot be {of}: lower-case letters, digits, '.', '_' and '-', 32 at most, no sign first, such "
            f"as {example}."
        )
