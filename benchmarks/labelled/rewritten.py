"""Whether pages are read the same after changes that mean nothing (rewriting.py): what is stored rightly and wrongly of
the labelled pages that the rules were tuned on, after each. The half that is kept aside has no part in it.

python -m benchmarks.labelled.rewritten [--data FOLDER]
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

from benchmarks.labelled import sets
from benchmarks.labelled.asked import material_asked
from benchmarks.labelled.rewriting import REWRITINGS, Rewriting, rewritten
from benchmarks.labelled.sets import LabelledPage
from benchmarks.labelled.table import crawlfleet
from benchmarks.labelled.tally import Reader, Tally, count
from common.reading.text.decode import decode


def main() -> int:
    data = material_asked(__doc__)
    if data is None:
        return 0
    pages = [*sets.tuned(data), *sets.public(data)]
    print(f"{'':26}{'stored right':>14}{'stored wrong':>14}{'no products stored':>20}")
    for how in (_as_it_is, *REWRITINGS):
        tally = _counted(pages, how, crawlfleet())
        name = how.__name__.strip("_").replace("_", " ")
        wrong, none = len(tally.stored_wrong), len(tally.non_products_stored)
        print(f"{name:26}{tally.stored_right:8} of {tally.priced}{wrong:12}{none:20}", flush=True)
    return 0


def _as_it_is(root: Any) -> None:
    """Only written anew."""


def _counted(pages: list[LabelledPage], how: Rewriting, read: Reader) -> Tally:
    tally = Tally()
    for page in pages:
        changed = replace(page, body=rewritten(decode(page.body, None), how))
        count(changed, read(changed.body, changed.url), tally)
    return tally


if __name__ == "__main__":
    sys.exit(main())
