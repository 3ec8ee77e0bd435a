"""A target that answers without an end costs neither memory nor a thread: its answer is read within limits."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from dispatcher.notices import hearing
from dispatcher.notices.judging import Outcome
from dispatcher.notices.sending import send

pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")

PIECE = b"x" * 65_536


class _Endless:
    """Answers with `head` and then `piece` again and again, until nobody reads on."""

    def __init__(self, port: int) -> None:
        self.url = f"json://127.0.0.1:{port}/path-of-secret"
        self.sent = 0
        self.left = threading.Event()


@contextmanager
def _endless(head: bytes, piece: bytes, *, pause_seconds: float = 0.0, most: int = 2**28) -> Iterator[_Endless]:
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = _Endless(door.getsockname()[1])

        def answer() -> None:
            line, _ = door.accept()
            with line, suppress(OSError):
                got = b""
                while b"}" not in got:
                    got += line.recv(65_536)
                line.sendall(head + b"Content-Length: 10000000000\r\n\r\n")
                while server.sent < most:
                    line.sendall(piece)
                    server.sent += len(piece)
                    time.sleep(pause_seconds)
            server.left.set()

        thread = threading.Thread(target=answer)
        thread.start()
        yield server
        thread.join(30)


@pytest.mark.parametrize(
    ("head", "outcome"),
    [
        (b"HTTP/1.1 200 OK\r\n", Outcome.SENT),
        (b"HTTP/1.1 400 No\r\n", Outcome.NOT_SENT),
        (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\n", Outcome.NOT_SENT),
    ],
)
def test_of_an_answer_of_ten_gigabytes_one_megabyte_is_read(head: bytes, outcome: Outcome) -> None:
    with _endless(head, PIECE) as server:
        assert send(server.url, "title", "body").outcome is outcome
        assert server.left.wait(10)
    assert server.sent < 30_000_000, "what was read, and what waits in the buffers of the line"


def test_an_answer_that_drips_ends_and_leaves_no_thread_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "ANSWER_SECONDS", 0.5)
    begun = time.monotonic()
    with _endless(b"HTTP/1.1 200 OK\r\n", b"x", pause_seconds=0.05, most=400) as server:
        answer = send(server.url, "title", "body")
        assert (answer.outcome, answer.said) == (Outcome.UNSURE, "the line broke, or no answer came in time")
        assert server.left.wait(10)
    assert server.sent < 400 and time.monotonic() - begun < 15
