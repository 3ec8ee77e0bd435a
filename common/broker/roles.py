"""What each role may do at RabbitMQ: the rights and limits of its account. No account here is an administrator.

A right to read a queue is also a right to purge it and to take every message of it, and RabbitMQ cannot separate them.
That loses nothing: the dispatcher publishes again what the database still owes. Removing the account ends it. Newer
brokers let an account look only at queues that it has some right to (common/broker/amqp/looking.py), and a dispatcher
must see how full they are. So it has the right to write to queues, which gives it nothing else: that is the right to
bind a queue to an exchange which the account may read, and it may read none. The ingestor uses no broker at all.
https://www.rabbitmq.com/docs/access-control and https://www.rabbitmq.com/docs/user-limits (3.8.10 and later).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from common.broker.topology import DEAD, LANES, RETRY, RETRY_DELAYS, WAY_QUEUES
from common.settings import PLATFORMS
from common.ways.way import Way

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


def worker(platforms: Collection[str] = PLATFORMS, ways: Collection[Way] = (Way.HTTP,)) -> Rights:
    """Takes messages of these shops that go these ways, and delays them or sets them aside under keys of these
    shops."""
    shops, delays = "|".join(platforms), "|".join(name for name, _ in RETRY_DELAYS)
    beside = [way for way in WAY_QUEUES if Way(way) in ways]
    first = rf"(({'|'.join(beside)})\.)?" if beside else ""
    lanes = "|".join([*(platforms if Way.HTTP in ways else ()), *beside])
    return Rights(
        configure=NOTHING,
        write=r"^crawl\.(retry|dlx)$",
        read=rf"^crawl\.({lanes})$",
        keys={
            RETRY: rf"^{first}({shops})(\.{WORD})?\.({delays})$",
            DEAD: rf"^{first}({shops})(\.{WORD})?$",
        },
    )


DISPATCHER = Rights(configure=NOTHING, write=rf"^crawl\.(jobs|dlx|(dlq\.)?({'|'.join(LANES)}))$", read=NOTHING)
"""Publishes jobs and dead letters, and looks how full work and dead-letter queues are; reads nothing, so it can purge
nothing."""

FORMER_DISPATCHERS = (
    Rights(configure=NOTHING, write=r"^crawl\.(jobs|dlx)$", read=NOTHING),
    Rights(configure=NOTHING, write=rf"^crawl\.(jobs|dlx|{'|'.join(PLATFORMS)})$", read=NOTHING),
)
"""As accounts were made before. From RabbitMQ 4.2.6 on the first sees no queue, the second none of other ways than
http."""

OPERATOR = Rights(configure=r"^crawl\.", write=r"^crawl\.", read=r"^crawl\.")
"""`broker init`, and dead letters: read, requeued, dropped. Only for a person's machine, and only while needed."""

ROLES = ("worker", "dispatcher", "operator")


def rights_of(role: str, platforms: Collection[str] = PLATFORMS, ways: Collection[Way] = (Way.HTTP,)) -> Rights:
    """`platforms` narrows a worker to some shops, `ways` says what it may take. Raises KeyError for a role that is
    none."""
    return worker(platforms, ways) if role == "worker" else {"dispatcher": DISPATCHER, "operator": OPERATOR}[role]


def role_of(rights: Rights) -> str | None:
    """The role whose rights these are; None for any others. Routing keys and limits are not looked at."""
    seen = (rights.configure, rights.write, rights.read)
    known_roles = [("dispatcher", one) for one in (DISPATCHER, *FORMER_DISPATCHERS)]
    for role, known in (*known_roles, ("operator", OPERATOR)):
        if seen == (known.configure, known.write, known.read):
            return role
    lanes = rights.read.removeprefix(r"^crawl\.(").removesuffix(")$").split("|")
    known = worker()
    if set(lanes) <= set(LANES) and seen[:2] == (known.configure, known.write):
        return "worker" if rights.read == rf"^crawl\.({'|'.join(lanes)})$" else None
    return None
