"""Who gets into the database's server: without a token, with this token, for how long, and how far its SQL reaches."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from common.errors import StoreError, StoreRejected
from common.timing.units import DAY_MS
from fleet.doctor.finding import Finding, failed, ok, warning
from fleet.doctor.machine.listener import listening_uid
from fleet.durations import short_duration

if TYPE_CHECKING:
    from common.settings import DatabaseSettings, Settings

ENDS_SOON_MS = 14 * DAY_MS
_RENEW = "deploy/database/make-tokens --renew (or your provider's way); running services take the new one from the file"

# EXPLAIN compiles a statement and runs nothing of it, so this asks whether the function exists and reads no file.
_PROBE = "EXPLAIN SELECT readfile('')"


def claims_of(token: str) -> dict[str, Any] | None:
    """What a JWT says, unverified (only the server has to believe it). None when it is no JWT."""
    parts = token.split(".")
    if len(parts) != 3:
        return None
    try:
        claims = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except (ValueError, RecursionError):
        return None
    return claims if isinstance(claims, dict) else None


def judge_token(settings: Settings, now_ms: int) -> Iterator[Finding]:
    """What the token grants and when it ends, never the token. Nothing for a database file or what is no JWT."""
    token = settings.database.auth_token
    claims = claims_of(token.get_secret_value()) if token is not None and not settings.database.embedded else None
    if claims is None:
        return
    if "a" not in claims and "p" not in claims:
        yield failed(
            "token",
            "the database token names no right, and libsql-server takes that for every right",
            "replace it with one that names what it may: deploy/database/make-tokens",
        )
    ends_ms = _ends_ms(claims)
    if ends_ms is None:
        yield warning("token", "the database token never ends: who once copied it keeps it", _RENEW)
    elif ends_ms <= now_ms:
        yield failed("token", f"the database token ended {short_duration(now_ms - ends_ms)} ago", _RENEW)
    elif ends_ms - now_ms < ENDS_SOON_MS:
        yield warning("token", f"the database token ends in {short_duration(ends_ms - now_ms)}", _RENEW)
    else:
        yield ok("token", f"the database token ends in {short_duration(ends_ms - now_ms)}")


def _ends_ms(claims: dict[str, Any]) -> int | None:
    ends = claims.get("exp")
    if isinstance(ends, bool) or not isinstance(ends, int | float):
        return None
    # Beyond any clock (also Infinity, which JSON in Python has) it is as good as never.
    return int(ends * 1000) if abs(ends) < 1e11 else None


async def check_door(settings: Settings) -> AsyncIterator[Finding]:
    """Asks the server once without a token, and whether its SQL knows readfile(). Nothing for a database file."""
    if settings.database.embedded:
        return
    yield await _without_token(settings.database)
    if await _knows_readfile(settings.database):
        yield judge_files(_user_here(settings.database))


def judge_files(uid: int | None) -> Finding:
    """Judge whether a database server, whose SQL can read and write files, may reach the files of whoever asks. Only
    one case can be seen from here: the server runs on this machine as that same user (`uid`). Root is no such case,
    since it may be a container's relay in between."""
    means = (
        "this server's SQL has readfile() and writefile(): any token, also one that may only read, reads and writes "
        "whatever files the server's user may"
    )
    if uid and uid == getattr(os, "geteuid", lambda: None)():
        return warning(
            "database",
            f"{means}, and it runs as you: these files are yours",
            "run it as a user that owns only its data folder (deploy/systemd/README.md)",
        )
    return ok(
        "database",
        f"{means}. Which these are cannot be asked: it is safe as a user that owns only its data folder "
        "(deploy/systemd/README.md)",
    )


async def _without_token(database: DatabaseSettings) -> Finding:
    from common.store.drivers.hrana import HranaDriver

    driver = HranaDriver(
        _over_http(database.url),
        ca_file=database.ca_file,
        timeout_seconds=database.timeout_seconds,
        allow_cleartext=database.allow_cleartext,
    )
    try:
        await driver.connect()
    except StoreRejected:
        return ok("database", "who has no token is refused")
    except StoreError as error:
        return warning("database", f"whether it asks for a token is not known: {error}", "try again")
    finally:
        await driver.close()
    return failed(
        "database",
        "THIS SERVER ASKS FOR NO TOKEN: whoever reaches it, and any web page open in a browser that reaches it, reads "
        "and writes everything",
        "stop it; start it with SQLD_AUTH_JWT_KEY_FILE as deploy/systemd/README.md shows",
    )


async def _knows_readfile(database: DatabaseSettings) -> bool:
    from common.store.drivers.base import Statement
    from common.store.store import make_driver

    driver = make_driver(database)
    try:
        await driver.connect()
        await driver.batch([Statement(_PROBE)])
    except StoreError:  # no such function, or a server that explains nothing
        return False
    finally:
        await driver.close()
    return True


def _user_here(database: DatabaseSettings) -> int | None:
    parts = urlsplit(_over_http(database.url))
    return listening_uid(parts.hostname or "", parts.port or 0)


def _over_http(url: str) -> str:
    parts = urlsplit(url)
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    return urlunsplit(parts._replace(scheme=scheme))
