"""The volunteers' door, where the settings name one: whether it serves, its certificate, and what invites lead to."""

from __future__ import annotations

import ssl
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx

from common.errors import CleartextRefused, ConfigError
from common.net.cleartext import cleartext_addresses
from common.output.unreached import why_unreached
from fleet.doctor.doors.certificate import judge_end, judge_names, judge_refused
from fleet.doctor.doors.doors import PEM_STEP, WAIT_SECONDS, trusting, url_here
from fleet.doctor.finding import Finding, failed, ok, warning

if TYPE_CHECKING:
    from common.settings import Settings
    from common.settings_tables.gateway import GatewaySettings

SECTION = "gateway"
VOLUNTEERS = "volunteers"


async def check_gateway(settings: Settings) -> AsyncIterator[Finding]:
    """One request for its /readyz at gateway.listen on this machine; nothing where the settings name no door."""
    door = settings.gateway
    async for finding in _invites(door):
        yield finding
    url = url_here(door.listen, tls=door.certificate_file is not None)
    if url is None:
        return
    try:
        context = trusting(door.certificate_file)
    except ConfigError as error:
        yield failed(SECTION, f"gateway.certificate_file: {error}", PEM_STEP)
        return
    step = "`crawlfleet gateway` (or up) must run here; if it runs elsewhere, leave gateway.listen out of the settings"
    try:
        async with (
            httpx.AsyncClient(verify=context, trust_env=False, timeout=WAIT_SECONDS) as client,
            client.stream("GET", f"{url}/readyz") as answer,
        ):
            why = (await answer.aread()).decode("utf-8", "replace").strip()
            stream = answer.extensions.get("network_stream")
            spoken = stream.get_extra_info("ssl_object") if stream else None
            certificate = spoken.getpeercert() if spoken else None
    except (httpx.HTTPError, ssl.SSLError, OSError) as error:
        why = why_unreached(error)
        refused = list(judge_refused(SECTION, url, why, VOLUNTEERS))
        for finding in refused or [warning(SECTION, f"nobody answers at {url}: {why}", step)]:
            yield finding
        return
    if (answer.status_code, why) == (200, "ready"):
        yield ok(SECTION, f"answers at {url}, and reaches database and broker")
    elif answer.status_code == 503 and len(why) < 200:
        yield failed(SECTION, f"the gateway at {url} gives no tasks: {why}", "see what is said of database and broker")
    else:
        yield failed(SECTION, f"something else than a gateway answers at {url}", "another port in gateway.listen")
    if certificate:
        for finding in (
            *judge_end(SECTION, str(certificate["notAfter"]), time.time(), VOLUNTEERS),
            *judge_names(SECTION, certificate, door.public_url, VOLUNTEERS),
        ):
            yield finding


async def _invites(door: GatewaySettings) -> AsyncIterator[Finding]:
    """Invites that no volunteer could follow: their worker sends no token in the clear."""
    parts = urlsplit(door.public_url or "")
    if parts.scheme != "http":
        return
    try:
        await cleartext_addresses(parts.hostname or "", parts.port or 80, setting="https")
    except CleartextRefused as refused:
        if refused.may_pass:
            return  # Tailscale's, and not up here
        yield failed(
            SECTION,
            f"gateway.public_url = {door.public_url}: no volunteer joins by such a link, for everybody on the way "
            "could read their token",
            "an https:// address (gateway.certificate_file and key_file, or a proxy that has TLS), or Tailscale's",
        )
    except OSError:
        return  # a name that is known elsewhere
