"""`crawlfleet broker init | status`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fleet.opening import connected_broker
from fleet.terminal.output import print_json, print_line
from fleet.terminal.table import Column, render

if TYPE_CHECKING:
    from common.settings import Settings

COLUMNS = (Column("queue"), Column("waiting", right=True), Column("consumers", right=True))


async def declare(settings: Settings, *, as_json: bool) -> None:
    async with connected_broker(settings, look=False) as broker:
        await broker.declare()
        await broker.connect()
        depths = await broker.depths()
    if as_json:
        print_json({"declared": True, "queues": [depth.name for depth in depths]})
    else:
        print_line(f"the broker has every exchange and its {len(depths)} queues")


async def show_depths(settings: Settings, *, as_json: bool) -> None:
    async with connected_broker(settings) as broker:
        depths = await broker.depths()
    if as_json:
        for depth in depths:
            print_json(depth)
        return
    print_line(render(COLUMNS, [[depth.name, str(depth.ready), str(depth.consumers)] for depth in depths]))
    unheard = [
        depth.name
        for depth in depths
        if depth.ready and not depth.consumers and ".dlq." not in depth.name and ".retry." not in depth.name
    ]
    if unheard:
        print_line(f"nobody consumes {', '.join(unheard)}: start `crawlfleet work` somewhere.")
    if any(depth.ready for depth in depths if ".dlq." in depth.name):
        print_line("there are dead letters: `crawlfleet dlq list` says why.")
