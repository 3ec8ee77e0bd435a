"""Settings of the broker that cannot work are named before anything is connected."""

from __future__ import annotations

from pathlib import Path

import aio_pika
import pytest

from common.broker import make_broker
from common.errors import BrokerError, BrokerUnavailable
from common.settings import BrokerSettings


async def test_a_file_of_authorities_that_is_not_there_is_named(tmp_path: Path) -> None:
    broker = make_broker(BrokerSettings(url="amqps://127.0.0.1:1/", ca_file=tmp_path / "absent.pem"))
    with pytest.raises(BrokerError, match=r"broker\.ca_file: there is no file .*absent\.pem"):
        await broker.connect()


@pytest.mark.parametrize("host", ["192.0.2.7", "10.1.2.3", "100.64.0.9", "[fd00::1]"])
async def test_cleartext_to_another_machine_is_refused_before_anything_is_sent(host: str) -> None:
    broker = make_broker(BrokerSettings(url=f"amqp://worker:s3cret-word@{host}:5672/crawlfleet"))
    with pytest.raises(BrokerError, match=r"broker\.allow_cleartext = true") as caught:
        await broker.connect()
    assert not isinstance(caught.value, BrokerUnavailable)
    assert "s3cret-word" not in str(caught.value)


async def test_cleartext_goes_to_the_very_address_that_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that answers otherwise when asked again leads nowhere else."""
    tried: list[str] = []

    async def connect(*, host: str, **_more: object) -> None:
        tried.append(host)
        raise ConnectionRefusedError

    monkeypatch.setattr(aio_pika, "connect", connect)
    with pytest.raises(BrokerUnavailable):
        await make_broker(BrokerSettings(url="amqp://localhost:5672/")).connect()
    assert set(tried) <= {"127.0.0.1", "::1"}
    tried.clear()
    with pytest.raises(BrokerUnavailable):
        await make_broker(BrokerSettings(url="amqp://broker.invalid:5672/", allow_cleartext=True)).connect()
    assert tried == ["broker.invalid"]
