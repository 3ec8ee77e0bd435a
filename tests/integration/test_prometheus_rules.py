"""The alerts and the board in deploy/: promtool runs the alerts' own tests, and what they name is there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from fleet.cli import app_of
from tests.places import REPO
from tests.servers.processes import missing

RULES = REPO / "deploy/prometheus/alerts.yml"
BOARD = REPO / "deploy/grafana/boards/crawlfleet.json"
OPERATORS = REPO / "docs/operators.md"
ALERT = re.compile(r"^      - alert: (\w+)$(.*?)(?=^      - alert:|\Z)", re.MULTILINE | re.DOTALL)
METRIC = re.compile(r"crawlfleet_\w+")


@pytest.fixture(scope="module")
def promtool() -> str:
    return shutil.which("promtool") or missing("promtool", "scripts/fetch-servers prometheus")


def run(*command: str | Path) -> str:
    done = subprocess.run(command, cwd=RULES.parent, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_each_alert_fires_when_it_should_and_a_fleet_that_is_well_wakes_nobody(promtool: str) -> None:
    assert "SUCCESS" in run(promtool, "test", "rules", "alerts_test.yml")


def test_an_alert_that_never_fires_is_noticed(promtool: str, tmp_path: Path) -> None:
    for path in RULES.parent.glob("alerts*.yml"):
        text = path.read_text("utf-8").replace("writes_stuck == 1", "writes_stuck == 2")
        (tmp_path / path.name).write_text(text, "utf-8")
    done = subprocess.run(
        [promtool, "test", "rules", "alerts_test.yml"], cwd=tmp_path, capture_output=True, timeout=120, check=False
    )
    assert done.returncode != 0


def test_the_configuration_is_one_that_prometheus_takes(promtool: str) -> None:
    run(promtool, "check", "config", "prometheus.yml")


def test_the_alertmanagers_is_one_that_it_takes() -> None:
    amtool = shutil.which("amtool") or missing("amtool", "scripts/fetch-servers prometheus")
    run(amtool, "check-config", "alertmanager.yml")


def test_its_lines_for_a_fleet_without_docker_are_taken_too(promtool: str, tmp_path: Path) -> None:
    text = RULES.with_name("prometheus.yml").read_text("utf-8")
    uncommented = re.sub(r"^(\s*)# (alerting|static_configs|  - \{targets)", r"\1\2", text, flags=re.MULTILINE)
    assert uncommented.count("role: ") == text.count("role: ") and uncommented != text
    (tmp_path / "prometheus.yml").write_text(uncommented, "utf-8")
    shutil.copy(RULES, tmp_path)
    run(promtool, "check", "config", tmp_path / "prometheus.yml")


def documented() -> set[str]:
    text = (REPO / "docs/metrics.md").read_text("utf-8")
    kinds = dict(re.findall(r"^\| `(crawlfleet_\w+)` \| (\w+) \|", text, re.MULTILINE))
    return set(kinds) | {f"{name}_{part}" for name, kind in kinds.items() if kind == "histogram" for part in PARTS}


PARTS = ("bucket", "sum", "count")


@pytest.mark.parametrize("path", [RULES, RULES.with_name("alerts_test.yml"), BOARD], ids=lambda path: path.name)
def test_every_metric_they_ask_for_is_one_that_is_told(path: Path) -> None:
    asked = set(METRIC.findall(path.read_text("utf-8")))
    assert asked
    assert asked - documented() == set()


GROWS = re.compile(r"increase\((crawlfleet_\w+)(\{[^}]+\})?\[")


def test_what_alerts_on_growth_look_at_is_told_from_the_start() -> None:
    """Prometheus takes the first value of a series for where it stood before: what began at 60 did not grow by 60."""
    told = run(
        sys.executable,
        "-c",
        "import dispatcher.metrics, worker.metrics, prometheus_client as p; print(p.generate_latest().decode())",
    )
    series = {line.rpartition(" ")[0] for line in told.splitlines() if line.endswith(" 0.0")}
    asked = GROWS.findall(RULES.read_text("utf-8"))
    assert len(asked) > 3
    assert [one for one in asked if not any(name.startswith("".join(one)) for name in series)] == []
    reaped = {name.partition("{")[2] for name in series if name.startswith("crawlfleet_dispatcher_reaped_total{")}
    assert reaped == {'status="QUEUED"}', 'status="DEAD"}'}, "every state that it goes by"


def commands() -> set[str]:
    """Every word, and every pair of words, of the command line."""
    found = set()
    whole = get_command(app_of())
    assert isinstance(whole, TyperGroup)
    for name, command in whole.commands.items():
        found.add(name)
        found |= {f"{name} {below}" for below in getattr(command, "commands", {})}
    return found


@pytest.mark.parametrize(
    ("name", "body"), ALERT.findall(RULES.read_text("utf-8")), ids=lambda value: value if "\n" not in value else ""
)
def test_each_alert_says_what_to_do_and_has_its_section(name: str, body: str) -> None:
    do = re.search(r"^          do: (.+)$", body, re.MULTILINE)
    assert do, f"{name} says nothing of what to do"
    typed = re.findall(r"crawlfleet ((?:[a-z]+)(?: [a-z]+)?)", do[1])
    assert all(one in commands() or one.split()[0] in commands() for one in typed), typed
    assert f"\n### {name}\n" in OPERATORS.read_text("utf-8"), f"docs/operators.md has no section {name}"


def test_the_board_has_a_title_and_a_query_in_every_panel() -> None:
    board = json.loads(BOARD.read_text("utf-8"))
    assert [panel["id"] for panel in board["panels"]] == list(range(1, len(board["panels"]) + 1))
    assert all(panel["title"] and panel["targets"][0]["expr"] for panel in board["panels"])
    for panel in board["panels"]:
        typed = re.findall(r"crawlfleet ((?:[a-z]+)(?: [a-z]+)?)", panel["description"])
        assert all(one in commands() or one.split()[0] in commands() for one in typed), (panel["title"], typed)


def test_the_boards_queries_are_promql(promtool: str, tmp_path: Path) -> None:
    queries = [
        target["expr"] for panel in json.loads(BOARD.read_text("utf-8"))["panels"] for target in panel["targets"]
    ]
    rules = [{"record": f"panel:{n}", "expr": query} for n, query in enumerate(queries)]
    # JSON is YAML.
    (tmp_path / "board.yml").write_text(json.dumps({"groups": [{"name": "board", "rules": rules}]}), "utf-8")
    run(promtool, "check", "rules", tmp_path / "board.yml")
