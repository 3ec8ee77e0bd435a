"""The driver for libsql-server and Turso: POST /v2/pipeline over HTTP.

A batch is one request: BEGIN IMMEDIATE, each statement on condition that the one before worked, COMMIT, and ROLLBACK
when that did not happen. The stream is closed in the same request, so nothing is left open on the server. The driver
sends nothing twice by itself: only the caller knows what is safe to repeat. The one exception is a refused token whose
file holds another one by now: a refused request did nothing.

A server that once took a token and then refuses it (it ran out) counts as away, not as a no: what a service holds waits
until the file has a new token.
"""

from __future__ import annotations

import asyncio
import binascii
import json
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
from pydantic import SecretStr

from common.addresses import is_this_machine
from common.errors import CleartextRefused, StoreBusy, StoreError, StoreRejected, StoreSilent, StoreUnavailable
from common.output.unreached import why_unreached
from common.output.unreadable import why_no_authorities
from common.store.drivers.auth_token import AuthToken
from common.store.drivers.base import Rows, Statement
from common.store.drivers.cleartext import cleartext_transport, is_cleartext
from common.store.drivers.hrana_messages import decode_rows, encode_batch
from common.store.drivers.text import worth_retrying

# libsql-server takes 128 requests at once from all clients; one process needs few, since writes are sent in groups.
_REQUESTS_AT_ONCE = 8

_UNAVAILABLE_STATUS = frozenset({408, 425})

RENEW = (
    "Put one that is good into database.auth_token_file (deploy/database/make-tokens makes them; or set "
    "CRAWLFLEET_DATABASE_AUTH_TOKEN); services that run take it from the file by themselves."
)


def base_url(url: str) -> str:
    """libsql:// means https://; http:// and https:// stay. No trailing slash."""
    parts = urlsplit(url)
    scheme = "https" if parts.scheme == "libsql" else parts.scheme
    return urlunsplit((scheme, parts.netloc, parts.path.rstrip("/"), "", ""))


