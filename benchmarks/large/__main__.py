"""How soon every listing answers over a large fleet, and how large each page is, beside limits of 1 s and 1 MB.

python -m benchmarks.large [--jobs N] [--shops N] [--machines N] [--times N] [--keep FILE] [--only TEXT ...]

The invented fleet of benchmarks/large/fleet.py in a file. Each command is a process of its own, and what the same
command takes over an empty database is taken off, for that is its start. Pages (all that links lead to) and calls of
the API are asked of a console in this process. `processor` is what a machine at rest would take: the ratio is its
share of the limit. A file at --keep stays, and is asked again by the next run as it is; the index of words is not made.
Ends with 1 when something is above its limit.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

from benchmarks.console import settings_at
from benchmarks.large.commands import CALLS, COMMANDS
from benchmarks.large.fleet import Size, fill
from benchmarks.machine import describe
from common.settings import Settings
from common.store import ConsoleRole, init_schema, open_store
from fleet.operations.console.tokens import add_token
from tests.servers.console import Here, Person, serving
from tests.servers.console.screens import addresses

LIMIT_SECONDS = 1.0
LIMIT_BYTES = 1_000_000
"""Of a page; a call of the API may ask for everything at once."""


@dataclass(frozen=True, slots=True)
class Measured:
    asked: str
    processor: float
    clock: float
    size: int
    is_page: bool = False

    @property
    def is_within(self) -> bool:
        return self.processor <= LIMIT_SECONDS and not (self.is_page and self.size > LIMIT_BYTES)

    def line(self) -> str:
        mark = " " if self.is_within else "!"
        ratio = self.processor / LIMIT_SECONDS
        return f"{mark} {self.processor:8.2f} {ratio:6.2f} {self.clock:8.2f} {self.size:11,}   {self.asked}"


def commands(file: Path, empty: Path, names: dict[str, str], wanted: Callable[[str], bool]) -> Iterator[Measured]:
    for words in COMMANDS:
        typed = [word.format(**names) for word in words]
        if wanted(said := " ".join(typed)):
            processor, clock, size = _typed(file, typed)
            start = _typed(empty, typed)
            yield Measured(said, max(0.0, processor - start[0]), max(0.0, clock - start[1]), size)


def _typed(file: Path, words: Sequence[str]) -> tuple[float, float, int]:
    """Seconds of the processor and by the clock, and how much was printed."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "fleet", *words],
        env=os.environ | {"CRAWLFLEET_DATABASE_URL": f"file:{file}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    clock, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock, len(done.stdout)


async def pages_and_calls(
    settings: Settings, names: dict[str, str], times: int, wanted: Callable[[str], bool]
) -> AsyncIterator[Measured]:
    async with _console(settings) as here:
        ada = await here.person(f"ada-{time.time_ns()}")
        for known in (await addresses(here, ada)).values():
            for address in filter(wanted, known):
                yield await _asked(ada, address, times, is_page=True)
        token = await add_token(settings, f"token-{time.time_ns()}", role=ConsoleRole.VIEWER)
        program = await here.stranger()
        program.client.headers["Authorization"] = f"Bearer {token.token}"
        for call in CALLS:
            if wanted(address := f"/api/v1{call.format(**names)}"):
                yield await _asked(program, address, times)


async def _asked(who: Person, address: str, times: int, *, is_page: bool = False) -> Measured:
    best = (float("inf"), float("inf"), 0)
    for _ in range(times):
        spent, began = time.process_time(), time.perf_counter()
        answer = await who.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address} answered {answer.status_code}: {answer.text[:2000]}")
        best = min(best, (time.process_time() - spent, time.perf_counter() - began, len(answer.content)))
    return Measured(address, *best, is_page=is_page)


@asynccontextmanager
async def _console(settings: Settings) -> AsyncIterator[Here]:
    store = await open_store(settings.database)
    try:
        async with serving(settings, store) as here:
            yield here
    finally:
        await store.close()


def _names(file: Path) -> dict[str, str]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as made:
        (job,) = made.execute("SELECT job_id FROM products LIMIT 1 OFFSET 99").fetchone()
        (product,) = made.execute("SELECT product_key FROM products LIMIT 1 OFFSET 99").fetchone()
    return {"job": job, "product": product}


async def _measured(told: argparse.Namespace, file: Path, empty: Path, *, kept: bool) -> list[Measured]:
    """`kept`: the fleet is in the file already."""
    settings, began = settings_at(f"file:{file}"), time.perf_counter()
    await init_schema(settings.database)
    await init_schema(settings_at(f"file:{empty}").database)
    if not kept:
        fill(file, Size(told.jobs, told.shops, told.machines), int(time.time() * 1000))
        print(f"{told.jobs:,} jobs made in {time.perf_counter() - began:.0f} s")

    def wanted(asked: str) -> bool:
        return not told.only or any(text in asked for text in told.only)

    print("\n  processor  ratio    clock       bytes   what (seconds)")
    found: list[Measured] = []
    names = _names(file)
    for one in commands(file, empty, names, wanted):
        print(one.line(), flush=True)
        found.append(one)
    async for one in pages_and_calls(settings, names, told.times, wanted):
        print(one.line(), flush=True)
        found.append(one)
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("jobs", 1_000_000), ("shops", 2_000), ("machines", 200), ("times", 3)):
        options.add_argument(f"--{name}", type=int, default=default)
    options.add_argument("--keep", type=Path, metavar="FILE")
    options.add_argument("--only", nargs="+", default=(), metavar="TEXT")
    told = options.parse_args()
    for name, value in describe().items():
        print(f"{name:16} {value}")
    with tempfile.TemporaryDirectory() as folder:
        file = (told.keep or Path(folder) / "fleet.db").absolute()
        found = asyncio.run(_measured(told, file, Path(folder) / "empty.db", kept=file.exists()))
    above = [one for one in found if not one.is_within]
    print(f"\n{len(found)} asked, {len(above)} above a limit")
    sys.exit(bool(above))


if __name__ == "__main__":
    main()
