"""The browser by the command line: a look at one product, and what doctor and `work` say of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fleet.demo.server import LocalWorld
from tests.integration.browser.pages import SHOPEE, app, shopee_item
from tests.places import REPO
from tests.servers.browser.shops import ORDINARY_USER, answer, page, require_browser

pytestmark = pytest.mark.browser
SCRIPT = "fetch('/api/v4/item/get?itemid=9100001&shopid=310001').then((r) => r.json())"


@pytest.fixture(scope="module")
def world() -> Iterator[LocalWorld]:
    require_browser()
    routes = {
        ("shopee.tw", "/product/310001/9100001"): page(app(SCRIPT)),
        ("shopee.tw", "/api/v4/item/get"): answer(shopee_item()),
    }
    with LocalWorld(routes) as found:
        yield found


def crawlfleet(
    folder: Path, world: LocalWorld, *words: str, **settings: str | None
) -> subprocess.CompletedProcess[str]:
    told = {
        "fetch_resolve": json.dumps(world.resolve_rules()),
        "fetch_ca_file": str(world.ca_file),
        "fetch_allow_addresses": '["127.0.0.1"]',
        "browser_user": ORDINARY_USER,
        **settings,
    }
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CRAWLFLEET_")}
    given = {f"CRAWLFLEET_{name.upper()}": value for name, value in told.items() if value is not None}
    command = [sys.executable, "-m", "fleet", *words]
    environment = {**clean, **given, "PYTHONPATH": str(REPO)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


def test_a_look_shows_what_a_plain_get_does_not(world: LocalWorld, tmp_path: Path) -> None:
    plain = crawlfleet(tmp_path, world, "read", SHOPEE, "--via", "http", "--json")
    assert json.loads(plain.stdout)["ok"] is False
    seen = crawlfleet(tmp_path, world, "read", SHOPEE, "--via", "browser", "--json")
    offer = json.loads(seen.stdout)["offer"]
    assert (offer["title"], offer["price_minor"], offer["currency"]) == ("松木馬克杯 350 ml", 42_000, "TWD")
    assert "Traceback" not in plain.stderr + seen.stderr


def test_doctor_starts_one_where_the_way_is_in_use(world: LocalWorld, tmp_path: Path) -> None:
    unused = crawlfleet(tmp_path, world, "doctor")
    assert "browser" not in unused.stdout
    used = crawlfleet(tmp_path, world, "doctor", crawl_ways='["http", "browser"]')
    (line,) = [one for one in used.stdout.splitlines() if " browser " in one]
    assert line.startswith("ok")
    assert "sandbox" in line


def test_without_a_browser_it_is_one_line(world: LocalWorld, tmp_path: Path) -> None:
    absent = crawlfleet(tmp_path, world, "read", SHOPEE, "--via", "browser", browser_executable=str(tmp_path / "none"))
    (line,) = [one for one in absent.stderr.splitlines() if one.startswith("crawlfleet: ")]
    assert absent.returncode == 1
    assert "install" in line


@pytest.mark.skipif(ORDINARY_USER is None, reason="only root is refused")
def test_root_is_refused_unless_it_names_whom_to_run_it_as(world: LocalWorld, tmp_path: Path) -> None:
    refused = crawlfleet(tmp_path, world, "read", SHOPEE, "--via", "browser", browser_user=None)
    assert refused.returncode == 1
    assert "browser.user" in refused.stderr


def test_a_job_that_plain_http_cannot_read_is_recorded_by_the_browser(world: LocalWorld, tmp_path: Path) -> None:
    """The whole way on one machine: a shell by plain HTTP sends the job down its shop's ladder."""
    fleet = {
        "crawl_ways": '["http", "browser"]',
        "database_url": f"file:{tmp_path / 'fleet.db'}",
        "fetch_requests_per_second": "50",
        "work_spool_dir": str(tmp_path / "spool"),
    }
    assert crawlfleet(tmp_path, world, "jobs", "add", SHOPEE, **fleet).returncode == 0
    done = crawlfleet(tmp_path, world, "up", "--until-idle", **fleet)
    assert done.returncode == 0, done.stderr[-3000:]
    listed = crawlfleet(tmp_path, world, "products", "list", "--json", **fleet)
    (product,) = [json.loads(line) for line in listed.stdout.splitlines()]
    assert (product["title"], product["price_minor"], product["currency"]) == ("松木馬克杯 350 ml", 42_000, "TWD")
    jobs = crawlfleet(tmp_path, world, "jobs", "list", "--json", **fleet)
    (job,) = [json.loads(line) for line in jobs.stdout.splitlines()]
    assert job["status"] == "SUCCEEDED"
    shown = crawlfleet(tmp_path, world, "jobs", "show", job["id"], **fleet)
    assert "browser" in shown.stdout
