"""The one definition of exchanges, queues and bindings. rabbitmq/definitions.json is rendered from it.

Everything is durable; every queue is a quorum queue. The arguments mean the same on RabbitMQ 3.10 and 4.x:
https://www.rabbitmq.com/docs/quorum-queues and https://www.rabbitmq.com/docs/ttl.

- Every queue is bounded, in messages and in bytes, by `x-overflow: reject-publish`: a full queue nacks the publisher
  instead of dropping. What that costs is never work: a job whose message or dead letter was refused stays in the
  database, which brings it back.
- Work and retry queues dead-letter at least once, which needs that overflow.
- Work queues have an explicit positive delivery limit: a message that keeps killing its consumer ends as a dead letter.
- Dead-letter queues have one so high that it is never reached: reading a dead letter counts as a delivery, RabbitMQ 4
  sets a limit of 20 by default, and a message over the limit of a queue without a dead-letter exchange is deleted.
- A retry queue holds one delay for all its messages. With a TTL per message, a short delay would
  wait behind a longer one at the head of the queue.
- A job that goes another way than plain HTTP has that way as the first word of its key (`browser.shopee.tw`), which
  only the queue of that way is bound for. So a broker of before gets queues and bindings, and loses none.
- The delay is the last word of the routing key (`shopee.tw.10s`), and the retry exchange takes only keys that lead back
  to a work queue. A message that expires and then finds no queue stays where it is, and blocks those behind it: with an
  exchange that took any key, 40 such messages ended every retry of that delay for good (seen on RabbitMQ 3.10.8).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from common.settings import PLATFORMS
from common.ways.way import Way

JOBS = "crawl.jobs"
RETRY = "crawl.retry"
DEAD = "crawl.dlx"

RETRY_DELAYS: tuple[tuple[str, int], ...] = (("10s", 10), ("1m", 60), ("5m", 300), ("30m", 1800), ("2h", 7200))
"""Name and seconds of each retry queue, shortest first."""

DEAD_LETTER_DELIVERY_LIMIT = 1_000_000_000

BYTES_A_MESSAGE = 1024
"""A queue holds at most so many bytes for each message of its limit; ours have 50, a dead letter's copy of any other
body is cut to 4096."""

REASON_HEADER = "x-crawlfleet-reason"

WAY_QUEUES = (Way.OFFICIAL.value, Way.BROWSER.value)
"""Ways with a queue of their own for all platforms: only workers that can take from it. Plain HTTP has one a
platform."""

LANES = (*PLATFORMS, *WAY_QUEUES)
"""What work queues are for: work_queue() of each is one."""

Argument = str | int


@dataclass(frozen=True, slots=True)
class Exchange:
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Queue:
    name: str
    arguments: dict[str, Argument]


@dataclass(frozen=True, slots=True)
class Binding:
    exchange: str
    queue: str
    routing_key: str
    arguments: dict[str, Argument] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Topology:
    exchanges: tuple[Exchange, ...]
    queues: tuple[Queue, ...]
    bindings: tuple[Binding, ...]


def work_queue(platform: str) -> str:
    return f"crawl.{platform}"


def platform_of(work_queue_name: str) -> str:
    """The shop whose jobs a work queue carries."""
    return work_queue_name.removeprefix("crawl.")


def dead_letter_queue(platform: str) -> str:
    return f"crawl.dlq.{platform}"


def carrying_queue(platform: str) -> str:
    """Where this shop's dead letters are while their queue is made anew (declaring.py), and stay where that did not
    end: it has no other messages, and is not there else."""
    return f"crawl.carry.{platform}"


def job_key(platform: str, region: str | None, way: Way) -> str:
    """The key a job's message is published under: it leads to the queue of its way, and keeps platform and region."""
    key = f"{platform}.{region or 'any'}"
    return key if way is Way.HTTP else f"{way}.{key}"


def way_of(work_queue_name: str) -> Way:
    """The way that the messages of a work queue go."""
    name = platform_of(work_queue_name)
    return Way(name) if name in WAY_QUEUES else Way.HTTP


def held_at_most(work_queue_name: str, prefetch: int) -> int:
    """How many messages of a work queue a consumer with this prefetch is given at a time. A browser opens one page at a
    time: more than the one that waits behind it would only keep the places of pages that need not wait."""
    return min(prefetch, 2) if way_of(work_queue_name) is Way.BROWSER else prefetch


def shop_in(routing_key: str) -> str:
    """The platform that a job's key names."""
    words = routing_key.split(".")
    return words[1] if words[0] in WAY_QUEUES and len(words) > 1 else words[0]


