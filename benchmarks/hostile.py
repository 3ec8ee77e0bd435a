"""Strangers' bytes by the ten thousand, through the real parsing child and the real guarded client.

python -m benchmarks.hostile [--cases 10000] [--seed 9] [--minutes M] [--first NUMBER] [--only NUMBER]

Feeds, robots.txt, pages, JSON answers of networks and shops, and HTTP answers from raw sockets on loopback: honest ones
damaged, and shapes known to hurt, all seeded. Prints what came of them by kind, and the most that one took of each
limit. Ends with 1 when a limit was passed or the service did not do honest work afterwards. `--only` repeats one case;
`--first` begins at that one, so that a run can be made in parts; `--minutes` begins no case after so long, and says how
many there were.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import math
import sys
import time
from collections.abc import Sequence

from benchmarks.adversary.fetching import TOTAL_SECONDS, WIRE_BYTES
from benchmarks.adversary.plan import HTTP
from benchmarks.adversary.run import run
from benchmarks.adversary.tally import Bound, Came, Tally
from common.parsing.launch import KILL_SECONDS
from common.parsing.limits import ParseLimits

MOST_PARENT_MB = 200.0
"""As much as a body at its limit takes while it is sent to the child, several times over."""
MOST_HELD_SECONDS = 1.0
"""Far below what a lease or a heartbeat needs."""
GRACE_SECONDS = 2.0
"""For a machine with other work: a limit on time is noticed, then acted on."""
_SPARE_MB = 64 * 1.048576
"""common/parsing/limits.py leaves this much address space for stacks and arenas."""


def bounds(limits: ParseLimits) -> list[tuple[Bound, bool]]:
    """Each limit, and whether it is about HTTP cases."""
    child_mb = limits.memory_bytes / 1e6 + _SPARE_MB
    return [
        (
            Bound(
                "seconds of one request to the child",
                "parse.wall_seconds, and the time to kill",
                limits.wall_seconds + KILL_SECONDS,
            ),
            False,
        ),
        (Bound("MB the child grew by", "parse.memory_mb, and 64 MiB of spare address space", child_mb), False),
        (Bound("MB the parent grew by", "MOST_PARENT_MB", MOST_PARENT_MB), False),
        (Bound("processor seconds the parent gave nobody a turn", "MOST_HELD_SECONDS", MOST_HELD_SECONDS), False),
        (
            Bound("seconds of one GET", "fetch.total_timeout_seconds, and 2 s of grace", TOTAL_SECONDS + GRACE_SECONDS),
            True,
        ),
        (Bound("bytes read by one GET", "fetch.max_wire_bytes", float(WIRE_BYTES)), True),
        (Bound("MB the parent grew by", "MOST_PARENT_MB", MOST_PARENT_MB), True),
        (Bound("processor seconds the parent gave nobody a turn", "MOST_HELD_SECONDS", MOST_HELD_SECONDS), True),
    ]


def report(tallies: dict[str, Tally], limits: ParseLimits) -> tuple[list[str], bool]:
    """What to print, and whether everything held."""
    lines = [
        f"{'':16}{'cases':>7}{'answered':>10}{'refused':>9}{'stopped':>9}{'broke':>7}{'slowest s':>11}"
        f"{'held s':>8}{'parent MB':>11}{'child MB':>10}{'read bytes':>12}"
    ]
    for kind, tally in tallies.items():
        came = "".join(f"{tally.came[one]:>{width}}" for one, width in zip(Came, (10, 9, 9, 7), strict=True))
        lines.append(
            f"{kind:16}{tally.cases:>7}{came}{tally.slowest.value:>11.2f}{tally.held.value:>8.2f}"
            f"{tally.parent_mb.value:>11.0f}{tally.child_mb.value:>10.0f}{tally.read_bytes.value:>12.0f}"
        )
    held = True
    for bound, about_http in bounds(limits):
        some = {kind: tally for kind, tally in tallies.items() if (kind == HTTP) is about_http and tally.cases}
        if some:
            passed = bound.passed(some)
            held = held and not passed
            lines.append(("PASSED " if passed else "held   ") + bound.line(some))
    for tally in tallies.values():
        held = held and not tally.passed
        lines += [f"PASSED {line}" for line in tally.passed]
        lines += [f"broke  {line}" for line in tally.broke]
    return lines, held


def main(words: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cases", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=9)
    options.add_argument("--minutes", type=float, default=math.inf, help="begin no case after so long")
    options.add_argument("--first", type=int, default=0, metavar="NUMBER", help="the first case's number")
    options.add_argument("--only", type=int, metavar="NUMBER", help="repeat this case alone")
    told = options.parse_args(words)
    logging.getLogger("crawlfleet").setLevel(logging.ERROR)  # the guard says that loopback is allowed here
    limits = ParseLimits()
    started = time.monotonic()
    numbers = range(told.first, told.first + told.cases) if told.only is None else [told.only]
    tallies = asyncio.run(run(numbers, told.seed, limits, until=started + told.minutes * 60))
    lines, held = report(tallies, limits)
    done = sum(tally.cases for tally in tallies.values())
    took = time.monotonic() - started
    print(f"{done} of {len(numbers)} cases from number {numbers[0]}, seed {told.seed}, in {took:.0f} s")
    print("\n".join(lines))
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
