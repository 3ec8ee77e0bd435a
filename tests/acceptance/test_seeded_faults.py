"""Every kind of fault on real servers and processes, and the books afterwards: what scripts/faults does, in short."""

from __future__ import annotations

import shutil

import pytest

from tests.faults.plan import DOOR_KINDS
from tests.faults.run import run
from tests.servers.libsql import LibsqlServer
from tests.servers.rabbitmq import ON_4, RabbitServer

JOBS = 250
"""As many faults as with 500: each kind once."""
AT_THE_DOOR = 60
"""Most are looked at twice, by machines that ask a shop once a second."""

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]


@pytest.mark.parametrize(
    ("rabbitmq", "seed", "servers"),
    [("installed", 1, "rabbitmq3"), pytest.param("4", 2, "rabbitmq4", marks=ON_4.marks)],
    indirect=["rabbitmq"],
)
async def test_no_promise_breaks_whatever_is_killed_cut_or_forged(
    rabbitmq: RabbitServer, libsql_database: LibsqlServer, seed: int, servers: str
) -> None:
    ledger = await run(seed, JOBS, servers, rabbitmq, libsql_database, print)
    assert not ledger.wrong, "\n".join(ledger.lines())
    assert ledger.ends.total() == JOBS
    shutil.rmtree(ledger.logs)


async def test_no_promise_breaks_at_the_gateway_whoever_is_killed_frozen_revoked_or_lies(
    rabbitmq: RabbitServer, libsql_database: LibsqlServer
) -> None:
    ledger = await run(26, AT_THE_DOOR, "rabbitmq3", rabbitmq, libsql_database, print, volunteers=4, at_the_door=True)
    assert not ledger.wrong, "\n".join(ledger.lines())
    assert ledger.ends.total() == AT_THE_DOOR
    assert set(ledger.faults) == set(DOOR_KINDS)
    shutil.rmtree(ledger.logs)
