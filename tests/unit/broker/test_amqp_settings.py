"""Settings of the broker that cannot work are named before anything is connected."""

from __future__ import annotations

from pathlib import Path

import aio_pika
import pytest
from aiormq.exceptions import ProbableAuthenticationError
from pydantic import SecretStr

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


async def _refused(monkeypatch: pytest.MonkeyPatch, settings: BrokerSettings) -> str:
    async def connect(**_given: object) -> None:
        raise ProbableAuthenticationError

    monkeypatch.setattr(aio_pika, "connect", connect)
    with pytest.raises(BrokerError) as caught:
        await make_broker(settings).connect()
    return str(caught.value)


async def test_a_missing_password_is_told_from_a_wrong_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = await _refused(monkeypatch, BrokerSettings(url="amqp://worker@127.0.0.1/crawlfleet"))
    assert "no password is set for worker; name a file that holds it in broker.password_file" in told
    assert "or set CRAWLFLEET_BROKER_PASSWORD" in told and "refused the credentials" not in told
    told = await _refused(monkeypatch, BrokerSettings(url="amqp://127.0.0.1/"))
    assert "broker.url names no user, and no password is set" in told
    empty = tmp_path / "empty"
    empty.write_text("\n")
    told = await _refused(monkeypatch, BrokerSettings(url="amqp://worker@127.0.0.1/", password_file=empty))
    assert f"no password is set for worker; broker.password_file ({empty}) is empty or cannot be read" in told
    wrong = BrokerSettings(url="amqp://worker@127.0.0.1/", password=SecretStr("s3cret-word"))
    for settings in (wrong, BrokerSettings(url="amqp://worker:s3cret-word@127.0.0.1/")):
        told = await _refused(monkeypatch, settings)
        assert "refused the credentials" in told and "s3cret-word" not in told
