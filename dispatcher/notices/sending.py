"""One message to one target, by Apprise. Blocks; to be called in a thread.

Apprise is imported by the first message: a dispatcher without rules does without it. Apprise says only whether it
worked, so what it logs meanwhile is read to tell a target that was never reached from one that may have the message.
Its logs go nowhere else: they name addresses, which are secrets.

Source of what is read: Apprise's plugins (2.2) log "Socket Exception: …" with the text of requests, urllib3 or smtplib,
"… error=STATUS" for an answer that refuses, and "Sent …" for each recipient that took it.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from common.errors import ConfigError

SECONDS = 30.0
"""A message that is not through by then may be through later."""
MISSING = "the packages that send notifications are not installed: pip install 'crawlfleet[notify]'"

_NEVER_REACHED = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeout|Connection refused|Failed to (?:resolve|establish)"
    r"|No route to host|Network is unreachable|Name or service not known|name resolution|getaddrinfo"
    r"|CERTIFICATE_VERIFY_FAILED",
)
_STATUS = re.compile(r"\berror[ =:]+(\d{3})\b")
_MAY_HAVE_TAKEN_IT = frozenset({"500", "502", "504"})
_REDIRECT = re.compile(r"3\d\d")


class Outcome(StrEnum):
    """What became of one try."""

    SENT = "sent"
    NOT_SENT = "not_sent"
    """The target certainly does not have it."""
    UNSURE = "unsure"
    """It may have it, or some of its recipients do."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`said` holds nothing of the target's address, nor of what the target said."""

    outcome: Outcome
    said: str = ""


def require_notify_extra() -> None:
    """Raises ConfigError where Apprise is not installed."""
    try:
        import apprise  # noqa: PLC0415
    except ImportError:
        raise ConfigError(f"{MISSING[0].upper()}{MISSING[1:]}") from None
    _ = apprise


def send(url: str, title: str, body: str) -> Answer:
    """Send plain text; nothing is attached, and Apprise tries once. Never raises."""
    heard = _Heard()
    try:
        import apprise  # noqa: PLC0415
    except ImportError:
        return Answer(Outcome.NOT_SENT, MISSING)
    with heard:
        try:
            service = _service(apprise, url)
            if service is None:
                return Answer(Outcome.NOT_SENT, "Apprise does not take its address: remove the target and add it anew")
            with_one = apprise.Apprise(asset=service.asset)
            with_one.add(service)
            result = with_one.notify(
                body=body,
                title=title,
                notify_type=apprise.NotifyType.INFO,
                body_format=apprise.NotifyFormat.TEXT,
            )
        except Exception as error:
            return Answer(Outcome.UNSURE, f"Apprise broke off ({type(error).__name__})")
    return Answer(Outcome.SENT) if result else _judged(heard.lines)


def check_address(url: str) -> None:
    """Raises ConfigError for an address that Apprise does not take, or where it is not installed."""
    require_notify_extra()
    import apprise  # noqa: PLC0415

    with _Heard():
        try:
            service = _service(apprise, url)
        except Exception:
            service = None
    if service is None:
        scheme = url.partition("://")[0]
        raise ConfigError(
            f"Apprise does not take this {scheme}:// address; its parts are described at "
            f"https://appriseit.com/services/ (nothing was kept)"
        )


def _service(apprise: Any, url: str) -> Any:
    """Apprise's own part for this address, without its retries, its files, and its tokens on disk.

    It follows no redirect: on its way a message becomes a request without one, whose answer looks as if it had arrived;
    and where it leads may be a host that whoever named the address may not name.
    """
    asset = apprise.AppriseAsset(
        app_id="crawlfleet",
        app_desc="crawlfleet",
        async_mode=False,
        interpret_emojis=False,
        interpret_escapes=False,
        pem_autogen=False,
        pgp_autogen=False,
        storage_mode="memory",
        service_timeout=SECONDS,
        allow_templates=False,
    )
    service = apprise.Apprise.instantiate(url, asset=asset)
    if service is not None:
        service.retry = 0
        service.redirects = False
        service.optional = False
    return service


def _judged(lines: Iterable[str]) -> Answer:
    """Why a message was not sent, and whether that is certain."""
    lines = list(lines)
    if any(line.startswith("Sent ") for line in lines):
        return Answer(Outcome.UNSURE, "some of its recipients did not take it")
    broken = [line for line in lines if "Socket Exception" in line or "Connection error" in line.capitalize()]
    exceptions = [line for line in lines if "Socket Exception" in line]
    if exceptions and all(_NEVER_REACHED.search(line) for line in exceptions):
        return Answer(Outcome.NOT_SENT, "it could not be reached")
    if broken:
        return Answer(Outcome.UNSURE, "the line broke, or no answer came in time")
    statuses = [found[1] for line in lines if (found := _STATUS.search(line))]
    if not statuses:
        return Answer(Outcome.UNSURE, "it was not taken, and Apprise does not say why")
    said = f"it answered with status {statuses[-1]}"
    if _REDIRECT.fullmatch(statuses[-1]):
        said += ", a redirect, which is not followed: add it anew by the address that it leads to"
    return Answer(Outcome.UNSURE if _MAY_HAVE_TAKEN_IT & set(statuses) else Outcome.NOT_SENT, said)


_ONE_AT_A_TIME = threading.Lock()
"""Apprise has one log for all messages, and `crawlfleet up` sends the console's test messages beside the dispatcher's.
Sent one at a time, none is judged by another's lines."""


class _Heard(logging.Handler):
    """A context manager that collects what Apprise logs, and lets it go nowhere else. A second one waits until the
    first has ended."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage()[:1000])

    def __enter__(self) -> _Heard:
        _ONE_AT_A_TIME.acquire()
        logger = logging.getLogger("apprise")
        logger.propagate = False
        logger.setLevel(logging.DEBUG)
        logger.addHandler(self)
        # Beneath it; a path may be a secret.
        logging.getLogger("urllib3").setLevel(logging.CRITICAL)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger("apprise").removeHandler(self)
        _ONE_AT_A_TIME.release()