class HranaDriver:
    """Hrana over HTTP. One connection pool; safe for many tasks at once."""

    def __init__(
        self,
        url: str,
        *,
        auth_token: SecretStr | None = None,
        auth_token_file: Path | None = None,
        ca_file: Path | None = None,
        timeout_seconds: float,
        allow_cleartext: bool = False,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._base = base_url(url)
        self._token = AuthToken(auth_token, auth_token_file)
        self._ca_file = ca_file
        self._timeout_seconds = timeout_seconds
        if transport is None and is_cleartext(self._base) and not allow_cleartext:
            transport = cleartext_transport(max_connections=_REQUESTS_AT_ONCE)
        self._transport = transport
        self._client: httpx.AsyncClient | None = None
        self._slots = asyncio.Semaphore(_REQUESTS_AT_ONCE)
        self._admitted = False

    async def connect(self) -> None:
        if self._client is None:  # a server that was busy is asked once more, over the connection that is there
            self._client = httpx.AsyncClient(
                headers={"content-type": "application/json"} | _uncompressed(self._base),
                timeout=self._timeout_seconds,
                verify=self._tls(),
                transport=self._transport,
                trust_env=False,
                limits=httpx.Limits(max_connections=_REQUESTS_AT_ONCE, max_keepalive_connections=_REQUESTS_AT_ONCE),
            )
        await self.batch([Statement("SELECT 1")])

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        if not statements:
            return []
        body = encode_batch(statements)
        async with self._slots:
            answer = await self._post(body)
        return self._read(answer, len(statements))

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    def _tls(self) -> ssl.SSLContext | bool:
        if self._ca_file is None:
            return True
        try:
            return ssl.create_default_context(cafile=str(self._ca_file))
        except OSError:
            why = why_no_authorities(self._ca_file)
            raise StoreRejected(f"database.ca_file: {why}. Name a PEM file of certificate authorities there.") from None

    async def _post(self, body: bytes) -> Any:
        if self._client is None:
            raise StoreUnavailable(f"the database {self._base} is not open")
        try:
            response = await self._send(self._client, body)
        except CleartextRefused as refused:
            if self._admitted:  # Tailscale went away under a running service, and will be back
                raise StoreUnavailable(f"cannot reach the database {self._base}: {refused}") from None
            raise
        except httpx.ReadTimeout as error:
            raise StoreSilent(f"the database {self._base} did not answer within {self._timeout_seconds:g} s") from error
        except httpx.TimeoutException as error:
            raise StoreUnavailable(
                f"the database {self._base} cannot be reached within {self._timeout_seconds:g} s"
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise StoreUnavailable(f"cannot reach the database {self._base}: {why_unreached(error)}") from error
        if response.status_code != httpx.codes.OK:
            raise self._refused(response)
        self._admitted = True
        try:
            return json.loads(response.content)
        except ValueError as error:
            raise StoreRejected(f"{self._base} does not speak Hrana: its answer is not JSON") from error

    async def _send(self, client: httpx.AsyncClient, body: bytes) -> httpx.Response:
        """With the token as it is now, and once more when it was refused and its file holds another one since."""
        token = self._token.current()
        response = await client.post(f"{self._base}/v2/pipeline", content=body, headers=_bearer(token))
        if response.status_code == httpx.codes.UNAUTHORIZED:
            newer = self._token.current()
            if newer != token:
                response = await client.post(f"{self._base}/v2/pipeline", content=body, headers=_bearer(newer))
        return response

    def _refused(self, response: httpx.Response) -> StoreError:
        code, said = response.status_code, response.text[:300].strip()
        what = f"the database {self._base} answered {code}"
        if code == httpx.codes.TOO_MANY_REQUESTS:
            return StoreBusy(f"{what}: {said}")
        if code in _UNAVAILABLE_STATUS or code >= httpx.codes.INTERNAL_SERVER_ERROR:
            return StoreUnavailable(f"{what}: {said}")
        if code == httpx.codes.UNAUTHORIZED:
            refused = StoreUnavailable if self._admitted else StoreRejected
            said = "it refused the token" if self._token.current() else "it wants a token, and none is set"
            return refused(f"{what}: {said} ({reason(response)}). {RENEW}")
        if code == httpx.codes.FORBIDDEN:
            return StoreRejected(
                f"{what}: the token lacks a right ({reason(response)}). Check that database.auth_token_file (or "
                "CRAWLFLEET_DATABASE_AUTH_TOKEN) holds a token that may write."
            )
        if code == httpx.codes.NOT_FOUND:
            return StoreRejected(f"{what} for /v2/pipeline: is database.url a libsql-server or Turso database?")
        return StoreRejected(f"{what}: {said}")

    def _read(self, answer: Any, count: int) -> list[Rows]:
        try:
            first = answer["results"][0]
            if first["type"] == "error":
                raise self._explained(first["error"])
            result = first["response"]["result"]
            for error in result["step_errors"]:
                if error is not None:
                    raise self._explained(error)
            steps = result["step_results"]
            # BEGIN stands first, except in a batch of one, which is atomic without it.
            return [decode_rows(step) for step in (steps if count == 1 else steps[1 : count + 1])]
        except (KeyError, IndexError, TypeError, ValueError, binascii.Error) as error:
            raise StoreRejected(f"{self._base} does not speak Hrana: {type(error).__name__} in its answer") from error

    def _explained(self, error: Any) -> StoreError:
        code = str(error.get("code") or "")
        what = f"the database {self._base} answered: {error.get('message')}"
        if worth_retrying(code, what):
            return StoreUnavailable(what)
        return StoreRejected(what)


def _uncompressed(base: str) -> dict[str, str]:
    """A server of this very machine need not compress its answers: that takes both longer than the bytes."""
    return {"accept-encoding": "identity"} if is_this_machine(urlsplit(base).hostname or "") else {}


def reason(response: httpx.Response) -> str:
    """What the server says of its refusal: {"error": "…"} (libsql-server, Turso), else the beginning of its text."""
    try:
        said = response.json()["error"]
    except (ValueError, KeyError, TypeError):
        said = response.text
    return str(said)[:300].strip() or "without a word"


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"authorization": f"Bearer {token}"}
