"""The User-Agent: program and version, and the operator's contact when there is one."""

from __future__ import annotations

from importlib.metadata import version

import pytest
from pydantic import ValidationError

from common.net.client import GuardedClient
from common.polite.robots import product_token
from common.settings import BrokerSettings, Settings
from common.settings_tables.fetch import FetchSettings
from fleet.doctor.machine.on_disk import check_settings
from tests.servers.shop_server import Reply, ShopServer


async def sent(**more: object) -> str:
    with ShopServer({("shopee.tw", "/"): Reply()}, tls=False) as server:
        client = GuardedClient(FetchSettings(**server.fetch_settings(**more)))
        await client.get("http://shopee.tw/", allow_host=None)
        await client.aclose()
    return server.asked[0].headers["user-agent"]


async def test_program_and_version_alone() -> None:
    assert await sent() == f"crawlfleet/{version('crawlfleet')}"
    assert product_token(FetchSettings().user_agent) == "crawlfleet"


async def test_the_operators_contact_is_added() -> None:
    assert (await sent(contact="bot@shop.example")).endswith(" (+bot@shop.example)")
    assert (
        await sent(user_agent="watcher/2", contact="https://a.example/b?c=d") == "watcher/2 (+https://a.example/b?c=d)"
    )


@pytest.mark.parametrize("key", ["contact", "user_agent"])
@pytest.mark.parametrize(
    "text", ["a\r\nHost: b", "a\n", "a\x00b", "a\x85b", "caf\u00e9", "", " a", "\u202ea", "a" * 301]
)
def test_what_would_not_be_one_plain_line_is_refused(key: str, text: str) -> None:
    with pytest.raises(ValidationError):
        FetchSettings.model_validate({key: text})


@pytest.mark.parametrize("text", ["a) b (c", "a\\"])
def test_a_contact_stays_inside_its_comment(text: str) -> None:
    with pytest.raises(ValidationError):
        FetchSettings(contact=text)


def test_doctor_warns_a_fleet_without_a_contact() -> None:
    shared = BrokerSettings(url="amqps://broker/")

    def warned(settings: Settings) -> bool:
        return any("fetch.contact" in finding.text for finding in check_settings(settings, "here"))

    assert warned(Settings(broker=shared))
    assert not warned(Settings(broker=shared, fetch=FetchSettings(contact="bot@shop.example")))
    assert not warned(Settings())
