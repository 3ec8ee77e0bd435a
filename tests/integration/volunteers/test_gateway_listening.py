"""How the gateway listens and how a machine reaches it: TLS by files, cleartext only where nobody else can read it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import trustme

from common.errors import CleartextRefused, ConfigError
from common.net import cleartext
from common.protocol.standing import Me
from common.settings import Settings
from common.settings_tables.gateway import GatewaySettings
from common.store import init_schema, open_store
from fleet.operations.volunteers.membership import join_fleet, leave_fleet, my_standing
from gateway.service import GatewayService
from gateway.web.listening import bind, server
from tests.integration.volunteers.door import VERSION, Door
from worker.source.calls import GatewayAway, GatewayCalls, TurnedAway
from worker.source.membership import MembershipFile

from common.broker.memory import MemoryBroker  # isort: skip


def strangers(address: str) -> bool:
    return address.startswith("127.")


@pytest.mark.parametrize("listen", ["0.0.0.0:0", "192.0.2.7:0", "100.64.0.9:0", "[::]:0"])
def test_no_cleartext_beyond_this_machine(listen: str) -> None:
    with pytest.raises(CleartextRefused, match=r"gateway\.certificate_file"):
        bind(GatewaySettings(listen=listen), may=strangers)


def test_cleartext_where_it_is_allowed_by_the_settings() -> None:
    bound = bind(GatewaySettings(listen="0.0.0.0:0", allow_cleartext=True), may=strangers)
    assert bound.getsockname()[0] == "0.0.0.0"
    bound.close()


def test_an_address_that_is_taken_is_named() -> None:
    taken = bind(GatewaySettings(listen="127.0.0.1:0"))
    port = taken.getsockname()[1]
    with pytest.raises(ConfigError, match=f"127.0.0.1:{port}"):
        bind(GatewaySettings(listen=f"127.0.0.1:{port}"))
    taken.close()


def test_an_address_that_cannot_be_had_is_told_in_words() -> None:
    listen = "host.invalid:8787"
    with pytest.raises(ConfigError, match=rf"^gateway\.listen = {listen}: [a-zA-Z][^\[\]]*\. Give an address of"):
        bind(GatewaySettings(listen=listen))


def test_a_certificate_that_is_not_there_is_named(tmp_path: Path) -> None:
    from starlette.applications import Starlette

    missing = tmp_path / "gone.pem"
    with pytest.raises(ConfigError, match=r"gone\.pem"):
        server(Starlette(), GatewaySettings(certificate_file=missing, key_file=missing))


async def test_tls_by_files_from_joining_to_leaving(tmp_path: Path) -> None:
    authority = trustme.CA()
    issued = authority.issue_cert("localhost", "127.0.0.1")
    chain, key, ca = tmp_path / "chain.pem", tmp_path / "key.pem", tmp_path / "ca.pem"
    for blob in issued.cert_chain_pems:
        blob.write_to_path(str(chain), append=True)
    issued.private_key_pem.write_to_path(str(key))
    authority.cert_pem.write_to_path(str(ca))
    gateway = GatewaySettings(listen="127.0.0.1:0", certificate_file=chain, key_file=key)
    settings = Settings(gateway=gateway)
    database = settings.database.model_copy(update={"url": f"file:{tmp_path}/fleet.db"})
    await init_schema(database)
    store, broker = await open_store(database), MemoryBroker(settings.broker)
    await broker.declare()
    service = GatewayService(settings, store=store, broker=broker, version=VERSION)
    listening: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    running = asyncio.create_task(service.run(on_ready=lambda bound: listening.set_result(bound.getsockname()[1])))
    secret = await Door(settings, store, broker, None).invite()  # type: ignore[arg-type]  # nobody asks its client
    link = f"https://localhost:{await listening}/#invite={secret}"
    file = MembershipFile(tmp_path / "home")
    with pytest.raises(GatewayAway, match="certificate"):
        await join_fleet(link, name="attic", ca_file=None, version=VERSION, file=file)
    joined = await join_fleet(link, name="attic", ca_file=ca, version=VERSION, file=file)
    assert joined.path.stat().st_mode & 0o777 == 0o600
    assert secret not in joined.path.read_text("utf-8"), "the invite itself is not kept"
    _, me = await my_standing(version=VERSION, file=file)
    assert me.name == "attic"
    with pytest.raises(ConfigError, match="joined a fleet already, at https://localhost:"):
        await join_fleet(link, name="attic", ca_file=ca, version=VERSION, file=file)
    assert await leave_fleet(version=VERSION, file=file) == 0
    assert file.read() is None
    service.stop()
    await running
    await store.close()


async def test_a_link_in_the_clear_to_a_stranger_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    link = f"http://192.0.2.7/#invite={'s' * 43}"
    with pytest.raises(CleartextRefused, match="Ask the operator for an https:// link"):
        await join_fleet(link, name=None, ca_file=None, version=VERSION, file=MembershipFile(tmp_path))
    assert cleartext.may_be_cleartext("127.0.0.1")


async def test_a_join_whose_answer_was_lost_takes_no_second_place(door: Door, tmp_path: Path) -> None:
    link = f"{str(door.client.base_url).rstrip('/')}/#invite={await door.invite(machines=1)}"
    file = MembershipFile(tmp_path / "home")
    kept_late = tmp_path / "home" / "spool" / "lease.json"
    kept_late.parent.mkdir(parents=True)
    kept_late.write_text("{}")
    first = await join_fleet(link, name=None, ca_file=None, version=VERSION, file=file)
    assert not kept_late.exists(), "what a worker of another fleet kept at its end is not sent to this one"
    (known,) = await door.store.people.machines("p-ada")
    assert known.id == first.machine
    kept = file.joining()
    assert kept is None, "once it has joined, nothing of the joining is kept"


async def test_a_new_token_is_kept_and_the_old_one_serves_until_it_works(door: Door, tmp_path: Path) -> None:
    link = f"{str(door.client.base_url).rstrip('/')}/#invite={await door.invite()}"
    file = MembershipFile(tmp_path / "home")
    await join_fleet(link, name=None, ca_file=None, version=VERSION, file=file)
    member = file.read()
    assert member is not None
    file.write(member.model_copy(update={"next_token": "n" * 43}))
    calls = GatewayCalls(member.gateway, version=VERSION, file=file, membership=file.read())
    assert (await calls.get("me", Me)).machine == member.machine, "a new token nobody took in does no harm"
    await door.store.people.revoke("p-ada")
    with pytest.raises(TurnedAway, match="has ended") as turned:
        await calls.get("me", Me)
    assert turned.value.for_good
    await calls.close()
    assert await leave_fleet(version=VERSION, file=file) == 0
    assert file.read() is None, "who was revoked can leave, and join another fleet"
