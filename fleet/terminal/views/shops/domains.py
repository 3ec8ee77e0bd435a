"""The shops of the open web."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.output.typable import typable
from fleet.operations.json_objects import row_object
from fleet.terminal.csv_rows import print_objects
from fleet.terminal.output import print_done, print_line, print_lines
from fleet.terminal.table import Column, render
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from fleet.operations.shops.currencies import CurrencyTold
    from fleet.operations.shops.domains import DomainShown

COLUMNS = (Column("domain"), Column("currency"), Column("added"), Column("by", flexible=True))
FIELDS = ("domain", "added_at", "added_by", "currency")


def show_domains(domains: Sequence[DomainShown], *, as_json: bool, as_csv: bool) -> None:
    """A table, or an object a domain."""
    if as_json or as_csv:
        print_objects(map(row_object, domains), as_csv=as_csv, columns=FIELDS if as_csv else None)
    elif domains:
        rows = [
            [
                one.domain,
                one.currency or "",
                utc(one.added_at) if one.added_at else "in the settings",
                one.added_by or "",
            ]
            for one in domains
        ]
        print_lines(render(COLUMNS, rows))
    else:
        print_line("no shop of the open web yet. `crawlfleet shops add-domain DOMAIN` adds one.")


def show_told(told: CurrencyTold, *, as_json: bool) -> None:
    """What holds now, and how what waits in quarantine is looked at again."""
    if told.currency is None:
        stood = "is told no more" if told.changed else "was not told"
        said = f"{told.domain}: what its prices are in {stood}."
    else:
        said = f"{told.domain}: prices are in {told.currency} where its pages do not say it"
        said += "; every process knows it within half a minute." if told.changed else ", as was told before."
    print_done(dataclasses.asdict(told), said, as_json=as_json)
    if told.changed and told.currency and not as_json:
        shop = typable(f"other/{told.domain}", "SHOP")
        print_line(f"  crawlfleet jobs recheck --shop {shop}   # crawls what it has again now, not within days")
