"""How soon the console's screens answer over a large fleet, beside the limit of 300 ms.

python -m benchmarks.console [--jobs N] [--times N] [--database embedded libsql] [--no-index] [--keep FILE]
    [--only TEXT ...]

The invented fleet of tests/invented/fleet_of_jobs.py in a fresh database, and the real console on a socket of this
machine. Every screen that links lead to is asked for, and the lists and counts of an operator's filters, one request
after another; what is measured ends with the last byte of the page, without a browser. `processor` is what this process
took of it (console, embedded database, and the one who asks): it says how a machine at rest would do when this one is
not. With --no-index no dispatcher has indexed the words of links and titles yet, which takes minutes. An embedded
database at --keep FILE stays, and is asked again by the next run as it is. --only asks for the addresses that hold one
of these texts. Ends with 1 when the p95 of a screen is above the limit on the embedded database.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.machine import describe
from common.settings import Settings
from common.store import JobFilter, Store, init_schema, open_store
from common.store.operators.jobs_meant import PAGE
from common.store.operators.values import START
from fleet.opening import embedded_path
from tests.invented.fleet_of_jobs import fill, statements
from tests.servers.console import Here, Person, serving
from tests.servers.console.screens import addresses
from tests.servers.libsql import find_libsql

LIMIT_MS = 300.0
WAYS = ("embedded", "libsql")
AT_A_TIME = 2_000
FILTERS = (
    "/jobs?status=DEAD",
    "/jobs?status=FAILED_PERMANENT&shop=other%2Fpinewood.example",
    "/jobs?shop=shopee&error=TIMEOUT",
    "/jobs?error=UNCONFIRMED",
    "/jobs?account=pinewood.finds",
    "/jobs?account=nobody",
    "/jobs?source=rss&newer=1d",
    "/jobs?older=30d",
    "/jobs?text=lamp",
    "/jobs?text=lamp&status=DEAD&shop=shopee",
    "/jobs?text=zz",
    "/jobs?text=nothing+has+these+words",
    "/products?query=lamp",
    "/products?query=board+cutting",
    "/products?query=nothing+has+these+words",
    "/products?shop=other%2Fpinewood.example",
    "/products?verdict=drop",
    "/products?gone=yes",
)
"""What operators look for: much, little and nothing found."""


@dataclass(frozen=True, slots=True)
class Measured:
    address: str
    milliseconds: list[float]
    processor: list[float]
    """Milliseconds of it, of each request."""

    @property
    def p50(self) -> float:
        return statistics.median(self.milliseconds)

    @property
    def p95(self) -> float:
        return sorted(self.milliseconds)[max(0, round(len(self.milliseconds) * 0.95) - 1)]

    def line(self) -> str:
        processor = statistics.median(self.processor)
        return f"{self.p50:8.1f} {self.p95:8.1f} {self.p95 / LIMIT_MS:7.2f} {processor:10.1f}   {self.address}"


async def measure(
    settings: Settings, jobs: int, times: int, *, index: bool, only: Sequence[str] = ()
) -> list[Measured]:
    """Each screen and filter, printed as it comes."""
    async with _console(settings, jobs, index=index) as here:
        ada = await here.person("ada")
        linked = [address for known in (await addresses(here, ada)).values() for address in known]
        asked = [one for one in dict.fromkeys([*linked, *FILTERS]) if not only or any(text in one for text in only)]
        found = [await _measured(ada, address, times) for address in asked]
        if not only:
            found += [await _measured(ada, address, times) for address in await _walked(here.store)]
        return found


async def _walked(store: Store) -> list[str]:
    """All jobs, page after page as a list goes on; and the addresses of pages in its middle and at its end."""
    began, places, seen = time.perf_counter(), [START], set[str]()
    met, longest = 0, 0.0
    while True:
        page_began = time.perf_counter()
        page = await store.listing.meant.names(JobFilter(), limit=PAGE, after=places[-1])
        longest = max(longest, time.perf_counter() - page_began)
        seen |= {job.id for job in page.rows}
        met += len(page.rows)
        if page.next is None:
            break
        places.append(page.next)
    took = time.perf_counter() - began
    print(
        f"walked: {len(seen):,} jobs, {met - len(seen):,} of them twice, {len(places):,} pages in {took:.0f} s, "
        f"the longest {longest * 1000:.0f} ms"
    )
    return [f"/jobs?{urlencode({'after': str(places[at])})}" for at in (len(places) // 2, -1)]


async def _measured(person: Person, address: str, times: int) -> Measured:
    found = Measured(address, [], [])
    for _ in range(times):
        began, spent = time.perf_counter(), time.process_time()
        answer = await person.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address} answered {answer.status_code}: {answer.text[:2000]}")
        found.milliseconds.append((time.perf_counter() - began) * 1000)
        found.processor.append((time.process_time() - spent) * 1000)
    print(found.line(), flush=True)
    return found


@asynccontextmanager
async def _console(settings: Settings, jobs: int, *, index: bool) -> AsyncIterator[Here]:
    began, now_ms = time.perf_counter(), int(time.time() * 1000)
    kept = settings.database.embedded and embedded_path(settings.database).exists()
    await init_schema(settings.database)
    if settings.database.embedded and not kept:
        fill(embedded_path(settings.database), jobs, now_ms)
    store = await open_store(settings.database)
    if not settings.database.embedded:
        for statement in statements(jobs, now_ms):
            await store._driver.batch([statement])
    if index:
        await store.texts.begin()
        while await store.texts.go_on(limit=AT_A_TIME) == AT_A_TIME:
            pass
    print(f"{jobs:,} jobs {'indexed' if kept else 'made'} in {time.perf_counter() - began:.0f} s\n")
    print("     p50      p95   ratio  processor   screen (ms)")
    try:
        async with serving(settings, store) as here:
            yield here
    finally:
        await store.close()


async def _told(told: argparse.Namespace, url: str) -> list[Measured]:
    return await measure(settings_at(url), told.jobs, told.times, index=told.index, only=told.only)


def settings_at(url: str) -> Settings:
    return Settings.model_validate(
        {"database": {"url": url, "timeout_seconds": 120}, "console": {"listen": "127.0.0.1:0"}}
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--jobs", type=int, default=200_000)
    options.add_argument("--times", type=int, default=30)
    options.add_argument("--database", nargs="+", choices=WAYS, default=WAYS)
    options.add_argument("--index", action=argparse.BooleanOptionalAction, default=True)
    options.add_argument("--keep", type=Path, metavar="FILE")
    options.add_argument("--only", nargs="+", default=(), metavar="TEXT")
    told = options.parse_args()
    for name, value in describe().items():
        print(f"{name:16} {value}")
    worst = 0.0
    for way in told.database:
        print(f"\n{way}: ", end="")
        if way == "embedded":
            with tempfile.TemporaryDirectory() as folder:
                file = told.keep or Path(folder) / "fleet.db"
                found = asyncio.run(_told(told, f"file:{file}"))
            worst = max(one.p95 for one in found)
        else:
            servers = find_libsql()
            try:
                asyncio.run(_told(told, servers.new().http_url))
            finally:
                servers.close()
    sys.exit(worst > LIMIT_MS)


if __name__ == "__main__":
    main()
