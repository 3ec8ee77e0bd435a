"""Reading in this very process, without any limit: for tests, whose bytes are their own."""

from __future__ import annotations

from importlib import import_module
from typing import TypeVar

from common.parsing.failures import ParsingRaised
from common.parsing.task import Task
from common.polite.reader import read_robots
from common.polite.rules import RobotsRules

A = TypeVar("A")
R = TypeVar("R")


class ParsingHere:
    """A Parser for bytes one trusts."""

    async def run(
        self, task: Task[A, R], head: A, body: bytes = b"", *, site: str = "", processor_seconds: float | None = None
    ) -> R:
        module, _, name = task.function.partition(":")
        try:
            answer: R = getattr(import_module(module), name)(head, body)
        except Exception as error:
            raise ParsingRaised(f"reading this {task.name} broke: {type(error).__name__}: {error}") from error
        return answer


async def robots_here(token: str, body: bytes, site: str) -> RobotsRules:
    """A ReadRobots, for PoliteClient and RobotsCache."""
    return read_robots(token, body)
