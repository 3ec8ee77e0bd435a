"""A real RabbitMQ that knows who asks, and lets them not in: its reason is told, and what to do."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

import pytest

from common.broker import make_broker
from common.errors import BrokerError, BrokerUnavailable
from common.settings import BrokerSettings
from tests.servers.rabbitmq import EACH_RABBITMQ, RabbitServer

pytestmark = [pytest.mark.rabbitmq, EACH_RABBITMQ]


async def refused(url: str) -> BrokerError:
    broker = make_broker(BrokerSettings(url=url, publish_timeout_seconds=10))
    try:
        with pytest.raises(BrokerError) as caught:
            await broker.connect()
    finally:
        await broker.close()
    return caught.value


async def test_a_virtual_host_that_is_not_there_is_named(amqp_url: str) -> None:
    parts = urlsplit(amqp_url)
    error = await refused(urlunsplit(parts._replace(path="/no-such-host")))
    assert not isinstance(error, BrokerUnavailable), "it does not pass by itself"
    assert "vhost no-such-host not found" in str(error)
    assert "broker.url" in str(error)


async def test_a_virtual_host_without_rights_is_named(amqp_url: str, rabbitmq: RabbitServer) -> None:
    vhost = urlsplit(amqp_url).path.lstrip("/")
    rabbitmq.ctl("clear_permissions", "-p", vhost, "guest")
    error = await refused(amqp_url)
    assert not isinstance(error, BrokerUnavailable)
    assert f"access to vhost '{vhost}' refused for user 'guest'" in str(error)
    assert "`rabbitmqctl list_permissions -p VHOST`" in str(error)


async def test_a_limit_of_connections_is_named_and_passes(amqp_url: str, rabbitmq: RabbitServer) -> None:
    vhost = urlsplit(amqp_url).path.lstrip("/")
    rabbitmq.ctl("set_vhost_limits", "-p", vhost, '{"max-connections": 0}')
    error = await refused(amqp_url)
    assert isinstance(error, BrokerUnavailable), "others end, and there is room"
    assert "connection limit (0) is reached" in str(error)
    assert "`rabbitmqctl set_vhost_limits`" in str(error)
    assert "is away" not in str(error)
