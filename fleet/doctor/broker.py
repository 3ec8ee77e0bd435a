"""The broker: reachable, topology complete, queues heard."""

from __future__ import annotations

import shlex
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from common.broker.topology import is_dead_letter_queue, is_work_queue
from common.errors import BrokerBlocked, BrokerError, CrawlfleetError, TopologyMissing
from common.job import JobStatus
from common.output.counting import counted
from common.output.unreached import REFUSED
from common.store import ALIVE_MS
from common.timing.units import MINUTE_MS
from fleet.doctor.finding import Finding, Topic, failed, ok, warning
from fleet.durations import short_duration
from fleet.letters import CARRY_BACK, MAKE_ROOM, Letter, carried_text, full_text, letters
from fleet.one_look import one_look
from fleet.opening import opened_store

if TYPE_CHECKING:
    from common.broker.base import Broker, QueueDepth
    from common.settings import Settings
    from common.store import StatusCount


LOOKED_AT = 10_000
"""Dead letters at most, of which it is asked whether their jobs moved on: it takes seconds, and a check has ten. Those
beyond are counted as letters of jobs that need help."""
GONE_MS = 2 * MINUTE_MS
"""So long a job is QUEUED before it is asked where its message is: until then it may be on its way."""
POLICIES_NAMED = "`crawlfleet doctor --rabbitmqctl rabbitmqctl`, typed where RabbitMQ runs, names it"
_START = (
    "start it (`systemctl start rabbitmq-server`, `docker compose up -d rabbitmq`); if it runs elsewhere, correct "
    "broker.url"
)
_SILENT = (
    "it hangs, or the way to it does: restart it (`systemctl restart rabbitmq-server`, `docker compose restart "
    "rabbitmq`), every lost message is published again; else check the network; --timeout waits longer"
)
_MADE_AGAIN = (
    "`crawlfleet broker init` (with a user who may configure). A queue that is gone again and again is deleted by a "
    f"policy at RabbitMQ (`expires`): {POLICIES_NAMED}"
)
_LOOK_AT = "check broker.url, its password, and that the server runs"


def silent(settings: Settings, seconds: float) -> Finding:
    """It was asked, and neither answered nor refused."""
    from common.broker.amqp.connection import address

    return failed("broker", f"the broker {address(settings.broker)}: no answer within {seconds:g} s", _SILENT)


async def check_broker(settings: Settings, *, database_answers: bool = True) -> AsyncIterator[Finding]:
    """Whether it answers, has every queue, and what stands in them. Raises nothing of the broker's: that it is away is
    a finding. `database_answers`: what stands in the queues is compared with its jobs; one that hangs would take the
    broker's time, and the broker would be called silent."""
    if settings.broker.in_memory:
        yield ok("broker", "memory: lives inside `crawlfleet up`; ingest, dispatch and work alone need a shared one")
        return
    from common.broker import make_broker

    broker = make_broker(settings.broker)
    try:
        await broker.connect()
        yield ok("broker", "connected")
        yield ok("topology", "every exchange and queue is there")
        await broker.check_takes()
        depths = await broker.depths()
        for left in await broker.carried():
            yield warning("queues", carried_text(left), CARRY_BACK, topic=Topic.DEAD_LETTERS)
        most = settings.broker.queue_max_length
        if not database_answers:
            for finding in judge_queues(depths, holds=most):
                yield finding
            return
        by_gateway = await _gateway_takes(settings, depths)
        seen = await _letters(settings, broker, depths)
        moved_on = sum(letter.moved_on for letter in seen)
        for finding in judge_queues(depths, moved_on, by_gateway=by_gateway, holds=most):
            yield finding
        for finding in judge_expired(settings, seen):
            yield finding
        for finding in await _messages_gone(settings, depths):
            yield finding
    except TopologyMissing as error:
        yield ok("broker", "connected")
        yield failed("topology", str(error), _MADE_AGAIN)
    except BrokerBlocked as error:
        yield failed(
            "broker",
            f"{error}: no job is published, and none is lost",
            "`rabbitmqctl status` names the alarm; make room",
        )
    except BrokerError as error:
        yield failed("broker", str(error), _START if REFUSED in str(error) else _LOOK_AT)
    finally:
        await broker.close()


async def _letters(settings: Settings, broker: Broker, depths: Sequence[QueueDepth]) -> list[Letter]:
    """The dead letters with their jobs; none for an account that may not read letters, and without a database."""
    if not any(is_dead_letter_queue(depth.name) and depth.ready for depth in depths):
        return []
    try:
        async with opened_store(settings) as store, one_look(store, wait_seconds=2):
            return await letters(store, broker, limit=LOOKED_AT)
    except CrawlfleetError:
        return []


async def _gateway_takes(settings: Settings, depths: Sequence[QueueDepth]) -> bool:
    """Whether machines come to a gateway, which takes messages one by one and is no consumer that the broker sees."""
    if not any(depth.ready and not depth.consumers for depth in depths if is_work_queue(depth.name)):
        return False
    try:
        async with opened_store(settings) as store:
            return (await store.people.now(seen_ms=ALIVE_MS)).seen > 0
    except CrawlfleetError:
        return False


