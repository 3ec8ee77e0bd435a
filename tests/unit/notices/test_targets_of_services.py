"""Whose address may be a target where it is typed by somebody without a shell on this side."""

from __future__ import annotations

import pytest

from common.notices.schemes import checked, of_a_service

SERVICES = (
    "ntfys://ntfy.sh/topic",
    "tgram://123456789:AAHx.y_z/-10012345",
    "mailtos://ada:pw@mail.example?to=bo@mail.example",
    "gotifys://push.example/token",
    "slack://T1/B2/C3.d",
    "discord://8.8/x",
)
INNER = (
    "json://shop.example/x",
    "FORMS://shop.example/x",
    "xml://8.8.8.8/x",
    "ntfy://127.0.0.1/topic",
    "ntfy://127.1/topic",
    "ntfy://0x7f.0.0.1/topic",
    "gotify://localhost:8080/token",
    "gotify://push.LOCALHOST./token",
    "gotify://box.internal/token",
    "matrix://u:p@10.1.2.3/room",
    "matrix://u:p@[::1]/room",
    "matrix://u:p@[::ffff:10.0.0.1]/room",
    "ntfy://169.254.169.254/latest",
    "ntfy://100.100.1.1/topic",
    "mailto://ada:pw@mail.example?smtp=192.168.1.1",
    "mailto://ada:pw@mail.example?smtp=%31%39%32.168.1.1",
)


@pytest.mark.parametrize("url", SERVICES)
def test_a_service_out_there_may(url: str) -> None:
    assert of_a_service(f" {url}\n") == url


@pytest.mark.parametrize("url", INNER)
def test_a_plain_request_and_our_own_network_may_not(url: str) -> None:
    assert checked(url) == url, "at the command line it may"
    with pytest.raises(ValueError, match="command line alone") as refused:
        of_a_service(url)
    assert url.partition("://")[2] not in str(refused.value)


def test_what_no_target_may_be_is_refused_here_too() -> None:
    with pytest.raises(ValueError, match="not among the kinds"):
        of_a_service("exec://rm")
