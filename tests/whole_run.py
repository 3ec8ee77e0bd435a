"""Whether a run of the tests left something out. A coverage floor says something about a whole run only."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

VARIABLE = "CRAWLFLEET_TEST_LEFT_OUT"
"""Names the file to write: a line for each kind of thing that was left out, and nothing after a whole run."""
_SERVERS = {"rabbitmq", "rabbitmq4", "libsql_server"}


class LeftOut:
    """A plugin that counts what a run did not run, and writes it down where VARIABLE says."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._deselected = 0
        self._without_server = 0

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self._deselected += len(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._without_server += report.skipped and bool(_SERVERS & report.keywords.keys())

    def lines(self) -> list[str]:
        named = self._config.args_source is not pytest.Config.ArgsSource.TESTPATHS
        return [
            *(["only the paths that were named"] if named else []),
            *([f"{self._deselected} tests were deselected"] if self._deselected else []),
            *([f"{self._without_server} tests had no server to run with"] if self._without_server else []),
        ]

    def pytest_sessionfinish(self) -> None:
        if target := os.environ.get(VARIABLE):
            Path(target).write_text("".join(f"{line}\n" for line in self.lines()), "utf-8")
