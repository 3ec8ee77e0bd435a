"""What one page costs in the real browser: seconds, processor time, bytes on the wire, memory.

python -m benchmarks.browser [--pages N] [--script-kb K]

A local shop as a single-page application: a script of K kB from the shop's own host, which then asks for the product as
JSON. Everything is on loopback, so the seconds are the browser's and ours, not a network's. Linux, macOS.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from contextlib import suppress

import psutil

from benchmarks.machine import describe
from common.offer import Offer
from fleet.demo.server import Route
from tests.integration.browser.pages import SHOPEE, app, shopee_item
from tests.servers.browser.shops import OneBrowser, answer, one_browser, page
from worker.ways.browser.engine import tree
from worker.ways.browser.limits import PageLimits

_WORK = "const made = []; for (let i = 0; i < 20000; i++) { const e = document.createElement('p'); made.push(e); }"
_ASK = "fetch('/api/v4/item/get?itemid=9100001&shopid=310001').then((r) => r.json())"


def shop(script_kb: int) -> dict[tuple[str, str], Route]:
    script = f"/* {'x' * (script_kb * 1000)} */ {_WORK} {_ASK}"
    body = '<div id="main"></div><script src="/app.js"></script>'
    return {
        ("shopee.tw", "/product/310001/9100001"): page(app("", body=body)),
        ("shopee.tw", "/app.js"): answer(script, "text/javascript"),
        ("shopee.tw", "/api/v4/item/get"): answer(shopee_item()),
    }


async def measure(pages: int, script_kb: int) -> None:
    async with one_browser() as browser:
        shops = browser.serve(shop(script_kb), limits=PageLimits())
        began = time.perf_counter()
        first = await shops.look(SHOPEE)
        started = time.perf_counter() - began
        before, seconds, wire, requests, held = _processor_seconds(browser), [], [], [], []
        for _ in range(pages):
            began = time.perf_counter()
            look = await shops.look(SHOPEE)
            seconds.append(time.perf_counter() - began)
            assert isinstance(look.outcome, Offer), look.outcome
            wire.append(look.cost.wire_bytes)
            requests.append(look.cost.requests)
            held.append(tree.memory_bytes(_family(browser)))
        computed = (_processor_seconds(browser) - before) / pages
    print(f"start and first page       {started:8.2f} s   ({first.cost.requests} requests)")
    print(f"a page, median             {statistics.median(seconds):8.2f} s")
    print(f"a page, 95 of 100          {sorted(seconds)[int(len(seconds) * 0.95) - 1]:8.2f} s")
    print(f"processor time for a page  {computed:8.2f} s   (browser, driver and this process)")
    asked = f"({statistics.median(requests):.0f} requests)"
    print(f"bytes on the wire          {statistics.median(wire) / 1e6:8.3f} MB  {asked}")
    print(
        f"memory, most               {max(held) / 2**20:8.0f} MiB (resident, what is shared counted for each process)"
    )


def _family(browser: OneBrowser) -> list[psutil.Process]:
    started = browser.browsers._started
    return [*tree.family(started.root), *([started.driver] if started.driver else [])] if started else []


def _processor_seconds(browser: OneBrowser) -> float:
    total = 0.0
    for process in (*_family(browser), psutil.Process()):
        with suppress(psutil.Error):
            times = process.cpu_times()
            # Pages' own processes come and go; what they took is their parent's once they have ended.
            ended = getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
            total += times.user + times.system + ended
    return total


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pages", type=int, default=30)
    options.add_argument("--script-kb", type=int, default=500)
    told = options.parse_args()
    for name, value in describe().items():
        print(f"{name:16} {value}")
    print()
    asyncio.run(measure(told.pages, told.script_kb))


if __name__ == "__main__":
    main()
