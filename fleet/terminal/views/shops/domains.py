"""The shops of the open web."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fleet.terminal.csv_rows import print_objects
from fleet.terminal.output import print_line, print_lines
from fleet.terminal.table import Column, render
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from fleet.operations.shops.domains import DomainShown

COLUMNS = (Column("domain"), Column("added"), Column("by", flexible=True))
FIELDS = ("domain", "added_at", "added_by")


def show_domains(domains: Sequence[DomainShown], *, as_json: bool, as_csv: bool) -> None:
    """A table, or an object a domain."""
    if as_json or as_csv:
        print_objects(map(dataclasses.asdict, domains), as_csv=as_csv, columns=FIELDS if as_csv else None)
    elif domains:
        rows = [
            [one.domain, utc(one.added_at) if one.added_at else "in the settings", one.added_by or ""]
            for one in domains
        ]
        print_lines(render(COLUMNS, rows))
    else:
        print_line("no shop of the open web yet. `crawlfleet shops add-domain DOMAIN` adds one.")