async def _messages_gone(settings: Settings, depths: Sequence[QueueDepth]) -> list[Finding]:
    """What judge_messages says of the jobs of shops that go on; nothing without a database. A paused shop's messages
    were acked, and its jobs stay QUEUED."""
    try:
        async with opened_store(settings) as store:
            now_ms = await store.jobs.now_ms()
            paused = {row.platform for row in await store.fleet.shops() if row.paused}
            counts = [one for one in await store.listing.counts() if one.platform not in paused]
            without = await store.listing.without_message(soon_ms=GONE_MS)
            return list(judge_messages(settings, counts, depths, now_ms, without))
    except CrawlfleetError:
        return []


def judge_messages(
    settings: Settings,
    counts: Iterable[StatusCount],
    depths: Iterable[QueueDepth],
    now_ms: int,
    without: Mapping[str, int],
) -> Iterator[Finding]:
    """QUEUED jobs that neither a message in any queue nor one that a worker holds can stand for. A worker is taken to
    hold as many of each queue as this machine's would; so it is said only of jobs that wait for minutes. `without`: of
    each platform so many need no message, such as those that a gateway put off because no machine there may take them,
    or because their shop's budget is spent.
    """
    queued = [one for one in counts if one.status == JobStatus.QUEUED and now_ms - one.oldest_updated_at > GONE_MS]
    living = [depth for depth in depths if not is_dead_letter_queue(depth.name)]
    held = settings.work.concurrency * sum(depth.consumers for depth in living)
    owed = {one.platform: max(0, one.count - without.get(one.platform, 0)) for one in queued}
    gone = sum(owed.values()) - sum(depth.ready for depth in living) - held
    if gone > 0:
        shops = sorted(shop for shop, jobs in owed.items() if jobs)
        shop, each = (shops[0], "") if len(shops) == 1 else ("SHOP", f", for {' and '.join(shops)}")
        again = short_duration(int(settings.dispatch.republish_after_seconds * 1000))
        yield warning(
            "queues",
            f"at least {counted(gone, 'QUEUED job has', 'QUEUED jobs have')} no message in any queue, as after a purge"
            f"; each is published again by itself {again} after it was",
            f"wait; or at once: `crawlfleet jobs pause {shop} --reason purged`, then "
            f"`crawlfleet jobs resume {shop}`{each}",
        )


def judge_expired(settings: Settings, seen: Sequence[Letter]) -> Iterator[Finding]:
    """Messages that ran out in a work queue while their jobs wait: each one published again runs out as well, until the
    policy is gone."""
    expired = [letter for letter in seen if letter.expired]
    if not expired:
        return
    queues = sorted({str(letter.message.expired_in) for letter in expired})
    shops = sorted({letter.job.platform for letter in expired if letter.job})
    shop, each = (shops[0], "") if len(shops) == 1 else ("SHOP", f", for {' and '.join(shops)}")
    vhost = shlex.quote(settings.broker.vhost)
    yield warning(
        "queues",
        f"{counted(len(expired), 'message')} of QUEUED jobs ran out in {' and '.join(queues)} before a worker had "
        "them: this program gives messages there no time, so a policy at RabbitMQ does (`message-ttl`)",
        f"{POLICIES_NAMED}; `rabbitmqctl clear_policy -p {vhost} NAME` there (or `clear_operator_policy`) ends it; "
        f"then `crawlfleet jobs pause {shop} --reason expired` and `crawlfleet jobs resume {shop}` publish them again "
        f"at once{each}, and `crawlfleet dlq requeue --all` removes the letters",
        topic=Topic.DEAD_LETTERS,
    )


def judge_queues(
    depths: Iterable[QueueDepth], moved_on: int = 0, *, by_gateway: bool = False, holds: int | None = None
) -> Iterator[Finding]:
    """Work queues nobody consumes, and dead letters; those whose jobs moved on since are no warning, except where they
    fill a queue. `holds`: so many messages at most each queue takes; None: that is not known."""
    dead = 0
    for depth in depths:
        if is_dead_letter_queue(depth.name):
            dead += depth.ready
            if holds is not None and depth.ready >= holds:
                yield warning("queues", full_text(depth, holds), MAKE_ROOM, topic=Topic.DEAD_LETTERS)
        elif is_work_queue(depth.name) and depth.ready and not depth.consumers:
            waiting = f"{depth.name}: {counted(depth.ready, 'message')}"
            if by_gateway:
                yield ok("queues", f"{waiting}; machines at a gateway take them")
            else:
                step = "start `crawlfleet work`; where one runs, `crawlfleet workers` says why it takes nothing"
                yield warning("queues", f"{waiting}, no consumer", step)
    moved_on = min(moved_on, dead)
    if dead > moved_on:
        yield warning(
            "queues", counted(dead - moved_on, "dead letter"), "crawlfleet dlq list", topic=Topic.DEAD_LETTERS
        )
    if moved_on:
        letters_of = counted(moved_on, "dead letter of a job", "dead letters of jobs")
        text = f"{letters_of} that moved on; `crawlfleet dlq requeue --all` removes them"
        yield ok("queues", text, topic=Topic.DEAD_LETTERS)
