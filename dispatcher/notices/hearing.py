"""What is heard while Apprise sends one message: its log, and the answers to its requests.

Apprise says only whether it worked. Its logs go nowhere else, for they name addresses, which are secrets; nor does what
was answered. Answers are heard where requests hands them to Apprise's plugins, which all use it (mail excepted).
"""

from __future__ import annotations

import logging
import threading
import time
from datetime import UTC, datetime
from typing import Any

from common.net.retry_after import retry_after_seconds
from dispatcher.notices.judging import Heard

BODY_BYTES = 10_000
"""Of an answer, what is looked at."""
ANSWER_BYTES = 1_000_000
"""Of an answer, what is read: by themselves requests read all of it into memory, gigabytes as well."""
ANSWER_SECONDS = 15.0
"""How long an answer may take to come in once it has begun. Apprise gives up a message that takes too long, but its
thread reads on for as long as something comes, and the process cannot end before it."""
_AT_ONCE = 65_536
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
            if not given.get("stream"):
                request.register_hook("response", _read_within_limits)  # before requests reads it, redirects as well
            answer = send(session, request, **given)
            asked = answer.headers.get("Retry-After")
            body = b"" if given.get("stream") else answer.content[:BODY_BYTES]
            answers.append(Heard(answer.status_code, body, retry_after_seconds(asked, now=datetime.now(UTC))))
            return answer

        return sending


def _read_within_limits(answer: Any, **_: Any) -> None:
    """Read the answer's body, and no more than the limits. What is too long is cut off; what takes too long raises
    what requests raise for an answer that does not come."""
    import requests  # noqa: PLC0415
    import urllib3  # noqa: PLC0415

    body, until = bytearray(), time.monotonic() + ANSWER_SECONDS
    try:
        while len(body) < ANSWER_BYTES and (some := answer.raw.read1(_AT_ONCE, decode_content=True)):
            body += some
            if time.monotonic() > until:
                raise requests.exceptions.ReadTimeout("the answer took too long")
    except urllib3.exceptions.HTTPError as error:  # the line broke, or what was sent is not what its head says
        raise requests.exceptions.ConnectionError(error) from error
    finally:
        answer.close()
    answer._content, answer._content_consumed = bytes(body), True


def _session() -> Any:
    """What sends the requests of Apprise's plugins."""
    import requests  # noqa: PLC0415

    return requests.Session
