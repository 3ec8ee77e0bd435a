"""The main job over real feed payloads and real shop pages, served on loopback under their own host names.

python -m benchmarks.real_material [--backend embedded|servers|both] [--amqp-url URL --database-url URL]
                                   [--data FOLDER] [--json] [--misses]

Servers are found as the tests find them (an address, Docker, or local programs) when none are named. One process, two
workers; robots.txt is asked, nothing leaves the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.real_material.real_feeds import posts_from_files, serve_feeds
from benchmarks.real_material.real_outcome import Outcome, listening, outcome_of
from benchmarks.real_material.real_pages import Pages, serve_pages
from benchmarks.real_material.real_site import Site
from common.broker import make_broker
from common.finding.find import find_links
from common.settings import BrokerSettings, DatabaseSettings, Settings
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.feeds import FeedSettings, IngestSettings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.work import WorkSettings
from common.store import init_schema
from fleet.demo.server import LocalWorld
from fleet.run.up.up import up
from tests.places import MATERIAL, VARIABLE

WORKERS = 2


@dataclass(frozen=True, slots=True)
class Material:
    site: Site
    pages: Pages
    feeds: tuple[FeedSettings, ...]
    also_hosts: frozenset[str]
    """Hosts that are asked but serve nothing: the pages of their items were not saved."""


def prepare(data: Path, folder: Path) -> Material:
    """Everything to serve; the posts of files go into `folder`."""
    site = Site()
    pages = serve_pages(site, data)
    feeds = (*serve_feeds(site, data), *posts_from_files(folder, data, pages.posts))
    posted = (Path(feed.account).read_text("utf-8") for feed in feeds if feed.source == "jsonl")
    asked: set[str] = set()
    for line in "".join(posted).splitlines():
        post = json.loads(line)
        for link in find_links("\n".join([post.get("text", ""), *post.get("urls", ())]), pages.shops):
            urls = pages.shops.for_platform(link.platform).fetch_urls(link)
            asked |= {url.split("/")[2] for url in urls}
    return Material(site, pages, feeds, frozenset(asked))


def settings_for(
    material: Material, world: LocalWorld, folder: Path, database: DatabaseSettings, broker: BrokerSettings
) -> Settings:
    """No politeness towards a local server, and retries at once: a run ends in seconds with the same outcomes."""
    return Settings(
        database=database,
        broker=broker,
        feeds=material.feeds,
        ingest=IngestSettings(concurrency=8, backoff_base_seconds=1),
        dispatch=DispatchSettings(interval_seconds=0.2, retry_overdue_seconds=0.1),
        work=WorkSettings(
            worker_id="material", concurrency=8, spool_dir=folder / "spool", retry_delays_seconds=(0.1,) * 5
        ),
        fetch=FetchSettings(
            requests_per_second=1000,
            resolve=(*world.resolve_rules(), *(f"*:{port}:127.0.0.1:{world.port}" for port in (80, 443))),
            ca_file=world.ca_file,
            allow_addresses=("127.0.0.1",),
        ),
        shops=material.pages.settings,
    )


async def run(material: Material, folder: Path, backend: str, database_url: str, broker_url: str) -> Outcome:
    """The main job until no job owes a crawl."""
    database, broker = DatabaseSettings(url=database_url), BrokerSettings(url=broker_url)
    if not broker.in_memory:
        await init_schema(database)
        topology = make_broker(broker)
        await topology.declare()
        await topology.close()
    with (
        listening() as heard,
        LocalWorld(material.site.routes(), also=material.also_hosts) as world,
    ):
        settings = settings_for(material, world, folder, database, broker)
        started = time.monotonic()
        summary = await up(settings, until_idle=True, workers=WORKERS)
        seconds = time.monotonic() - started
    if summary.ingest is None:
        raise SystemExit(f"{backend}: stopped before every feed was read")
    prices, tally = material.pages.prices, summary.tally
    return await outcome_of(
        backend, database, seconds=seconds, ingested=summary.ingest, retries=tally.retried, heard=heard, prices=prices
    )


@contextmanager
def servers(amqp_url: str | None, database_url: str | None) -> Iterator[tuple[str, str] | None]:
    """(database, broker) of real servers, started when none are named; None when there are none to start."""
    if amqp_url and database_url:
        yield database_url, amqp_url
        return
    import pytest

    from tests.servers.libsql import find_libsql
    from tests.servers.rabbitmq import find_rabbitmq

    try:
        rabbitmq = find_rabbitmq()
    except pytest.skip.Exception as absent:
        say(f"no RabbitMQ: {absent}")
        yield None
        return
    try:
        libsql = find_libsql()
        try:
            yield database_url or libsql.new().http_url, amqp_url or rabbitmq.vhost()
        finally:
            libsql.close()
    except pytest.skip.Exception as absent:
        say(f"no libsql-server: {absent}")
        yield None
    finally:
        rabbitmq.close()


ROWS = (
    "seconds accounts accounts_refused posts_read posts_skipped links_found sightings jobs_made products prices "
    "prices_known prices_right set_aside refusals retries complaints"
).split()


def report(outcomes: list[Outcome]) -> str:
    """A table with a column per backend; a counted row shows its total and then each reason."""
    lines = ["| | " + " | ".join(outcome.backend for outcome in outcomes) + " |", "|---|" + "---:|" * len(outcomes)]
    for name in ROWS:
        values = [getattr(outcome, name) for outcome in outcomes]
        title = name.replace("_", " ")
        if not isinstance(values[0], dict):
            lines.append(f"| {title} | " + " | ".join(map(str, values)) + " |")
            continue
        lines.append(f"| {title} | " + " | ".join(str(sum(value.values())) for value in values) + " |")
        for reason in dict.fromkeys(reason for value in values for reason in value):
            lines.append(f"| · {reason} | " + " | ".join(str(value.get(reason, 0)) for value in values) + " |")
    return "\n".join(lines)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.real_material", description=__doc__)
    parser.add_argument("--data", type=Path, default=MATERIAL)
    parser.add_argument("--backend", choices=["embedded", "servers", "both"], default="both")
    parser.add_argument("--amqp-url", help="a RabbitMQ with an empty vhost")
    parser.add_argument("--database-url", help="an empty libsql-server database")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--misses", action="store_true", help="name the items read wrongly or not at all")
    told = parser.parse_args()
    if told.data is None:
        say(f"no real material: name its folder in {VARIABLE} or with --data")
        return 2
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory(prefix="crawlfleet-material-") as name:
        folder = Path(name)
        material = prepare(told.data, folder)
        if told.backend != "servers":
            outcomes.append(asyncio.run(run(material, folder, "embedded", f"file:{folder}/material.db", "memory:")))
        if told.backend != "embedded":
            with servers(told.amqp_url, told.database_url) as found:
                if found:
                    outcomes.append(asyncio.run(run(material, folder, "RabbitMQ + libsql-server", *found)))
    show(outcomes, as_json=told.json, misses=told.misses)
    return 1 if any(outcome.complaints for outcome in outcomes) else 0


def show(outcomes: list[Outcome], *, as_json: bool, misses: bool) -> None:
    if as_json:
        print(json.dumps([asdict(outcome) for outcome in outcomes], indent=2, ensure_ascii=False))
        return
    print(report(outcomes) if outcomes else "nothing ran")
    for outcome in outcomes if misses else ():
        print(f"\n{outcome.backend}")
        for text in (*outcome.wrong_prices, *outcome.not_read):
            print(f"  {text}")


if __name__ == "__main__":
    sys.exit(main())
