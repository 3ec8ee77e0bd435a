"""What the gateway's page tells a volunteer to install."""

from __future__ import annotations

import re

import pytest
from pydantic import ValidationError

from common.settings_tables.gateway import GatewaySettings
from gateway.web.page import Release, page

WHEEL = "https://fleet.example/crawlfleet-0.2.0-py3-none-any.whl"
HASH = "0123456789abcdef" * 4
LONGEST = "https://a".ljust(1009, "b")


def test_with_address_and_hash_pip_itself_refuses_another_wheel() -> None:
    shown = page(Release("0.2.0", HASH, WHEEL), None)
    assert shown.count(f'install "{WHEEL}#sha256={HASH}"') == 4
    assert "RELEASE" not in shown


def test_nobody_is_sent_to_a_package_index_for_a_name_that_anybody_may_take_there() -> None:
    shown = page(Release("0.2.0", HASH), None)
    assert "pip install RELEASE" in shown and "whoever sent you the link tells it" in shown
    assert not re.search(r"install (crawlfleet|\"crawlfleet)", shown)
    assert shown.index("In the place of RELEASE") < shown.index("Linux and macOS:</p>\n<pre>")


@pytest.mark.parametrize(
    "bad",
    ["http://fleet.example/a.whl", 'https://a/"; rm -rf ~; "', "https://a/$(id)", "https://a/ b", f"{LONGEST}x"],
)
def test_an_address_that_a_shell_would_read_as_more_is_refused(bad: str) -> None:
    with pytest.raises(ValidationError):
        GatewaySettings(release_url=bad)


def test_the_longest_address_is_taken() -> None:
    assert GatewaySettings(release_url=LONGEST).release_url == LONGEST
