"""When a shop's reading is switched off, and how often wrongly: simulated shops with a share of failing pages.

python -m benchmarks.shop_health [--runs 200] [--seed 7]

Each run is some shops whose pages fail with a chance (every look at a page by itself, or the same pages always), with
or without retries, for as long as it takes to make enough decisions. Pages reach the dispatcher's own windows and
verdict (dispatcher/health.py) the way the store hands them out: each once, when its crawl first tells of it, every half
minute. A decision is one full window judged beside the one before. A switch-off is wrong where less than half of the
pages fail; the shop is then resumed at once. For comparison, `every attempt` counts each retry as one more page.

Ends with 1 when a goal is missed: at 35 % failing at most 1 decision in 500 is wrong; at 65 % a shop is off within
three windows in 95 % of the runs, within five in 98 %.
"""

from __future__ import annotations

import argparse
import heapq
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from common.store import PageRead, ShopHealth, ShopWindow
from dispatcher.health import grown, is_full, verdict

LOOK_SECONDS = 30.0
RETRY_SECONDS = (10.0, 60.0, 300.0, 1800.0)
SHARES = (0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0)
DECISIONS = 25
"""A run in which nothing is switched off ends after so many full windows of each shop."""
WITHIN = (2, 3, 5)


@dataclass(frozen=True, slots=True)
class World:
    """A kind of shops: how many share the fleet's pages, how many pages each has, how theirs fail."""

    name: str
    shops: int
    products: int
    pages_per_second: float
    """Of the whole fleet."""
    retried: bool
    """Refusals, tried again up to five times; else pages that fail at reading, tried once."""
    same_pages: bool
    """The same pages fail always; else every look at a page fails by itself."""
    every_attempt: bool = False
    """Count retries as pages. What was done before, and why it is not."""


WORLDS = (
    World("one busy shop", 1, 5_000, 2.0, retried=False, same_pages=False),
    World("one busy shop, retried", 1, 5_000, 2.0, retried=True, same_pages=False),
    World("one busy shop, retried, same pages", 1, 5_000, 2.0, retried=True, same_pages=True),
    World("many shops", 40, 1_000, 4.0, retried=False, same_pages=False),
    World("many shops, retried, same pages", 40, 1_000, 4.0, retried=True, same_pages=True),
    World("a slow shop, retried", 1, 5_000, 0.02, retried=True, same_pages=False),
    World("a shop of twenty products, retried", 1, 20, 0.05, retried=True, same_pages=True),
)
FOR_COMPARISON = World("every attempt, same pages", 1, 5_000, 2.0, retried=True, same_pages=True, every_attempt=True)


@dataclass(slots=True)
class Figures:
    """What the runs of one world and share came to."""

    decisions: int = 0
    off: int = 0
    windows_until_off: list[int | None] | None = None
    """Of each shop in each run: its full windows until it was switched off; None: never, in DECISIONS windows."""

    def within(self, windows: int) -> float:
        """The share of shops that were off within so many windows."""
        runs = self.windows_until_off or []
        return sum(one is not None and one <= windows for one in runs) / max(1, len(runs))


class SimulatedShop:
    """One shop's windows, filled and judged as the dispatcher does it."""

    def __init__(self, name: str) -> None:
        self._health = ShopHealth(name, 0, ())
        self.pages: list[PageRead] = []
        self.windows = 0
        self.decisions = 0
        self.off = 0
        self.off_after: int | None = None

    def saw(self, at_ms: int, *, failed: bool) -> None:
        self.pages.append(PageRead(self._health.shop, at_ms, failed, zero_price=False, yielded=not failed))

    def look(self, now_ms: int) -> None:
        window = grown(self._health, self.pages)
        self.pages = []
        if window is None:
            return
        before: Sequence[ShopWindow] = [one for one in self._health.windows if one.number != window.number]
        self._health = ShopHealth(self._health.shop, self._health.judged_from, (*before, window)[-3:])
        if not is_full(window):
            return
        self.windows += 1
        self.decisions += len([one for one in self._health.counted if is_full(one)]) >= 2
        if verdict(self._health.counted) is not None:
            self.off += 1
            self.off_after = self.off_after or self.windows
            self._health = ShopHealth(self._health.shop, now_ms, self._health.windows)


