"""Findings of one cause shown as one: forty shops paused by a single fault are one line for whoever is woken. Pure."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass

from common.output.counting import counted
from common.output.typable import typable
from fleet.doctor.finding import Finding, Level

MANY = 3
"""From so many on they are shown as one: two have their own lines and buttons."""
_NOUNS = {"feeds": "account", "official": "source", "proxies": "domain", "volunteers": "person", "workers": "worker"}
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def shared(text: str, subject: str, word: str) -> str:
    """What a text has in common with the same one about others: `word` stands for its subject, N for each number."""
    return _NUMBER.sub("N", _written_for_all(text, subject, word))


def _numbers_of_all(texts: Sequence[str]) -> str:
    """The first of texts that differ in numbers alone, with N for those that are not in all of them; else the first."""
    if len({_NUMBER.sub("N", text) for text in texts}) > 1:
        return texts[0]
    same = iter([len(set(numbers)) == 1 for numbers in zip(*map(_NUMBER.findall, texts), strict=True)])
    return _NUMBER.sub(lambda number: number[0] if next(same) else "N", texts[0])


def _written_for_all(text: str, subject: str, word: str) -> str:
    return text.replace(typable(subject, word), word).replace(subject, word)


@dataclass(frozen=True, slots=True)
class Group:
    """One finding, or several that share section, level and cause, in the order they were found."""

    findings: tuple[Finding, ...]

    @property
    def first(self) -> Finding:
        return self.findings[0]

    @property
    def section(self) -> str:
        return self.first.section

    @property
    def level(self) -> Level:
        return self.first.level

    @property
    def subjects(self) -> tuple[str, ...]:
        """Whom it is about; nobody for one that stands alone."""
        return tuple(one.about or "" for one in self.findings) if len(self.findings) > 1 else ()

    @property
    def text(self) -> str:
        """`41 shops: paused: captchas since noon`, or the one finding's own."""
        if not self.subjects:
            return self.first.text
        return f"{counted(len(self.findings), self._noun)}: {self.first.cause}"

    @property
    def next_step(self) -> str | None:
        """What helps all of them, written for whichever: `crawlfleet jobs resume SHOP`."""
        if not self.subjects or self.first.next_step is None:
            return self.first.next_step
        steps = {one.next_step for one in self.findings}
        if len(steps) == 1:
            return self.first.next_step
        noun = self._noun.upper()
        written = [_written_for_all(one.next_step or "", one.about or "", noun) for one in self.findings]
        return f"for each: {_numbers_of_all(written)}"

    @property
    def _noun(self) -> str:
        return _NOUNS.get(self.section, "shop")


def grouped(findings: Iterable[Finding]) -> list[Group]:
    """In the order in which the first of each was found."""
    by_cause: dict[tuple[str, Level, str | int | None], list[Finding]] = {}
    for number, one in enumerate(findings):
        shares = one.cause is not None and one.about is not None and one.level is not Level.OK
        cause = one.cause if shares else number
        by_cause.setdefault((one.section, one.level, cause), []).append(one)
    return [
        group
        for alike in by_cause.values()
        for group in ([Group(tuple(alike))] if len(alike) >= MANY else [Group((one,)) for one in alike])
    ]


async def in_groups(findings: AsyncIterator[Finding]) -> AsyncIterator[Group]:
    """As `grouped`, each group as soon as its section is looked at: what is found is not held back longer."""
    held: list[Finding] = []
    async for one in findings:
        if held and held[-1].section != one.section:
            for group in grouped(held):
                yield group
            held = []
        held.append(one)
    for group in grouped(held):
        yield group
