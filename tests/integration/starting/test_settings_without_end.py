"""A gateway that has other settings with each answer: the lent PC takes them up so often as it may, and no more."""

from __future__ import annotations

import json
import time
from pathlib import Path

from common.protocol.joining import Settings as Told
from common.protocol.joining import SettingsAnswer
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import environment, eventually
from tests.servers.lines.raw_server import raw_server
from tests.servers.shop_server import Asked, Reply, ShopServer
from tests.unit.fleet.settings.test_volunteer_settings import TOLD
from tests.unit.worker.source.test_hostile_gateway import NOTHING, answered, gateway, task
from worker.source.gateway.settings_watch import (
    DAY_SECONDS,
    MINUTE_SECONDS,
    MOST_A_MINUTE,
    MOST_WRITTEN,
    MOST_WRITTEN_A_DAY,
    SettingsPace,
)
from worker.source.membership import Membership, MembershipFile

ANSWERS = 12


async def test_a_worker_that_took_up_new_settings_does_not_count_anew(tmp_path: Path) -> None:
    asked = [0, 0]

    def others(number: int) -> list[bytes]:
        # Each answer fits either question: other settings, and no task.
        told = {"told": TOLD | {"number": str(number)}, "token": f"{number:043d}"}
        nothing = NOTHING | {"settings": str(number), "none": _at_once()}
        asked[0] += 1
        return answered(json.dumps(nothing | told).encode())

    async with raw_server(others, keep_open=False) as server:
        file = MembershipFile(tmp_path / "home")
        told = Told.model_validate(TOLD, strict=False)
        file.write(Membership(gateway=f"http://127.0.0.1:{server.port}", machine="m1", token="t" * 43, told=told))
        settings = environment({"volunteer_page": False, "log_format": "json"})
        log = tmp_path / "work.log"
        begun = time.monotonic()
        with FleetProcess(
            ["work"], env=settings | {"CRAWLFLEET_HOME": str(file.folder)}, log=log, cwd=tmp_path
        ) as work:
            await eventually(lambda: asked[0] >= ANSWERS, what="answers with other settings", say=work.text)
            minutes = 1 + (time.monotonic() - begun) // MINUTE_SECONDS
            assert 1 <= work.text().count("new settings; taking it up") <= MOST_A_MINUTE * minutes


class Restless:
    """Gives a task with each claim, takes each report, and never says the same settings twice."""

    def __init__(self) -> None:
        self._said = 1

    def answer(self, asked: Asked) -> Reply:
        self._said += 1
        said = json.loads(asked.body or b"{}")
        taken = [{"job_id": one["job_id"], "taken": "recorded"} for one in said.get("outcomes", ())]
        answer = {"settings": str(self._said), "outcomes": taken, "tasks": [task(self._said)] if "free" in said else []}
        told = {"told": TOLD | {"number": str(self._said)}}
        return Reply(body=json.dumps(answer | told).encode(), content_type="application/json")


async def test_new_settings_make_no_shop_be_asked_again_that_wants_rest(tmp_path: Path) -> None:
    """Each worker knows what shops said to the one before it."""
    busy = Reply(429, headers={"Retry-After": "3600"})
    said = Restless().answer
    calls = {("127.0.0.1", f"/v1/{call}"): said for call in ("claim", "report", "release", "settings")}
    with (
        ShopServer({("shopee.tw", f"/product/1/{number}"): busy for number in range(100)}) as shop,
        ShopServer(calls, tls=False) as gateway,
    ):
        file = MembershipFile(tmp_path / "home")
        told = Told.model_validate(TOLD, strict=False)
        file.write(Membership(gateway=f"http://127.0.0.1:{gateway.port}", machine="m1", token="t" * 43, told=told))
        fetch = shop.fetch_settings()
        lists = {name: json.dumps(fetch[name]) for name in ("resolve", "allow_addresses")}
        own = {f"fetch_{name}": value for name, value in (fetch | lists).items()}
        env = environment(own | {"volunteer_page": False}) | {"CRAWLFLEET_HOME": str(file.folder)}
        with FleetProcess(["work"], env=env, log=tmp_path / "work.log", cwd=tmp_path) as work:
            await eventually(lambda: gateway.targets("/v1/report"), what="a report", say=work.text)
            await eventually(
                lambda: work.text().count("pages of shopee") > MOST_A_MINUTE, what="workers in turn", say=work.text
            )
            reports = len(gateway.targets("/v1/report"))
            await eventually(
                lambda: len(gateway.targets("/v1/report")) > reports, what="a report of the last", say=work.text
            )
        asked = [one.target for one in shop.asked]
    assert len(asked) == 2 and asked[0] == "/robots.txt", asked


def _at_once() -> dict[str, object]:
    return {"reason": "NOTHING_WAITS", "sentence": "come back", "retry_after_seconds": 0.0}


def test_settings_of_two_megabytes_fill_no_disk() -> None:
    pace, written = SettingsPace(), 0
    for second in range(int(2 * DAY_SECONDS)):
        if pace.asks(float(second)):
            pace.wrote(2_000_000)
            written += 2_000_000
    assert MOST_WRITTEN_A_DAY < written <= MOST_WRITTEN + 2 * MOST_WRITTEN_A_DAY + 2_000_000


def test_settings_of_a_few_shops_are_asked_for_whenever_they_are_others() -> None:
    pace = SettingsPace()
    for minute in range(24 * 60):
        for second in range(MOST_A_MINUTE):
            assert pace.asks(minute * MINUTE_SECONDS + second)
            pace.wrote(2_000)


async def test_settings_that_are_the_same_are_not_written_again(tmp_path: Path) -> None:
    told = Told.model_validate(TOLD, strict=False)
    file = MembershipFile(tmp_path)
    async with gateway(lambda: answered(json.dumps({"settings": "1", "told": TOLD}).encode())) as calls:
        calls.membership, calls._file = Membership(gateway="g", machine="m1", token="t" * 43, told=told), file
        await calls.get("settings", SettingsAnswer)
        assert not file.path.exists()
