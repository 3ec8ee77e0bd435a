"""What the log says of polls: a line where something came, not one for each of the many polls that bring nothing."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from common.store import Store
from tests.unit.ingestor.test_read_again import ingestor, lines, store

__all__ = ["store"]


async def test_after_the_first_poll_only_those_that_bring_something_are_told(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "crawlfleet.ingestor")
    service = ingestor(store, lines(tmp_path, {}), "oak.example")

    async def told() -> list[str]:
        caplog.clear()
        await service.run_once()
        return [record.message for record in caplog.records if record.message.startswith("polled")]

    assert await told() == ["polled: 0 posts, 0 links, 0 new jobs"], "the first one says that the account is read"
    assert await told() == []
    lines(tmp_path, {"mug": 0})
    assert await told() == ["polled: 1 post, 1 link, 1 new job"]
    assert await told() == []
