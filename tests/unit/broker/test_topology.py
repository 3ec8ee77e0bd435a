"""The broker's topology: one definition, rendered and sound."""

from __future__ import annotations

import json

import pytest

from common.broker.definitions import definitions, rendered
from common.broker.topology import matches, retry_delay_name, topology
from common.settings import PLATFORMS
from tests.places import REPO


def test_the_file_a_broker_loads_is_the_definition() -> None:
    assert (REPO / "rabbitmq" / "definitions.json").read_text("utf-8") == rendered()


def test_every_platform_has_a_work_queue_and_a_dead_letter_queue() -> None:
    names = {queue.name for queue in topology(max_length=10, delivery_limit=3).queues}
    assert {f"crawl.{platform}" for platform in PLATFORMS} <= names
    assert {f"crawl.dlq.{platform}" for platform in PLATFORMS} <= names


def test_every_queue_that_dead_letters_does_so_at_least_once_and_refuses_rather_than_drops() -> None:
    queues = topology(max_length=10, delivery_limit=3).queues
    assert {queue.arguments["x-queue-type"] for queue in queues} == {"quorum"}
    dead_lettering = [queue for queue in queues if "x-dead-letter-exchange" in queue.arguments]
    assert dead_lettering
    for queue in dead_lettering:
        assert queue.arguments["x-dead-letter-strategy"] == "at-least-once"
        assert queue.arguments["x-overflow"] == "reject-publish"
        assert queue.arguments["x-max-length"] == 10


def test_looking_at_dead_letters_never_spends_them() -> None:
    """A look counts as a delivery, RabbitMQ 4 allows 20 by default, and these queues dead-letter nowhere."""
    for queue in topology(max_length=10, delivery_limit=3).queues:
        if ".dlq." in queue.name:
            assert int(queue.arguments["x-delivery-limit"]) >= 1_000_000


def test_no_cycle_is_made_of_expiry_alone() -> None:
    """RabbitMQ drops a message that comes round without a consumer in between."""
    for queue in topology(max_length=10, delivery_limit=3).queues:
        expires = "x-message-ttl" in queue.arguments
        back_to_retry = queue.arguments.get("x-dead-letter-exchange") == "crawl.retry"
        assert not (expires and back_to_retry)


def test_an_unlimited_delivery_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="positive"):
        topology(max_length=10, delivery_limit=-1)


@pytest.mark.parametrize(
    ("seconds", "name"), [(0, "10s"), (10, "10s"), (10.1, "1m"), (300, "5m"), (1801, "2h"), (99_999, "2h")]
)
def test_a_wish_gets_the_shortest_delay_at_or_above_it(seconds: float, name: str) -> None:
    assert retry_delay_name(seconds) == name


def test_routing_keys_match_like_topics() -> None:
    assert matches("shopee.#", "shopee.tw")
    assert matches("shopee.#", "shopee")
    assert not matches("shopee.#", "shopee-evil.tw")


def test_definitions_hold_no_account() -> None:
    text = json.dumps(definitions())
    assert "password" not in text
    assert "users" not in definitions()
