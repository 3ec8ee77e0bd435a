"""The calls to a gateway over HTTPS: with this machine's token, never redirected, refusals as errors."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import httpx
from pydantic import ValidationError

from common.errors import CleartextRefused, ConfigError, CrawlfleetError, StoreUnavailable
from common.net.answer.budget import TooLarge
from common.net.cleartext import cleartext_addresses
from common.output.unreached import why_unreached
from common.output.unreadable import why_no_authorities
from common.protocol.base import Answered, Message
from common.protocol.joining import SettingsAnswer
from common.protocol.refusals import FOR_GOOD, Reason, Refusal, Refused
from common.protocol.versions import OLDEST_GATEWAY, VERSION_HEADER, older, told_version
from common.store.drivers.cleartext import is_cleartext
from worker.source.distrusted import what_helps
from worker.source.line import counted_transport, counting
from worker.source.membership import Membership, MembershipFile

ANSWER_SECONDS = 20.0
MAX_ANSWER_BYTES = 512 * 1024
"""64 tasks with the longest links. A lent PC's line does not count what a gateway sends."""
MAX_SETTINGS_BYTES = 2 * 1024 * 1024
"""Of an answer that brings settings, with all domains in them."""
MOST_COMMAS, MOST_COMMAS_OF_SETTINGS = 20_000, 120_000
"""An answer of more values is not read: each wrong one is an error of its own, and takes time of somebody's PC."""
OVER_SECONDS = 10.0
"""Beyond the time that an answer may let wait, for all of it to arrive."""

A = TypeVar("A", bound=Answered)


NO_GATEWAY = "something that is no gateway's answer"
"""So ends what a GatewayAway says where somebody else answered."""


TOO_LARGE = "the gateway's answer is larger than any can be"


class TurnedAway(CrawlfleetError):
    """The gateway said no. Its text is the gateway's sentence."""

    def __init__(self, refusal: Refusal, beside: str = "") -> None:
        """`beside`: what this side knows of why."""
        super().__init__(f"the gateway says: {refusal.sentence}{beside}")
        self.refusal = refusal

    @property
    def for_good(self) -> bool:
        """Asking again changes nothing until a person does something."""
        return self.refusal.reason in FOR_GOOD


class GatewayAway(StoreUnavailable):
    """No answer that can be understood; the request may have arrived all the same."""

    then = "Type it again when the gateway answers; if it stays away, ask its operator."

    def __init__(self, said: str) -> None:
        super().__init__(said)
        if helps := what_helps(said, datetime.now()):
            self.then = f"{helps[0].upper()}{helps[1:]}."


