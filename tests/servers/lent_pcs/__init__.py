"""A gateway, and volunteers' PCs that have joined it, as real processes."""

from __future__ import annotations

from pathlib import Path

from common.settings import Settings
from common.timing.units import DAY_MS
from fleet.operations.volunteers.inviting import invite
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import FleetWorld, eventually
from tests.servers.fleet_world import Settings as OwnSettings

NOTHING_ELSE: OwnSettings = {"database_url": "file:nothing.db", "broker_url": "memory:"}
"""A volunteer has neither."""


async def start_gateway(world: FleetWorld, port: int) -> FleetProcess:
    gateway = world.start("gateway", gateway_listen=f"127.0.0.1:{port}")
    await eventually(lambda: '"ready"' in gateway.text(), what="a gateway", say=gateway.text)
    return gateway


async def invite_link(world: FleetWorld, port: int, name: str, *, trusted: bool = False) -> str:
    """Made without a process: the command that does it has tests of its own."""
    settings = Settings.model_validate(
        {"database": {"url": world.database_url}, "gateway": {"public_url": f"http://127.0.0.1:{port}"}}
    )
    return (await invite(settings, name=name, machines=1, expires_in_ms=DAY_MS, trusted=trusted)).link


async def join(world: FleetWorld, port: int, name: str, *, trusted: bool = False) -> Path:
    """The home of a PC that has joined."""
    link, home = await invite_link(world, port, name, trusted=trusted), world.folder / f"home-{name}"
    await world.run("join", link, home=home, own=NOTHING_ELSE)
    assert (home / "machine.json").stat().st_mode & 0o777 == 0o600
    return home


async def volunteer(world: FleetWorld, port: int, name: str, *, trusted: bool = False) -> FleetProcess:
    """A PC that has joined and works."""
    home = await join(world, port, name, trusted=trusted)
    return world.start("work", name=f"work-{name}", home=home, own=NOTHING_ELSE)
