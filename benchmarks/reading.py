"""How well and how fast pages are read, beside extruct on the same pages in the same run.

python -m benchmarks.reading [--rounds N] [--held] [--json FILE] [--data FOLDER]

The table of scores needs the labelled pages of the real material (its folder is named by CRAWLFLEET_MATERIAL or
--data); --held counts the half that is kept aside from whoever tunes the rules. Without them a few pages of
our own are timed, and no score is printed. extruct (benchmarks/requirements.txt) is the peer: it extracts JSON-LD,
microdata, OpenGraph and RDFa and leaves choosing a product, its price and its stock to its caller, so crawlfleet does
more for each page. For the score price-parser and a plain choice stand behind it; for the
speed it runs alone.
"""

from __future__ import annotations

import argparse
import json
import logging
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.labelled import curve, table
from benchmarks.labelled.tally import Tally
from benchmarks.machine import describe
from benchmarks.reading_apart import reading_apart
from benchmarks.reading_material import SavedPage, own_pages, product_pages
from tests.places import MATERIAL, VARIABLE

AIM_RATIO = 4.0


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--held", action="store_true", help="count the half that is kept aside, too")
    options.add_argument("--json", type=Path, help="keep everything in this file")
    options.add_argument("--data", type=Path, default=MATERIAL, help="the folder of real material")
    told = options.parse_args()
    logging.disable(logging.CRITICAL)  # extruct warns about every page that is not to its taste
    machine = describe()
    for name in ("cpu", "cores", "memory", "system", "python", "lxml", "extruct", "load before"):
        print(f"{name:12} {machine[name]}")
    print()
    peer = _peer()
    scores = quality(told.data, peer, held=told.held)
    speeds = race(product_pages(told.data) if told.data else own_pages(), told.rounds, peer)
    if told.json:
        everything = {"machine": machine, "scores": scores, "pages_per_second": speeds}
        told.json.write_text(json.dumps(everything, indent=1) + "\n", "utf-8")
    return 0


def _peer() -> ModuleType | None:
    try:
        from benchmarks.peers import extruct_app
    except ImportError:
        print("extruct is not installed here (scripts/bench reading installs it): nothing to compare with\n")
        return None
    return extruct_app


def quality(data: Path | None, peer: ModuleType | None, *, held: bool = False) -> dict[str, dict[str, object]]:
    """What was read of each set of labelled pages, printed, when they are there."""
    if data is None:
        print(f"{VARIABLE} names no folder of real material: no scores, and a few pages of our own are timed\n")
        return {}
    readers = {"crawlfleet": table.crawlfleet()} | ({"extruct": peer.read} if peer is not None else {})
    measured = table.measure(data, readers, held=held)
    table.report(measured)
    print()
    curve.calibrate(data)
    return {f"{who}, {name}": _kept(found) for (who, name), found in measured.items()}


def _kept(found: Tally) -> dict[str, object]:
    return {label: said(found) for label, _, said in table.ROWS}


@dataclass(frozen=True, slots=True)
class Contender:
    read: Callable[[bytes, str], Any]
    processor_seconds: Callable[[], float] = time.process_time


def race(pages: Sequence[SavedPage], rounds: int, peer: ModuleType | None) -> dict[str, float]:
    """Pages per second of the processor, of all processes that take part. Contenders take turns, so that a busy machine
    slows all; the median counts.

    Pages are inflated beforehand; decoding, parsing, reading and judging are inside, and for the child, through which
    pages are read in earnest, the way there and back.
    """
    with reading_apart() as apart:
        contenders = {
            "in the child": Contender(apart.read, apart.processor_seconds),
            "in process": Contender(table.crawlfleet()),
        }
        if peer is not None:
            contenders["extruct"] = Contender(peer.extract)
        at_rest = apart.child_mib()
        speeds = _median_speeds(contenders, pages, rounds)
        held = apart.child_mib()
    megabytes = sum(len(page.body) for page in pages) / 1e6
    print(f"{len(pages)} pages, {megabytes:.1f} MB, one core, median of {rounds} rounds:")
    for name, speed in speeds.items():
        ratio = f"{speed / speeds['extruct']:6.2f} × extruct" if "extruct" in speeds else ""
        print(f"  {name:13}{speed:8.1f} pages/s{ratio}")
    if peer is not None:
        print(f"  the aim is {AIM_RATIO:.0f} × extruct")
    print(f"the child holds {at_rest:.0f} MiB when it is ready, {held:.0f} MiB after the last page")
    return speeds


def _median_speeds(contenders: dict[str, Contender], pages: Sequence[SavedPage], rounds: int) -> dict[str, float]:
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for contender in contenders.values():
        contender.read(pages[0].body, pages[0].url)  # imports and first compilations are not what is measured
    for number in range(rounds):
        for name, contender in contenders.items():
            started = contender.processor_seconds()
            for page in pages:
                contender.read(page.body, page.url)
            seconds[name].append(contender.processor_seconds() - started)
            speed = len(pages) / seconds[name][-1]
            print(f"round {number + 1} of {rounds}: {name:13}{speed:8.1f} pages/s", file=sys.stderr)
    return {name: len(pages) / statistics.median(taken) for name, taken in seconds.items()}


if __name__ == "__main__":
    sys.exit(main())
