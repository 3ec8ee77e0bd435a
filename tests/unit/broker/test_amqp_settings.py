"""Settings of the broker that cannot work are named before anything is connected."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.broker import make_broker
from common.errors import BrokerError
from common.settings import BrokerSettings


async def test_a_file_of_authorities_that_is_not_there_is_named(tmp_path: Path) -> None:
    broker = make_broker(BrokerSettings(url="amqps://127.0.0.1:1/", ca_file=tmp_path / "absent.pem"))
    with pytest.raises(BrokerError, match=r"broker\.ca_file .*absent\.pem"):
        await broker.connect()
