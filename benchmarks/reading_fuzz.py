"""Damaged pages: cut short anywhere, or with bytes flipped. Nothing may raise, hang or swell.

python -m benchmarks.reading_fuzz [--cases 10000] [--seed 7] [--data FOLDER] [--only NUMBER]

Each case is one page (of the real material, where CRAWLFLEET_MATERIAL or --data names its folder, and a few of our
own), damaged as a seeded generator says and read as `crawlfleet read` reads it, in a process of its own that a watchdog
stops when a case does not end. Ends with 1 when a case raised, took longer than a second of the processor, did not end,
or the process grew by more than 200 MB. `--only` repeats one case by its number.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import logging
import multiprocessing
import random
import resource
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.reading_material import SavedPage, all_pages, own_pages
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.places import MATERIAL

MOST_SECONDS = 1.0
MOST_GROWTH_MB = 200
HANGS_SECONDS = 30.0
"""Of waiting, not of the processor: a case that takes this long is given up and the next one begun."""
_MARKS = b"\"'{}[]<>\\*/&;:,="
_REPORT_EVERY = 500
_STATUS = Path("/proc/self/status")
_RESET_PEAK = Path("/proc/self/clear_refs")


@dataclass(frozen=True, slots=True)
class Case:
    """What came of one case. `peak_mb` is the process's peak of resident memory so far."""

    number: int
    name: str
    seconds: float
    ok: bool
    raised: str | None
    peak_mb: float


@dataclass(slots=True)
class Findings:
    cases: int = 0
    offers: int = 0
    raised: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    hung: list[str] = field(default_factory=list)
    slowest_seconds: float = 0.0
    grown_mb: float = 0.0
    largest: str = "none"
    """The case at which the process reached its peak."""

    @property
    def failed(self) -> bool:
        return bool(self.raised or self.slow or self.hung) or self.grown_mb > MOST_GROWTH_MB


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cases", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--data", type=Path, default=MATERIAL)
    options.add_argument("--only", type=int, metavar="NUMBER", help="repeat this case alone")
    told = options.parse_args()
    pages = [*(all_pages(told.data) if told.data else ()), *own_pages()]
    if told.only is not None:
        case = next(read_cases(pages, [told.only], told.seed))
        print(case.raised or f"{case.name}: {case.seconds:.3f} s, {'an offer' if case.ok else 'a refusal'}")
        return 1 if case.raised else 0
    found = run_watched(pages, told.cases, told.seed)
    print(f"{found.cases} cases over {len(pages)} pages, seed {told.seed}: {found.offers} offers")
    print(
        f"{len(found.raised)} raised, {len(found.hung)} did not end; slowest {found.slowest_seconds:.2f} s "
        f"(limit {MOST_SECONDS:.0f})"
    )
    print(f"memory grew by {found.grown_mb:.0f} MB (limit {MOST_GROWTH_MB}), the peak at {found.largest}")
    for line in (*found.raised, *found.slow, *found.hung):
        print(f"  {line}")
    return 1 if found.failed else 0


def run_watched(pages: Sequence[SavedPage], cases: int, seed: int, *, hangs_seconds: float = HANGS_SECONDS) -> Findings:
    """All cases in a child process, begun anew behind a case that hangs or kills it. A case's first page costs the
    imports and tables that stay; they do not count as growth.
    """
    found = Findings()
    spawn = multiprocessing.get_context("spawn")
    following = 0
    while following < cases:
        mine, theirs = spawn.Pipe()
        child = spawn.Process(target=_child, args=(theirs, pages, range(following, cases), seed), daemon=True)
        child.start()
        theirs.close()
        following = _watch(mine, found, following, cases, seed, hangs_seconds)
        child.kill()
        child.join()
    return found


