"""Requests that schemathesis makes of /v1's OpenAPI document: what fits it, or does not, gets an answer it describes.

Its phase `coverage` goes through the edges of every field and method, the same ones each time; requests by the dice are
test_gateway_generated.py's.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from common.settings import DatabaseSettings, Settings
from tests.generated_requests import CHECKS, keeps_to_its_document
from tests.integration.volunteers.door import VERSION, Door

HOOKS = '''
import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    """A claim that is good does not wait."""
    body = case.body
    if isinstance(body, dict) and type(body.get("wait_seconds")) in (int, float) and 0 <= body["wait_seconds"] <= 25:
        body["wait_seconds"] = 0
'''


@pytest.fixture
def settings(schema_file: Path, tmp_path: Path) -> Settings:
    shutil.copy(schema_file, tmp_path / "fleet.db")
    return Settings(database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"))


@pytest.mark.slow
@pytest.mark.unmeasured
@pytest.mark.parametrize("told", [{"requests_per_minute": 100_000}])
async def test_every_call_keeps_to_the_document(door: Door, told: dict[str, int], tmp_path: Path) -> None:
    """All but leave, after which no token would be good any more."""
    machine = await door.machine()
    assert machine.token is not None
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "no_waiting.py").write_text(HOOKS)
    await keeps_to_its_document(
        f"{door.client.base_url}/v1/openapi.json",
        machine.token,
        f"--header=crawlfleet-version: {VERSION}",
        "--exclude-path=/v1/leave",
        "--phases=coverage",
        checks=(*CHECKS, "ignored_auth"),
        folder=hooks,
        environment={"PYTHONPATH": str(hooks), "SCHEMATHESIS_HOOKS": "no_waiting"},
    )
