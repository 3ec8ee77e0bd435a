"""How the database stands."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from fleet.terminal.output import note, print_json, print_line
from fleet.terminal.views.jobs.jobs import standing

if TYPE_CHECKING:
    from common.store import MigrationReport
    from fleet.operations.database.backup import BackedUp
    from fleet.operations.database.pruning import Pruned
    from fleet.operations.database.restore import Restored
    from fleet.operations.database.schema import DatabaseStatus, Planned


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
        print_line(_served(report.before, report.serves, report.after))


def show_plan(planned: Planned, url: str, *, as_json: bool) -> None:
    """Each step, whom the database serves afterwards, and who would be left behind."""
    if as_json:
        print_json(dataclasses.asdict(planned) | {"url": url})
        return
    if planned.before is None:
        print_line(f"{url}: schema version {planned.after} would be created (--dry-run)")
        return
    if not planned.steps:
        print_line(f"{url}: schema version {planned.after} is there already")
        return
    print_line(f"{url}: schema would be brought from version {planned.before} to {planned.after} (--dry-run)")
    for step in planned.steps:
        print_line(f"  {step.version}: {step.what}")
    print_line(_served(planned.before, planned.serves, planned.after))
    if planned.left_behind:
        print_line(f"stop these first, they are older: {', '.join(planned.left_behind)}")


def _served(before: int, serves: int, version: int) -> str:
    """Whether the programs that worked with schema version `before` go on."""
    if serves > before:
        return (
            f"programs of a schema version below {serves} do not go on with it: stop what is still at work "
            "(dispatchers, ingestors, gateways and consoles too), and upgrade it"
        )
    return f"programs of schema version {serves} to {version} go on working with it; upgrade them one after another"


def show_status(status: DatabaseStatus, *, as_json: bool) -> None:
    """The schema's version, and how many jobs stand where."""
    if as_json:
        by_status = [
            {"platform": count.platform, "status": count.status, "count": count.count} for count in status.counts
        ]
        answer = {name: value for name, value in dataclasses.asdict(status).items() if name != "counts"}
        print_json(answer | {"jobs": by_status})
        return
    fits = "as this program needs"
    if status.schema_version > status.program_needs:
        fits = f"newer than this program's {status.program_needs}, which it still serves"
    print_line(f"{status.url}: schema version {status.schema_version}, {fits}")
    for line in standing(status.counts, status.now_ms) or ["no jobs yet"]:
        print_line(line)


def show_pruned(pruned: Pruned, *, dry_run: bool, as_json: bool) -> None:
    """How many rows of what."""
    if as_json:
        print_json(dataclasses.asdict(pruned) | {"dry_run": dry_run})
        return
    words = "would be deleted (--dry-run)" if dry_run else "deleted"
    counts = (
        f"{pruned.events:,} events, {pruned.sightings:,} sightings, {pruned.observations:,} prices, "
        f"{pruned.workers:,} workers, {pruned.notices:,} notices, {pruned.skips:,} unread posts, "
        f"{pruned.short_links:,} short links"
    )
    print_line(f"{counts} {words}")
    print_line("always kept: jobs, products and their changes, one price a day, volunteers, what operators did")


def show_reindexed(jobs: int, *, as_json: bool) -> None:
    """How many jobs can be found by their words again."""
    if as_json:
        print_json({"jobs": jobs})
    else:
        print_line(f"{jobs:,} jobs are indexed by the words of their links and titles")


def show_backed_up(made: BackedUp, *, as_json: bool) -> None:
    """Where it is, and whether it is of one moment."""
    if as_json:
        print_json(dataclasses.asdict(made) | {"path": str(made.path)})
        return
    print_line(f"{made.path}: {made.rows} rows, schema version {made.schema_version}")
    if made.changed:
        note(
            "the database was written to meanwhile: the backup is whole, but its tables are of different moments. "
            "For one of a single moment stop the fleet, and name another file."
        )


def show_restored(restored: Restored, url: str, *, as_json: bool) -> None:
    """What came back."""
    if as_json:
        print_json(dataclasses.asdict(restored) | {"url": url})
    else:
        print_line(f"{url}: {restored.rows} rows of schema version {restored.schema_version} are back")
        print_line("messages of before are not in a backup: the dispatcher publishes again what the database owes")
        print_line(
            "whoever was revoked after the backup was made is welcome again: look at `crawlfleet volunteers list`, "
            "`crawlfleet console list` and `crawlfleet console token list`"
        )
