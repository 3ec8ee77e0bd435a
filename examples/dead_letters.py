"""Messages nobody could handle end in a dead-letter queue with their reason; a look leaves them there, taking does not.

Prints:
    crawl.dlq.shopee job-two: attempts spent: TIMEOUT
    still there: 1
    taken: job-two
    left: 0
"""

import asyncio

from common.broker.base import Outgoing
from common.broker.memory import MemoryBroker
from common.broker.message import decode
from common.settings import BrokerSettings


async def main() -> None:
    broker = MemoryBroker(BrokerSettings())
    await broker.declare()
    await broker.publish([Outgoing("job-one", "shopee.tw"), Outgoing("job-two", "shopee.tw")])
    deliveries = broker.consume(["shopee"], 1)
    for _ in range(2):
        delivery = await anext(deliveries)
        if decode(delivery.body) == "job-one":
            await delivery.ack()
        else:
            await delivery.dead_letter("attempts spent: TIMEOUT")
    await deliveries.aclose()
    for letter in await broker.dead_letters(10):
        print(f"{letter.queue} {letter.job_id}: {letter.reason}")
    print("still there:", len(await broker.dead_letters(10)))
    print("taken:", *(letter.job_id for letter in await broker.take_dead_letters(10)))
    print("left:", len(await broker.dead_letters(10)))


asyncio.run(main())
