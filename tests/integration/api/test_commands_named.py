"""Commands that the console, its API and notifications name can be typed as they stand: with this fleet's settings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.notices.values import Kind, NewRule
from common.settings import Settings
from common.settings_tables.notices import NoticeSettings
from common.store import ConsoleRole
from dispatcher.notices.judging import Answer, Outcome
from dispatcher.notices.watch import NoticeWatch
from fleet.commands_in_texts import CONFIG, for_elsewhere, within_html
from tests.servers.console import Here, serving_anew
from tests.servers.console.programs import problem, program
from tests.servers.fleet_world import product_job

NAMED = "crawlfleet --config '/etc/my <fleet>.toml' "


@pytest.fixture
async def here(settings: Settings) -> AsyncIterator[Here]:
    before = CONFIG.set(Path("/etc/my <fleet>.toml"))
    try:
        async with serving_anew(settings) as found:
            yield found
    finally:
        CONFIG.reset(before)


async def test_pages_name_the_settings_to_whoever_is_signed_in(here: Here) -> None:
    ada = await here.person("ada")
    assert f"{NAMED}work" in await ada.page("/workers")
    assert "my &lt;fleet&gt;.toml" in (await ada.get("/workers")).text
    searched = await ada.page("/jobs?text=crawlfleet+jobs+list")
    assert 'value="crawlfleet jobs list"' in searched, "what a form sends back is what was typed"
    assert "crawlfleet console invite" in await (await here.stranger()).page("/sign-in")


async def test_answers_of_the_api_do_so_to_whoever_has_a_token(here: Here) -> None:
    nightly = await program(here, "nightly", ConsoleRole.VIEWER)
    steps = [item["next_step"] for item in (await nightly.told("/doctor"))["items"]]
    assert any(NAMED in (step or "") for step in steps)
    assert not any("crawlfleet dispatch" in (step or "") for step in steps)
    assert NAMED + "console token add" in problem(await nightly.post("/jobs/add", links=[]), 403, "VIEWER")["next"]
    nightly.token = "nobody's"
    assert "`crawlfleet console token add NAME`" in problem(await nightly.get("/jobs"), 401, "NO_TOKEN")["next"]


async def test_so_does_what_programs_of_the_fleet_wrote_down(here: Here) -> None:
    nightly, store = await program(here, "nightly", ConsoleRole.VIEWER), here.store
    await store.fleet.pause_shop("shopee", "reading switched off. When it works again: crawlfleet jobs resume shopee")
    waits = "waiting for the broker: no queue is there; run `crawlfleet broker init`"
    await store.fleet.worker_seen("w", role="worker", version="0", state=waits, running=0, done=0, failed=0)
    shops = {one["shop"]: one for one in (await nightly.told("/shops"))["items"]}
    assert shops["shopee"]["paused_reason"].endswith(NAMED + "jobs resume shopee")
    (worker,) = (await nightly.told("/workers"))["items"]
    assert worker["state"].endswith(f"run `{NAMED}broker init`")
    (job_id,) = await store.jobs.add([product_job(1)])
    await store.jobs.cancel([job_id], reason="look at crawlfleet jobs errors first")
    (listed,) = (await nightly.told("/jobs"))["items"]
    shown = await nightly.told("/jobs/show", job=job_id)
    for job in (listed, shown):
        assert job["last_error"] == f"look at {NAMED}jobs errors first"


async def test_notifications_do_so(here: Here) -> None:
    sent: list[str] = []

    def send(url: str, title: str, body: str) -> Answer:
        sent.append(body)
        return Answer(Outcome.SENT)

    store = here.store
    await store.notices.add_target("phone", "json://127.0.0.1:9/x")
    await store.notices.add_rule(NewRule(Kind.SHOP_OFF, "phone"), asked="shop-off", by="ada")
    watch = NoticeWatch(store.notices, NoticeSettings(), monotonic=lambda: 0.0, send=send, spoken=for_elsewhere())
    await store.fleet.pause_shop("taobao", "half of its pages could not be read")
    await watch.look()
    await watch.aclose()
    assert sent and sent[0].endswith(f"{NAMED}jobs resume taobao")
    (noted,) = (await (await program(here, "nightly", ConsoleRole.VIEWER)).told("/notify/log"))["items"]
    assert noted["line"].endswith(f"{NAMED}jobs resume taobao")


def test_nothing_is_added_where_none_was_named() -> None:
    page = "<p>crawlfleet work</p>"
    assert within_html(for_elsewhere(), page) is page
