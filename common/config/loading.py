"""Reads the settings: one TOML file, overridden by CRAWLFLEET_<SECTION>_<KEY> variables.

An unknown key or a wrong value is refused at start. Secrets come from files or the environment only:
`database.auth_token_file`, `broker.password_file`, a feed's `token_file`, an official account's `secret_file`, or the
variables CRAWLFLEET_DATABASE_AUTH_TOKEN, CRAWLFLEET_BROKER_PASSWORD, CRAWLFLEET_FEED_TOKEN_<NAME> and
CRAWLFLEET_OFFICIAL_SECRET_<SHOP>_<REGION>.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from pydantic import SecretStr, ValidationError

from common.accounts.server import server_and_name
from common.addresses import at_home
from common.config.problems import PREFIX, explained, setting_named, toml_problem
from common.config.secrets import expanded, read_secret
from common.errors import ConfigError
from common.settings import PLATFORMS, Settings, ShopSettings
from common.settings_tables.feeds import SENT_A_TOKEN, FeedSettings
from common.settings_tables.official import OfficialSettings
from common.settings_tables.section import Section

_NO_SETTINGS = frozenset({"CRAWLFLEET_CONFIG", "CRAWLFLEET_HOME", "CRAWLFLEET_MATERIAL", "CRAWLFLEET_PROXY_PASSWORD"})
"""Of our prefix and no settings: read by whoever finds the settings, by tests, by `proxies add`."""
FEED_TOKEN = "CRAWLFLEET_FEED_TOKEN_"  # noqa: S105
_OFFICIAL_SECRET = "CRAWLFLEET_OFFICIAL_SECRET_"  # noqa: S105
_SECRET_KEYS = {("database", "auth_token"), ("broker", "password")}

S = TypeVar("S", bound=Section)


def load(path: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """Settings from `path`, else $CRAWLFLEET_CONFIG, else ./crawlfleet.toml when it exists, else the defaults.

    Feeds' `token_file` and official accounts' `secret_file` are not opened yet: see common.config.secrets.

    Raises ConfigError naming the file or variable, the key, the problem and an example.
    """
    environ = os.environ if environ is None else environ
    named_by = "--config" if path else "CRAWLFLEET_CONFIG"
    path = path or configured_path(environ)
    tree = _read_toml(path, named_by) if path else {}
    _refuse_secrets_in_file(tree, path)
    named_secrets = _overlay_environment(tree, environ)
    try:
        settings = Settings.model_validate(tree)
    except ValidationError as error:
        raise ConfigError(*explained(error, tree, path, environ)) from None
    return _with_secrets(settings, named_secrets)


def configured_path(environ: Mapping[str, str] | None = None) -> Path | None:
    """The file read when none is named on the command line: $CRAWLFLEET_CONFIG, else ./crawlfleet.toml, else None."""
    environ = os.environ if environ is None else environ
    named = environ.get("CRAWLFLEET_CONFIG")
    if named:
        with suppress(ValueError):  # a file called so, else it is not there
            return Path(at_home(named))
        return Path(named)
    default = Path("crawlfleet.toml")
    try:
        return default if default.exists() else None
    except PermissionError:  # `sudo -u crawlfleet …` in a folder of somebody else's, where that user may not look
        return None


_MOST_BYTES = 10_000_000
"""Of a configuration; a device, or a log named by mistake, may have no end."""


def _read_toml(path: Path, named_by: str) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            read = file.read(_MOST_BYTES + 1)
        if len(read) > _MOST_BYTES:
            raise ConfigError(
                f"{path} is longer than {_MOST_BYTES // 1_000_000} MB, and no configuration. Check {named_by}."
            )
        text = read.decode("utf-8-sig")  # editors of Windows put a mark before the text
        return tomllib.loads(text.replace("\r\n", "\n").replace("\r", "\n"))
    except OSError as error:
        raise ConfigError(f"cannot read the configuration {path}: {error.strerror}. Check {named_by}.") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            f"{path} is not valid TOML: {toml_problem(error)}. Compare crawlfleet.example.toml."
        ) from None


def _refuse_secrets_in_file(tree: Mapping[str, Any], path: Path | None) -> None:
    for section, key in _SECRET_KEYS:
        if isinstance(tree.get(section), dict) and key in tree[section]:
            raise ConfigError(
                f"{path}: {section}.{key} must not stand in a settings file, whoever may read that; "
                f"use {section}.{key}_file or the variable {PREFIX}{section.upper()}_{key.upper()}."
            )
    broker = tree.get("broker")
    if isinstance(broker, dict) and _holds_password(str(broker.get("url", ""))):
        raise ConfigError(f"{path}: broker.url holds a password; use broker.password_file or {PREFIX}BROKER_PASSWORD.")
    for name, key, variable in (
        ("feeds", "token", f"{FEED_TOKEN}<NAME>"),
        ("official", "secret", f"{_OFFICIAL_SECRET}<SHOP>_<REGION>"),
    ):
        entries = tree.get(name)
        for index, entry in enumerate(entries if isinstance(entries, list) else []):
            if isinstance(entry, dict) and key in entry:
                raise ConfigError(
                    f"{path}: {setting_named((name, index, key))} must not stand here; use {key}_file or {variable}."
                )


def _holds_password(url: str) -> bool:
    try:
        return bool(urlsplit(url).password)
    except ValueError:
        return False  # no address at all, which the settings' own check says


def _overlay_environment(tree: dict[str, Any], environ: Mapping[str, str]) -> dict[str, str]:
    """Write CRAWLFLEET_* values into `tree`; returns the variables with secrets of feeds and official accounts."""
    known = {
        f"{PREFIX}{section}_{key}".upper(): (section, key, setting)
        for section, field in Settings.model_fields.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section) and section != "shops"
        for key, setting in field.annotation.model_fields.items()
    }
    for platform in PLATFORMS:
        for key, setting in ShopSettings.model_fields.items():
            known[f"{PREFIX}SHOPS_{platform}_{key}".upper()] = (f"shops.{platform}", key, setting)
    named_secrets: dict[str, str] = {}
    for name, text in environ.items():
        if not name.startswith(PREFIX) or name in _NO_SETTINGS or name.startswith("CRAWLFLEET_TEST_"):
            continue
        if name == FEED_TOKEN:
            raise ConfigError(
                f"the environment variable {name} names no account; an account's `name` in capitals ends it: "
                f'name = "ada" and {name}ADA.'
            )
        if name.startswith((FEED_TOKEN, _OFFICIAL_SECRET)):
            named_secrets[name] = text
            continue
        if name not in known:
            # Without the prefix: every setting is alike in it.
            near = difflib.get_close_matches(
                name.removeprefix(PREFIX), [one.removeprefix(PREFIX) for one in known], n=1
            )
            hint = f"; did you mean {PREFIX}{near[0]}?" if near else ". crawlfleet.example.toml has every setting."
            raise ConfigError(f"the environment variable {name} names no setting{hint}")
        section, key, setting = known[name]
        node = tree
        for part in section.split("."):
            node = node.setdefault(part, {})
            if not isinstance(node, dict):
                raise ConfigError(
                    f"{name} cannot apply: the file gives {section} a value where a table [{section}] belongs"
                )
        # An empty variable unsets what the file sets, where nothing is a value too.
        may_be_none = setting.default is None
        node[key] = (
            None if may_be_none and not text.strip() else _env_value(text, is_number=setting.annotation is float)
        )
    return named_secrets


def _env_value(text: str, *, is_number: bool) -> Any:
    """A list is written as TOML would ('["a", "b"]'), and a variable has no quotes around a number; everything else is
    text that pydantic converts."""
    if is_number:
        with suppress(ValueError):
            return float(text)
    if text.startswith("["):
        try:
            return tomllib.loads(f"v = {text}")["v"]
        except (ValueError, RecursionError):
            return text
    return text


def _with_secrets(settings: Settings, named_secrets: Mapping[str, str]) -> Settings:
    database = _with_file(settings.database, "database", "auth_token")
    broker = _with_file(settings.broker, "broker", "password")
    feeds = tuple(_feed_with_token(feed, named_secrets) for feed in settings.feeds)
    _refuse_token_for_two(feeds)
    official = tuple(_account_with_secret(account, named_secrets) for account in settings.official)
    update = {"database": database, "broker": broker, "feeds": feeds, "official": official}
    return settings.model_copy(update=update)


def _with_file(section: S, name: str, secret: str) -> S:
    """With the secret that its file holds. A variable that has set the secret wins; the file is not looked at then."""
    path: Path | None = getattr(section, f"{secret}_file")
    if getattr(section, secret):
        return section.model_copy(update={f"{secret}_file": None})
    if path is None:
        return section
    return section.model_copy(
        update={secret: read_secret(path, f"{name}.{secret}_file"), f"{secret}_file": expanded(path)}
    )


def _feed_with_token(feed: FeedSettings, named_secrets: Mapping[str, str]) -> FeedSettings:
    if token := named_secrets.get(FEED_TOKEN + (feed.name or "").upper()):
        return feed.model_copy(update={"token": SecretStr(token)})
    return feed


def _refuse_token_for_two(feeds: Sequence[FeedSettings]) -> None:
    """A variable's token is sent to one server alone: that of another would have it as well."""
    asked: dict[str, tuple[str, str | None]] = {}
    for feed in feeds:
        if feed.token is None or feed.name is None or feed.source not in SENT_A_TOKEN:
            continue
        at = server_and_name(feed.account, feed.base_url) if feed.source == "mastodon" else None
        server = (feed.source, at[0] if at else feed.base_url)
        if asked.setdefault(feed.name.upper(), server) != server:
            raise ConfigError(
                f"{FEED_TOKEN}{feed.name.upper()} is the token of accounts at two servers, and each would be sent the "
                f'other\'s: both have name = "{feed.name}". Give one another name, and its token a variable of its own.'
            )


def _account_with_secret(account: OfficialSettings, named_secrets: Mapping[str, str]) -> OfficialSettings:
    if secret := named_secrets.get(f"{_OFFICIAL_SECRET}{account.shop}_{account.region}".upper()):
        return account.model_copy(update={"secret": SecretStr(secret), "secret_file": None})
    return account
