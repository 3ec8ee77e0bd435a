"""What can be seen without a server: the settings' risks, secrets' files, the worker's spool."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from common.config.loading import FEED_TOKEN
from common.config.problems import named_path
from common.config.secrets import expanded
from common.errors import ConfigError
from common.net.transport import trusting
from common.output.counting import counted
from common.output.typable import typable_path
from common.private_files import found, open_to_others
from common.settings_tables.feeds import SENT_A_TOKEN
from fleet.doctor.finding import Finding, Level, failed, ok, warning
from fleet.opening import embedded_path
from worker.keeping.room import existing_part, reason, takes_nothing

if TYPE_CHECKING:
    from common.settings import Settings

NEED_A_TOKEN = frozenset({"threads"})
_WRITABLE = {
    errno.EROFS: "make its disk writable again; the system makes one read-only that failed (`dmesg`)",
    errno.ENOSPC: "make room there",
}
_WITHOUT_FEEDS = (
    "add a [[feeds]] to the settings (where there is no file yet, `crawlfleet init` asks and writes it), "
    "or use `crawlfleet jobs add`"
)


def check_settings(settings: Settings, source: str) -> Iterator[Finding]:
    """Settings that are valid, yet do not go together."""
    yield ok("config", f"{source}: every setting is known and in its bounds")
    if settings.database.embedded and not settings.broker.in_memory:
        yield warning(
            "config",
            f"the broker is shared, but the database is a file ({settings.database.url}) only this machine reaches",
            "for workers elsewhere set database.url to a libsql server; on one machine this works",
        )
    if settings.broker.in_memory and not settings.database.embedded:
        yield ok("config", "broker memory: with a shared database: only `crawlfleet up` can run, once at a time")
    if settings.fetch.ca_file is not None:
        try:
            trusting(settings.fetch.ca_file)
        except ConfigError as error:
            yield failed("config", str(error), "until then nothing is fetched: no service that fetches starts here")
    if settings.fetch.allow_addresses:
        yield warning(
            "config",
            f"fetch.allow_addresses lets posted links reach {', '.join(settings.fetch.allow_addresses)}",
            "remove it outside of demos and tests",
        )
    if settings.fetch.contact is None and not (settings.database.embedded and settings.broker.in_memory):
        yield warning(
            "config",
            "fetch.contact is not set: shops see requests of a fleet and cannot ask anybody about them",
            'set fetch.contact to an address or mail of yours, for example "bot@shop-watch.example"',
        )
    if not settings.fetch.robots:
        yield warning("config", "fetch.robots is off: shops' wishes are ignored", "set fetch.robots = true")


HANDED_OVER = Path("/run/secrets")
"""Where Docker and Podman mount the secrets of one container, with the rights they have outside. It is alone there."""


def check_secrets(settings: Settings, *, handed_over: Path = HANDED_OVER) -> Iterator[Finding]:
    """Files of secrets that others on this machine may read; not of those in `handed_over`."""
    files = [
        ("database.auth_token_file", settings.database.auth_token_file),
        ("broker.password_file", settings.broker.password_file),
    ]
    for key, path in files:
        if path is not None:
            yield _secret_file(key, path, handed_over)
    of_some_roles = [
        *((f"token_file of {feed.shown}", feed.token_file, "the ingestor") for feed in settings.feeds),
        *(
            (f"secret_file of [[official]] {account.label}", account.secret_file, "a worker that offers that way")
            for account in settings.official
        ),
    ]
    for key, path, whose in of_some_roles:
        if path is not None:
            judged = _secret_file(key, path, handed_over)
            if judged.level is Level.FAILED and not settings.database.embedded:
                step = f"nothing to do here if {whose} can read it elsewhere; if that runs here, check path and owner"
                judged = warning("permissions", judged.text, step)
            yield judged


def _secret_file(key: str, named: Path, handed_over: Path) -> Finding:
    path = expanded(named)
    try:
        mode = path.stat().st_mode
        path.read_bytes()
    except OSError as error:
        shown = named_path(named)
        return failed("permissions", f"{key}: cannot read {shown}: {error.strerror}", f"check the owner of {shown}")
    is_open = os.name == "posix" and bool(mode & (stat.S_IROTH | stat.S_IWOTH)) and _reached_by_all(path)
    if is_open and not path.is_relative_to(handed_over):
        return warning(
            "permissions", f"{key}: everybody on this machine may read {path}", f"chmod 600 {typable_path(str(path))}"
        )
    return ok("permissions", f"{key}: readable, and not by everybody")


def _reached_by_all(path: Path) -> bool:
    """Whether no folder above it shuts others out, as that of tokens for containers does."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents)


