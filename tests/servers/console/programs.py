"""Programs that use a console's JSON API by a token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx

from common.store import ConsoleRole
from fleet.operations.console.tokens import add_token
from tests.servers.console import Here


class Program:
    """Holds a token, and nothing else."""

    def __init__(self, client: httpx.AsyncClient, token: str) -> None:
        self.client = client
        self.token = token

    async def get(self, path: str, **query: Any) -> httpx.Response:
        return await self.client.get(f"/api/v1{path}", params=query, headers=self.bearer)

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.client.post(f"/api/v1{path}", json=body, headers=self.bearer)

    async def told(self, path: str, **query: Any) -> dict[str, Any]:
        """The answer of a call that ends well."""
        return answered(await self.get(path, **query))

    async def done(self, path: str, **body: Any) -> dict[str, Any]:
        return answered(await self.post(path, **body))

    @property
    def bearer(self) -> Mapping[str, str]:
        return {"authorization": f"Bearer {self.token}"}


def answered(found: httpx.Response) -> dict[str, Any]:
    assert found.status_code == 200, (found.request.url, found.status_code, found.text)
    answer = found.json()
    assert isinstance(answer, dict)
    return answer


def problem(found: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """What a call that ended badly says; it has the one shape."""
    assert (found.status_code, found.headers["content-type"]) == (status, "application/problem+json"), found.text
    told = found.json()
    assert isinstance(told, dict)
    assert (told["status"], told["code"]) == (status, code), told
    assert told["detail"] and told["next"] and {"type", "title", "errors"} <= set(told)
    return told


async def program(here: Here, name: str, role: ConsoleRole, *, expires_in_ms: int | None = None) -> Program:
    made = await add_token(here.settings, name, role=role, expires_in_ms=expires_in_ms)
    return Program((await here.stranger()).client, made.token)
