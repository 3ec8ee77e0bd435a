"""A price falls between two crawls of a real fleet: one message, however the dispatcher is killed around sending it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fleet.demo.server import Reply
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import FleetWorld, eventually, fleet_world, product_body, product_job
from tests.servers.notices import NoticeListener, notice_listener

pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")
pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]

JOB = product_job(1)


class Shop:
    """One product page; what it costs is the test's word."""

    def __init__(self) -> None:
        self.price = "100"

    def __call__(self, target: str) -> Reply:
        return Reply(body=product_body(1, self.price))


async def test_a_price_falls_and_one_message_comes_whatever_is_killed(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    shop = Shop()
    with notice_listener() as listener:
        async with fleet_world(
            {("shopee.tw", "/product/7/1"): shop},
            database_url=libsql_url,
            broker_url=amqp_url,
            folder=tmp_path,
            dispatch_leader_seconds=2,
            notices_look_seconds=0.2,
        ) as world:
            dispatcher = world.start("dispatch")
            await asyncio.gather(world.start_worker(), told_of_drops(world, listener, tmp_path))
            await world.store.jobs.add([JOB])
            await world.become(JOB, "SUCCEEDED")

            # Nothing is killed: one message.
            await price_becomes(world, shop, "90")
            await eventually(lambda: len(listener.messages) == 1, what="a message", say=dispatcher.text)
            assert "90.00 TWD (it was 100.00 TWD)" in listener.bodies[0]
            await states_are(world, ["sent"])

            # The target is away: killed between two tries, it is sent once when the target is back.
            listener.status = 503
            await price_becomes(world, shop, "80")
            await states_are(world, ["sent", "waiting"])
            await refused_once(world)
            await killed(dispatcher)
            refused = len(listener.messages)  # nobody tries any more
            listener.status = 200
            dispatcher = world.start("dispatch")
            await states_are(world, ["sent", "sent"])
            assert [body for body in listener.bodies[refused:] if "80.00 TWD" in body] == listener.bodies[refused:]
            assert len(listener.messages) == refused + 1

            # Killed while the target has the message and has not answered: not sent again, and said to be unsure.
            listener.answering.clear()
            before = len(listener.messages)
            await price_becomes(world, shop, "70")
            await eventually(lambda: len(listener.messages) == before + 1, what="a message", say=dispatcher.text)
            await killed(dispatcher)
            listener.answering.set()
            dispatcher = world.start("dispatch")
            await price_becomes(world, shop, "60")
            await eventually(lambda: "60.00 TWD" in listener.bodies[-1], what="the next message", say=dispatcher.text)
            assert [body for body in listener.bodies if "70.00 TWD (" in body] == [listener.bodies[before]]
            await states_are(world, ["sent", "sent", "sending", "sent"])  # the third is unsure three minutes later
            assert "path-of-secret" not in dispatcher.text()


async def told_of_drops(world: FleetWorld, listener: NoticeListener, folder: Path) -> None:
    """By the fleet's own commands."""
    (folder / "phone.secret").write_text(f"{listener.url}?rto=60", "utf-8")
    await world.run("notify", "targets", "add", "phone", "--file", "phone.secret")
    rule = ("price-drop", "--by", "5", "--shop", "shopee", "--to", "phone")
    await asyncio.gather(world.run("notify", "test", "phone"), world.run("notify", "rules", "add", *rule))
    assert [message["title"] for message in listener.messages] == ["crawlfleet: a test"]
    listener.messages.clear()


async def price_becomes(world: FleetWorld, shop: Shop, price: str) -> None:
    shop.price = price
    await world.store.jobs.recheck([JOB.id])

    async def recorded() -> bool:
        return (await world.prices(JOB))[0] == 100 * int(price)

    await eventually(recorded, what=f"the price {price}")


async def states(world: FleetWorld) -> list[str]:
    return [str(one.state) for one in reversed((await world.store.notices.page(limit=20)).rows)]


async def refused_once(world: FleetWorld) -> None:
    """The newest notice was tried, and waits to be tried again; before its first try it waits too."""

    async def tried() -> bool:
        newest = (await world.store.notices.page(limit=1)).rows[0]
        return (str(newest.state), newest.tries > 0, newest.error is not None) == ("waiting", True, True)

    await eventually(tried, what="a try that was refused")


async def states_are(world: FleetWorld, wanted: list[str]) -> None:
    seen: list[str] = []

    async def same() -> bool:
        notices = (await world.store.notices.page(limit=20)).rows
        seen[:] = [f"{one.state} {one.tries} {one.error}" for one in notices]
        return await states(world) == wanted

    await eventually(same, what=f"notices {wanted}", say=lambda: str(seen))


async def killed(process: FleetProcess) -> None:
    process.kill()  # SIGKILL
