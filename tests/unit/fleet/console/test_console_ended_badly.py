"""An operation's error means the same on a page and in the JSON API."""

from __future__ import annotations

import pytest

from common.errors import (
    BrokerCleartextRefused,
    BrokerUnavailable,
    CleartextRefused,
    ConfigError,
    SchemaMismatch,
    StoreRejected,
    StoreUnavailable,
)
from fleet.console.access.entering import Busy
from fleet.console.api.problems import problem_of
from fleet.console.app import ending_of
from fleet.console.ended_badly import keeps_to_itself
from fleet.one_look import LookedAt
from fleet.opening import DatabaseMissing
from fleet.operations.selecting import NotFound


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (StoreUnavailable("x"), 503, "DATABASE_AWAY"),
        (SchemaMismatch("x"), 503, "DATABASE_AWAY"),
        (DatabaseMissing("x"), 503, "DATABASE_AWAY"),
        (CleartextRefused("x"), 503, "DATABASE_AWAY"),
        (StoreRejected("x"), 500, "DATABASE_REFUSED"),
        (BrokerUnavailable("x"), 503, "BROKER_AWAY"),
        (BrokerCleartextRefused("x"), 503, "BROKER_AWAY"),
        (LookedAt("x"), 503, "BUSY"),
        (Busy("x"), 503, "BUSY"),
        (NotFound("x"), 404, "NOT_FOUND"),
        (ConfigError("x"), 400, "REFUSED"),
        (ValueError("x"), 500, "OUR_ERROR"),
    ],
)
def test_one_table_for_both(error: Exception, status: int, code: str) -> None:
    problem = problem_of(error)
    assert (problem.status, problem.code) == (status, code)
    assert bool(problem.headers) == (status == 503), "what passes says when to ask again"
    said_status, said, passes = ending_of(error)
    assert (said_status, passes) == (status, status == 503)
    assert (said == "x") == (code != "OUR_ERROR")


def test_words_that_hold_addresses_of_ours_are_no_strangers() -> None:
    assert keeps_to_itself(StoreUnavailable("http://db")) and keeps_to_itself(DatabaseMissing("/srv/fleet.db"))
    assert keeps_to_itself(BrokerUnavailable("amqp://b")) and not keeps_to_itself(NotFound("nobody"))
