"""Who or what is not there is 404, and nothing of it is in the audit but the try."""

from __future__ import annotations

import pytest

from tests.servers.console.programs import Program, problem


@pytest.mark.parametrize(
    ("path", "given"),
    [
        ("/volunteers/pause", {"who": "nobody"}),
        ("/volunteers/resume", {"who": "nobody"}),
        ("/volunteers/revoke", {"who": "nobody"}),
        ("/volunteers/limits", {"who": "nobody", "tasks_per_day": 1}),
        ("/volunteers/trust", {"who": "nobody", "trusted": True}),
        ("/volunteers/forgive", {"who": "nobody"}),
        ("/proxies/on", {"name": "tw-9"}),
        ("/proxies/off", {"name": "tw-9"}),
    ],
)
async def test_what_is_not_there_is_not_found(operator: Program, path: str, given: dict[str, object]) -> None:
    told = problem(await operator.post(path, **given), 404, "NOT_FOUND")
    assert "there is no" in told["detail"]
    assert "crawlfleet" not in told["detail"] and "`GET /api/v1/" in told["detail"], "a program has calls to make"


async def test_a_person_who_is_not_there_cannot_be_shown(operator: Program) -> None:
    problem(await operator.get("/volunteers/show", who="nobody"), 404, "NOT_FOUND")


@pytest.mark.parametrize("place", ["5.x", "5.\u00b2", f"5.{'9' * 23}"])
async def test_a_place_that_no_listing_gave_out_is_no_error_of_the_consoles(viewer: Program, place: str) -> None:
    assert (await viewer.told("/products/changes", after=place))["items"] == []
