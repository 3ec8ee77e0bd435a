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


@pytest.mark.parametrize(
    ("path", "given", "said"),
    [
        ("/products", {"reason": "AMBIGUOS_PRICE"}, "did you mean AMBIGUOUS_PRICE?"),
        ("/jobs", {"error_code": "TIMEOT"}, "did you mean TIMEOUT?"),
        ("/jobs/count", {"source": "tread"}, "did you mean threads?"),
        ("/audit", {"action": "jobs reque"}, "did you mean jobs requeue?"),
    ],
)
async def test_a_filters_unknown_word_is_no_empty_answer(
    viewer: Program, path: str, given: dict[str, str], said: str
) -> None:
    answer = await viewer.get(path, **given)
    assert (answer.status_code, said in answer.text) == (400, True), answer.text
