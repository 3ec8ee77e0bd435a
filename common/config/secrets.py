"""The secrets that files of their own hold, each opened by whoever uses it.

One file of settings serves all services. The database's token and the broker's password are every role's own, so
loading the settings reads them. A feed's token is the ingestor's alone, an official account's secret that of workers
that ask there: systemd and Compose hand those files to nobody else, so they are opened where they are used.
"""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import SecretStr

from common.config.problems import named_path
from common.errors import ConfigError
from common.settings import Settings
from common.settings_tables.feeds import FeedSettings
from common.settings_tables.official import OfficialSettings


def with_feed_tokens(settings: Settings) -> Settings:
    """For whoever polls: with every feed's token. One whose token_file cannot be read now has none: its polls fail, and
    say so, until the file is there (ingestor/sources/token_file.py). The other accounts go on."""
    return settings.model_copy(update={"feeds": tuple(map(_with_token, settings.feeds))})


def _with_token(feed: FeedSettings) -> FeedSettings:
    if feed.token is not None or feed.token_file is None:
        return feed
    try:
        return feed.model_copy(update={"token": feed_token(feed)})
    except ConfigError:
        return feed


def feed_token(feed: FeedSettings) -> SecretStr | None:
    """What stands in its token_file now; None without such a setting. Raises ConfigError for a file that cannot be
    read."""
    return read_secret(feed.token_file, f"token_file of feed {feed.shown}") if feed.token_file else None


def with_official_secrets(settings: Settings) -> Settings:
    """For who can do without none of them. Raises ConfigError for a secret_file that cannot be read."""
    accounts = [
        account.model_copy(update={"secret": SecretStr(official_secret(account))}) for account in settings.official
    ]
    return settings.model_copy(update={"official": tuple(accounts)})


def official_secret(account: OfficialSettings) -> str:
    """For whoever asks with this account; empty where it has none. Raises ConfigError for a secret_file that cannot
    be read."""
    secret = account.secret
    if secret is None and account.secret_file:
        secret = read_secret(account.secret_file, f"secret_file of [[official]] {account.label}")
    return secret.get_secret_value() if secret else ""


def read_secret(path: Path, key: str) -> SecretStr:
    """The first line of a secret's file, which the setting `key` names. Raises ConfigError."""
    try:
        with expanded(path).open(encoding="utf-8-sig") as lines:  # editors of Windows put a mark before the text
            return SecretStr(lines.readline().strip())
    except UnicodeDecodeError:
        problem = "it is not UTF-8 text"
    except (OSError, RuntimeError, ValueError) as error:
        problem = getattr(error, "strerror", None) or "it is no path"
    raise ConfigError(
        f"cannot read {named_path(path)} ({key}): {problem}. It wants the path of a file that exists and is readable, "
        "not the secret itself."
    )


def expanded(path: Path) -> Path:
    """With $CREDENTIALS_DIRECTORY, other variables and ~ replaced. Raises RuntimeError where there is no home."""
    return Path(os.path.expandvars(path)).expanduser()
