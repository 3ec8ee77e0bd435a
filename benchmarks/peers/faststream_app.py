"""FastStream: publish confirmed, consume, ack. It keeps no record of a job."""

from __future__ import annotations

import asyncio
import time

from faststream.rabbit import Channel, QueueType, RabbitBroker, RabbitQueue

from benchmarks.lifecycle.measure import Run, Task, answer_as_child


async def life(task: Task) -> Run:
    broker = RabbitBroker(task.amqp_url, default_channel=Channel(prefetch_count=task.concurrency), logger=None)
    queue = RabbitQueue("bench.faststream", queue_type=QueueType.QUORUM, durable=True)
    left = task.jobs
    finished = asyncio.Event()

    @broker.subscriber(queue, no_reply=True)
    async def handle(message: dict[str, object]) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            finished.set()

    async def lane(first: int) -> None:
        for number in range(first, task.jobs, task.concurrency):
            await broker.publish({"job_id": f"{number:026d}", "v": 1}, queue, persist=True)

    await broker.start()
    started = time.perf_counter()
    await asyncio.gather(*(lane(first) for first in range(task.concurrency)))
    await finished.wait()
    seconds = time.perf_counter() - started
    await broker.stop()
    return Run(task.jobs, task.concurrency, seconds)


if __name__ == "__main__":
    answer_as_child(lambda task: asyncio.run(life(task)))