def run(world: World, share: float, seed: int) -> list[SimulatedShop]:
    """One run: until every shop made DECISIONS decisions, or, where most pages fail, was switched off."""
    chance = random.Random(f"{seed} {world.name} {share}")
    shops = [SimulatedShop(f"other/{number}.example") for number in range(world.shops)]
    failing = [_failing(world, share, chance) for _ in shops]
    products = [_in_turn(world, chance) for _ in shops]
    retries: list[tuple[float, int, int, int]] = []
    seconds, looked_at, crawls = 0.0, 0.0, 0
    while not all(_decided(shop, share) for shop in shops):
        seconds += chance.expovariate(world.pages_per_second)
        crawls += 1
        number = crawls % world.shops
        tried = [(seconds, number, next(products[number]), 0)]
        while retries and retries[0][0] <= seconds:
            tried.append(heapq.heappop(retries))
        for at, number, product, tries in sorted(tried):
            fails = product in failing[number] if world.same_pages else chance.random() < share
            if tries == 0 or world.every_attempt:
                shops[number].saw(int(at * 1000), failed=fails)
            if fails and world.retried and tries < len(RETRY_SECONDS):
                heapq.heappush(retries, (at + RETRY_SECONDS[tries], number, product, tries + 1))
        if seconds - looked_at >= LOOK_SECONDS:
            looked_at = seconds
            for shop in shops:
                shop.look(int(seconds * 1000))
    return shops


def _failing(world: World, share: float, chance: random.Random) -> frozenset[int]:
    if not world.same_pages:
        return frozenset()
    return frozenset(chance.sample(range(world.products), round(share * world.products)))


def _in_turn(world: World, chance: random.Random) -> Iterator[int]:
    """Every product once, in an order of its own, then every one again."""
    numbers = list(range(world.products))
    while True:
        chance.shuffle(numbers)
        yield from numbers


def _decided(shop: SimulatedShop, share: float) -> bool:
    return shop.windows >= DECISIONS or (share >= 0.5 and shop.off > 0)


def measured(world: World, share: float, *, runs: int, seed: int) -> Figures:
    """So many shops or more, in as many runs as that takes."""
    figures = Figures(windows_until_off=[])
    for number in range(max(1, -(-runs // world.shops))):
        for shop in run(world, share, seed + number):
            figures.decisions += shop.decisions
            figures.off += shop.off
            figures.windows_until_off = [*(figures.windows_until_off or []), shop.off_after]
    return figures


def missed_goals(share: float, figures: Figures) -> list[str]:
    """The goals that these figures miss, in words."""
    missed = []
    if share <= 0.35 and figures.off * 500 > figures.decisions:
        missed.append(f"{figures.off} of {figures.decisions} decisions wrong")
    if share >= 0.65:
        missed += [
            f"off within {windows} windows in {figures.within(windows):.1%} of the runs"
            for windows, goal in ((3, 0.95), (5, 0.98))
            if figures.within(windows) < goal
        ]
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200, help="shops simulated for each line, at least")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    missed = 0
    print("shops | failing | decisions | switched off | wrongly, of 1,000 decisions | off within 2, 3, 5 windows")
    for world in (*WORLDS, FOR_COMPARISON):
        for share in SHARES:
            figures = measured(world, share, runs=options.runs, seed=options.seed)
            wrong = f"{1000 * figures.off / max(1, figures.decisions):.2f}" if share < 0.5 else "-"
            soon = ", ".join(f"{figures.within(windows):.1%}" for windows in WITHIN) if share >= 0.5 else "-"
            goals = [] if world is FOR_COMPARISON else missed_goals(share, figures)
            missed += len(goals)
            told = "".join(f"  MISSED: {goal}" for goal in goals)
            line = f"{world.name} | {share:.0%} | {figures.decisions} | {figures.off} | {wrong} | {soon}{told}"
            print(line, flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