def _watch(answers: Connection, found: Findings, following: int, cases: int, seed: int, hangs_seconds: float) -> int:
    """Takes the child's answers; the number of the first case that it did not see."""
    start_mb: float | None = None
    while following < cases:
        try:
            # The first wait also holds the child's start.
            arrived = answers.poll(hangs_seconds + (60 if start_mb is None else 0))
            message = answers.recv() if arrived else None
        except EOFError:
            found.hung.append(f"seed {seed} case {following}: the process died")
            return following + 1
        if message is None:
            found.hung.append(f"seed {seed} case {following}: not read after {hangs_seconds:.0f} s")
            return following + 1
        if start_mb is None:
            start_mb = float(message)
            continue
        _note(message, found, start_mb, seed)
        following += 1
    return following


def _note(case: Case, found: Findings, start_mb: float, seed: int) -> None:
    label = f"seed {seed} case {case.number} {case.name}"
    found.cases += 1
    found.offers += case.ok
    found.slowest_seconds = max(found.slowest_seconds, case.seconds)
    if case.raised:
        found.raised.append(f"{label}: {case.raised}")
    if case.seconds > MOST_SECONDS:
        found.slow.append(f"{label}: {case.seconds:.2f} s")
    if case.peak_mb - start_mb > found.grown_mb:
        found.grown_mb, found.largest = case.peak_mb - start_mb, label
    if found.cases % _REPORT_EVERY == 0:
        print(
            f"{found.cases} cases, {len(found.raised)} raised, slowest {found.slowest_seconds:.2f} s, "
            f"grown by {found.grown_mb:.0f} MB",
            file=sys.stderr,
        )


def _child(answers: Connection, pages: Sequence[SavedPage], numbers: range, seed: int) -> None:
    read_saved(own_pages()[0].body, own_pages()[0].url, Shops(ShopsSettings()))
    with contextlib.suppress(OSError):
        _RESET_PEAK.write_text("5")  # else receiving the pages would be the peak
    answers.send(_peak_mb())
    for case in read_cases(pages, numbers, seed):
        answers.send(case)


def read_cases(pages: Sequence[SavedPage], numbers: Sequence[int], seed: int) -> Iterator[Case]:
    """Each case by itself, so that one can be repeated alone."""
    shops = Shops(ShopsSettings())
    caught = _Caught()
    log = logging.getLogger("crawlfleet.worker.read_saved")
    log.addHandler(caught)
    log.propagate = False
    try:
        for number in numbers:
            chance = random.Random(f"{seed}:{number}")
            page = chance.choice(pages)
            body = damaged(page.body, chance)
            if chance.randrange(20) == 0:
                body = damaged(gzip.compress(body, 1), chance)
            caught.raised = None
            started = time.process_time()
            answer = read_saved(body, page.url, shops)
            seconds = time.process_time() - started
            yield Case(number, page.name, seconds, bool(answer["ok"]), caught.raised, _peak_mb())
    finally:
        log.removeHandler(caught)
        log.propagate = True


class _Caught(logging.Handler):
    """`read_saved` never raises: what broke inside it is in the log."""

    raised: str | None = None

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            frames = [f"{Path(one.filename).name}:{one.lineno}" for one in traceback.extract_tb(error.__traceback__)]
            self.raised = f"{type(error).__name__}: {str(error)[:200]} ({' '.join(frames[-4:])})"


def damaged(body: bytes, chance: random.Random) -> bytes:
    """Cut short at any byte, or one, ten or five hundred bytes replaced, or both."""
    kind = chance.randrange(5)
    if kind <= 1 and body:
        body = body[: chance.randrange(len(body))]
    if kind >= 1 and body:
        changed = bytearray(body)
        for _ in range(chance.choice([1, 10, 500])):
            changed[chance.randrange(len(changed))] = chance.choice([chance.randrange(256), *_MARKS])
        body = bytes(changed)
    return body


def _peak_mb() -> float:
    """The process's own peak, from /proc: on Linux ru_maxrss also counts what the parent held at the fork."""
    with contextlib.suppress(OSError):
        for line in _STATUS.read_text("ascii", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024 / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6


if __name__ == "__main__":
    sys.exit(main())