def check_private_files(settings: Settings) -> Iterator[Finding]:
    """The database and the spool: what people posted, for their owner alone. Opening them tightens what can be."""
    spool = settings.work.spool_dir
    paths = [spool, *_kept_in(spool)] if found(spool) else []
    if settings.database.embedded:
        database = str(embedded_path(settings.database))
        paths += [Path(database + beside) for beside in ("", "-wal", "-shm")]
    for path in open_to_others(iter(paths)):
        step = f"chmod {'700' if path.is_dir() else '600'} {typable_path(str(path))}"
        yield warning("permissions", f"not only its owner may look into {path}", step)


def _kept_in(spool: Path) -> list[Path]:
    return list(spool.glob("*.*")) if found(spool) and spool.is_dir() else []


def check_credentials(settings: Settings) -> Iterator[Finding]:
    """Feeds that cannot be read without a token and have none, and those that have one which is sent nowhere."""
    if not settings.feeds:
        yield warning("feeds", "no account is watched", _WITHOUT_FEEDS)
    names = {(feed.name or "").upper() for feed in settings.feeds}
    for variable in sorted(name for name in os.environ if name.startswith(FEED_TOKEN) and settings.feeds):
        if (named := variable.removeprefix(FEED_TOKEN)) not in names:
            step = f'give its account the line name = "{named.lower()}", or take the variable away'
            yield warning("feeds", f"{variable} is no account's token: no [[feeds]] has that name", step)
    for feed in settings.feeds:
        if feed.source in NEED_A_TOKEN and feed.token is None and feed.token_file is None:
            name = (feed.name or "NAME").upper()
            yield failed(
                "feeds",
                f"{feed.shown}: {feed.source} gives nothing without a token",
                f"set its token_file, or its name and CRAWLFLEET_FEED_TOKEN_{name}",
            )
        if feed.source not in SENT_A_TOKEN and (feed.token is not None or feed.token_file is not None):
            yield warning(
                "feeds",
                f"{feed.shown}: it has a token, and {feed.source} is read without any: it is sent nowhere",
                "take its token_file or variable away",
            )


def check_spool(settings: Settings) -> Iterator[Finding]:
    """Whether a worker here could keep results on disk, and whether some wait there."""
    folder = settings.work.spool_dir
    existing = existing_part(folder)
    problem = takes_nothing(existing) if existing is not None else FileNotFoundError()
    if problem is not None:
        text = f"work.spool_dir {folder} cannot be written ({reason(problem)})"
        step = _WRITABLE.get(problem.errno or 0, "choose a folder of the worker's own")
        yield failed("permissions", f"{text}: results would be lost while the database is away", step)
        return
    kept = _kept_in(folder)
    waiting = sum(path.suffix == ".json" for path in kept)
    broken = sum(path.suffix == ".broken" for path in kept)
    if waiting:
        yield warning(
            "work", f"{counted(waiting, 'result')} to record in {folder}", "start `crawlfleet work` here to record them"
        )
    if broken:
        yield warning(
            "work", f"{counted(broken, 'result')} in {folder} could not be read", "look into that folder's *.broken"
        )
    if not waiting and not broken:
        yield ok("permissions", f"work.spool_dir {folder} can be written")
