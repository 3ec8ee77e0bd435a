"""Which names show that a machine's resolver knows names at all."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from common.errors import CrawlError, ErrorCode
from common.net.reach.reach import has_route
from common.settings import BrokerSettings, Settings
from fleet.run.parts import outside

pytestmark = pytest.mark.skipif(not has_route(["192.0.2.1"]), reason="this machine has no route to the network")


@pytest.mark.parametrize(
    ("broker", "gateway", "found", "code"),
    [
        ("", "https://fleet.example.org/door", "fleet.example.org", ErrorCode.DNS_ERROR),
        ("amqp://broker.example.org", None, "broker.example.org", ErrorCode.DNS_ERROR),
        ("amqp://rabbitmq:5672", None, "rabbitmq", ErrorCode.NO_NETWORK),
        ("amqp://198.51.100.7", None, "example.com", ErrorCode.DNS_ERROR),
    ],
    ids=[
        "a gateway's",
        "a broker's",
        "a container's, which only its own network knows",
        "none, where shops are filtered",
    ],
)
async def test_a_shop_is_missing_and_one_server_is_found(
    monkeypatch: pytest.MonkeyPatch, broker: str, gateway: str | None, found: str, code: ErrorCode
) -> None:
    def look_up(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        if host != found:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("198.51.100.7", port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    settings = Settings(broker=BrokerSettings(url=broker)) if broker else Settings()
    async with outside(settings, gateway=gateway) as net:
        with pytest.raises(CrawlError) as failed:
            await net.to_shops.get("https://gone.example.net/", allow_host=None)
    assert failed.value.code is code
