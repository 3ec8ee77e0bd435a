"""A volunteer's PC never goes through a proxy and never learns of one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from common.protocol.joining import Settings as Told
from common.settings import Settings
from common.settings_tables.proxies import ProxySettings
from fleet.run.parts import outside
from fleet.run.volunteer.told_settings import volunteer_settings
from tests.places import REPO
from worker.source.membership import Membership, MembershipFile

TOLD: dict[str, object] = {
    "number": "1",
    "shops": {"shopee": [], "taobao": [], "other": []},
    "requests_per_second": 0.25,
    "contact": "bot@fleet.example",
    "oldest_version": "0.2.0",
    "lease_seconds": 180.0,
    "renew_seconds": 50.0,
}


async def test_it_goes_out_from_its_own_address_whatever_the_settings_say() -> None:
    told = Told.model_validate(TOLD, strict=False)
    member = Membership(gateway="https://fleet.example", machine="m1", token="t" * 43, told=told)
    own = Settings(proxies=ProxySettings(use=True))
    settings = volunteer_settings(own, member, MembershipFile(Path("/lent/ada/.crawlfleet")))
    assert not settings.proxies.use
    async with outside(settings) as net:
        assert net.routes is None


def test_what_a_gateway_and_a_volunteer_say_to_each_other_has_no_word_of_proxies() -> None:
    for folder in ("common/protocol", "gateway", "worker/source", "worker/volunteer"):
        paths = list((REPO / folder).rglob("*.py"))
        assert paths, f"{folder} is not there any more"
        for path in paths:
            assert "common.proxies" not in path.read_text("utf-8"), path
            assert "store.proxies" not in path.read_text("utf-8"), path


def test_a_volunteers_worker_is_made_without_them() -> None:
    code = (
        "import fleet.run.volunteer.service, fleet.run.ways.ways, sys\n"
        "print([name for name in sys.modules if name.startswith(('worker.proxies', 'common.store.proxies.proxies'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=REPO)
    names = done.stdout.strip()
    assert "worker.proxies" not in names
