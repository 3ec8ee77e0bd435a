"""How well and how fast pages are read, beside extruct on the same pages in the same run.

python -m benchmarks.reading [--rounds N] [--json FILE] [--data FOLDER]

The score table needs the labelled pages (../shared/data); without them a few pages of this script's own are timed, and
no score is printed. extruct (benchmarks/requirements.txt) is the peer: it extracts JSON-LD, microdata, OpenGraph and
RDFa and leaves choosing a product, its price and its stock to its caller, so crawlfleet does more for each page.
"""

from __future__ import annotations

import argparse
import gzip
import json
import logging
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import reading_score
from benchmarks.machine import describe
from common.settings import ShopsSettings
from common.shops.registry import Shops
from worker.read_saved import read_saved

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SYNTAXES = ["json-ld", "microdata", "opengraph", "rdfa"]
AIM_RATIO = 2.0


@dataclass(frozen=True, slots=True)
class SavedPage:
    name: str
    url: str
    body: bytes


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--json", type=Path, help="keep everything in this file")
    options.add_argument("--data", type=Path, default=DATA, help="the folder of labelled material")
    told = options.parse_args()
    logging.disable(logging.CRITICAL)  # extruct warns about every page that is not to its taste
    machine = describe()
    for name in ("cpu", "cores", "python", "load before"):
        print(f"{name:12} {machine[name]}")
    folder = told.data / "product_pages" / "zyte_benchmark"
    scores = reading_score.score_all(folder) if folder.is_dir() else None
    if scores is not None:
        print()
        reading_score.report(scores)
    pages = labelled_pages(told.data) or own_pages()
    print()
    speeds = race(pages, told.rounds)
    if told.json:
        told.json.write_text(json.dumps({"machine": machine, "scores": scores, "pages_per_second": speeds}, indent=1))
    return 0


def labelled_pages(data: Path) -> list[SavedPage]:
    pages: list[SavedPage] = []
    for kind in ("zyte_benchmark", "metascraper_shopping"):
        truth = data / "product_pages" / kind / "ground-truth.json"
        labels = json.loads(truth.read_text()) if truth.is_file() else {}
        for path in sorted(truth.parent.glob("**/*.html.gz")):
            known = labels.get(path.name.removesuffix(".html.gz")) or labels.get(path.name)
            url = known.get("url") if isinstance(known, dict) else None
            pages.append(SavedPage(path.name, url or "https://shop.example/", gzip.decompress(path.read_bytes())))
    return pages


def own_pages() -> list[SavedPage]:
    """Stand-ins, so that the speed can be compared anywhere: a product page padded with 2,000 elements."""
    product = {
        "@context": "https://schema.org", "@type": "Product", "name": "Blue cup", "sku": "CUP-1",
        "offers": {"@type": "Offer", "price": "12.50", "priceCurrency": "EUR", "availability": "InStock"},
    }  # fmt: skip
    filler = "".join(f"<div class='row'><a href='/p/{n}'>Thing {n}</a><span>{n}</span></div>" for n in range(1000))
    html = (
        f"<html><head><title>Blue cup</title><script type='application/ld+json'>{json.dumps(product)}</script></head>"
    )
    body = f"{html}<body><h1>Blue cup</h1><b class='price'>12,50 €</b>{filler}</body></html>".encode()
    return [SavedPage(f"own-{n}", "https://shop.example/blue-cup", body) for n in range(20)]


def race(pages: list[SavedPage], rounds: int) -> dict[str, float]:
    """Rounds in turn, so that a busy machine slows both; the median of each is compared."""
    shops = Shops(ShopsSettings())
    contenders: dict[str, Callable[[SavedPage], Any]] = {
        "crawlfleet": lambda page: read_saved(page.body, page.url, shops)
    }
    peer = extruct_reader()
    if peer is not None:
        contenders["extruct"] = peer
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for read in contenders.values():
        read(pages[0])  # imports and first compilations are not what is measured
    for number in range(rounds):
        for name, read in contenders.items():
            started = time.process_time()
            for page in pages:
                read(page)
            seconds[name].append(time.process_time() - started)
            print(
                f"round {number + 1} of {rounds}: {name:11}{len(pages) / seconds[name][-1]:8.1f} pages/s",
                file=sys.stderr,
            )
    speeds = {name: len(pages) / statistics.median(taken) for name, taken in seconds.items()}
    megabytes = sum(len(page.body) for page in pages) / 1e6
    print(f"{len(pages)} pages, {megabytes:.1f} MB, one core, median of {rounds} rounds:")
    for name, speed in speeds.items():
        print(f"  {name:11}{speed:8.1f} pages/s  {speed / speeds.get('extruct', speed):5.2f} × extruct")
    if "extruct" in speeds:
        print(f"  the aim is {AIM_RATIO:.0f} × extruct")
    return speeds


def extruct_reader() -> Callable[[SavedPage], Any] | None:
    try:
        import extruct
    except ImportError:
        print("extruct is not installed here (scripts/bench reading installs it): no ratio")
        return None

    def extract(page: SavedPage) -> Any:
        try:
            return extruct.extract(page.body, base_url=page.url, syntaxes=SYNTAXES, errors="ignore")
        except (ValueError, TypeError, AttributeError):
            return None  # a page that it gives up on costs it less, not more

    return extract


if __name__ == "__main__":
    sys.exit(main())