class GatewayCalls:
    """One connection pool. Raises TurnedAway, GatewayAway; CleartextRefused and ConfigError before anything is sent."""

    def __init__(
        self, gateway: str, *, version: str, ca_file: Path | None = None, file: MembershipFile | None = None,
        membership: Membership | None = None,
    ) -> None:  # fmt: skip
        """`membership` None: before joining. `file` is where new tokens are kept."""
        self._gateway = gateway
        self._version = version
        self._file = file
        self.membership = membership
        self._refused_token: str | None = None
        self.served_at: str | None = None
        """The Date header of the last answer."""
        self._client = httpx.AsyncClient(
            transport=counted_transport(check=_private if is_cleartext(gateway) else None, tls=_tls(ca_file)),
            trust_env=False,
            follow_redirects=False,
            # Packed answers are not asked for: a few kB could unpack to any size before they are counted.
            headers={
                VERSION_HEADER: version,
                "user-agent": f"crawlfleet/{version}",
                "accept-encoding": "identity",
            },
        )

    async def close(self) -> None:
        await self._client.aclose()

    async def get(self, call: str, answer: type[A]) -> A:
        return await self._send("GET", call, None, answer, ANSWER_SECONDS)

    async def post(self, call: str, said: Message | None, answer: type[A], *, wait_seconds: float = 0.0) -> A:
        """`wait_seconds`: how long the gateway may wait before it answers."""
        return await self._send("POST", call, said, answer, ANSWER_SECONDS + wait_seconds)

    async def _send(self, method: str, call: str, said: Message | None, answer: type[A], seconds: float) -> A:
        token = self._token()
        try:
            found = await self._ask(method, call, said, answer, seconds, token)
        except TurnedAway as refused:
            instead = self._instead_of(token) if refused.refusal.reason is Reason.UNKNOWN_TOKEN else None
            if instead is None:
                raise
            token = instead
            found = await self._ask(method, call, said, answer, seconds, token)
        self._worked(token)
        if isinstance(found, SettingsAnswer):
            self._keep(found)
        return found

    def _token(self) -> str | None:
        if self.membership is None:
            return None
        newer = self.membership.next_token
        return newer if newer and newer != self._refused_token else self.membership.token

    def _instead_of(self, refused: str | None) -> str | None:
        """The token to try when this one is not known there; None: there is no other."""
        if self.membership is not None and refused == self.membership.next_token:
            # The new token was never taken in; the old one is still good.
            self._refused_token = refused
        # Or it was the old one, of a request that came behind another's with the new one, which ended it.
        token = self._token()
        return None if token == refused else token

    def _worked(self, token: str | None) -> None:
        known = self.membership
        if known and token and token == known.next_token:
            self._write(known.model_copy(update={"token": token, "next_token": None}))

    def _keep(self, answer: SettingsAnswer) -> None:
        known = self.membership
        if known is None:
            return
        update: dict[str, object] = {"told": answer.told}
        if answer.token is not None:
            update["next_token"] = answer.token
        if (kept := known.model_copy(update=update)) != known:
            self._write(kept)

    def _write(self, membership: Membership) -> None:
        # First the disk: a new token that is used ends the old one, so it must not be known to this process alone.
        if self._file is not None:
            self._file.write(membership)
        self.membership = membership

    async def _ask(
        self, method: str, call: str, said: Message | None, answer: type[A], seconds: float, token: str | None
    ) -> A:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        content = said.model_dump_json().encode() if said is not None else None
        timeout = httpx.Timeout(10.0, read=seconds)
        most_bytes = MAX_SETTINGS_BYTES if "told" in answer.model_fields else MAX_ANSWER_BYTES
        try:
            with counting(most_bytes) as budget:
                async with (
                    asyncio.timeout(seconds + OVER_SECONDS),
                    self._client.stream(
                        method, f"{self._gateway}/v1/{call}", content=content, headers=headers, timeout=timeout
                    ) as response,
                ):
                    budget.head_is_read()
                    body = await _bounded(response, most_bytes)
                    served_by = told_version(response.headers.get(VERSION_HEADER))
                    self.served_at = response.headers.get("date")
        except CleartextRefused:
            raise
        except TooLarge:
            raise GatewayAway(TOO_LARGE) from None
        except (httpx.TimeoutException, TimeoutError):
            raise GatewayAway(f"the gateway {self._gateway} did not answer in time") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise GatewayAway(f"cannot reach the gateway {self._gateway}: {why_unreached(error)}") from None
        if served_by and older(served_by, OLDEST_GATEWAY):
            raise GatewayAway(
                f"the gateway {self._gateway} runs crawlfleet {served_by}, too old for this program, {self._version}, "
                f"which needs {OLDEST_GATEWAY} or newer there: ask its operator to upgrade it"
            )
        return self._read(response.status_code, body, answer, served_by)

    def _read(self, status: int, body: bytes, answer: type[A], served_by: str | None) -> A:
        try:
            if body.count(b",") > (MOST_COMMAS_OF_SETTINGS if "told" in answer.model_fields else MOST_COMMAS):
                raise GatewayAway(f"{self._gateway} answered with more values than any answer has")
            if status == httpx.codes.OK:
                return answer.model_validate_json(body)
            refusal = Refused.model_validate_json(body).refused
        except ValidationError:
            raise GatewayAway(f"{self._gateway} answered {status} with {NO_GATEWAY}") from None
        if refusal.reason is Reason.UNAVAILABLE:
            raise GatewayAway(refusal.sentence)
        beside = ""
        if served_by and older(served_by, self._version) and refusal.reason in {Reason.MALFORMED, Reason.NOT_FOUND}:
            beside = f" (it runs crawlfleet {served_by}, older than this program, {self._version}: ask its operator"
            beside += " to upgrade it)"
        raise TurnedAway(refusal, beside)


async def _bounded(response: httpx.Response, most_bytes: int) -> bytes:
    if response.headers.get("content-encoding", "identity") != "identity":
        raise GatewayAway("the gateway's answer is packed, which nobody asked for; see what stands in front of it")
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > most_bytes:
            raise GatewayAway(TOO_LARGE)
    return bytes(body)


async def _private(host: str, port: int) -> Sequence[str]:
    try:
        return await cleartext_addresses(host, port, setting="https")
    except CleartextRefused:
        raise CleartextRefused(
            f"the link begins with http:// and {host} is neither this machine nor reached through Tailscale's own "
            "interface: everybody on the way could read this machine's token. Ask the operator for an https:// link."
        ) from None


def _tls(ca_file: Path | None) -> ssl.SSLContext | bool:
    if ca_file is None:
        return True
    try:
        return ssl.create_default_context(cafile=str(ca_file))
    except OSError:
        raise ConfigError(
            f"the gateway's certificate cannot be checked: {why_no_authorities(ca_file)}. Put the operator's PEM "
            "file of certificate authorities there."
        ) from None
