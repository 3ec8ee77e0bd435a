"""Groups what many crawls ask for into few calls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from common.errors import CrawlError
from common.offer import Offer
from common.shops.official import Item

GATHER_SECONDS = 0.25
"""A first item waits so long for others. A call costs one of two thousand an hour, so it is worth the wait."""

Batch = Mapping[Item, Sequence[asyncio.Future[Offer]]]
"""Items, and who waits for each."""
Ask = Callable[[Sequence[Item]], Awaitable[Mapping[str, Offer | CrawlError]]]


class Batches:
    """A crawl waits in one(); its call goes out when it is full, or GATHER_SECONDS after its first item."""

    def __init__(
        self,
        ask: Ask,
        *,
        most: int,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._ask = ask
        self._most = most
        self._sleep = sleep
        self._waiting: dict[Item, list[asyncio.Future[Offer]]] = {}
        self._timer: asyncio.Task[None] | None = None
        self._calls: set[asyncio.Task[None]] = set()

    async def one(self, item: Item) -> Offer:
        """The offer of this item. Raises what `ask` says of it, or raises itself. Cancelled, the others go on."""
        future: asyncio.Future[Offer] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(item, []).append(future)
        if len(self._waiting) >= self._most:
            self._send()
        elif self._timer is None:
            self._timer = asyncio.create_task(self._send_in_time())
        return await future

    async def aclose(self) -> None:
        """Ends what is under way; who still waits is cancelled."""
        tasks = [*self._calls, *([self._timer] if self._timer else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        _leave(self._waiting)

    async def _send_in_time(self) -> None:
        await self._sleep(GATHER_SECONDS)
        self._timer = None
        self._send()

    def _send(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        batch, self._waiting = self._waiting, {}
        call = asyncio.create_task(self._call(batch))
        self._calls.add(call)
        call.add_done_callback(partial(self._over, batch))

    async def _call(self, batch: Batch) -> None:
        wanted = [item for item, futures in batch.items() if not all(future.done() for future in futures)]
        if not wanted:
            return
        answers: Mapping[Item, Offer | Exception]
        try:
            said = await self._ask(wanted)
            answers = {item: said[item.item_id] for item in wanted}
        except Exception as error:  # whose it is is for each crawl's own handler to say
            answers = dict.fromkeys(wanted, error)
        for item, answer in answers.items():
            _end(batch[item], answer)

    def _over(self, batch: Batch, call: asyncio.Task[None]) -> None:
        """Nobody waits for what a call that was cancelled, begun or not, will never answer."""
        self._calls.discard(call)
        _leave(batch)


def _leave(batch: Batch) -> None:
    for futures in batch.values():
        for future in futures:
            future.cancel()


def _end(futures: Sequence[asyncio.Future[Offer]], answer: Offer | Exception) -> None:
    for future in futures:
        if future.done():
            continue
        if isinstance(answer, Offer):
            future.set_result(answer)
        else:
            future.set_exception(answer)