def shop_of(work_queue_name: str, routing_key: str) -> str:
    """The platform of a message's job: a queue of plain HTTP is one shop's, and any other holds every shop's."""
    return platform_of(work_queue_name) if way_of(work_queue_name) is Way.HTTP else shop_in(routing_key)


def is_dead_letter_queue(name: str) -> bool:
    """Whether a queue of this name keeps dead letters, of any shop."""
    return name.startswith(dead_letter_queue(""))


def is_carrying_queue(name: str) -> bool:
    """Whether a queue of this name is one that carries dead letters over."""
    return name.startswith(carrying_queue(""))


def is_work_queue(name: str) -> bool:
    """Whether jobs wait in a queue of this name for whoever takes them; in the others messages wait for something
    else."""
    return not is_dead_letter_queue(name) and not is_retry_queue(name) and not is_carrying_queue(name)


def retry_queue(delay: str) -> str:
    return f"crawl.retry.{delay}"


def is_retry_queue(name: str) -> bool:
    """Whether messages wait in a queue of this name for a fixed time."""
    return name.startswith(retry_queue(""))


def retry_delay_name(delay_seconds: float) -> str:
    """The name of the shortest delay that is not below `delay_seconds`; the longest one when all are below."""
    for name, seconds in RETRY_DELAYS:
        if delay_seconds <= seconds:
            return name
    return RETRY_DELAYS[-1][0]


def retry_key(routing_key: str, delay_name: str) -> str:
    """The key that brings a message to the retry queue of this delay, and from there back to its work queue."""
    return f"{original_key(routing_key)}.{delay_name}"


def original_key(routing_key: str) -> str:
    """The key a message was first published under, without the delay it may have gone through."""
    head, _, last = routing_key.rpartition(".")
    return head if head and last in dict(RETRY_DELAYS) else routing_key


def topology(*, max_length: int, delivery_limit: int) -> Topology:
    """The whole topology for these limits (`broker.queue_max_length`, `broker.delivery_limit`)."""
    if delivery_limit < 1:
        raise ValueError("the delivery limit must be positive: RabbitMQ 3.10 drops after one delivery at -1")
    quorum: dict[str, Argument] = {"x-queue-type": "quorum"}
    bounded: dict[str, Argument] = {
        "x-overflow": "reject-publish",
        "x-max-length": max_length,
        "x-max-length-bytes": max_length * BYTES_A_MESSAGE,
    }
    queues, bindings = [], []
    for lane in LANES:
        dead: dict[str, Argument] = {
            "x-dead-letter-exchange": DEAD,
            "x-dead-letter-strategy": "at-least-once",
            "x-delivery-limit": delivery_limit,
        }
        queues.append(Queue(work_queue(lane), quorum | bounded | dead))
        bindings.append(Binding(JOBS, work_queue(lane), f"{lane}.#"))
    for name, seconds in RETRY_DELAYS:
        back: dict[str, Argument] = {
            # No dead-letter routing key: each message returns under its own.
            "x-dead-letter-exchange": JOBS,
            "x-dead-letter-strategy": "at-least-once",
            "x-message-ttl": seconds * 1000,
        }
        queues.append(Queue(retry_queue(name), quorum | bounded | back))
        bindings += [Binding(RETRY, retry_queue(name), f"{lane}.#.{name}") for lane in LANES]
    for platform in PLATFORMS:
        kept: dict[str, Argument] = {"x-delivery-limit": DEAD_LETTER_DELIVERY_LIMIT}
        queues.append(Queue(dead_letter_queue(platform), quorum | bounded | kept))
        bindings.append(Binding(DEAD, dead_letter_queue(platform), f"{platform}.#"))
        bindings += [Binding(DEAD, dead_letter_queue(platform), f"{way}.{platform}.#") for way in WAY_QUEUES]
    exchanges = (Exchange(JOBS, "topic"), Exchange(RETRY, "topic"), Exchange(DEAD, "topic"))
    return Topology(exchanges, tuple(queues), tuple(bindings))


def matches(pattern: str, routing_key: str) -> bool:
    """Topic matching for the patterns used here: words between dots; `#` stands for any number of words, once."""
    words, key = pattern.split("."), routing_key.split(".")
    if "#" not in words:
        return words == key
    at = words.index("#")
    head, tail = words[:at], words[at + 1 :]
    return len(key) >= len(words) - 1 and key[:at] == head and key[len(key) - len(tail) :] == tail
