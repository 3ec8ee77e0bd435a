"""The first settings of a fleet: a file that works, made of a few answers."""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from common.accounts.networks import NETWORKS
from common.accounts.page import AccountPage, account_page
from common.errors import ConfigError
from common.lasting.files import write_new
from common.links.shop_domain import shop_domain
from common.links.shown_account import shown_account
from fleet.guessing import known_word

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NAME = re.compile(r"[\w.-]+")
ACCOUNTS = "@name.bsky.social, @name@server, the address of an account's page or of a feed, posts.jsonl"
"""How an account may be written, for people; @name alone is one of Threads."""
_ELSEWHERE = "Name a file in a folder that you may write to."


class AlreadyThere(ConfigError):
    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is there already; nothing was changed. Edit it, or name another with --file.")


@dataclass(frozen=True, slots=True)
class Beginnings:
    """What a person answers; each may be left out."""

    account: str | None = None
    """@name.bsky.social, @name@server.example, @name of Threads, the address of an account's page or of a feed, or a
    file of JSON lines."""
    domains: Sequence[str] = ()
    contact: str | None = None


def write_settings(path: Path, answers: Beginnings) -> Path:
    """Write `path`, which must not be there, and read it once as every command does. It is there whole or not at all,
    whenever this is killed. Raises ConfigError."""
    from common.config import load

    text = settings_text(answers)
    if not _is_text(text):
        raise ConfigError("an answer holds bytes that are no text. Type it anew, or set your terminal to UTF-8.")
    try:
        write_new(path, text.encode())
    except FileExistsError:
        raise AlreadyThere(path) from None
    except OSError as error:
        step = "Make room there, or name a file elsewhere." if error.errno in _NO_ROOM else _ELSEWHERE
        raise ConfigError(f"cannot write {path}: {error.strerror or error}. {step}") from None
    try:
        load(path)
    except BaseException:
        path.unlink()
        raise
    return path


def _is_text(text: str) -> bool:
    """False for what came from a terminal of another encoding: no file of settings holds it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def settings_text(answers: Beginnings) -> str:
    """The file's text. Raises ConfigError for an answer that cannot be used."""
    lines = [
        "# Made by `crawlfleet init`. Every setting with its default stands in crawlfleet.example.toml.",
        "",
        "[database]",
        'url = "file:crawlfleet.db"',
    ]
    if answers.contact:
        lines += ["", "# Whom a shop can ask about these requests.", "[fetch]", f"contact = {_text(answers.contact)}"]
    if answers.domains:
        lines += ["", "[shops.other]", f"domains = [{', '.join(map(_text, shop_domains(answers.domains)))}]"]
    if answers.account:
        lines += ["", "[[feeds]]", *(f"{key} = {_text(value)}" for key, value in feed_of(answers.account).items())]
    else:
        lines += ["", "# The accounts to watch:", "#[[feeds]]", '#source = "rss"', '#account = "https://…"']
    return "\n".join(lines) + "\n"


def feed_of(account: str) -> Mapping[str, str]:
    """`source`, `account` and, for Mastodon, `base_url`, told from how an account is written: with its network before
    it, as `feeds list` and doctor have it, or without. Raises ConfigError for what is none, WrongUsage for a network
    that does not exist."""
    written = account.strip()
    network, colon, named = written.partition(":")
    if colon and network.lower() in NETWORKS:
        return _of_network(network.lower(), named.strip())
    if written == "-" or written.endswith(".jsonl") or written.startswith(("/", "./", "../", "~/")):
        return {"source": "jsonl", "account": written}
    if page := account_page(written):
        return _of_page(page)
    if written.startswith(("http://", "https://")):
        return {"source": "rss", "account": written}
    if "/" in written:
        a_host = "." in written.partition("/")[0]
        return {"source": "rss", "account": f"https://{written}"} if a_host else {"source": "jsonl", "account": written}
    if written.startswith("did:"):
        return {"source": "bluesky", "account": written}
    if colon and len(network) == 1:  # a drive of Windows
        return {"source": "jsonl", "account": written}
    if colon:
        known_word(network, NETWORKS, "network")
    name, at, server = written.removeprefix("@").partition("@")
    if not _NAME.fullmatch(name) or (at and not server) or "@" in server:
        raise ConfigError(f"{written!r} is no name of an account; write {ACCOUNTS}.")
    if at and server:
        return {"source": "mastodon", "account": name, "base_url": f"https://{server}"}
    return {"source": "bluesky" if "." in name else "threads", "account": name}


def _of_network(network: str, named: str) -> Mapping[str, str]:
    """Of an account that is written behind its network."""
    if not named:
        raise ConfigError(f"which account of {network} to watch is not said; write it behind {network}:")
    page = account_page(named)
    if page is not None and page.source == network:
        return _of_page(page)
    if network in {"rss", "jsonl"}:
        return {"source": network, "account": named}
    name, _, server = named.removeprefix("@").partition("@")
    if network == "mastodon" and server:
        return {"source": network, "account": name, "base_url": f"https://{server}"}
    return {"source": network, "account": named.removeprefix("@")}


def _of_page(page: AccountPage) -> Mapping[str, str]:
    feed = {"source": page.source, "account": page.account}
    return feed | ({"base_url": page.base_url} if page.base_url else {})


def label_of(account: str) -> str:
    """The same as it is told to people: the Bluesky account ada.bsky.social."""
    feed = feed_of(account)
    if feed["source"] == "jsonl" and feed["account"] == "-":
        return "standard input"
    if feed["source"] == "jsonl":
        return f"the file or folder {feed['account']}"
    if feed["source"] == "rss":
        return f"the feed {shown_account(feed['account'])}"
    where = f" at {feed['base_url']}" if "base_url" in feed else ""
    return f"the {feed['source'].capitalize()} account {feed['account']}{where}"


def shop_domains(typed: Sequence[str]) -> list[str]:
    """Each as the settings have it. Raises ConfigError that names the first that is none, and what to write."""
    return [_domain(domain) for domain in typed]


def _domain(typed: str) -> str:
    from common.settings import ShopsSettings
    from common.shops.registry import Shops

    try:
        domain = shop_domain(typed)
    except ValueError as error:
        raise ConfigError(f"{typed}: {error}.") from None
    if shop := Shops(ShopsSettings()).for_host(domain):
        raise ConfigError(f"{domain} is {shop.platform}'s own; its links are taken already.")
    return domain


def _text(value: str) -> str:
    """As TOML writes it; a JSON string is one."""
    return json.dumps(value, ensure_ascii=False)
