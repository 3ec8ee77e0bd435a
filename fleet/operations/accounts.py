"""The broker's accounts, one for each machine or role, made and removed through rabbitmqctl.

No account that may make accounts ever leaves the machine RabbitMQ runs on. Passwords are ours, 256 random bits, and
go to rabbitmqctl on its standard input: a process list shows none.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.broker.roles import ROLES, Rights, rights_of, role_of
from common.errors import BrokerError, ConfigError
from common.settings import PLATFORMS
from common.ways.way import Way

if TYPE_CHECKING:
    from fleet.rabbitmq.rabbitmqctl import Rabbitmqctl

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


@dataclass(frozen=True, slots=True)
class Account:
    """An account with rights in the virtual host. `role` is None when its rights are those of no role."""

    name: str
    role: str | None
    read: str
    max_connections: int | None


def new_password() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def add_account(
    ctl: Rabbitmqctl,
    vhost: str,
    name: str,
    role: str,
    *,
    platforms: Collection[str] = PLATFORMS,
    ways: Collection[Way] = (Way.HTTP,),
    password: str | None = None,
) -> str:
    """Make an account with a role's rights and limits in `vhost`; its password, which nobody can be told again.
    `password`: one that is kept already, of new_password; None: a new one.

    The rights come last: an account that was cut off half made may do nothing, and one that was refused its rights is
    taken away again. Raises ConfigError, BrokerError.
    """
    _check_name(name)
    if role not in ROLES:
        raise ConfigError(f"{role!r} is no role; there are {', '.join(ROLES)}.")
    if unknown := set(platforms) - set(PLATFORMS):
        raise ConfigError(f"no such shop: {', '.join(sorted(unknown))}; there are {', '.join(PLATFORMS)}.")
    rights = rights_of(role, [shop for shop in PLATFORMS if shop in platforms], ways)
    password = password or new_password()
    ctl("add_user", name, stdin=f"{password}\n")
    try:
        _give_rights(ctl, vhost, name, rights)
    except BaseException:
        with contextlib.suppress(BrokerError):
            ctl("delete_user", name)
        raise
    return password


def _give_rights(ctl: Rabbitmqctl, vhost: str, name: str, rights: Rights) -> None:
    limits = {"max-connections": rights.connections, "max-channels": rights.channels}
    ctl("set_user_limits", name, json.dumps(limits))
    for exchange, keys in rights.keys.items():
        ctl("set_topic_permissions", "-p", vhost, name, exchange, keys, "^$")
    ctl("set_permissions", "-p", vhost, name, rights.configure, rights.write, rights.read)


def remove_account(ctl: Rabbitmqctl, vhost: str, name: str) -> None:
    """Delete an account of ours; RabbitMQ closes its connections, and what they held goes to others.

    Raises ConfigError for an account that has no role of ours in `vhost`: it belongs to somebody else.
    """
    _check_ours(ctl, vhost, name, f"remove it with rabbitmqctl delete_user {name}")
    ctl("delete_user", name)


def change_password(ctl: Rabbitmqctl, vhost: str, name: str, password: str) -> None:
    """Give an account of ours another password, of new_password; rights and limits stay. Its connections are closed, so
    that whoever knew the old one is out at once; what they held goes to others.

    Raises ConfigError as remove_account, BrokerError. Run again it does the same, whatever was done of it.
    """
    _check_ours(ctl, vhost, name, f"change it with rabbitmqctl change_password {name}")
    ctl("change_password", name, stdin=f"{password}\n")
    ctl("close_all_user_connections", name, "its password was changed")


def _check_ours(ctl: Rabbitmqctl, vhost: str, name: str, instead: str) -> None:
    """Raises ConfigError; `instead` is what to do about an account that is somebody else's."""
    _check_name(name)
    known = {account.name: account for account in list_accounts(ctl, vhost)}
    if name not in known:
        raise ConfigError(f"no account {name} has rights in the virtual host {vhost}; `crawlfleet broker user list`.")
    if known[name].role is None:
        raise ConfigError(f"the rights of {name} are those of no crawlfleet role, so it is left alone; {instead}")


def list_accounts(ctl: Rabbitmqctl, vhost: str) -> list[Account]:
    """Every account with rights in `vhost`, by name. Raises BrokerError."""
    found = _json(ctl("list_permissions", "-p", vhost, "--formatter", "json"))
    limits = {
        str(row["user"]): _limits(row.get("limits"))
        for row in _json(ctl("list_user_limits", "--global", "--formatter", "json"))
    }
    accounts = []
    for row in found:
        name = str(row["user"])
        rights = Rights(str(row["configure"]), str(row["write"]), str(row["read"]))
        most = limits.get(name, {}).get("max-connections")
        accounts.append(Account(name, role_of(rights), rights.read, most if isinstance(most, int) else None))
    return sorted(accounts, key=lambda account: account.name)


def _limits(value: object) -> dict[str, object]:
    found = json.loads(value) if isinstance(value, str) else value
    return found if isinstance(found, dict) else {}


def _json(text: str) -> list[dict[str, object]]:
    try:
        found = json.loads(text or "[]")
    except ValueError:
        raise BrokerError(f"rabbitmqctl answered with something that is no JSON: {text[:200]!r}") from None
    return [row for row in found if isinstance(row, dict)]


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise ConfigError(
            f"{name!r} cannot be an account's name: letters, digits, dots, dashes and underscores, at most 64, and a "
            "letter or digit first."
        )
