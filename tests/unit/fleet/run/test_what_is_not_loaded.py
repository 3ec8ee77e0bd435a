"""A process of the fleet loads no more of its packages than it uses."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.places import REPO

SCRIPT = """
import sys
sys.argv = ["crawlfleet", "--version"]
from fleet.__main__ import main
try:
    main()
except SystemExit:
    pass
import httpx
httpx.Client().close()
print(sorted({"rich", "pygments"} & sys.modules.keys()))
"""

READING = """
import sys
from common.parsing.child import load
from common.shops.reading import READERS
for name in READERS:
    load(name)
print(sorted(name for name in sys.modules if name.startswith("common.settings")))
"""
JOINED = """
import sys
from common.settings import BrokerSettings, Settings
from fleet.commands.services import _joined
print(_joined(Settings(broker=BrokerSettings(url="amqp://broker/"))))
print(sorted({"worker.source.membership", "worker.volunteer.files"} & sys.modules.keys()))
"""
WORKING = """
import sys
from common.settings import BrokerSettings, Settings
from fleet.cli import app_of
from fleet.commands.services import _joined
app_of("work")
_joined(Settings(broker=BrokerSettings(url="amqp://broker/")))
rooms = ("fleet.commands.", "worker.", "common.protocol.")
print(sorted(name for name in sys.modules if name.startswith(rooms) and not name.startswith("fleet.commands.typed")))
"""
PLUGIN = """
[pydantic]
ours = plugin_beside
"""
SERVING = """
import asyncio, gc
from common.output.served.health import Health
from fleet.run.servers import starting
async def served():
    async with starting(Health(), patient=True):
        print(gc.get_threshold()[0], gc.get_freeze_count() > 1000)
gc.set_threshold(1_000_000)
asyncio.run(served())
"""
FETCHING = """
import ssl
from common.net.client import GuardedClient
from common.settings_tables.fetch import FetchSettings
read = []
ssl.SSLContext.load_verify_locations = lambda *given, **named: read.append(named)
GuardedClient(FetchSettings())
print(len(read))
"""

CLAIMING = """
import asyncio, sys
from common.settings import DatabaseSettings
from common.store import create_schema, open_store
settings = DatabaseSettings(url=f"file:{sys.argv[1]}")
async def claimed():
    await create_schema(settings)
    store = await open_store(settings)
    await store.domains.for_shops()
    print((await store.leases.claim("none", worker_id="w", lease_token="t", lease_ms=1000)).outcome)
    await store.close()
asyncio.run(claimed())
others = {"common.store.jobs.jobs", "common.store.operators.values", "common.outcome.second_sight"}
print(sorted(others & sys.modules.keys()))
"""


def test_httpx_comes_without_its_command_line() -> None:
    assert said_by(SCRIPT)[-1] == "[]"


def test_the_process_that_reads_pages_knows_the_shops_settings_alone() -> None:
    tables = ["common.settings_tables", "common.settings_tables.section", "common.settings_tables.shops"]
    assert said_by(READING) == [str(tables)]


def test_where_a_broker_is_set_nobody_asks_what_a_volunteer_joined() -> None:
    assert said_by(JOINED) == ["None", "[]"]


def test_a_worker_at_a_broker_knows_no_other_command_and_nothing_of_gateways(tmp_path: Path) -> None:
    loaded = ["fleet.commands.completion", "fleet.commands.services", "worker.source", "worker.source.home"]
    assert said_by(WORKING, {"CRAWLFLEET_HOME": str(tmp_path)}) == [str(loaded)]


def test_no_package_beside_ours_changes_how_models_are_made(tmp_path: Path) -> None:
    (tmp_path / "plugin_beside.py").write_text("print('loaded')\n")
    about = tmp_path / "plugin_beside-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin-beside\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(PLUGIN)
    command = "import sys; sys.argv[1:] = ['links', 'no link']; from fleet.__main__ import main; main()"
    assert "loaded" not in said_by(command, {"PYTHONPATH": f"{REPO}{os.pathsep}{tmp_path}"})


def test_a_service_looks_for_garbage_often_again_and_not_in_what_is_loaded() -> None:
    assert said_by(SERVING) == ["20000 True"]


def test_a_client_reads_no_certificate_authorities_before_it_is_asked() -> None:
    assert said_by(FETCHING) == ["0"]


def test_who_only_claims_jobs_loads_nothing_of_dispatchers_operators_and_results(tmp_path: Path) -> None:
    assert said_by(CLAIMING, {}, str(tmp_path / "fleet.db")) == ["UNKNOWN_JOB", "[]"]


def said_by(script: str, environ: Mapping[str, str] | None = None, *arguments: str) -> list[str]:
    run = [sys.executable, "-c", script, *arguments]
    environ = {**os.environ, **(environ or {})}
    return subprocess.run(run, cwd=REPO, env=environ, capture_output=True, text=True, check=True).stdout.splitlines()
