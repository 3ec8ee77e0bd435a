"""RabbitMQ in a container."""

from __future__ import annotations

import time

import pytest

from fleet.rabbitmq.rabbitmqctl import quietly
from tests.servers.containers import Contained, on_loopback
from tests.servers.processes import ServerFailed
from tests.servers.rabbitmq.server import FreshVhosts

IMAGE = "rabbitmq:4"


class DockerRabbit(Contained, FreshVhosts):
    def __init__(self) -> None:
        super().__init__()
        self._container, port = on_loopback(IMAGE, 5672)
        # A guest from outside the container is not on its loopback.
        self._container.with_env("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-rabbit loopback_users []")
        self._container.start()
        self.url = f"amqp://guest:guest@127.0.0.1:{port}"
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 90
        # Docker's proxy accepts before the broker listens; the broker itself must say that it runs.
        while self._container.exec(["rabbitmq-diagnostics", "-q", "check_port_connectivity"]).exit_code:
            if time.monotonic() > deadline:
                pytest.fail("RabbitMQ in Docker was not ready within 90 s", pytrace=False)

    def ctl(self, *words: str, stdin: str = "") -> str:
        fed = ["sh", "-c", 'printf %s "$0" | rabbitmqctl "$@"', stdin, *quietly(stdin), *words]
        done = self._container.exec(fed)
        output = done.output.decode("utf-8", "replace")
        if done.exit_code:
            raise ServerFailed(f"rabbitmqctl {words[0]} failed: {output}")
        return str(output)
