"""The ladders as a dispatcher sees them in one round: which way jobs begin, and which ways there are to publish for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from common.shops.table import OPEN_WEB
from common.store import DueJob, Rung, Walls
from common.ways.ladder import WALLS_RUNNING, Step, start
from common.ways.way import Way


class Ladders:
    """Made anew from the database for each round. Where a platform has no ladder yet, its jobs go by plain HTTP."""

    def __init__(self, rungs: Sequence[Rung], walls: Sequence[Walls]) -> None:
        self._usable: dict[str, list[Way]] = {}
        for rung in rungs:
            ways = self._usable.setdefault(rung.platform, [])
            if rung.usable:
                ways.append(rung.way)
        self._walls = {(one.shop, one.way): one for one in walls}
        self._again: list[tuple[str, Way]] = []

    def ways(self, platform: str) -> Sequence[Way]:
        """The ways in use, the first to try first; none when all are switched off."""
        return self._usable.get(platform, [Way.HTTP])

    def usual(self, platform: str) -> Way | None:
        """The way that most of the platform's jobs try first. Jobs of a single walled shop, and those that try a walled
        way again, may begin at another one."""
        steps = [self._step(platform, way) for way in self.ways(platform)]
        return next((step.way for step in steps if step.walls < WALLS_RUNNING or step is steps[-1]), None)

    def by_way(self, jobs: Sequence[DueJob]) -> Mapping[Way, list[DueJob]]:
        """Jobs by the way their messages must name, in the order of `jobs`. A job without a way yet gets the one that
        start() chooses."""
        found: dict[Way, list[DueJob]] = {}
        for job in jobs:
            way = job.via or self._begins(job)
            if way is not None:
                found.setdefault(way, []).append(job)
        return found

    @property
    def tried_again(self) -> Sequence[tuple[str, Way]]:
        """Shops and their walled ways that a job of this round was sent all the same; to be remembered."""
        return tuple(self._again)

    def _begins(self, job: DueJob) -> Way | None:
        shop = shop_name(job.platform, job.shop_id)
        found = start([self._step(shop, way) for way in self.ways(job.platform)], self._now_ms)
        if found is None:
            return None
        if found.again:
            key = (shop, found.way)
            self._walls[key] = replace(self._walls[key], tried_at=self._now_ms)
            self._again.append(key)
        return found.way

    @property
    def _now_ms(self) -> int:
        return next((one.now_ms for one in self._walls.values()), 0)

    def _step(self, shop: str, way: Way) -> Step:
        met = self._walls.get((shop, way))
        return Step(way, met.walls, met.tried_at) if met else Step(way)


def shop_name(platform: str, shop_id: str | None) -> str:
    """As walls are counted: of the open web by registrable domain."""
    return f"{platform}/{shop_id}" if platform == OPEN_WEB and shop_id else platform
