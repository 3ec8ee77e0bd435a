"""A RabbitMQ that somebody else runs."""

from __future__ import annotations

import base64
import urllib.parse
import urllib.request
import uuid

import pytest


class GivenRabbit:
    """A broker somebody else runs. Fresh vhosts come from its management API (CRAWLFLEET_TEST_RABBITMQ_API)."""

    def __init__(self, url: str, api: str | None) -> None:
        self.url = url
        self._api = api

    def vhost(self) -> str:
        if not self._api:
            pytest.skip("a fresh vhost needs the management API: set CRAWLFLEET_TEST_RABBITMQ_API=http://HOST:15672")
        parts = urllib.parse.urlsplit(self.url)
        name, user = f"t-{uuid.uuid4().hex[:10]}", urllib.parse.unquote(parts.username or "guest")
        self._ask("PUT", f"/api/vhosts/{name}", b"{}")
        everything = b'{"configure": ".*", "write": ".*", "read": ".*"}'
        self._ask("PUT", f"/api/permissions/{name}/{urllib.parse.quote(user, safe='')}", everything)
        return parts._replace(path=f"/{name}").geturl()

    def leave(self, url: str) -> None:
        self._ask("DELETE", f"/api/vhosts/{url.rpartition('/')[2]}")

    def _ask(self, method: str, path: str, body: bytes | None = None) -> None:
        parts = urllib.parse.urlsplit(self.url)
        user, password = (urllib.parse.unquote(word or "guest") for word in (parts.username, parts.password))
        token = base64.b64encode(f"{user}:{password}".encode()).decode()
        headers = {"Authorization": f"Basic {token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{str(self._api).rstrip('/')}{path}", body, headers, method=method)
        urllib.request.urlopen(request, timeout=10).close()

    def _not_ours(self) -> None:
        pytest.skip("the test wants to control RabbitMQ itself, and the broker was given by address")

    def ctl(self, *words: str, stdin: str = "") -> str:
        self._not_ours()
        return ""

    command = ctl
    start = stop = kill = restart = _not_ours

    def close(self) -> None: ...
