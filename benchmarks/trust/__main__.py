"""`scripts/bench trust [--jobs N] [--seed N] [--only NAME]`: each kind of liar, and what an honest fleet costs.

Prints a table, and fails (status 1) when a goal is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks.trust.persons import Kind, Person
from benchmarks.trust.world import Figures, Fleet

HONEST = 19
AT_200, AT_2000 = 0.12, 0.035
CASES: dict[str, tuple[Person, ...]] = {
    **{
        kind.value: (Person("x", kind),)
        for kind in Kind
        if kind not in {Kind.HONEST, Kind.COLLUDES, Kind.COLLUDES_LATE}
    },
    "lies about 10 %, with two machines": (Person("x", Kind.LIES_10), Person("x", Kind.LIES_10)),
    "lies about new products, with five invites": tuple(Person(f"x{n}", Kind.NEW_ONLY) for n in range(5)),
    "two persons collude": tuple(Person(f"x{n}", Kind.COLLUDES, "ring") for n in range(2)),
    "two persons collude at a high CV": tuple(Person(f"x{n}", Kind.COLLUDES_LATE, "ring") for n in range(2)),
    "five invites collude": tuple(Person(f"x{n}", Kind.COLLUDES, "ring") for n in range(5)),
}
SINGLE = {name for name, persons in CASES.items() if len({person.name for person in persons}) == 1}


def honest(count: int) -> list[Person]:
    return [Person(f"h{number}") for number in range(count)]


def among_honest(name: str, *, jobs: int, seed: int) -> Figures:
    """One case of CASES among nineteen honest persons, at two shops."""
    return Fleet([*honest(HONEST), *CASES[name]], shops=2, seed=seed, jobs=jobs).run()


def honest_fleet(per_cell: int, *, jobs: int, seed: int) -> Figures:
    """Honest persons only, so many that each has `per_cell` results from each shop in the end."""
    shops = 5
    persons = max(2, round(jobs / per_cell / shops))
    return Fleet(honest(persons), shops=shops, seed=seed, jobs=jobs).run()


def missed(name: str, figures: Figures) -> list[str]:
    """The goals that one case misses."""
    told = [f"{name}: {figures.wrong_changed} wrong prices in the place of one that was known"]
    problems = told if figures.wrong_changed and name in SINGLE else []
    if name in SINGLE and figures.wrong_after_two:
        problems.append(f"{name}: {figures.wrong_after_two} wrong prices after two caught lies")
    if figures.ended_by_one:
        problems.append(f"{name}: {figures.ended_by_one} jobs ended by one person's word")
    accused = [person for person in (*figures.aside,) if person.startswith("h")]
    if accused:
        problems.append(f"{name}: {len(accused)} honest persons set aside")
    return problems


HEAD = """\
| among nineteen honest persons | wrong prices shown | in place of a known one | after two catches | stale ones kept \
| hours shown: median, longest | caught | set aside after jobs | second looks by dice, by rule | third looks |
|---|---:|---:|---:|---:|---|---:|---|---|---:|"""


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench trust")
    parser.add_argument("--jobs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="cases whose name holds this; 'honest' is the honest fleet")
    given = parser.parse_args(words)
    problems: list[str] = []
    print(HEAD)
    for name in CASES:
        if given.only in name:
            figures = among_honest(name, jobs=given.jobs, seed=given.seed)
            print(_row(name, figures), flush=True)
            problems += missed(name, figures)
    for per_cell, most in ((200, AT_200), (2000, AT_2000)):
        if given.only in "honest":
            problems += _cost(per_cell, most, honest_fleet(per_cell, jobs=given.jobs, seed=given.seed))
    print("\n".join(problems) or "every goal is met")
    return 1 if problems else 0


def _cost(per_cell: int, most: float, figures: Figures) -> list[str]:
    share, ruled = 100 * figures.by_dice / figures.jobs, 100 * figures.by_rule / figures.jobs
    curve = ", ".join(f"{step}: {100 * one:.1f} %" for step, one in figures.curve.items())
    print(
        f"honest fleet, {per_cell} results per person and shop: {share:.2f} % crawled twice by the dice "
        f"(goal {100 * most:g} %), {ruled:.2f} % because a value changed, {figures.third} third looks; "
        f"failed checks {sum(figures.caught.values())}, set aside {len(figures.aside)}\n  {curve}"
    )
    return [f"honest fleet at {per_cell}: {share:.2f} % crawled twice"] if share > 100 * most else []


def _row(name: str, figures: Figures) -> str:
    hours = sorted(one / 3_600_000 for one in figures.wrong_ms)
    shown = f"{hours[len(hours) // 2]:.1f}, {hours[-1]:.1f}" if hours else "–"
    caught = sum(count for person, count in figures.caught.items() if person.startswith("x"))
    aside = ", ".join(str(at) for person, at in figures.aside.items() if person.startswith("x")) or "never"
    dice, rule = 100 * figures.by_dice / figures.jobs, 100 * figures.by_rule / figures.jobs
    return (
        f"| {name} | {figures.wrong} | {figures.wrong_changed} | {figures.wrong_after_two} | {figures.stale} | {shown} "
        f"| {caught} | {aside} | {dice:.2f} %, {rule:.2f} % | {figures.third} |"
    )


if __name__ == "__main__":
    sys.exit(main())
