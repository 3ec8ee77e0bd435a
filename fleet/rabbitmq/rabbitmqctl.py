"""Calls rabbitmqctl, which runs where RabbitMQ runs.

`docker compose exec -T rabbitmq rabbitmqctl` reaches into a container, `sudo rabbitmqctl` takes a right one lacks.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from typing import Protocol

from common.errors import BrokerError, ConfigError
from fleet.rabbitmq.epmd import loopback_alone, none_left_behind

_SECONDS = 60


class Rabbitmqctl(Protocol):
    def __call__(self, *words: str, stdin: str = "") -> str:
        """Run it; its output. Raises BrokerError when it fails."""


def quietly(stdin: str) -> list[str]:
    """The option that leaves chatter out. Not for a command that reads its input: rabbitmqctl 4.3 counts its words to
    see whether it does, and with the option among them `add_user NAME` reads no password."""
    return [] if stdin else ["--quiet"]


def _plain(said: str) -> str | None:
    """What happened and what to do, for the refusals that an operator meets; None for others."""
    if found := re.search(r"unable to perform an operation on node '?([^\s']+?)'?[.\s]", said):
        return (
            f"no RabbitMQ answers as {found[1]}, or not to this user. Run this where RabbitMQ runs, as a user who may: "
            "--rabbitmqctl 'sudo rabbitmqctl', or --rabbitmqctl 'docker compose exec -T rabbitmq rabbitmqctl'."
        )
    if found := re.search(r"[Vv]irtual host '?([^\s']+)'? does not exist", said):
        return (
            f"the broker has no virtual host {found[1]}. Name the one of the fleet's queues, in broker.url or by "
            f"--vhost; `rabbitmqctl list_vhosts` shows all, `rabbitmqctl add_vhost {found[1]}` makes it."
        )
    if found := re.search(r'User "([^"\s]+)" already exists', said):
        return (
            f"there is an account {found[1]} already, and a password is told only once. `crawlfleet broker user "
            f"password {found[1]}` gives it another. Other rights: first `crawlfleet broker user remove {found[1]}`."
        )
    return None


def rabbitmqctl(command: str) -> Rabbitmqctl:
    """`command`: how to call it, as typed into a shell (`sudo rabbitmqctl`). Raises ConfigError."""
    try:
        start = shlex.split(command)
    except ValueError as error:
        raise ConfigError(f"--rabbitmqctl {command}: {error}.") from None
    if not start:
        raise ConfigError("--rabbitmqctl is empty. Say how rabbitmqctl is called here.")

    def call(*words: str, stdin: str = "") -> str:
        with none_left_behind():
            return run(*words, stdin=stdin)

    def run(*words: str, stdin: str) -> str:
        try:
            done = subprocess.run(  # noqa: S603  (the operator typed the command)
                [*start, *quietly(stdin), *words],
                input=stdin,
                capture_output=True,
                text=True,
                env=loopback_alone(),
                timeout=_SECONDS,
                check=False,
            )
        except FileNotFoundError:
            raise BrokerError(
                f"there is no {start[0]} on this machine. Run this where RabbitMQ runs, or say how to reach it: "
                "--rabbitmqctl 'docker compose exec -T rabbitmq rabbitmqctl'."
            ) from None
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BrokerError(f"{command} {words[0]} did not end well: {error}") from None
        if done.returncode:
            said = " ".join((done.stderr.strip() or done.stdout.strip()).split())[:400]
            raise BrokerError(_plain(said) or f"{command} {words[0]} failed: {said or f'exit code {done.returncode}'}")
        return done.stdout

    return call
