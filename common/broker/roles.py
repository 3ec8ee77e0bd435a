"""What each role may do at RabbitMQ: the rights and limits of its account. No account here is an administrator.

A right to read a queue is also a right to purge it and to take every message of it, and RabbitMQ cannot separate them.
That loses nothing: the dispatcher publishes again what the database still owes. Removing the account ends it.
Newer brokers let an account look only at what it has some right to (common/broker/amqp/looking.py), so a dispatcher,
which looks how full the work queues are, has the one right to them that opens nothing: to write into a queue is to bind
it to an exchange that one may read. The ingestor uses no broker at all.
https://www.rabbitmq.com/docs/access-control and https://www.rabbitmq.com/docs/user-limits (3.8.10 and later).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from common.broker.topology import DEAD, RETRY, RETRY_DELAYS
from common.settings import PLATFORMS

NOTHING = "^$"
WORD = "[A-Za-z0-9_-]{1,32}"


@dataclass(frozen=True, slots=True)
class Rights:
    """Regular expressions over names of queues and exchanges; `keys`: exchange → over routing keys written to it."""

    configure: str
    write: str
    read: str
    keys: Mapping[str, str] = field(default_factory=dict)
    connections: int = 16
    channels: int = 64


def worker(platforms: Collection[str] = PLATFORMS) -> Rights:
    """Takes messages of these shops, and delays them or sets them aside under keys of these shops."""
    shops, delays = "|".join(platforms), "|".join(name for name, _ in RETRY_DELAYS)
    return Rights(
        configure=NOTHING,
        write=r"^crawl\.(retry|dlx)$",
        read=rf"^crawl\.({shops})$",
        keys={
            RETRY: rf"^({shops})(\.{WORD})?\.({delays})$",
            DEAD: rf"^({shops})(\.{WORD})?$",
        },
    )


DISPATCHER = Rights(configure=NOTHING, write=rf"^crawl\.(jobs|dlx|{'|'.join(PLATFORMS)})$", read=NOTHING)
"""Publishes jobs and dead letters, and looks at the work queues; reads nothing, so it can purge nothing."""

FORMER_DISPATCHER = Rights(configure=NOTHING, write=r"^crawl\.(jobs|dlx)$", read=NOTHING)
"""As accounts were made before; from RabbitMQ 4.2.6 on such a one sees no queue."""

OPERATOR = Rights(configure=r"^crawl\.", write=r"^crawl\.", read=r"^crawl\.")
"""`broker init`, and dead letters: read, requeued, dropped. Only for a person's machine, and only while needed."""

ROLES = ("worker", "dispatcher", "operator")


def rights_of(role: str, platforms: Collection[str] = PLATFORMS) -> Rights:
    """`platforms` narrows a worker to some shops. Raises KeyError for a role that is none."""
    return worker(platforms) if role == "worker" else {"dispatcher": DISPATCHER, "operator": OPERATOR}[role]


def role_of(rights: Rights) -> str | None:
    """The role whose rights these are; None for any others. Routing keys and limits are not looked at."""
    seen = (rights.configure, rights.write, rights.read)
    for role, known in (("dispatcher", DISPATCHER), ("dispatcher", FORMER_DISPATCHER), ("operator", OPERATOR)):
        if seen == (known.configure, known.write, known.read):
            return role
    shops = rights.read.removeprefix(r"^crawl\.(").removesuffix(")$").split("|")
    if shops and set(shops) <= set(PLATFORMS):
        known = worker(shops)
        if seen == (known.configure, known.write, known.read):
            return "worker"
    return None
