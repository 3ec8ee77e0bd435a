"""F1 and precision of page reading per field, over labelled pages of many shops (../shared/data when it is there).

python benchmarks/reading_score.py [--misses FIELD]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from decimal import Decimal
from pathlib import Path
from typing import Any

from common.reading.price import currency_of
from common.settings import ShopsSettings
from common.shops.registry import Shops
from worker.read_saved import read_saved

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "product_pages" / "zyte_benchmark"
FIELDS = ("price", "currency", "availability", "sku", "brand")
AVAILABILITY = {"IN_STOCK": "InStock", "OUT_OF_STOCK": "OutOfStock", "BACKORDER": "InStock"}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--misses", choices=FIELDS, help="list what was missed or wrong in this field")
    arguments = options.parse_args()
    if not DATA.is_dir():
        print(f"no labelled pages at {DATA}")
        return 0
    truth = json.loads((DATA / "ground-truth.json").read_text())
    shops = Shops(ShopsSettings())
    counts = {field: {"right": 0, "wrong": 0, "missed": 0, "extra": 0} for field in FIELDS}
    started = time.perf_counter()
    for name, labels in truth.items():
        answer = read_saved((DATA / "html" / f"{name}.html.gz").read_bytes(), labels["url"], shops)
        for field in FIELDS:
            kind, read = score(field, labels, answer)
            if kind:
                counts[field][kind] += 1
            if field == arguments.misses and kind in {"wrong", "missed", "extra"}:
                print(
                    kind,
                    name[:8],
                    labels["url"][:90],
                    "| truth",
                    labels.get(_label(field)),
                    "| read",
                    read,
                    "|",
                    answer.get("reason") or answer["offer"]["came_from"],
                )
    seconds = time.perf_counter() - started
    report(counts, len(truth), seconds)
    return 0


def _label(field: str) -> str:
    return "currency_symbol" if field == "currency" else field


def score(field: str, labels: dict[str, Any], answer: dict[str, Any]) -> tuple[str | None, Any]:
    """("right" | "wrong" | "missed" | "extra", what was read). "extra": read, but not labelled."""
    offer = answer.get("offer") or {}
    expected = labels.get(_label(field))
    read: Any = offer.get(field)
    if field == "availability":
        read = AVAILABILITY.get(read)
    if read in (None, ""):
        return ("missed" if expected else None), None
    if not expected:
        return "extra", read
    return ("right" if any(_same(field, one, read) for one in expected) else "wrong"), read


def _same(field: str, expected: str, read: Any) -> bool:
    if field == "price":
        return Decimal(expected) == Decimal(str(read))
    if field == "currency":
        return read in {currency_of(expected, read), expected}
    return str(expected).strip().casefold() == str(read).strip().casefold()


def report(counts: dict[str, dict[str, int]], pages: int, seconds: float) -> None:
    print(f"{'field':14}{'F1':>8}{'precision':>11}{'recall':>8}   right wrong missed unlabelled")
    for field, count in counts.items():
        right, wrong, missed = count["right"], count["wrong"], count["missed"]
        precision = right / (right + wrong) if right + wrong else 0.0
        recall = right / (right + wrong + missed) if right + wrong + missed else 0.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        print(f"{field:14}{f1:8.3f}{precision:11.3f}{recall:8.3f}   {right:5} {wrong:5} {missed:6} {count['extra']:10}")
    print(f"{pages} pages in {seconds:.1f} s, {pages / seconds:.1f} pages/s on one core")


if __name__ == "__main__":
    sys.exit(main())
