"""Jobs that wait for a way which no worker offers, and shops whose every way is switched off."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from common.output.counting import counted
from common.output.typable import typable
from fleet.doctor.finding import Finding, ok, warning

if TYPE_CHECKING:
    from common.store import Rung, WaitingByWay, WorkerRow

SECTION = "ways"


def judge_ways(
    rungs: Sequence[Rung],
    waiting: Sequence[WaitingByWay],
    workers: Sequence[WorkerRow],
    now_ms: int,
    *,
    at_gateways: Collection[str] = (),
) -> Iterator[Finding]:
    """`workers` that are not alive offer nothing. Plain HTTP without a worker is told elsewhere. `at_gateways`: the
    ways beside it that machines seen at the gateways lately go."""
    alive = [worker for worker in workers if worker.ways and worker.alive(now_ms)]
    for one in waiting:
        if (
            one.via not in at_gateways
            and (alive or at_gateways)
            and not any(_takes(worker, one.platform, one.via) for worker in alive)
        ):
            shop = typable(one.platform, "SHOP")
            for_others = any(one.via in (worker.ways or "").split(",") for worker in alive)
            yield warning(
                SECTION,
                f"{one.platform}: {counted(one.count, 'job waits', 'jobs wait')} for the way {one.via}, and no worker "
                "offers it" + (" for this shop (work.platforms)" if for_others else ""),
                f"`crawlfleet work --ways {one.via}` on a machine that can; or, to let them end with what the way "
                f"before met: `crawlfleet shops ways {shop} --off {one.via}`",
                shop=one.platform,
                cause=f"jobs wait for the way {one.via}, and no worker offers it",
            )
    for platform in dict.fromkeys(rung.platform for rung in rungs):
        ladder = [rung for rung in rungs if rung.platform == platform]
        if not any(rung.usable for rung in ladder):
            yield _nothing_read(platform, ladder)
        elif len(usable := [rung.way for rung in ladder if rung.usable]) > 1 or ladder[0].off_at:
            yield ok(SECTION, f"{platform}: {', then '.join(usable)}", shop=platform)


def _nothing_read(platform: str, ladder: Sequence[Rung]) -> Finding:
    """Of a shop without a way that may be used: who switched off what is in use may switch it on again."""
    shop = typable(platform, "SHOP")
    off = [rung for rung in ladder if rung.in_use]
    if not off:
        step = f"`crawlfleet shops ways {shop} --on {ladder[0].way}`, and name it in crawl.ways"
        text = "no way of it is named by crawl.ways, so nothing of it is read"
        return warning(SECTION, f"{platform}: {text}", step, shop=platform, cause="no way of them is in crawl.ways")
    names = " and ".join(rung.way for rung in off)
    why = "; ".join(dict.fromkeys(rung.off_reason for rung in off if rung.off_reason)) or "no reason given"
    text = f"{names} {'is' if len(off) == 1 else 'are'} switched off: {why}"
    return warning(
        SECTION,
        f"{platform}: nothing of it is read: {text}",
        f"`crawlfleet shops ways {shop} {' '.join(f'--on {rung.way}' for rung in off)}`, once that is no reason any "
        "more",
        shop=platform,
        cause=f"nothing of them is read: {text}",
    )


def _takes(worker: WorkerRow, platform: str, way: str) -> bool:
    """Whether it said that it takes jobs of this shop by this way."""
    shops = worker.platforms.split(",") if worker.platforms else [platform]
    return way in (worker.ways or "").split(",") and platform in shops
