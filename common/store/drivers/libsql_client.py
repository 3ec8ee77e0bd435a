"""The driver over libsql-client 0.3.1, an optional extra: crawlfleet[libsql-client]. For libsql-server only.

The library is archived. Its limits: it speaks Hrana 1 over http(s): and WebSockets over ws(s): and libsql:,
which Turso Cloud no longer takes; it takes no CA file; its batches begin without the write lock (plain
BEGIN), so busy writers answer StoreUnavailable more often. The default driver has none of these limits.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import SecretStr

from common.errors import CleartextRefused, ConfigError, StoreError, StoreRejected, StoreUnavailable
from common.errors.extras import adding_extra
from common.output.no_handles import no_handles_left
from common.store.drivers.auth_token import AuthToken
from common.store.drivers.base import Rows, Statement, Value
from common.store.drivers.cleartext import checked_url
from common.store.drivers.hrana import RENEW
from common.store.drivers.text import clean, worth_retrying

_REFUSED = re.compile(r"HTTP status (401|403)\b")
_CLIENT_ERROR = re.compile(r"HTTP status 4(?!08|25|29)\d\d\b")


class LibsqlClientDriver:
    """One client, made anew after the connection was lost."""

    def __init__(
        self,
        url: str,
        *,
        auth_token: SecretStr | None = None,
        auth_token_file: Path | None = None,
        timeout_seconds: float,
        allow_cleartext: bool = False,
    ) -> None:
        self._url = url
        self._token = AuthToken(auth_token, auth_token_file)
        self._allow_cleartext = allow_cleartext
        self._sent_token: str | None = None
        self._admitted = False
        self._timeout_seconds = timeout_seconds
        self._library: ModuleType | None = None
        self._client: Any = None

    async def connect(self) -> None:
        try:
            import libsql_client  # noqa: PLC0415 - optional: only who asks for this driver needs it
        except ImportError as error:
            raise ConfigError(
                "database.driver = 'libsql-client' needs an extra that is not installed. "
                f"Run {adding_extra('libsql-client')}, or leave the driver on 'auto'."
            ) from error
        self._library = libsql_client
        await self.batch([Statement("SELECT 1")])

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        if self._library is None:
            raise StoreUnavailable(f"the database {self._url} is not open")
        if not statements:
            return []
        sent = [self._library.Statement(s.sql, {k: _sendable(v) for k, v in s.args.items()}) for s in statements]
        try:
            async with asyncio.timeout(self._timeout_seconds):
                token = self._token.current()
                if self._client is None or token != self._sent_token:
                    await self._forget_client()
                    url = self._url if self._allow_cleartext else await checked_url(self._url)
                    self._client = self._library.create_client(url, auth_token=token)
                    self._sent_token = token
                results = await self._client.batch(sent)
        except CleartextRefused as refused:
            if self._admitted:
                raise StoreUnavailable(f"cannot reach the database {self._url}: {refused}") from None
            raise
        except (OverflowError, ValueError, TypeError) as error:
            raise StoreRejected(f"the database {self._url} cannot store a value: {error}") from error
        except Exception as error:
            explained = self._explained(error)
            if isinstance(explained, StoreUnavailable):
                await self._forget_client()
            raise explained from error
        self._admitted = True
        return [Rows([row.asdict() for row in r.rows], r.rows_affected) for r in results]

    async def close(self) -> None:
        await self._forget_client()
        self._library = None

    async def _forget_client(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(Exception):  # it is broken or going away; there is nobody to tell
                await client.close()

    def _explained(self, error: Exception) -> StoreError:
        code = getattr(error, "code", None)
        if not isinstance(code, str):
            # The library lets its transport's exceptions through.
            reason = no_handles_left(error) or str(error) or type(error).__name__
            return StoreUnavailable(f"cannot reach the database {self._url}: {reason}")
        what = f"the database {self._url} answered: {error}"
        if _REFUSED.search(what) or code.startswith("AUTH"):
            refused = StoreUnavailable if self._admitted else StoreRejected
            return refused(f"{what}: it refused the token. {RENEW}")
        if _CLIENT_ERROR.search(what):
            return StoreRejected(what)
        if worth_retrying(code, str(error)) or code.startswith(("HRANA_WEBSOCKET", "HRANA_CLOSED", "CLIENT_CLOSED")):
            return StoreUnavailable(what)
        return StoreRejected(what)


def _sendable(value: Value) -> Value:
    return clean(value) if isinstance(value, str) else value
