"""An account that RabbitMQ refuses, and what the operator is told. What rabbitmqctl says was seen of 3.10."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from common.errors import BrokerError
from common.settings import BrokerSettings
from fleet.operations.accounts import add_account, vhost_of
from fleet.rabbitmq.rabbitmqctl import rabbitmqctl


@pytest.mark.parametrize(
    ("url", "vhost"),
    [
        ("amqp://guest@127.0.0.1:5672", "/"),
        ("amqp://guest@127.0.0.1:5672/", "/"),
        ("amqp://guest@127.0.0.1:5672/%2F", "/"),
        ("amqp://guest@127.0.0.1:5672/crawlfleet", "crawlfleet"),
        ("memory:", "crawlfleet"),
    ],
)
def test_accounts_are_made_where_the_queues_are(url: str, vhost: str) -> None:
    assert vhost_of(BrokerSettings(url=url)) == vhost


def test_an_account_that_gets_no_rights_is_taken_away_again() -> None:
    called: list[str] = []

    def ctl(*words: str, stdin: str = "") -> str:
        called.append(words[0])
        if words[0] == "set_permissions":
            raise BrokerError("refused")
        return ""

    with pytest.raises(BrokerError, match="refused"):
        add_account(ctl, "/", "attic", "worker")
    assert (called[0], called[-1]) == ("add_user", "delete_user")


def test_an_account_of_somebody_else_stays() -> None:
    def ctl(*words: str, stdin: str = "") -> str:
        assert words[0] == "add_user", words
        raise BrokerError("there is one")

    with pytest.raises(BrokerError, match="there is one"):
        add_account(ctl, "/", "attic", "worker")


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("Error: unable to perform an operation on node 'rabbit@vm'. Please see", "no RabbitMQ answers as rabbit@vm,"),
        ("Virtual host 'crawlfleet' does not exist", "no virtual host crawlfleet. Name the one of the fleet's queues"),
        ("Error: Virtual host crawlfleet does not exist", "`rabbitmqctl add_vhost crawlfleet` makes it."),
        ('Error: User "attic-pc" already exists', "first `crawlfleet broker user remove attic-pc`."),
        ("Error: something new", "list_permissions failed: Error: something new"),
    ],
)
def test_a_refusal_says_what_to_do(tmp_path: Path, says: str, told: str) -> None:
    program = tmp_path / "rabbitmqctl"
    program.write_text(f"#!/bin/sh\necho {shlex.quote(says)} >&2\nexit 65\n")
    program.chmod(0o700)
    with pytest.raises(BrokerError) as refused:
        rabbitmqctl(str(program))("list_permissions")
    assert told in str(refused.value)
