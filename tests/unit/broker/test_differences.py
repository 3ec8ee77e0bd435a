"""RabbitMQ's refusals of a declaration, in few words: what differs alike is told once."""

from __future__ import annotations

from common.broker.amqp.differences import Difference, told


def refused(kind: str, name: str, argument: str, received: str, current: str) -> Difference:
    words = f"PRECONDITION_FAILED - inequivalent arg '{argument}' for {kind} '{name}' in vhost '/'"
    return Difference(name, f"{words}: received {received} but current is {current}")


def test_what_differs_alike_is_told_once() -> None:
    queues = [refused("queue", name, "x-max-length", "'10000'", "'100000'") for name in ("crawl.shopee", "crawl.other")]
    letters = refused("queue", "crawl.dlq.other", "x-max-length", "the value '10000' of type 'short'", "none")
    retry = refused("exchange", "crawl.retry", "type", "'topic'", "'headers'")
    longer = refused("queue", "crawl.official", "x-max-length", "none", "the value '5' of type 'signedint'")
    assert told([retry, *queues, letters]) == (
        "type is headers instead of topic: crawl.retry; "
        "x-max-length is 100000 instead of 10000: crawl.shopee, crawl.other; "
        "x-max-length is not set instead of 10000: crawl.dlq.other"
    )
    assert told([longer]) == "x-max-length is 5 instead of none: crawl.official"


def test_what_is_not_understood_is_told_in_rabbitmqs_words() -> None:
    assert told([Difference("crawl.jobs", "PRECONDITION_FAILED - something new")]) == (
        "PRECONDITION_FAILED - something new: crawl.jobs"
    )
