"""Queues on the overview: what waits in a real broker's, and a sentence where nobody can see them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from common.broker import make_broker
from common.broker.base import OutgoingLetter
from common.settings import Settings
from common.store import init_schema, open_store
from fleet.console.overview import findings
from tests.servers.console import Here, Person, serving
from tests.servers.fleet_world import eventually
from tests.servers.lines.streams import stream_server
from tests.servers.proxies.bad import silent

NO_LIMIT_HERE_SECONDS = 6.0
"""A page waits a tenth of a second for its queues; the rest is a crowded machine's."""


def settings_of(folder: Path, broker: str) -> Settings:
    told = {"database": {"url": f"file:{folder / 'fleet.db'}"}, "broker": {"url": broker}}
    return Settings.model_validate(told | {"console": {"listen": "127.0.0.1:0"}})


async def on_the_page(ada: Person, words: str) -> str:
    page = ""

    async def there() -> bool:
        nonlocal page
        page = await ada.page("/")
        return words in page

    await eventually(there, what=words)
    return page


async def test_a_broker_inside_another_process(here: Here) -> None:
    page = await on_the_page(await here.person("ada"), "They were not seen: the broker is memory:")
    assert "Messages that wait" not in page
    assert "<code>crawlfleet up</code> and cannot be seen from here" in page


@pytest.mark.rabbitmq
async def test_what_waits_is_counted(tmp_path: Path, amqp_url: str) -> None:
    settings = settings_of(tmp_path, amqp_url)
    broker = make_broker(settings.broker)
    await broker.declare()
    await broker.take_dead_letters(1000)
    await broker.publish_letters([OutgoingLetter(f"j{number}", "shopee.tw", "a test") for number in range(3)])
    await init_schema(settings.database)
    store = await open_store(settings.database)
    try:
        async with serving(settings, store) as here:
            # The doctor's own look takes letters off their queue for a moment: then fewer are counted, until the next.
            counted = '<a href="/dead-letters">dead letters</a></th><td class="number" data-label="Waiting">3</td>'
            page = await on_the_page(await here.person("ada"), counted)
            assert "Messages that wait" in page
            assert "crawl.shopee" in page and "crawl.dlq" not in page
    finally:
        await broker.take_dead_letters(1000)
        await broker.close()
        await store.close()


async def test_a_broker_that_never_answers_delays_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "QUEUES_SECONDS", 8.0)
    async with stream_server(silent) as port:
        settings = settings_of(tmp_path, f"amqp://guest:sesame@127.0.0.1:{port}/")
        await init_schema(settings.database)
        store = await open_store(settings.database)
        try:
            async with serving(settings, store) as here:
                ada = await here.person("ada")
                began = time.monotonic()
                assert "The look goes on" in await ada.page("/")
                assert time.monotonic() - began < NO_LIMIT_HERE_SECONDS
                page = await on_the_page(ada, "They were not seen: the broker did not answer within 8 s")
                assert "sesame" not in page
        finally:
            await store.close()
