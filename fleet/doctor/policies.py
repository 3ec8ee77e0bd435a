"""Policies that somebody set at RabbitMQ by hand and that bear on this fleet's queues. Only rabbitmqctl tells them:
over AMQP nobody sees one before it has done its harm."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from common.broker.topology import is_dead_letter_queue, is_retry_queue, topology
from common.errors import BrokerError
from fleet.doctor.finding import Finding, ok, warning
from fleet.durations import short_duration

if TYPE_CHECKING:
    from common.broker.topology import Queue
    from common.settings import BrokerSettings, Settings
    from fleet.rabbitmq.rabbitmqctl import Rabbitmqctl

_OF_QUEUES = frozenset({"all", "queues", "quorum_queues"})
"""What a policy may be applied to, as far as quorum queues are meant."""


@dataclass(frozen=True, slots=True)
class Policy:
    name: str
    pattern: str
    priority: int
    definition: Mapping[str, Any]
    by_operator: bool
    """One of RabbitMQ's operator policies, which have commands of their own."""

    def matches(self, queue: str) -> bool:
        try:
            return re.search(self.pattern, queue) is not None
        except re.error:  # Erlang's expressions know more than Python's
            return False


async def check_policies(settings: Settings, ctl: Rabbitmqctl) -> list[Finding]:
    """Asks where RabbitMQ runs. Never raises BrokerError: that it cannot be asked is a finding."""
    vhost = settings.broker.vhost
    try:
        found = [
            policy
            for by_operator, command in ((False, "list_policies"), (True, "list_operator_policies"))
            for policy in _read(await asyncio.to_thread(ctl, command, "-p", vhost, "--formatter", "json"), by_operator)
        ]
    except BrokerError as error:
        return [warning("queues", f"RabbitMQ's policies are not known: {error}", "see the text")]
    judged = list(judge_policies(settings.broker, found))
    return judged or [ok("queues", "no policy at RabbitMQ ends queues or messages of this fleet's, or limits them")]


def _read(text: str, by_operator: bool) -> list[Policy]:
    """Raises BrokerError. Definitions are JSON within JSON, in older versions and in newer."""
    try:
        return [
            Policy(
                str(row["name"]),
                str(row["pattern"]),
                int(row["priority"]),
                row["definition"] if isinstance(row["definition"], dict) else json.loads(row["definition"]),
                by_operator,
            )
            for row in json.loads(text.strip() or "[]")
            if row["apply-to"] in _OF_QUEUES
        ]
    except (ValueError, KeyError, TypeError):
        raise BrokerError(f"rabbitmqctl answered with something that is no list of policies: {text[:200]!r}") from None


def judge_policies(settings: BrokerSettings, policies: Sequence[Policy]) -> Iterator[Finding]:
    """Of those that match a queue, the one of the highest priority holds, of each kind; of it and the limits that the
    queue was made with, the lower."""
    harmed: dict[tuple[bool, str, str], list[str]] = {}
    for queue in topology(max_length=settings.queue_max_length, delivery_limit=settings.delivery_limit).queues:
        for by_operator in (False, True):
            matching = [one for one in policies if one.by_operator is by_operator and one.matches(queue.name)]
            if not matching:
                continue
            policy = max(matching, key=lambda one: one.priority)
            for harm in _harms(queue, policy.definition):
                harmed.setdefault((by_operator, policy.name, harm), []).append(queue.name)
    vhost = shlex.quote(settings.vhost)
    for (by_operator, name, harm), queues in sorted(harmed.items(), key=lambda one: one[0][:2]):
        kind, clear = ("operator policy", "clear_operator_policy") if by_operator else ("policy", "clear_policy")
        yield warning(
            "queues",
            f"the {kind} {name} at RabbitMQ {harm}: {', '.join(queues)}",
            f"where RabbitMQ runs: `rabbitmqctl {clear} -p {vhost} {shlex.quote(name)}`, or narrow its pattern to the "
            "queues that it was meant for; `crawlfleet broker init` makes queues again that are gone",
        )


def _harms(queue: Queue, definition: Mapping[str, Any]) -> Iterator[str]:
    """What the policy does to this queue: a clause that the queue's name follows."""
    expires, ttl = definition.get("expires"), definition.get("message-ttl")
    if isinstance(expires, int):
        yield f"deletes a queue, with all messages in it, that nobody used for {short_duration(expires)} (`expires`)"
    if isinstance(ttl, int) and not is_retry_queue(queue.name):
        ends = "dead letters unseen" if is_dead_letter_queue(queue.name) else "messages that no worker had yet"
        yield f"ends {ends} after {short_duration(ttl)} (`message-ttl`)"
    for key in ("max-length", "max-length-bytes"):
        limit, own = definition.get(key), queue.arguments.get(f"x-{key}")
        if isinstance(limit, int) and isinstance(own, int) and limit < own:
            what = "bytes" if key.endswith("bytes") else "messages"
            yield f"has a queue refuse more than {limit:,} {what} (`{key}`), where this fleet counts on {own:,}"
