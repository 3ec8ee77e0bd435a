"""What the doctor says of the database's token: what it grants and when it ends, never the token itself."""

from __future__ import annotations

import base64
import json

import pytest
from pydantic import SecretStr

from common.settings import DatabaseSettings, Settings
from fleet.doctor.database.database_door import claims_of, judge_token
from fleet.doctor.finding import Finding, Level

NOW_MS = 1_800_000_000_000
DAY = 86_400
SIGNATURE = "c2lnbmF0dXJl"


def token(body: object) -> str:
    part = base64.urlsafe_b64encode(json.dumps(body).encode()).decode().rstrip("=")
    return f"eyJhbGciOiJFZERTQSJ9.{part}.{SIGNATURE}"


def judged(text: str, url: str = "http://127.0.0.1:8080") -> list[Finding]:
    found = list(judge_token(Settings(database=DatabaseSettings(url=url, auth_token=SecretStr(text))), NOW_MS))
    assert SIGNATURE not in str(found)
    assert not text or text not in str(found)
    return found


@pytest.mark.parametrize(
    ("ends_in_seconds", "level", "says"),
    [
        (90 * DAY, Level.OK, "ends in 90d"),
        (14 * DAY, Level.OK, "ends in 14d"),
        (14 * DAY - 1, Level.WARNING, "ends in 13d"),
        (60, Level.WARNING, "ends in 1m"),
        (0, Level.FAILED, "ended 0s ago"),
        (-3 * DAY, Level.FAILED, "ended 3d ago"),
    ],
)
def test_two_weeks_before_its_end_it_is_a_warning(ends_in_seconds: int, level: Level, says: str) -> None:
    (found,) = judged(token({"a": "rw", "exp": NOW_MS // 1000 + ends_in_seconds}))
    assert (found.level, says in found.text) == (level, True), found
    assert level is Level.OK or "make-tokens" in str(found.next_step)


@pytest.mark.parametrize("claims", [{}, {"foo": 1}, {"id": "default"}])
def test_a_token_without_a_right_is_a_token_with_every_right(claims: dict[str, object]) -> None:
    found = judged(token(claims | {"exp": NOW_MS // 1000 + 90 * DAY}))
    assert [one.level for one in found] == [Level.FAILED, Level.OK]
    assert "every right" in found[0].text


@pytest.mark.parametrize("exp", [None, "soon", True, float("inf"), 1e30])
def test_a_token_without_an_end_is_a_warning(exp: object) -> None:
    (found,) = judged(token({"p": {"rw": {"ns": ["default"]}}, "exp": exp}))
    assert found.level is Level.WARNING and "never ends" in found.text


@pytest.mark.parametrize("text", ["", "word", "a.b.c", "a..c", "a.€.c", f"a.{'W' * 90_000}.c", token([1]), token("x")])
def test_what_is_no_jwt_says_nothing(text: str) -> None:
    assert claims_of(text) is None
    assert judged(text) == []


def test_a_deeply_nested_token_says_nothing() -> None:
    part = base64.urlsafe_b64encode(b"[" * 100_000).decode()
    assert claims_of(f"a.{part}.c") is None


def test_a_database_file_needs_no_token() -> None:
    assert judged(token({}), url="file:crawlfleet.db") == []
