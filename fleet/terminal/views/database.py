"""How the database stands."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from fleet.terminal.output import print_json, print_line
from fleet.terminal.views.jobs import standing

if TYPE_CHECKING:
    from common.store import MigrationReport
    from fleet.operations.database import DatabaseStatus


def show_migration(report: MigrationReport, url: str, *, as_json: bool) -> None:
    """What was done to the schema of the database at `url`."""
    if as_json:
        print_json(dataclasses.asdict(report) | {"url": url})
    elif report.before is None:
        print_line(f"{url}: schema version {report.after} created")
    elif report.before == report.after:
        print_line(f"{url}: schema version {report.after} was there already")
    else:
        print_line(f"{url}: schema brought from version {report.before} to {report.after}")


def show_status(status: DatabaseStatus, *, as_json: bool) -> None:
    """The schema's version, and how many jobs stand where."""
    if as_json:
        by_status = [
            {"platform": count.platform, "status": count.status, "count": count.count} for count in status.counts
        ]
        answer = {"url": status.url, "schema_version": status.schema_version, "now_ms": status.now_ms}
        print_json(answer | {"jobs": by_status})
        return
    print_line(f"{status.url}: schema version {status.schema_version}, as this program needs")
    for line in standing(status.counts, status.now_ms) or ["no jobs yet"]:
        print_line(line)
