"""Whether a run of the tests left something out. A coverage floor says something about a whole run only."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

VARIABLE = "CRAWLFLEET_TEST_LEFT_OUT"
"""Names the file to write: a line for each kind of thing that was left out, and nothing after a whole run."""
_DESELECTED = "crawlfleet_deselected"
_SERVERS = {"rabbitmq", "rabbitmq4", "libsql_server", "browser"}


class LeftOut:
    """A plugin that counts what a run did not run, and writes it down where VARIABLE says. In a run of several
    processes the first one writes: reports reach it as they are made, what the others deselected when they end."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._to_first: dict[str, Any] | None = getattr(config, "workeroutput", None)
        self._deselected = 0
        self._without_server = 0

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self._deselected += len(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._without_server += report.skipped and bool(_SERVERS & report.keywords.keys())

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        told = getattr(node, "workeroutput", {})  # nothing of one that crashed
        self._deselected = max(self._deselected, told.get(_DESELECTED, 0))  # each of them collects everything

    def lines(self) -> list[str]:
        named = self._config.args_source is not pytest.Config.ArgsSource.TESTPATHS
        return [
            *(["only the paths that were named"] if named else []),
            *([f"{self._deselected} tests were deselected"] if self._deselected else []),
            *([f"{self._without_server} tests had no server to run with"] if self._without_server else []),
        ]

    def pytest_sessionfinish(self) -> None:
        if self._to_first is not None:
            self._to_first[_DESELECTED] = self._deselected
        elif target := os.environ.get(VARIABLE):
            Path(target).write_text("".join(f"{line}\n" for line in self.lines()), "utf-8")
