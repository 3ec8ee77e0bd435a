"""The driver over the archived libsql-client 0.3.1, an optional extra: crawlfleet[libsql-client]."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import SecretStr

from common.errors import StoreRejected
from common.store.drivers.base import Rows, Statement


class LibsqlClientDriver:
    def __init__(self, url: str, *, auth_token: SecretStr | None = None, timeout_seconds: float) -> None:
        self._url = url

    async def connect(self) -> None:
        raise StoreRejected("not built yet")

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        raise StoreRejected("not built yet")

    async def script(self, sql: str) -> None:
        raise StoreRejected("not built yet")

    async def close(self) -> None: ...
