"""What operations advise reads, at the API, as calls and fields; what no call stands for stays a command."""

from __future__ import annotations

import pytest

from fleet.console.api.advice import Advice
from fleet.console.api.table import CALLS

said_by_calls = Advice(CALLS).said_by_calls


@pytest.mark.parametrize(
    ("said", "by_calls"),
    [
        ("no proxy x. `crawlfleet proxies list` shows them.", "no proxy x. `GET /api/v1/proxies` shows them."),
        ("`crawlfleet proxies remove tw-1` first", "`POST /api/v1/proxies/remove` first"),
        ("`crawlfleet products list --text …` finds it", "`GET /api/v1/products?text=…` finds it"),
        ("`crawlfleet shops add-domain` makes it one", "`POST /api/v1/shops/add-domain` makes it one"),
        ("`crawlfleet jobs list --state DEAD`", "`GET /api/v1/jobs?status=DEAD`"),
        ("`crawlfleet notify log --state failed`", "`GET /api/v1/notify/log?state=failed`"),
        ("`crawlfleet notify targets list`", "`GET /api/v1/notify/targets`"),
        (
            "by a filter such as --shop or --error-code (--dry-run shows)",
            "by a filter such as shop or error_code (dry_run shows)",
        ),
        ("needs a mark: --below 80.00 --currency EUR", "needs a mark: below 80.00 currency EUR"),
    ],
)
def test_a_command_is_the_call_that_stands_for_it(said: str, by_calls: str) -> None:
    assert said_by_calls(said) == by_calls


@pytest.mark.parametrize(
    "said",
    ["Run `crawlfleet broker init`.", "`crawlfleet console token list` shows them.", "check --config", "a -- b", ""],
)
def test_what_no_call_stands_for_stays(said: str) -> None:
    assert said_by_calls(said) == said
