"""A target that answers without an end costs neither memory nor a thread: its answer is read within limits, and so are
the head of it and a mail server's replies."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from dispatcher.notices import answering, sending
from dispatcher.notices.judging import Outcome
from dispatcher.notices.sending import send

apprise = pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")

PIECE = b"x" * 65_536
LONG = b"Content-Length: 10000000000\r\n\r\n"


class _Endless:
    """Answers with `head` and then `piece` again and again, until nobody reads on."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"json://127.0.0.1:{port}/path-of-secret"
        self.sent = 0
        self.left = threading.Event()


@contextmanager
def _endless(
    head: bytes,
    piece: bytes,
    *,
    pause_seconds: float = 0.0,
    late_seconds: float = 0.0,
    most: int = 2**28,
    asked: bool = True,
) -> Iterator[_Endless]:
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = _Endless(door.getsockname()[1])

        def answer() -> None:
            line, _ = door.accept()
            with line, suppress(OSError):
                got = b""
                while asked and b"}" not in got:
                    got += line.recv(65_536)
                time.sleep(late_seconds)
                line.sendall(head)
                while server.sent < most:
                    line.sendall(piece)
                    server.sent += len(piece)
                    time.sleep(pause_seconds)
            server.left.set()

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield server
        thread.join(30)


@pytest.mark.parametrize(
    ("head", "outcome"),
    [
        (b"HTTP/1.1 200 OK\r\n" + LONG, Outcome.SENT),
        (b"HTTP/1.1 400 No\r\n" + LONG, Outcome.NOT_SENT),
        (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\n" + LONG, Outcome.NOT_SENT),
    ],
)
def test_of_an_answer_of_ten_gigabytes_one_megabyte_is_read(head: bytes, outcome: Outcome) -> None:
    with _endless(head, PIECE) as server:
        assert send(server.url, "title", "body").outcome is outcome
        assert server.left.wait(10)
    assert server.sent < 30_000_000, "what was read, and what waits in the buffers of the line"


def test_an_answer_that_comes_late_and_in_time_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Apprise's own patience ends after four seconds of silence: a message that was taken then counts as lost."""
    monkeypatch.setattr(apprise.URLBase, "socket_read_timeout", 0.2)
    with _endless(b"", b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", most=1, late_seconds=1.0) as server:
        assert send(server.url, "title", "body").outcome is Outcome.SENT
    with _endless(b"", b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", most=1, late_seconds=1.0) as server:
        hurried = send(f"{server.url}?rto=0.2", "title", "body")
        assert hurried.outcome is Outcome.UNSURE, "its address says how long"


def test_an_answer_that_drips_ends_and_leaves_no_thread_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "ANSWER_SECONDS", 0.5)
    begun = time.monotonic()
    with _endless(b"HTTP/1.1 200 OK\r\n" + LONG, b"x", pause_seconds=0.05, most=400) as server:
        answer = send(server.url, "title", "body")
        assert (answer.outcome, answer.said) == (Outcome.UNSURE, "the line broke, or no answer came in time")
        assert server.left.wait(10)
    assert server.sent < 400 and time.monotonic() - begun < 15


@pytest.mark.parametrize(
    ("rest", "piece"),
    [
        (b"Transfer-Encoding: chunked\r\n\r\n1;", b"x"),  # of the line with a chunk's size
        (b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n", b"X: y\r\n"),  # of the lines behind the last chunk
        (b"Content-Encoding: gzip" + b"\r\n" + LONG + b"\x1f\x8b\x08\x08\0\0\0\0\0\3", b"x"),  # of a file's name
    ],
)
@pytest.mark.parametrize("keeps", [b"", b"Connection: close\r\n"])
def test_what_drips_beside_an_answers_body_ends_and_leaves_no_thread_reading(
    monkeypatch: pytest.MonkeyPatch, rest: bytes, piece: bytes, keeps: bytes
) -> None:
    monkeypatch.setattr(answering, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(sending, "SECONDS", 5.0)
    with _endless(b"HTTP/1.1 200 OK\r\n" + keeps + rest, piece, pause_seconds=0.05, most=400 * len(piece)) as server:
        answer = send(server.url, "title", "body")
        assert (answer.outcome, answer.said) == (Outcome.UNSURE, "the line broke, or no answer came in time")
        assert server.left.wait(2)
    assert server.sent < 60 * len(piece)


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (b"", b"x"),  # of the line with its status
        (b"HTTP/1.1 200 OK\r\nX-Drip: ", b"x"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
)
def test_a_head_that_drips_ends_and_leaves_no_thread_reading(
    monkeypatch: pytest.MonkeyPatch, head: bytes, piece: bytes
) -> None:
    monkeypatch.setattr(answering, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(sending, "SECONDS", 5.0)
    with _endless(head, piece, pause_seconds=0.05, most=400 * len(piece)) as server:
        answer = send(server.url, "title", "body")
        assert (answer.outcome, answer.said) == (Outcome.UNSURE, "the line broke, or no answer came in time")
        assert server.left.wait(2)
    assert server.sent < 60 * len(piece)


@pytest.mark.parametrize(("head", "piece"), [(b"220 ", b"x"), (b"", b"220-here\r\n")])
def test_a_mail_server_that_drips_ends_and_leaves_no_thread_reading(
    monkeypatch: pytest.MonkeyPatch, head: bytes, piece: bytes
) -> None:
    monkeypatch.setattr(answering, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(sending, "SECONDS", 5.0)
    with _endless(head, piece, pause_seconds=0.05, most=400 * len(piece), asked=False) as server:
        answer = send(
            f"mailto://ada:SECRET@127.0.0.1:{server.port}?from=ada@mail.example&to=bo@mail.example", "title", "body"
        )
        assert answer.outcome is Outcome.NOT_SENT, "it had no message yet"
        assert answer.said == "the line broke, or no answer came in time, before it was given the message"
        assert server.left.wait(2)
    assert server.sent < 60 * len(piece)
