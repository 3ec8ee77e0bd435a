"""What is read of a target's answers: so many bytes, for so long, head and body each. Mail servers' replies as well.

By themselves requests read all of a body into memory, gigabytes as well, and both requests and smtplib wait for as long
as one byte now and then comes. Apprise gives up a message that takes too long, but its thread reads on, and the process
cannot end before it.
"""

from __future__ import annotations

import smtplib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

ANSWER_BYTES = 1_000_000
"""Of an answer's body, what is read."""
ANSWER_SECONDS = 15.0
"""How long an answer's head may take, and how long its body once it has begun; each reply of a mail server, too."""
_AT_ONCE = 65_536
_TOO_LONG = "the answer took too long"
_LINE = "_crawlfleet_line"
"""Under which name an answer keeps the line that it comes over."""


def limit_heads(handed_over: Callable[[], None]) -> None:
    """From now on every head of an answer and every reply of a mail server that this process waits for ends in time.
    Only notifications wait for them by requests and smtplib. To be called once. `handed_over` is called whenever a
    whole request, or a mail, may have left."""
    import urllib3  # noqa: PLC0415

    connection: Any = urllib3.connection.HTTPConnection
    head, reply, data = connection.getresponse, smtplib.SMTP.getreply, smtplib.SMTP.data

    def getresponse(self: Any) -> Any:
        handed_over()
        answer, line = None, self.sock  # http.client lets go of it where the answer says that the line ends with it
        try:
            with _ends_in_time(line):
                answer = head(self)
        except TimeoutError:
            if answer is not None:  # cut off
                answer.close()
            raise
        setattr(answer, _LINE, line)
        return answer

    def getreply(self: smtplib.SMTP) -> tuple[int, bytes]:
        try:
            with _ends_in_time(self.sock):
                return reply(self)
        except TimeoutError:
            self.close()  # as smtplib does after a line that broke
            raise

    def handing_over(self: smtplib.SMTP, msg: Any) -> tuple[int, bytes]:
        handed_over()
        return data(self, msg)

    connection.getresponse = getresponse
    smtplib.SMTP.data = handing_over  # type: ignore[method-assign]
    smtplib.SMTP.getreply = getreply  # type: ignore[method-assign]


@contextmanager
def _ends_in_time(line: Any) -> Iterator[None]:
    """Whatever is read of `line` inside ends after ANSWER_SECONDS, with TimeoutError: so does a head that was cut off
    by it, which passes for a whole one."""
    late = threading.Event()

    def shut() -> None:
        late.set()
        with suppress(OSError):
            # Beneath TLS, whose own shutdown is not for a line that another thread reads.
            socket.socket.shutdown(line, socket.SHUT_RDWR)

    if not isinstance(line, socket.socket):  # TLS within TLS, by a proxy that somebody's environment names
        yield
        return
    timer = threading.Timer(ANSWER_SECONDS, shut)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception:
        if not late.is_set():
            raise
    finally:
        timer.cancel()
    if late.is_set():
        raise TimeoutError(_TOO_LONG)


def read_within_limits(answer: Any, **_: Any) -> None:
    """For requests' hook: read the answer's body, and no more than the limits. What is too long is cut off; what takes
    too long raises what requests raise for an answer that does not come."""
    import requests  # noqa: PLC0415
    import urllib3  # noqa: PLC0415

    body, until = bytearray(), time.monotonic() + ANSWER_SECONDS
    try:
        # What is no byte of the body is in time, too: sizes of chunks, the lines behind them, a packed file's own head.
        with _ends_in_time(getattr(answer.raw, _LINE, None)):
            while len(body) < ANSWER_BYTES and (some := answer.raw.read1(_AT_ONCE, decode_content=True)):
                body += some
                if time.monotonic() > until:
                    raise TimeoutError(_TOO_LONG)
    except TimeoutError as error:
        raise requests.exceptions.ReadTimeout(_TOO_LONG) from error
    except urllib3.exceptions.HTTPError as error:  # the line broke, or what was sent is not what its head says
        raise requests.exceptions.ConnectionError(error) from error
    finally:
        answer.close()
    answer._content, answer._content_consumed = bytes(body), True
