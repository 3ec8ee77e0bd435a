"""`crawlfleet read LINK --via http` of a shop that only the fleet's database names."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from fleet.demo.pages import other_page
from fleet.demo.server import LocalWorld, Reply
from tests.places import REPO

LINK = "https://www.pine.example/p/1"


def typed(folder: Path, world: LocalWorld, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    told = {
        "fetch_resolve": json.dumps(world.resolve_rules()),
        "fetch_ca_file": str(world.ca_file),
        "fetch_allow_addresses": '["127.0.0.1"]',
        **settings,
    }
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CRAWLFLEET_")}
    environment = clean | {f"CRAWLFLEET_{name.upper()}": value for name, value in told.items()}
    return subprocess.run(
        [sys.executable, "-m", "fleet", *words],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(REPO)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_a_look_knows_the_shops_that_were_added_by_command(tmp_path: Path) -> None:
    routes = {("www.pine.example", "/p/1"): lambda _: Reply(body=other_page("Pine cone", "12.50", "EUR", "PC-1"))}
    with LocalWorld(routes) as world:
        without = typed(tmp_path, world, "read", LINK, "--via", "http")
        assert without.returncode == 1 and f"{LINK} is no product link of a shop here" in without.stderr
        assert "crawlfleet shops add-domain" in without.stderr
        assert not (tmp_path / "crawlfleet.db").exists(), "a look makes no database"
        assert typed(tmp_path, world, "db", "init").returncode == 0
        assert typed(tmp_path, world, "shops", "add-domain", "pine.example").returncode == 0
        seen = typed(tmp_path, world, "read", LINK, "--via", "http", "--json")
        assert json.loads(seen.stdout)["offer"]["title"] == "Pine cone", seen.stderr
        away = typed(tmp_path, world, "read", LINK, "--via", "http", database_url="http://127.0.0.1:9")
        assert away.returncode == 1 and "nothing listens there" in away.stderr, "nobody may say that it is no shop"
