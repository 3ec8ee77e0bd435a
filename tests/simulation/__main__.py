"""The command behind `scripts/faults --simulate`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from tests.simulation.faults.breaks import BREAKS
from tests.simulation.faults.broken import broken
from tests.simulation.lent.breaks import LENT_BREAKS
from tests.simulation.lent.world import LentWorld
from tests.simulation.world import Verdict, World, run

SEEDS = 10_000
SEEDS_LENT = 1_000
SEEDS_BROKEN = 1_000
AT_ONCE = 20


def parsed(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/faults --simulate",
        description="The real services on one simulated clock, with faults chosen by a seed; see docs/reliability.md.",
    )
    parser.add_argument("--simulate", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--lent", action="store_true", help="worlds with gateways and lent PCs, some of them liars'; they take longer"
    )
    parser.add_argument(
        "--seeds",
        type=int,
        metavar="N",
        help=f"so many worlds ({SEEDS}; with --lent {SEEDS_LENT}, with --break {SEEDS_BROKEN})",
    )
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the first of these seeds (0)")
    parser.add_argument("--seed", type=int, metavar="N", help="this one world, with its trace")
    parser.add_argument(
        "--break",
        dest="fault",
        choices=[*BREAKS, *LENT_BREAKS],
        help="put this fault into the code first, and see which seed notices it; those of gateways need --lent",
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="how many at once")
    asked = parser.parse_args(words)
    if asked.seed is not None and asked.seeds is not None:
        parser.error("--seed shows one world, --seeds lives through many: give one of them")
    if asked.fault in LENT_BREAKS and not asked.lent:
        parser.error(f"--break {asked.fault} is in the gateway's code: say --lent too")
    return asked


def main(words: list[str]) -> int:
    """0: every promise held, or the fault put in was noticed. 1: the opposite."""
    asked = parsed(words)
    kind = LentWorld if asked.lent else World
    if asked.seed is not None:
        return _one(asked.seed, asked.fault, kind)
    begun = time.monotonic()
    count = asked.seeds or (SEEDS_BROKEN if asked.fault else SEEDS_LENT if asked.lent else SEEDS)
    failed: list[Verdict] = []
    worlds = jobs = fetches = faults = 0
    simulated = 0.0
    for verdict in _many(range(asked.first, asked.first + count), asked.fault, asked.processes, kind):
        worlds += 1
        jobs += verdict.jobs
        fetches += verdict.fetches
        faults += verdict.faults
        simulated += verdict.simulated_seconds
        if verdict.wrong:
            failed.append(verdict)
            if asked.fault:
                break
    took = time.monotonic() - begun
    print(
        f"simulate: {worlds} seeds, {jobs} jobs, {fetches} fetches, {faults} faults, "
        f"{simulated / 3600:.1f} simulated hours in {took:.0f} s"
    )
    return _told(failed, asked.fault, worlds, "scripts/faults --simulate" + " --lent" * asked.lent)


def _told(failed: list[Verdict], fault: str | None, worlds: int, typed: str) -> int:
    if fault is not None:
        if not failed:
            print(f"simulate: the fault {fault} was not noticed in {worlds} seeds")
            return 1
        print(f"simulate: seed {failed[0].seed} noticed the fault {fault}:")
        print("".join(f"  {line}\n" for line in failed[0].wrong), end="")
        print(f"  see it again: {typed} --break {fault} --seed {failed[0].seed}")
        return 0
    for verdict in failed[1:]:
        print(f"simulate: seed {verdict.seed}: {verdict.wrong[0]}")
    if failed:
        print("\n".join(failed[0].trace.lines()))
        print("".join(f"  {line}\n" for line in failed[0].wrong), end="")
        print(f"simulate: {len(failed)} seeds broke a promise; above is the trace of the first.")
        print(f"  see it again: {typed} --seed {failed[0].seed}")
        return 1
    print("simulate: every promise held")
    return 0


def _one(seed: int, fault: str | None, kind: type[World]) -> int:
    with broken(fault):
        verdict = run(seed, kind)
    print("\n".join(verdict.trace.lines()))
    print("".join(f"  {line}\n" for line in verdict.wrong), end="")
    kept = "broke a promise" if verdict.wrong else "every promise held"
    print(f"simulate: seed {seed}, trace {verdict.trace.fingerprint()}: {kept}")
    return int(bool(verdict.wrong) != (fault is not None))


def _many(seeds: range, fault: str | None, processes: int, kind: type[World]) -> Iterator[Verdict]:
    """Verdicts in the order of their seeds."""
    parts = [seeds[at : at + AT_ONCE] for at in range(0, len(seeds), AT_ONCE)]
    if processes == 1 or len(parts) == 1:
        for part in parts:
            yield from _part(part, fault, kind)
        return
    pool = ProcessPoolExecutor(processes)
    try:
        done = 0
        for verdicts in pool.map(_part, parts, repeat(fault), repeat(kind)):
            yield from verdicts
            done += len(verdicts)
            if done % 1000 == 0:
                print(f"simulate: {done} of {len(seeds)} seeds", file=sys.stderr)
    finally:
        pool.shutdown(cancel_futures=True)


def _part(seeds: range, fault: str | None, kind: type[World]) -> list[Verdict]:
    with broken(fault):
        lived = (run(seed, kind) for seed in seeds)
        return [verdict if verdict.wrong else verdict.without_trace() for verdict in lived]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
