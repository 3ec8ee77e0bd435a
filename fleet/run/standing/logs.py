"""A service's log, whose lines name commands that can be typed as they stand."""

from __future__ import annotations

from common.output.aside import standard_error
from common.settings import LogSettings
from common.telemetry import configure_logging
from fleet.commands_in_texts import for_elsewhere


def switch_on_logs(settings: LogSettings) -> None:
    """As configure_logging, for the command that runs: what its lines tell a person to type names its settings file."""
    configure_logging(settings, spoken=for_elsewhere())


def logs_written() -> None:
    """Wait until what was logged stands on the terminal, before what is printed there; but not for one that stands
    still."""
    if aside := standard_error():
        aside.settle()
