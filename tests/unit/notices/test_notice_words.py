"""The words of messages, and which addresses may be targets."""

from __future__ import annotations

import pytest

from common.notices.schemes import SCHEMES, checked, shown
from common.notices.values import Kind
from common.notices.wording import LINE_CHARACTERS, TITLE_CHARACTERS, body_of, harmless, product_line, title_of


def test_a_line_says_what_happened_with_the_link() -> None:
    line = product_line(
        "Pine board",
        "https://pine.example/1",
        Kind.PRICE_BELOW,
        now_minor=7_990,
        before_minor=9_000,
        currency="EUR",
        mark_minor=8_000,
    )
    assert line == "“Pine board”: 79.90 EUR, below 80.00 EUR (it was 90.00 EUR): https://pine.example/1"


@pytest.mark.parametrize(
    "title",
    [
        "@everyone free\nboards",
        "<!channel> <http://evil.example|Pine>",
        "x" * 10_000,
        "a\u202eb\x1b[31mred\r\nSubject: forged",
        "\ud800",
        "[Pine board](https://evil.example/)",
    ],
)
def test_a_strangers_title_calls_nobody_hides_no_link_and_is_one_short_line(title: str) -> None:
    shown_title = harmless(title)
    assert len(shown_title) <= TITLE_CHARACTERS
    assert shown_title.isprintable()
    assert not set("@<>[]\n\r") & set(shown_title)
    line = product_line(
        title, f"https://pine.example/{title}", Kind.GONE, now_minor=None, before_minor=None, currency=None
    )
    assert len(line) <= LINE_CHARACTERS
    assert len(line.splitlines()) == 1


def test_a_long_message_shows_the_first_and_counts_the_others() -> None:
    body = body_of([f"line {number}" for number in range(30)], 100)
    assert body.count("\n") == 20
    assert body.endswith("and 80 more: crawlfleet notify log")
    assert title_of(Kind.PRICE_DROP, 100) == "crawlfleet: price down (100)"


@pytest.mark.parametrize(
    "url",
    [
        "syslog://local",
        "dbus://",
        "file:///etc/passwd",
        "windows://",
        "https://discord.com/api/webhooks/1/SECRET",
        "json://h.example/?template=/etc/passwd",
        "mailto://u:SECRET@h.example?pgp=yes&KEY=/etc/passwd",
        "discord://1/SECRET?tts=no;template=/etc/passwd",
        "discord://1/SECRET?%20template=/etc/passwd",
        "discord://1/SECRET?template+=/etc/passwd",
        "ntfy SECRET",
        "",
        "json://a.example\njson://SECRET",
    ],
)
def test_what_is_no_network_service_is_refused_without_its_secret(url: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        checked(url)
    assert "SECRET" not in str(refused.value)


def test_a_target_is_shown_by_its_scheme_alone() -> None:
    assert checked(" tgram://123:SECRET/7 \n") == "tgram://123:SECRET/7"
    assert shown("tgram://123:SECRET/7") == "tgram://…"


def test_every_scheme_that_is_allowed_is_one_of_apprise() -> None:
    apprise = pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")
    known = {
        name
        for service in apprise.Apprise().details()["schemas"]
        for name in (*(service["protocols"] or ()), *(service["secure_protocols"] or ()))
    }
    assert known >= SCHEMES
