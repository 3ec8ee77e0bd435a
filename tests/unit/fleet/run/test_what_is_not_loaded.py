"""A process of the fleet loads no more of its packages than it uses."""

from __future__ import annotations

import subprocess
import sys

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


def test_httpx_comes_without_its_command_line() -> None:
    assert said_by(SCRIPT)[-1] == "[]"


def test_the_process_that_reads_pages_knows_the_shops_settings_alone() -> None:
    tables = ["common.settings_tables", "common.settings_tables.section", "common.settings_tables.shops"]
    assert said_by(READING) == [str(tables)]


def test_where_a_broker_is_set_nobody_asks_what_a_volunteer_joined() -> None:
    assert said_by(JOINED) == ["None", "[]"]


def said_by(script: str) -> list[str]:
    run = [sys.executable, "-c", script]
    return subprocess.run(run, cwd=REPO, capture_output=True, text=True, check=True).stdout.splitlines()
