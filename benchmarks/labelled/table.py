"""One table of what was read of each set of labelled pages, by crawlfleet and by extruct, beside the aims.

python -m benchmarks.labelled.table [--held] [--misses FIELD …] [--data FOLDER]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.labelled import sets
from benchmarks.labelled.tally import Reader, Tally, misses_of, rates, tally
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.places import MATERIAL, VARIABLE

Row = tuple[str, str, Callable[[Tally], str]]
SETS = {"tuned half": sets.tuned, "public": sets.public, "held half": sets.held}
HELD = "held half"


def _rate(name: str, which: int) -> Callable[[Tally], str]:
    return lambda found: f"{rates(found.fields[name])[which]:.3f}"


def _of(count: Callable[[Tally], int], total: Callable[[Tally], int]) -> Callable[[Tally], str]:
    return lambda found: f"{count(found)} of {total(found)}"


def _share(found: Tally) -> str:
    return f"{found.stored_right / found.priced:.3f}" if found.priced else "-"


def _wrong(found: Tally) -> str:
    apart = f" (+{len(found.stored_disputed)} disputed)" if found.stored_disputed else ""
    return f"{len(found.stored_wrong)}{apart}"


ROWS: tuple[Row, ...] = (
    ("pages", "", lambda found: str(found.pages)),
    ("wrong prices stored", "0", _wrong),
    ("non-products stored", "0", _of(lambda found: len(found.non_products_stored), lambda found: found.non_products)),
    ("non-products taken", "", _of(lambda found: len(found.non_products_taken), lambda found: found.non_products)),
    ("refusals say which", "", _of(lambda found: found.named[True], lambda found: found.named.total())),
    (
        "products refused",
        "",
        _of(lambda found: len(found.products_refused), lambda found: found.pages - found.non_products),
    ),
    ("stored and right", "0.85", _share),
    ("price F1", "0.95", _rate("price", 0)),
    ("price precision", "0.98", _rate("price", 1)),
    ("currency F1", "0.97", _rate("currency", 0)),
    ("availability F1", "0.95", _rate("availability", 0)),
    ("sku F1", "0.92", _rate("sku", 0)),
    ("brand F1", "0.95", _rate("brand", 0)),
)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--held", action="store_true", help="count the half that is kept aside, too")
    options.add_argument("--misses", nargs="+", default=[], metavar="FIELD", help="list what was read otherwise")
    options.add_argument("--data", type=Path, default=MATERIAL, help="the folder of real material")
    told = options.parse_args()
    if told.data is None:
        print(f"no labelled pages: {VARIABLE} names no folder of real material")
        return 0
    measured = measure(told.data, {"crawlfleet": crawlfleet()}, held=told.held)
    report(measured)
    for (_, name), found in measured.items():
        if told.misses and name != HELD:
            print(f"\n{name}: read otherwise than labelled")
            print(*misses_of(found, told.misses), sep="\n")
    return 0


def crawlfleet() -> Reader:
    """Reading and judging in this process."""
    shops = Shops(ShopsSettings())
    return lambda body, url: read_saved(body, url, shops)


def measure(data: Path, readers: Mapping[str, Reader], *, held: bool = False) -> dict[tuple[str, str], Tally]:
    """(reader, set) → its counts. The half that is kept aside is read only when `held`."""
    return {
        (who, name): tally(load(data), read)
        for name, load in SETS.items()
        if held or name != HELD
        for who, read in readers.items()
    }


def report(measured: Mapping[tuple[str, str], Tally]) -> None:
    """The table: a column for each set and reader."""
    print(f"{'':22}{'aim':>6}" + "".join(f"{name:>20}" for _, name in measured))
    print(f"{'':28}" + "".join(f"{who:>20}" for who, _ in measured))
    for label, aim, said in ROWS:
        print(f"{label:22}{aim:>6}" + "".join(f"{said(found):>20}" for found in measured.values()))


if __name__ == "__main__":
    sys.exit(main())
