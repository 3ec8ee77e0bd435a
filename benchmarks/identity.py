"""Whether common/outcome/identity.py tells two products apart and knows one whose name its shop has edited.

python -m benchmarks.identity [--data FOLDER]

Pairs are made of the real material: the labelled pages that rules are tuned on, as they are read, and the names and
pictures of Taobao's answers. Two products of one shop must not be the same; a name edited as shops edit names must not
be another product's. Pictures and GTINs are left out where names are measured: they decide before names do.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.labelled import sets
from common.links.domains import registrable_domain
from common.offer import Offer
from common.outcome.identity import Identity, Sameness, compare, likeness
from common.page import Page
from common.reading.product import read_product
from tests.places import MATERIAL, VARIABLE

TAOBAO = Path("shops", "taobao", "mtop_pcdetail_json", "ground-truth.json")
PAIRS_OF_A_SHOP = 400
Products = Mapping[str, Sequence[Identity]]


def _cut(title: str) -> str:
    """Long names are cut, between words where there are some; short ones are not."""
    if len(title) < 20:
        return title
    return f"{title[: len(title) * 2 // 3].rpartition(' ')[0] or title[: len(title) * 2 // 3]}…"


def _turned(title: str) -> str:
    words = title.split()
    return " ".join([*words[len(words) // 2 :], *words[: len(words) // 2]])


EDITS: Mapping[str, Callable[[str], str]] = {
    "campaign before it": lambda title: f"[SALE -20%] 【限时特惠】 {title}",
    "campaign behind it": lambda title: f"{title} | New 2026 edition, free shipping",
    "cut to two thirds": _cut,
    "words turned round": _turned,
    "in capitals": str.upper,
    "cut, with a campaign": lambda title: f"NEW! {_cut(title)} - black, size M",
}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=MATERIAL, help="the folder of real material")
    told = options.parse_args()
    if told.data is None:
        print(f"no pages: {VARIABLE} names no folder of real material")
        return 0
    groups = {"pages": _of_pages(told.data), "Taobao": _of_taobao(told.data)}
    print(f"{'pairs':<34}{'count':>7}{'same':>8}{'unsure':>8}{'other':>8}   likeness: least, median, most")
    for name, shops in groups.items():
        products = [product for found in shops.values() for product in found]
        _line(f"{name}: two of one shop", _two_of_a_shop(shops))
        _line(f"{name}: of two shops", _of_two_shops(shops))
        for edit, change in EDITS.items():
            edited = ((one, Identity(change(one.title or ""), one.brand)) for one in products)
            _line(f"{name}: {edit}", edited)
    return 0


def _line(name: str, pairs: Iterable[tuple[Identity, Identity]]) -> None:
    told: Counter[Sameness] = Counter()
    shared: list[float] = []
    for one, other in pairs:
        told[compare(one, other)] += 1
        shared.append(likeness(one.title, other.title) or 0.0)
    if not shared:
        print(f"{name:<34}{0:>7}")
        return
    shared.sort()
    counts = "".join(f"{told[one] / told.total():>8.1%}" for one in (Sameness.SAME, Sameness.UNSURE, Sameness.OTHER))
    spread = f"{shared[0]:.2f} {shared[len(shared) // 2]:.2f} {shared[-1]:.2f}"
    print(f"{name:<34}{told.total():>7}{counts}   {spread}")


def _two_of_a_shop(shops: Products) -> Iterable[tuple[Identity, Identity]]:
    dice = random.Random(1)
    for products in shops.values():
        pairs = [pair for pair in itertools.combinations(products, 2) if pair[0].title != pair[1].title]
        yield from dice.sample(pairs, min(PAIRS_OF_A_SHOP, len(pairs)))


def _of_two_shops(shops: Products) -> Iterable[tuple[Identity, Identity]]:
    first = [found[0] for found in shops.values()]
    return ((one, other) for one, other in itertools.combinations(first, 2) if one.title != other.title)


def _of_pages(data: Path) -> Products:
    shops: dict[str, list[Identity]] = defaultdict(list)
    for page in [*sets.tuned(data), *sets.public(data)]:
        offer = read_product(Page(page.url, page.body)) if page.what is None else None
        if isinstance(offer, Offer) and offer.title:
            host = urlsplit(page.url).hostname or ""
            shops[registrable_domain(host) or host].append(Identity(offer.title, offer.brand))
    return shops


def _of_taobao(data: Path) -> Products:
    shops: dict[str, list[Identity]] = defaultdict(list)
    for row in json.loads((data / TAOBAO).read_text("utf-8")).values():
        shops[str(row["shop_id"])].append(Identity(row["title"]))
    return shops


if __name__ == "__main__":
    sys.exit(main())
