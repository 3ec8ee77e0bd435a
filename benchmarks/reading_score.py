"""F1 and precision of page reading per field, over labelled pages of many shops.

They lie in the folder of real material that CRAWLFLEET_MATERIAL names.

python -m benchmarks.reading_score [--misses FIELD]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from common.reading.text.currency import currency_of
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import gunzip, read_saved
from tests.places import MATERIAL, VARIABLE

LABELLED = Path("product_pages", "zyte_benchmark")
"""The labelled pages, inside the folder of real material."""
FIELDS = ("price", "currency", "availability", "sku", "brand")
AVAILABILITY = {"IN_STOCK": "InStock", "OUT_OF_STOCK": "OutOfStock", "BACKORDER": "InStock"}
AIMS = {"price": (0.93, 0.97), "currency": (0.93, 0.98), "availability": (0.95, 0.97), "sku": (0.85, 0.90),
        "brand": (0.85, 0.92)}  # fmt: skip
PUBLISHED = {
    "Zyte Automatic Extraction": {"price": 0.918, "availability": 0.957, "sku": 0.841},
    "Diffbot": {"price": 0.824, "availability": 0.943, "sku": 0.765},
    "extruct": {"price": 0.685, "availability": 0.626, "sku": 0.537},
}
"""F1 as published with the benchmark (scrapinghub/product-extraction-benchmark), over all of its pages, not these."""

Counts = dict[str, dict[str, int]]
Reader = Callable[[bytes, str], dict[str, Any]]
"""An inflated page and its address to an answer in the shape of `read_saved`."""


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--misses", choices=FIELDS, help="list what was missed or wrong in this field")
    arguments = options.parse_args()
    if MATERIAL is None:
        print(f"no labelled pages: {VARIABLE} names no folder of real material")
        return 0
    scores = score_all(MATERIAL / LABELLED, misses=arguments.misses)
    report(scores)
    compare({"crawlfleet": scores})
    return 0


def crawlfleet() -> Reader:
    shops = Shops(ShopsSettings())
    return lambda body, url: read_saved(body, url, shops)


def score_all(folder: Path, *, read: Reader | None = None, misses: str | None = None) -> Counts:
    """Every labelled page read and compared; what was missed in the field `misses` is printed."""
    truth = json.loads((folder / "ground-truth.json").read_text())
    read = read or crawlfleet()
    counts: Counts = {field: {"right": 0, "wrong": 0, "missed": 0, "extra": 0} for field in FIELDS}
    for name, labels in truth.items():
        answer = read(gunzip((folder / "html" / f"{name}.html.gz").read_bytes()) or b"", labels["url"])
        for field in FIELDS:
            kind, stated = score(field, labels, answer)
            if kind:
                counts[field][kind] += 1
            if field == misses and kind in {"wrong", "missed", "extra"}:
                source = answer.get("reason") or answer["offer"]["came_from"]
                print(
                    kind,
                    name[:8],
                    labels["url"][:90],
                    "| truth",
                    labels.get(_label(field)),
                    "| read",
                    stated,
                    "|",
                    source,
                )
    return counts


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


def rates(count: Mapping[str, int]) -> tuple[float, float, float]:
    """F1, precision and recall. What is not labelled counts for nothing."""
    right, wrong, missed = count["right"], count["wrong"], count["missed"]
    precision = right / (right + wrong) if right + wrong else 0.0
    recall = right / (right + wrong + missed) if right + wrong + missed else 0.0
    return (2 * precision * recall / (precision + recall) if precision + recall else 0.0), precision, recall


def report(counts: Counts) -> None:
    """The table, with the aims."""
    print(f"{'field':14}{'F1':>7}{'aim':>6}{'precision':>11}{'aim':>6}{'recall':>8}   right wrong missed unlabelled")
    for field, count in counts.items():
        f1, precision, recall = rates(count)
        aim_f1, aim_precision = AIMS[field]
        print(
            f"{field:14}{f1:7.3f}{aim_f1:6.2f}{precision:11.3f}{aim_precision:6.2f}{recall:8.3f}   "
            f"{count['right']:5} {count['wrong']:5} {count['missed']:6} {count['extra']:10}"
        )


def compare(measured: Mapping[str, Counts]) -> None:
    """F1 of everybody: measured here on these pages, and as others published over all pages of the benchmark."""
    print(f"\n{'F1':44}" + "".join(f"{field:>13}" for field in FIELDS))
    rows = {f"{name}, measured": {f: rates(c)[0] for f, c in counts.items()} for name, counts in measured.items()}
    rows |= {f"{name}, published": dict(figures) for name, figures in PUBLISHED.items()}
    for name, figures in rows.items():
        print(f"{name:44}" + "".join(f"{figures[f]:13.3f}" if f in figures else f"{'-':>13}" for f in FIELDS))


if __name__ == "__main__":
    sys.exit(main())
