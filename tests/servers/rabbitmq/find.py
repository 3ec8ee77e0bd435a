"""Which RabbitMQ the tests of this run use."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tests.places import REPO
from tests.servers.processes import docker_engine_answers, missing
from tests.servers.rabbitmq.docker import DockerRabbit
from tests.servers.rabbitmq.given import GivenRabbit
from tests.servers.rabbitmq.local import LocalRabbit
from tests.servers.rabbitmq.server import RabbitServer

_HOW = "set CRAWLFLEET_TEST_AMQP_URL, start Docker, or run scripts/fetch-servers (apt-get install rabbitmq-server)"
_HOW4 = "set CRAWLFLEET_TEST_AMQP4_URL, start Docker, or run scripts/fetch-servers rabbitmq4"
# Debian's scripts behind its wrapper: the wrapper would run as another user through `su`, and so hide the server's pid.
_SCRIPTS = Path("/usr/lib/rabbitmq/bin")
_UNPACKED = REPO / ".cache/servers/rabbitmq4/usr"


def find_rabbitmq() -> RabbitServer:
    """The first way that works on this machine, started; else skips, or fails when CI is set."""
    if given := os.environ.get("CRAWLFLEET_TEST_AMQP_URL"):
        return GivenRabbit(given, os.environ.get("CRAWLFLEET_TEST_RABBITMQ_API"))
    if docker_engine_answers():
        return DockerRabbit()
    scripts = next((path for path in _scripts() if (path / "rabbitmq-server").exists()), None)
    if scripts is None or shutil.which("epmd") is None:
        missing("RabbitMQ", _HOW)
    return _started(LocalRabbit(Path(str(scripts))))


def find_rabbitmq4() -> RabbitServer:
    """A RabbitMQ 4, started; else skips, or fails when CI is set."""
    if given := os.environ.get("CRAWLFLEET_TEST_AMQP4_URL"):
        return GivenRabbit(given, os.environ.get("CRAWLFLEET_TEST_RABBITMQ4_API"))
    if docker_engine_answers():
        return DockerRabbit()
    if not (_UNPACKED / "lib/rabbitmq/bin/rabbitmq-server").exists() or shutil.which("unshare") is None:
        missing("RabbitMQ 4", _HOW4)
    return _started(LocalRabbit(_SCRIPTS, usr=_UNPACKED))


def _started(server: LocalRabbit) -> LocalRabbit:
    try:
        server.start()
    except BaseException:
        server.close()
        raise
    return server


def _scripts() -> list[Path]:
    on_path = shutil.which("rabbitmq-server")
    return [_SCRIPTS, *([Path(on_path).resolve().parent] if on_path else [])]
