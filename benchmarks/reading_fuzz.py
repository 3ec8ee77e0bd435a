"""Damaged pages: cut short anywhere, or with bytes flipped. Nothing may raise, hang or swell.

python -m benchmarks.reading_fuzz [--cases 10000] [--seed 7] [--data FOLDER]

Each case is one page of the material (../shared/data), damaged as a seeded generator says and read the way
`crawlfleet read` reads it. Ends with 1 when a case raised, took longer than a second, or the process grew by more than
200 MB; the case's number and seed make it happen again.
"""

from __future__ import annotations

import argparse
import faulthandler
import gzip
import logging
import random
import resource
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from common.offer import Failure, Offer
from common.page import Page
from common.settings import ShopsSettings
from common.shops.registry import Shops
from worker.judge import judge

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
MOST_SECONDS = 1.0
MOST_GROWTH_MB = 200
HANGS_SECONDS = 60
KINDS = (
    ("shops/shopee/html/*.gz", "shopee"),
    ("shops/shopee/api_json/*.json", "shopee"),
    ("shops/shopee/api_errors/*.json", "shopee"),
    ("shops/taobao/html/*.gz", "taobao"),
    ("shops/taobao/mtop_pcdetail_json/*.json", "taobao"),
    ("product_pages/zyte_benchmark/html/*.html.gz", "other"),
    ("product_pages/metascraper_shopping/*.html.gz", "other"),
    ("embedded_metadata/extruct_samples/**/*.html", "other"),
)
_MARKS = b"\"'{}[]<>\\*/&;:,="


@dataclass(slots=True)
class Findings:
    cases: int = 0
    offers: int = 0
    raised: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    slowest_seconds: float = 0.0


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cases", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--data", type=Path, default=DATA)
    told = options.parse_args()
    logging.disable(logging.CRITICAL)
    files = material(told.data)
    if not files:
        print(f"no saved pages at {told.data}")
        return 0
    before = _resident_mb()
    found = run(files, told.cases, told.seed)
    grown = _resident_mb() - before
    print(f"{found.cases} cases over {len(files)} pages, seed {told.seed}: {found.offers} offers")
    print(f"{len(found.raised)} raised; slowest {found.slowest_seconds:.2f} s (limit {MOST_SECONDS})")
    print(f"grown by {grown:.0f} MB (limit {MOST_GROWTH_MB})")
    for line in (*found.raised, *found.slow):
        print(f"  {line}")
    return 1 if found.raised or found.slow or grown > MOST_GROWTH_MB else 0


def material(data: Path) -> list[tuple[Path, str]]:
    return [(path, platform) for pattern, platform in KINDS for path in sorted(data.glob(pattern))]


def run(files: list[tuple[Path, str]], cases: int, seed: int) -> Findings:
    shops = Shops(ShopsSettings())
    found = Findings()
    for number in range(cases):
        # Each case by itself, so that one can be repeated alone.
        chance = random.Random(f"{seed}:{number}")
        path, platform = chance.choice(files)
        body = damaged(_body(path), chance)
        faulthandler.dump_traceback_later(HANGS_SECONDS, exit=True)
        started = time.perf_counter()
        try:
            outcome = shops.for_platform(platform).read(Page("https://shop.example/x", body), None)
            if isinstance(outcome, Offer):
                found.offers += 1
                judge(outcome)
            elif not isinstance(outcome, Failure):
                found.raised.append(f"case {number} {path.name}: neither an Offer nor a Failure")
        except Exception as error:  # finding these is what this is for
            found.raised.append(f"case {number} {path.name}: {type(error).__name__}: {error}")
        seconds = time.perf_counter() - started
        found.slowest_seconds = max(found.slowest_seconds, seconds)
        if seconds > MOST_SECONDS:
            found.slow.append(f"case {number} {path.name}: {seconds:.2f} s")
        found.cases += 1
        if found.cases % 500 == 0:
            print(f"{found.cases} of {cases}", file=sys.stderr)
    faulthandler.cancel_dump_traceback_later()
    return found


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


def _body(path: Path) -> bytes:
    raw = path.read_bytes()
    return gzip.decompress(raw) if path.suffix == ".gz" else raw


def _resident_mb() -> float:
    """The peak so far; Linux counts it in KiB, macOS in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_000_000 if sys.platform == "darwin" else 1_000)


if __name__ == "__main__":
    sys.exit(main())
