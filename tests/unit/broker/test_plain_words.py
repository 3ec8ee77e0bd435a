"""What is wrong with a broker's connection is said without a library's words."""

from __future__ import annotations

import asyncio
import gc
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from aio_pika.abc import AbstractConnection

from common.broker import make_broker
from common.broker.amqp.plain_words import plain_words
from common.errors import BrokerUnavailable
from common.settings import BrokerSettings

LIBRARY = re.compile(r"aiormq|aio_pika|Errno|Error\b|bytes expected|<|\(\d+,", re.IGNORECASE)


@contextmanager
def answering(answer: bytes) -> Iterator[int]:
    """A port that says `answer` to whoever comes, and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:
                    return
                with line, suppress(OSError):  # who came may be gone again
                    line.sendall(answer)

        serving = threading.Thread(target=serve, daemon=True)
        serving.start()
        try:
            yield server.getsockname()[1]
        finally:
            server.shutdown(socket.SHUT_RDWR)  # closing alone leaves who waits in accept() there, and the port taken
            serving.join()


async def refused(url: str) -> str:
    broker = make_broker(BrokerSettings(url=url))
    with pytest.raises(BrokerUnavailable) as caught:
        await broker.connect()
    await broker.close()
    return str(caught.value)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"AMQP\x00\x00\x09\x01"])
async def test_a_server_that_is_no_rabbitmq(answer: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    with answering(answer) as port:
        text = await refused(f"amqp://guest@127.0.0.1:{port}/x")
    assert f"127.0.0.1:{port}/x is away" in text
    assert not LIBRARY.search(text), text
    assert capfd.readouterr().err == ""


async def test_nothing_there(capfd: pytest.CaptureFixture[str]) -> None:
    text = await refused("amqp://guest@127.0.0.1:1/x")
    assert text.endswith("nothing listens there")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_a_refused_connection_leaves_nothing_behind(answer: bytes) -> None:
    """The library's object closed itself when it was collected, wherever that was: a task on a loop that had ended."""
    with answering(answer) as port, asyncio.Runner() as runner:
        gc.collect()
        gc.disable()
        try:
            runner.run(refused(f"amqp://guest@127.0.0.1:{port}/x"))
            left = [thing for thing in gc.get_objects() if isinstance(thing, AbstractConnection)]
            assert all(connection.is_closed for connection in left)
        finally:
            gc.enable()
        del left


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (TimeoutError(), "it did not answer in time"),
        (socket.gaierror(-2, "Name or service not known"), "no address is known for that name"),
        (RuntimeError("<Channel: 1> closed"), "the connection was closed"),
        (asyncio.IncompleteReadError(b"", 1), "it closed the connection"),
        (RuntimeError('(530, "NOT_ALLOWED - vhost x not found")'), "NOT_ALLOWED - vhost x not found"),
        (OSError(113, "No route to host"), "No route to host"),
        (RuntimeError("SomethingInternal"), "the connection broke"),
    ],
)
def test_each_kind_has_a_clause(error: Exception, said: str) -> None:
    assert plain_words(error) == said
