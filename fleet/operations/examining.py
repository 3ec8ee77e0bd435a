"""The doctor's findings: what is wrong, stuck or at risk, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.errors import ConfigError
from fleet.doctor.finding import failed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from fleet.doctor.finding import Finding


async def findings(config: Path | None, *, limit_seconds: float) -> AsyncIterator[Finding]:
    """Each finding as soon as it is known; settings that cannot be used are the one finding there is. Never raises a
    CrawlfleetError, and changes nothing.

    `config` is the settings' file, None for the usual places. `limit_seconds` bounds each group of checks.
    """
    from common.config import configured_path, load
    from fleet.doctor.examine import examine

    try:
        settings = load(config)
    except ConfigError as error:
        yield failed("config", str(error), "correct it; crawlfleet.example.toml shows every setting")
        return
    path = config or configured_path()
    source = str(path) if path else "defaults and environment"
    async for finding in examine(settings, source, limit_seconds=limit_seconds):
        yield finding
