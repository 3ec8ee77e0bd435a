"""The labelled pages of the real material, in three sets of one shape.

The rules of reading are tuned on two of them. The third, "held", is for saying how well pages are read that nobody
looked at: whoever works on the rules leaves it alone and has it counted once, at the end.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from common.links.domains import registrable_domain

PAGES_2 = Path("pages_2")
PUBLIC = Path("product_pages", "zyte_benchmark")
FIELDS = ("price", "currency", "availability", "sku", "brand")
_PUBLIC_STATES = {"InStock": ("IN_STOCK", "BACKORDER"), "OutOfStock": ("OUT_OF_STOCK",)}
"""The benchmark knows two: what can be ordered in advance is labelled InStock there."""


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """`body` is inflated. `labels`: field → the values of which any is right; a field that is missing is not scored.

    `priceless`: a product whose page states no price, so that any price is wrong. `what`: of a page that is no single
    product's, what it is instead ("listing", "login" …); None for a product.
    """

    name: str
    url: str
    body: bytes
    labels: Mapping[str, tuple[str, ...]]
    priceless: bool = False
    what: str | None = None


def tuned(data: Path) -> list[LabelledPage]:
    """The half of pages_2 that the rules are tuned on."""
    return [page for page in _pages_2(data) if not is_held(page.url)]


def held(data: Path) -> list[LabelledPage]:
    """The other half, of other hosts."""
    return [page for page in _pages_2(data) if is_held(page.url)]


def is_held(url: str) -> bool:
    """Whether the pages of this address's registrable domain are kept aside: the first byte of the domain's SHA-256 is
    odd. The split goes by hosts, so that no shop stands on both sides.
    """
    host = urlsplit(url).hostname or ""
    return hashlib.sha256((registrable_domain(host) or host).encode()).digest()[0] % 2 == 1


def public(data: Path) -> list[LabelledPage]:
    """The part of the public product extraction benchmark that lies in the real material; products only."""
    truth: dict[str, dict[str, Any]] = json.loads((data / PUBLIC / "ground-truth.json").read_text("utf-8"))
    return [
        LabelledPage(name, row["url"], _body(data / PUBLIC / "html" / f"{name}.html.gz"), _public_labels(row))
        for name, row in truth.items()
    ]


def _public_labels(row: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    stated = {field: tuple(map(str, row.get(field) or ())) for field in FIELDS}
    stated["currency"] = tuple(row.get("currency_symbol") or ())
    stated["availability"] = tuple(state for one in stated["availability"] for state in _PUBLIC_STATES.get(one, (one,)))
    return {field: values for field, values in stated.items() if values}


def _pages_2(data: Path) -> list[LabelledPage]:
    lines = (data / PAGES_2 / "truth.jsonl").read_text("utf-8").splitlines()
    return [_page_2(data / PAGES_2 / "pages", json.loads(line)) for line in lines if line.strip()]


def _page_2(folder: Path, row: dict[str, Any]) -> LabelledPage:
    priceless = row.get("price") == "NONE"
    stated = {field: row.get(field) for field in FIELDS if row.get(field) and not (field == "price" and priceless)}
    labels = {field: tuple(map(str, value if isinstance(value, list) else [value])) for field, value in stated.items()}
    what = None if row["kind"] == "product" else str(row.get("what") or "other")
    return LabelledPage(row["file"], row["url"], _body(folder / row["file"]), labels, priceless, what)


def _body(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())
