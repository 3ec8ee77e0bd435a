"""`[work]`: what one worker takes, how long its leases last, when a product is crawled again."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from pydantic import Field, field_validator, model_validator

from common.settings_tables.section import OwnPath, Seconds, Section, require_renewal_in_time
from common.shops.table import SHOPS
from common.ways.way import Way


class WorkSettings(Section):
    concurrency: int = Field(4, ge=1, le=1000)
    platforms: tuple[str, ...] = Field(tuple(SHOPS), min_length=1)
    ways: tuple[Way, ...] | None = Field(None, min_length=1, examples=[["http", "browser"]])
    """The ways this worker offers; None: those of crawl.ways that this machine can."""
    worker_id: str = Field(default_factory=lambda: f"{socket.gethostname()}-{os.getpid()}", min_length=1)
    lease_seconds: Seconds = 600.0
    renew_seconds: Seconds = 60.0
    grace_seconds: Seconds = 30.0
    crawl_timeout_seconds: Seconds = 300.0
    spool_dir: OwnPath = Path("crawlfleet-spool")
    recrawl_seconds: Seconds = 86_400.0
    """After the first success; then sooner after a change, later while nothing changes."""
    recrawl_min_seconds: Seconds = 21_600.0
    recrawl_max_seconds: Seconds = 1_209_600.0
    retry_delays_seconds: tuple[Seconds, ...] = (10, 60, 300, 1800, 7200)
    paused_file: OwnPath | None = None

    @field_validator("platforms")
    @classmethod
    def _known_shops(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for name in value:
            if name not in SHOPS:
                raise ValueError(f"no such shop: {name!r}; there are {', '.join(SHOPS)}")
        return value

    @model_validator(mode="after")
    def _renew_before_lease(self) -> WorkSettings:
        require_renewal_in_time(self.renew_seconds, self.lease_seconds)
        return self

    @model_validator(mode="after")
    def _bounds_in_order(self) -> WorkSettings:
        if self.recrawl_min_seconds > self.recrawl_max_seconds:
            raise ValueError("recrawl_min_seconds must not be more than recrawl_max_seconds")
        return self
