"""One message to one target, by Apprise. Blocks; to be called in a thread.

Apprise is imported by the first message: a dispatcher without rules does without it. Apprise says only whether it
worked, so what is heard meanwhile (hearing.py) tells a target that was never reached from one that may have the message
(judging.py).
"""

from __future__ import annotations

from typing import Any

from common.errors import ConfigError
from common.errors.extras import adding_extra
from dispatcher.notices.answering import ANSWER_SECONDS
from dispatcher.notices.hearing import Hearing
from dispatcher.notices.judging import Answer, Outcome, judged

SECONDS = 30.0
"""A message that is not through by then may be through later."""
_NEW_ALERT = {"opsgenie": "new", "squadcast": "trigger"}
"""What such a service is asked for unless the address says something else: an alert of its own. By itself Opsgenie's
part makes of a message like ours a note to the alert before (there is none, so it sends nothing, and says that it did),
and Squadcast's adds one to the incident of the same title."""
MISSING = f"the packages that send notifications are not installed: {adding_extra('notify')}"


def require_notify_extra() -> None:
    """Raises ConfigError where Apprise is not installed."""
    try:
        import apprise  # noqa: PLC0415
    except ImportError:
        raise ConfigError(f"{MISSING[0].upper()}{MISSING[1:]}") from None
    _ = apprise


def send(url: str, title: str, body: str) -> Answer:
    """Send plain text; nothing is attached, and Apprise tries once. Never raises."""
    try:
        import apprise  # noqa: PLC0415
    except ImportError:
        return Answer(Outcome.NOT_SENT, MISSING)
    with Hearing() as hearing:
        try:
            service = _service(apprise, url)
            if service is None:
                return Answer(Outcome.NOT_SENT, "Apprise does not take its address: remove the target and add it anew")
            with_one = apprise.Apprise(asset=service.asset)
            with_one.add(service)
            took = with_one.notify(
                body=body,
                title=title,
                notify_type=apprise.NotifyType.INFO,
                body_format=apprise.NotifyFormat.TEXT,
            )
        except Exception as error:
            return Answer(Outcome.UNSURE, f"Apprise broke off ({type(error).__name__})")
        return judged(
            _scheme(url), took=bool(took), lines=hearing.lines, heard=hearing.answers, left=hearing.handed_over
        )


def check_address(url: str) -> None:
    """Raises ConfigError for an address that Apprise does not take, or where it is not installed."""
    require_notify_extra()
    import apprise  # noqa: PLC0415

    with Hearing():
        try:
            service = _service(apprise, url)
        except Exception:
            service = None
    if service is None:
        raise ConfigError(
            f"Apprise does not take this {_scheme(url)}:// address; its parts are described at "
            f"https://appriseit.com/services/ (nothing was kept)"
        )


def _service(apprise: Any, url: str) -> Any:
    """Apprise's own part for this address, without its retries, its files, and its tokens on disk.

    It follows no redirect: on its way a message becomes a request without one, whose answer looks as if it had arrived;
    and where it leads may be a host that whoever named the address may not name.
    """
    asset = apprise.AppriseAsset(
        app_id="crawlfleet",
        app_desc="crawlfleet",
        async_mode=False,
        interpret_emojis=False,
        interpret_escapes=False,
        pem_autogen=False,
        pgp_autogen=False,
        storage_mode="memory",
        service_timeout=SECONDS,
        allow_templates=False,
    )
    service = apprise.Apprise.instantiate(url, asset=asset)
    if service is not None:
        service.retry = 0
        service.redirects = False
        service.optional = False
        if "socket_read_timeout" not in vars(service):  # `rto` in its address says how long; else Apprise waits 4 s
            service.socket_read_timeout = max(service.socket_read_timeout, ANSWER_SECONDS)
        if getattr(service, "action", None) == "map":
            service.action = _NEW_ALERT.get(_scheme(url), service.action)
    return service


def _scheme(url: str) -> str:
    return url.partition("://")[0].lower()
