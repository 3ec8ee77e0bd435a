"""The metrics address of a running process: what docs/metrics.md names is served there, and moves when work is done."""

from __future__ import annotations

import importlib
import re
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from common.errors import ConfigError
from common.output.served.health import Health
from common.settings import MetricsSettings
from common.telemetry import serve_metrics
from fleet.demo.world import routes
from tests.servers.demo_fleet import ENDS, POSTS, SETTINGS, SIGHTINGS, SKIPPED, write_config
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import bare_fleet, environment, eventually
from tests.servers.ports import free_port

REPO = Path(__file__).parents[2]
NAMED = re.compile(r"^\| `(crawlfleet_\w+)` \| (counter|gauge|histogram) \| ([\w, ]*?) *\|", re.MULTILINE)
TOKEN = "sesame-4711"


POLLED = "crawlfleet_ingestor_polls_total{outcome=ok,source=threads}"


def documented() -> dict[str, str]:
    """Name → kind, of every row of the tables in docs/metrics.md."""
    return {name: kind for name, kind, _ in NAMED.findall((REPO / "docs/metrics.md").read_text("utf-8"))}


def scraped(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain")
        return str(answer.read().decode())


def samples(text: str) -> dict[str, float]:
    """`name{label=value,…}` → value; created-at times left out."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def total(found: dict[str, float], name: str) -> float:
    return sum(value for key, value in found.items() if key.split("{")[0] == name)


@pytest.fixture
def taken_port() -> Iterator[int]:
    with closing(socket.socket()) as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        yield holder.getsockname()[1]


async def test_a_process_at_work_serves_every_documented_name_and_its_counts_move(tmp_path: Path) -> None:
    port = free_port()
    write_config(tmp_path)
    with bare_fleet(
        routes(),
        folder=tmp_path,
        database_url=f"file:{tmp_path / 'fleet.db'}",
        broker_url="memory:",
        metrics_listen=f"127.0.0.1:{port}",
        gateway_listen="127.0.0.1:0",
        log_level="debug",
        **{**SETTINGS, "feed_token_demo": TOKEN},
    ) as fleet:
        process = fleet.start("up", measured=True)
        seen: dict[str, float] = {}

        def all_ended() -> bool:
            seen.clear()
            seen.update(samples(scraped(port)))
            ended = ("SUCCEEDED", "FAILED_PERMANENT")
            if seen["crawlfleet_worker_running"] or not seen.get(POLLED):  # what is under way is counted at its end
                return False
            return len(ENDS) == sum(
                value
                for key, value in seen.items()
                if key.startswith("crawlfleet_worker_recorded_total") and key.endswith(tuple(f"{e}}}" for e in ended))
            )

        await eventually(lambda: "leading" in process.text(), what="a dispatcher at work", say=process.text)
        await eventually(all_ended, what="every crawl counted", say=lambda: f"{seen} {process.text()}")
        text = scraped(port)
        assert process.terminate() == 0
        logged = process.text()
    families = {family.name: family.type for family in text_string_to_metric_families(text)}
    served = {f"{name}_total" if kind == "counter" else name: kind for name, kind in families.items()}
    assert {name: served.get(name) for name in documented()} == documented()
    assert total(seen, "crawlfleet_ingestor_posts_total") == POSTS - SKIPPED
    assert total(seen, "crawlfleet_ingestor_posts_skipped_total") == SKIPPED
    assert total(seen, "crawlfleet_ingestor_jobs_added_total") == len(ENDS)
    assert total(seen, "crawlfleet_ingestor_sightings_added_total") == SIGHTINGS
    assert seen[POLLED] == 1
    assert total(seen, "crawlfleet_dispatcher_published_total") >= len(ENDS)
    assert seen["crawlfleet_dispatcher_ticks_total{outcome=ok}"] > 0
    assert seen["crawlfleet_dispatcher_leading"] == 1
    assert seen["crawlfleet_worker_recorded_total{platform=shopee,status=FAILED_RETRYABLE}"] == 1
    assert seen["crawlfleet_worker_errors_total{error_code=ADDRESS_REFUSED,platform=shopee}"] == 1
    assert seen["crawlfleet_worker_crawl_seconds_count{platform=taobao}"] == 2
    assert seen["crawlfleet_worker_running"] == 0
    assert TOKEN not in logged + text


def test_the_document_names_every_metric_there_is_with_its_kind_and_labels() -> None:
    there = {}
    for role in ("ingestor", "dispatcher", "worker", "gateway", "common.parsing", "common.polite", "common.store"):
        for metric in vars(importlib.import_module(f"{role}.metrics")).values():
            if isinstance(metric, MetricWrapperBase):
                (family,) = metric.describe()
                name = f"{family.name}_total" if family.type == "counter" else family.name
                there[name] = (family.type, ", ".join(metric._labelnames))
    written = NAMED.findall((REPO / "docs/metrics.md").read_text("utf-8"))
    assert {name: (kind, labels) for name, kind, labels in written} == there


@pytest.mark.parametrize("command", ["up", "ingest"])
def test_an_address_in_use_is_one_line_that_says_what_to_do(command: str, taken_port: int, tmp_path: Path) -> None:
    process = FleetProcess(
        [command],
        env=environment({"database_url": f"file:{tmp_path / 'fleet.db'}", "metrics_listen": f"127.0.0.1:{taken_port}"}),
        log=tmp_path / "log",
        cwd=tmp_path,
        measured=True,
    )
    with process:
        assert process.wait(60) == 1
    (line,) = process.text().splitlines()
    assert line.startswith(f"crawlfleet: cannot serve metrics on 127.0.0.1:{taken_port}: Address already in use. ")
    assert "metrics.listen" in line


@pytest.mark.parametrize("listen", ["no-such-host.invalid:9400", "[::2]:9400"])
def test_an_address_that_cannot_be_had_names_itself(listen: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(f"cannot serve metrics on {listen}: ") + r"[^.]+\. Each process"):
        serve_metrics(MetricsSettings(listen=listen))


def test_nothing_listens_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*args: object, **kwargs: object) -> None:
        raise AssertionError("metrics are off by default")

    monkeypatch.setattr("common.output.served.server.start_serving", start)
    serve_metrics(MetricsSettings())


def test_the_page_is_made_of_printable_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = CollectorRegistry()
    Counter("reads", "Pages.", ["shop"], registry=registry).labels("evil\x1b[31m").inc()
    monkeypatch.setattr("common.output.served.server.REGISTRY", registry)
    port = free_port()
    serve_metrics(MetricsSettings(listen=f"127.0.0.1:{port}"), Health())
    assert 'shop="evil\\\\x1b[31m"' in scraped(port)
