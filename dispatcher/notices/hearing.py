"""What is heard while Apprise sends one message: its log, and the answers to its requests.

Apprise says only whether it worked. Its logs go nowhere else, for they name addresses, which are secrets; nor does what
was answered. Answers are heard where requests hands them to Apprise's plugins, which all use it (mail excepted).
"""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime
from typing import Any

from common.net.retry_after import retry_after_seconds
from dispatcher.notices.judging import Heard

BODY_BYTES = 10_000
_ONE_AT_A_TIME = threading.Lock()
"""Apprise has one log for all messages, and `crawlfleet up` sends the console's test messages beside the dispatcher's.
Sent one at a time, none is judged by another's lines."""


class Hearing(logging.Handler):
    """A context manager that collects what Apprise logs and is answered. A second one waits until the first has
    ended."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.answers: list[Heard] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage()[:1000])

    def __enter__(self) -> Hearing:
        self._session = _session()
        _ONE_AT_A_TIME.acquire()
        logger = logging.getLogger("apprise")
        logger.propagate = False
        logger.setLevel(logging.DEBUG)
        logger.addHandler(self)
        # Beneath it; a path may be a secret.
        logging.getLogger("urllib3").setLevel(logging.CRITICAL)
        self._send = self._session.send
        self._session.send = self._sending
        return self

    def __exit__(self, *_: object) -> None:
        self._session.send = self._send
        logging.getLogger("apprise").removeHandler(self)
        _ONE_AT_A_TIME.release()

    @property
    def _sending(self) -> Any:
        """requests' own way to send, with an ear at it."""
        send, answers = self._send, self.answers

        def sending(session: Any, request: Any, **given: Any) -> Any:
            answer = send(session, request, **given)
            asked = answer.headers.get("Retry-After")
            body = b"" if given.get("stream") else answer.content[:BODY_BYTES]
            answers.append(Heard(answer.status_code, body, retry_after_seconds(asked, now=datetime.now(UTC))))
            return answer

        return sending


def _session() -> Any:
    """What sends the requests of Apprise's plugins: the requests that Apprise itself imports."""
    from apprise.plugins import custom_json  # noqa: PLC0415

    return custom_json.requests.Session  # type: ignore[attr-defined]
