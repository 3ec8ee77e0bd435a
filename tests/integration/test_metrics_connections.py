"""Silent and slow connections to the metrics address: each ends, and they are not more than the process can bear."""

from __future__ import annotations

import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from common.output.served.health import Health, with_health
from common.output.served.server import MOST_CONNECTIONS, MetricsServer, metrics_page, start_serving

PATIENCE_SECONDS = 30.0


def serving(most_seconds: float) -> Iterator[MetricsServer]:
    server = start_serving("127.0.0.1", 0, with_health(metrics_page(), Health()), most_seconds=most_seconds)
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def patient() -> Iterator[MetricsServer]:
    yield from serving(600.0)


@pytest.fixture
def brief() -> Iterator[MetricsServer]:
    yield from serving(1.0)


def connected(server: MetricsServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.server_port), timeout=PATIENCE_SECONDS)


def ended(line: socket.socket) -> bool:
    """Whether the other side closed it, within the line's patience."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def healthy(server: MetricsServer) -> bool:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/healthz", timeout=10) as answer:
        return bool(answer.read() == b"ok\n")


def test_a_head_longer_than_any_is_not_read_on(patient: MetricsServer) -> None:
    with closing(connected(patient)) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\n" + (b"x: " + b"x" * 1_000 + b"\r\n") * 70)
        assert line.recv(12) == b"HTTP/1.0 200", "and its end was never sent"
    assert healthy(patient)


def test_a_silent_connection_ends(brief: MetricsServer) -> None:
    with closing(connected(brief)) as line:
        assert ended(line)
    assert healthy(brief)


def test_a_head_that_comes_a_byte_at_a_time_ends(brief: MetricsServer) -> None:
    over = threading.Event()

    def drips(line: socket.socket) -> None:
        while not over.wait(0.1):
            try:
                line.sendall(b"G")
            except OSError:
                return

    with closing(connected(brief)) as line:
        dripping = threading.Thread(target=drips, args=(line,))
        dripping.start()
        try:
            assert ended(line)
        finally:
            over.set()
            dripping.join()


def test_too_many_are_turned_away_until_one_ends(patient: MetricsServer) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(closing(connected(patient))) for _ in range(MOST_CONNECTIONS)]
        with closing(connected(patient)) as one_more:
            assert ended(one_more)
        held[0].close()
        until = time.monotonic() + PATIENCE_SECONDS
        while True:  # until the server has seen that it is gone
            try:
                assert healthy(patient)
                break
            except OSError:
                assert time.monotonic() < until


def test_no_traceback_for_a_line_that_broke(brief: MetricsServer, capfd: pytest.CaptureFixture[str]) -> None:
    with closing(connected(brief)) as line:
        line.sendall(b"GET /metrics HTTP/1.0\r\n")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # closed by a reset
    with closing(connected(brief)) as line:
        assert ended(line)
    assert capfd.readouterr().err == ""
