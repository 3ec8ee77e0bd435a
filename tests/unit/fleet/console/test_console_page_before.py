"""The page that a form was pressed on, by what a browser says of it; strangers may say anything."""

from __future__ import annotations

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from fleet.console.access.inward import page_before


async def _page(_: Request) -> Response:
    return Response()


ROUTES = [Route("/jobs", _page), Route("/jobs/{id:path}/show", _page), Route("/jobs/cancel", _page, methods=["POST"])]


@pytest.mark.parametrize(
    ("referer", "page"),
    [
        ("https://console.example/jobs?status=DEAD", "/jobs?status=DEAD"),
        ("https://console.example/jobs/cancel", "/jobs"),
        ("https://elsewhere.example/jobs", "/"),
        ("https://console.example@elsewhere.example/jobs", "/"),
        ("https://console.example//elsewhere.example", "/"),
        ("https://[console.example/jobs", "/"),
        ("", "/"),
    ],
)
def test_it_is_one_of_ours(referer: str, page: str) -> None:
    assert page_before({"referer": referer, "host": "console.example"}, ROUTES) == page


def test_a_path_without_an_end_is_not_looked_at_step_by_step() -> None:
    looked: list[str] = []

    class Counted(Route):
        def matches(self, scope: Scope) -> tuple[Match, Scope]:
            looked.append(scope["path"])
            return super().matches(scope)

    far = "https://console.example/jobs/" + 30_000 * "a/"
    assert page_before({"referer": far, "host": "console.example"}, [Counted("/jobs", _page)]) == "/"
    assert len(looked) <= 1_000
