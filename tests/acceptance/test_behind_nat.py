"""Two workers at home behind a router: a volunteer at the gateway, and a direct one on AMQP.

The router lets nothing in, forgets what was idle for 30 s, and gets another address in mid-run.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
import trustme

from tests.servers.fleet_world import FleetWorld, Settings, eventually, fleet_world, product_job, product_pages
from tests.servers.networks.home_network import FLEET, IDLE_SECONDS, HomeNetwork, Relay, home_network
from tests.servers.ports import free_port

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]

PAGES = 400


def at(url: str, port: int) -> str:
    """The same address behind the relay in the fleet's namespace."""
    parts = urlsplit(url)
    credentials = parts.netloc.rpartition("@")[0]
    return urlunsplit(parts._replace(netloc=f"{credentials}{'@' if credentials else ''}{FLEET}:{port}"))


class Home:
    """Both workers, and what each recorded."""

    def __init__(self, world: FleetWorld, network: HomeNetwork, relay: Relay) -> None:
        self.world = world
        self._network = network
        self._relay = relay
        self._brought = 0
        self._by: dict[int, str] = {}
        self.volunteer = ""

    async def start(self, folder: Path, *, database_url: str, amqp_url: str) -> None:
        world, network, relay = self.world, self._network, self._relay
        authority, port = trustme.CA(), free_port()
        issued = authority.issue_cert(FLEET)
        issued.private_key_and_cert_chain_pem.write_to_path(folder / "gateway.pem")
        authority.cert_pem.write_to_path(folder / "authority.pem")
        pem = folder / "gateway.pem"
        gateway = world.start(
            "gateway", gateway_listen=f"127.0.0.1:{port}", gateway_certificate_file=pem, gateway_key_file=pem
        )
        world.start("dispatch")
        door = await relay.carry(network.listening(at_home=False), port)
        database = await relay.carry(network.listening(at_home=False), urlsplit(database_url).port or 0)
        broker = await relay.carry(network.listening(at_home=False), urlsplit(amqp_url).port or 0)
        shops = await relay.carry(network.listening(at_home=True), world.shops.port)
        resolve = str(world.shops.resolve_rules()).replace("'", '"').replace(f":{world.shops.port}", f":{shops}")
        fetching: Settings = {"fetch_resolve": resolve.replace("(", "[").replace(",)", "]").replace(")", "]")}
        invited = await world.run(
            "volunteers", "invite", "--name", "ada", "--trusted", "--json", gateway_public_url=f"https://{FLEET}:{door}"
        )
        await eventually(lambda: '"ready"' in gateway.text(), what="a gateway", say=gateway.text)
        joined: Settings = {"home": folder / "home", "database_url": "file:none.db", "broker_url": "memory:"}
        link = str(invited.json_lines()[-1]["link"])
        await world.run("join", link, "--ca-file", str(folder / "authority.pem"), namespace=network.home, own=joined)
        shown = await world.run("volunteers", "show", "ada", "--json")
        self.volunteer = str(shown.json_lines()[-1]["machines"][0]["id"])
        world.start("work", name="volunteer", namespace=network.home, work_concurrency=1, own=fetching | joined)
        world.start(
            "work",
            name="direct",
            namespace=network.home,
            database_url=at(database_url, database),
            broker_url=at(amqp_url, broker),
            database_allow_cleartext=True,
            broker_allow_cleartext=True,
            fetch_requests_per_second=1,
            work_worker_id="direct",
            work_concurrency=1,
            own=fetching,
        )

    async def both_go_on(self) -> float:
        """Bring links until each of the two has recorded one more page; how many seconds that took."""
        began, before = time.monotonic(), await self.recorded()

        async def both() -> bool:
            counts = await self.world.statuses()
            if counts.get("NEW", 0) + counts.get("QUEUED", 0) + counts.get("FAILED_RETRYABLE", 0) < 4:
                assert self._brought < PAGES
                self._brought += 4
                await self.world.store.jobs.add([product_job(self._brought - number) for number in range(4)])
            now = await self.recorded()
            return all(now[name] > before[name] for name in before)

        await eventually(both, what="a page by each of both", say=self._logs)
        return time.monotonic() - began

    async def recorded(self) -> dict[str, int]:
        """How many pages by each. What one recorded stays his, so each page is asked for until it is."""
        for number in set(range(1, self._brought + 1)) - self._by.keys():
            for event in await self.world.store.jobs.events(product_job(number).id):
                if event.to_status == "SUCCEEDED":
                    self._by[number] = str(event.worker)
        return {"direct": 0, self.volunteer: 0} | Counter(self._by.values())

    async def ledger_is_clean(self) -> None:
        await self.world.end_as({"SUCCEEDED": self._brought})
        for number in range(1, self._brought + 1):
            assert (await self.world.path(product_job(number))).count("SUCCEEDED") == 1
        await self.world.queues_become_empty()

    def _logs(self) -> str:
        logs: list[Callable[[], str]] = [
            (self.world.folder / f"{name}.1.log").read_text for name in ("volunteer", "direct")
        ]
        return "\n".join(read()[-2000:] for read in logs)


async def test_a_home_behind_a_router_that_forgets_and_moves(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    with home_network() as network:
        async with (
            AsyncExitStack() as stack,
            fleet_world(
                product_pages(range(1, PAGES + 1), seconds=0.1),
                database_url=libsql_url,
                broker_url=amqp_url,
                folder=tmp_path,
            ) as world,
        ):
            home = Home(world, network, Relay(stack))
            await home.start(tmp_path, database_url=libsql_url, amqp_url=amqp_url)
            print(f"both behind the router work: {await home.both_go_on():.1f} s")
            await home.ledger_is_clean()
            # Nothing passes for longer than the router remembers, but for what keeps the lines alive.
            await asyncio.sleep(IDLE_SECONDS + 3)
            print(f"after {IDLE_SECONDS + 3} s without a job: {await home.both_go_on():.1f} s")
            network.change_address()
            print(f"after another address: {await home.both_go_on():.1f} s")
            await home.ledger_is_clean()
            print(f"recorded: {await home.recorded()}")
