"""What is heard while Apprise sends one message: its log, and the answers to its requests.

Apprise says only whether it worked. Its logs go nowhere else, for they name addresses, which are secrets; nor does what
was answered. Answers are heard where requests hands them to Apprise's plugins, which all use it (mail excepted).

Apprise sends in a thread of its own, to which it hands on this one's context. By that each message hears itself alone:
`crawlfleet up` sends the console's test messages beside the dispatcher's, and a thread that Apprise has given up goes
on beside the next message.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from common.net.retry_after import retry_after_seconds
from dispatcher.notices.answering import limit_heads, read_within_limits
from dispatcher.notices.judging import Heard

BODY_BYTES = 10_000
"""Of an answer, what is looked at."""
MOST_THREADS = 128
"""Whoever sends bounds how many messages go at once; those that Apprise gave up have some beside them."""
_HERE: ContextVar[Hearing | None] = ContextVar("hearing", default=None)
_ONCE = threading.Lock()
_installed: list[logging.Handler] = []


class Hearing:
    """A context manager that collects what Apprise logs and is answered."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.answers: list[Heard] = []
        self.over = False
        self.handed_over = False
        """Something that may be the message has left; before that nobody can have it."""

    def __enter__(self) -> Hearing:
        _install()
        self._token = _HERE.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        self.over = True
        _HERE.reset(self._token)


class _Ear(logging.Handler):
    """Hands each line of Apprise's to the message that it is about."""

    def emit(self, record: logging.LogRecord) -> None:
        if hearing := _HERE.get():
            hearing.lines.append(record.getMessage()[:1000])


def _handed_over() -> None:
    if hearing := _HERE.get():
        hearing.handed_over = True


def _install() -> None:
    """Once in a process: an ear at Apprise's log and at requests' way to send, and limits to what is answered."""
    with _ONCE:
        if _installed:
            return
        logger = logging.getLogger("apprise")
        logger.propagate = False
        logger.setLevel(logging.DEBUG)
        logger.addHandler(ear := _Ear(logging.DEBUG))
        # Beneath it; a path may be a secret.
        logging.getLogger("urllib3").setLevel(logging.CRITICAL)
        limit_heads(_handed_over)
        _listen()
        _widen()
        _installed.append(ear)


def _widen() -> None:
    """Apprise sends in a pool of its own, with four threads more than this machine has cores. Where that many targets
    hung, a message to another waited there until its time was over, and was told as perhaps lost."""
    from apprise import apprise as module  # noqa: PLC0415

    threads = ThreadPoolExecutor(MOST_THREADS, "apprise")
    module.get_shared_executor = lambda: threads


def _listen() -> None:
    import requests  # noqa: PLC0415

    session: Any = requests.Session
    send = session.send

    def sending(self: Any, request: Any, **given: Any) -> Any:
        """requests' own way to send, with an ear at it."""
        hearing = _HERE.get()
        if hearing is None:
            return send(self, request, **given)
        if hearing.over:  # Apprise gave this message up, and it is told as such
            raise requests.exceptions.ReadTimeout("the message took too long")
        if not given.get("stream"):
            request.register_hook("response", read_within_limits)  # before requests reads it, redirects as well
        answer = send(self, request, **given)
        asked = answer.headers.get("Retry-After")
        body = b"" if given.get("stream") else answer.content[:BODY_BYTES]
        hearing.answers.append(Heard(answer.status_code, body, retry_after_seconds(asked, now=datetime.now(UTC))))
        return answer

    session.send = sending
