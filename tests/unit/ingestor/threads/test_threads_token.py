"""A token is refreshed while it lives, written back whole and private, and never lost from sight."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest
from pydantic import SecretStr

from common.errors import SourceError
from common.settings_tables.feeds import FeedSettings
from common.timing.units import DAY_MS
from ingestor.sources.base import Tools
from ingestor.sources.threads.token import DeadToken, TokenKeeper
from tests.parsing_here import ParsingHere
from tests.unit.ingestor.no_network import NoNetwork

NOW_MS = 1_790_000_000_000


class Clock:
    def __init__(self) -> None:
        self.now_ms = NOW_MS

    def __call__(self) -> int:
        return self.now_ms


class Network:
    def __init__(self, answer: str | SourceError = "fresh-token") -> None:
        self.answer = answer
        self.asked: list[str] = []

    async def refresh(self, token: str) -> tuple[str, float]:
        self.asked.append(token)
        if isinstance(self.answer, SourceError):
            raise self.answer
        return self.answer, 5_184_000


def keeper(clock: Clock) -> TokenKeeper:
    return TokenKeeper(
        Tools(client=NoNetwork(), clock_ms=clock, monotonic=lambda: 0, parser=ParsingHere(), budget_seconds=1)
    )


def token_file(folder: Path, age_days: float) -> Path:
    path = folder / "token"
    path.write_text("old-token\n")
    written = NOW_MS / 1000 - age_days * 86_400
    os.utime(path, (written, written))
    return path


def feed(path: Path | None = None, token: str | None = None) -> FeedSettings:
    return FeedSettings(source="threads", account="me", token_file=path, token=SecretStr(token) if token else None)


async def test_a_young_token_is_left_alone(tmp_path: Path) -> None:
    network = Network()
    assert await keeper(Clock()).token(feed(token_file(tmp_path, 1)), network.refresh) == "old-token"
    assert network.asked == []


async def test_an_older_one_is_refreshed_and_written_back_privately(tmp_path: Path) -> None:
    path, network, clock = token_file(tmp_path, 4), Network(), Clock()
    path.chmod(0o644)
    keep = keeper(clock)
    assert await keep.token(feed(path), network.refresh) == "fresh-token"
    assert path.read_text().strip() == "fresh-token"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [found.name for found in tmp_path.glob(".*")] == []  # noqa: ASYNC240
    assert await keep.token(feed(path), network.refresh) == "fresh-token"
    assert network.asked == ["old-token"]


async def test_a_token_that_cannot_be_written_back_is_kept_and_warned_about(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock, network = Clock(), Network()
    keep = keeper(clock)
    assert await keep.token(feed(token="from-environment"), network.refresh) == "from-environment"
    clock.now_ms += 4 * DAY_MS
    with caplog.at_level(logging.WARNING):
        assert await keep.token(feed(token="from-environment"), network.refresh) == "fresh-token"
    assert "NOT written back" in caplog.text
    assert "fresh-token" not in caplog.text
    clock.now_ms += DAY_MS
    assert await keep.token(feed(token="from-environment"), network.refresh) == "fresh-token"
    assert network.asked == ["from-environment"]


async def test_a_new_token_in_the_file_is_taken_up_without_a_restart(tmp_path: Path) -> None:
    path, network = token_file(tmp_path, 1), Network()
    keep = keeper(Clock())
    assert await keep.token(feed(path), network.refresh) == "old-token"
    path.write_text("put in by a person")
    os.utime(path, (NOW_MS / 1000, NOW_MS / 1000))
    assert await keep.token(feed(path), network.refresh) == "put in by a person"


async def test_a_refused_refresh_keeps_the_token_and_waits_a_day(tmp_path: Path) -> None:
    path, clock, network = token_file(tmp_path, 4), Clock(), Network(SourceError("busy"))
    keep = keeper(clock)
    for _ in range(3):
        assert await keep.token(feed(path), network.refresh) == "old-token"
    assert len(network.asked) == 1
    clock.now_ms += DAY_MS
    await keep.token(feed(path), network.refresh)
    assert len(network.asked) == 2


async def test_a_clock_that_stood_a_year_ahead_lets_no_token_die(tmp_path: Path) -> None:
    """It lives sixty days, and was not refreshed for a year."""
    path, clock, network = token_file(tmp_path, 1), Clock(), Network(SourceError("busy"))
    keep = keeper(clock)
    clock.now_ms += 365 * DAY_MS
    await keep.token(feed(path), network.refresh)
    clock.now_ms = NOW_MS + 3 * DAY_MS
    await keep.token(feed(path), network.refresh)
    assert len(network.asked) == 2, "what was tried then stops nothing now"
    os.utime(path, (clock.now_ms / 1000 + 1e7, clock.now_ms / 1000 + 1e7))
    clock.now_ms += 2 * DAY_MS
    await keep.token(feed(path), network.refresh)
    assert len(network.asked) == 3, "neither does a file that was written then"


async def test_a_dead_token_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(DeadToken):
        await keeper(Clock()).token(feed(token_file(tmp_path, 70)), Network(DeadToken("dead")).refresh)


async def test_no_token_needs_a_person(tmp_path: Path) -> None:
    for settings in (feed(), feed(tmp_path / "missing")):
        with pytest.raises(SourceError, match=r"(cannot read .*missing|no token\.).*token_file") as caught:
            await keeper(Clock()).token(settings, Network().refresh)
        assert caught.value.needs_person


@pytest.mark.parametrize("pasted", ["EAAB.hush", "~nobody-of-this-name/hush"])
async def test_a_secret_pasted_where_its_file_belongs_is_not_repeated(
    caplog: pytest.LogCaptureFixture, pasted: str
) -> None:
    """Also where another token is there, and a fresh one cannot be written back."""
    with pytest.raises(SourceError, match="not the secret itself") as caught:
        await keeper(Clock()).token(feed(Path(pasted)), Network().refresh)
    assert "hush" not in str(caught.value)
    clock, network = Clock(), Network()
    tokens = keeper(clock)
    assert await tokens.token(feed(Path(pasted), "given-token"), network.refresh) == "given-token"
    clock.now_ms += 40 * DAY_MS
    assert await tokens.token(feed(Path(pasted), "given-token"), network.refresh) == "fresh-token"
    assert "NOT written back" in caplog.text
    assert "hush" not in caplog.text
