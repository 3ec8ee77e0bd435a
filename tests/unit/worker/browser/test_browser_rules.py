"""Without a browser: which requests may leave it, which hosts a shop's page needs, what is found, who may start it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from common.settings import PLATFORMS, Settings
from common.settings_tables.browser import BrowserSettings
from common.shops.registry import Shops
from worker.ways.browser.engine import starting
from worker.ways.browser.engine.finding import installed_browser, what_to_install
from worker.ways.browser.limits import PageLimits
from worker.ways.browser.page.requests import RequestCount
from worker.ways.browser.way import missing_for_browser


def count(limits: PageLimits | None = None) -> RequestCount:
    return RequestCount(limits or PageLimits(), lambda host: host == "shop.example")


@pytest.mark.parametrize(
    ("url", "kind", "why"),
    [
        ("https://shop.example/a.js", "Script", None),
        ("https://SHOP.example./a", "XHR", None),
        ("https://shop.example/a.png", "Image", "not loaded"),
        ("https://shop.example/a.woff", "Font", "not loaded"),
        ("https://shop.example/a.mp4", "Media", "not loaded"),
        ("https://shop.example/ping", "Ping", "not loaded"),
        ("https://other.example/a.js", "Script", "none of this shop's hosts"),
        ("https://shop.example.other.example/a.js", "Script", "none of this shop's hosts"),
        ("http://127.0.0.1/a.js", "Script", "none of this shop's hosts"),
        ("file:///etc/passwd", "Document", "neither http nor https"),
        ("chrome://settings", "Document", "neither http nor https"),
        ("https://[", "XHR", "no address"),
    ],
)
def test_what_may_leave_the_browser(url: str, kind: str, why: str | None) -> None:
    asked = count()
    assert asked.refusal(url, kind) == why
    assert asked.refused.total() == (why is not None)


def test_requests_and_documents_are_limited_in_number() -> None:
    asked = count(PageLimits(requests=5, documents=2))
    page = "https://shop.example/"
    assert [asked.refusal(page, "Document") for _ in range(3)] == [None, None, "too many documents"]
    assert [asked.refusal(page, "XHR") for _ in range(3)] == [None, None, "too many requests"]


@pytest.mark.parametrize(
    ("platform", "host", "serves"),
    [
        ("shopee", "deo.shopeemobile.com", True),
        ("shopee", "shopeemobile.com.other.example", False),
        ("shopee", "g.alicdn.com", False),
        ("taobao", "g.alicdn.com", True),
        ("other", "cdn.shopify.com", True),
        ("other", "shopify.com", False),
    ],
)
def test_a_shop_names_whom_its_pages_need(platform: str, host: str, serves: bool) -> None:
    assert Shops().for_platform(platform).in_browser.serves(host) is serves


@pytest.mark.parametrize(
    ("platform", "url", "holds"),
    [
        ("shopee", "https://shopee.tw/api/v4/pdp/get_pc?item_id=1&shop_id=2", True),
        ("shopee", "https://shopee.tw/api/v4/item/get?itemid=1&shopid=2", True),
        ("shopee", "https://shopee.tw/api/v4/recommend/recommend?item_id=1", False),
        ("taobao", "https://h5api.m.taobao.com/h5/mtop.taobao.pcdetail.data.get/1.0/?jsv=2", True),
        ("taobao", "https://h5api.m.tmall.com/h5/mtop.taobao.detail.getdetail/6.0/?a=1", True),
        ("taobao", "https://h5api.m.taobao.com/h5/mtop.taobao.baxia.get/1.0/", False),
        ("other", "https://shop.example/api/product", False),
    ],
)
def test_a_shop_names_the_answers_that_hold_a_product(platform: str, url: str, holds: bool) -> None:
    assert Shops().for_platform(platform).in_browser.holds_product(url) is holds


@pytest.mark.parametrize("platform", PLATFORMS)
def test_in_a_browser_a_shop_names_pages_and_no_answers(platform: str) -> None:
    shops = Shops(Settings.model_validate({"shops": {"other": {"domains": ["shop.example"]}}}).shops)
    links = {
        "shopee": "https://shopee.tw/product/310001/9100001",
        "taobao": "https://item.taobao.com/item.htm?id=720000000004",
        "other": "https://shop.example/boards/oak",
    }
    link = shops.link(links[platform])
    assert link is not None
    addresses = shops.for_platform(platform).browser_urls(link)
    assert addresses
    assert not any("/api/" in address for address in addresses)


def test_a_browser_is_found_where_it_is_installed(tmp_path: Path) -> None:
    chrome = tmp_path / "google-chrome"
    chrome.touch()
    found = {"google-chrome": str(chrome), "microsoft-edge": str(tmp_path / "gone")}
    assert installed_browser(platform="linux", which=found.get, environment={}) == chrome
    edge = tmp_path / "Microsoft" / "Edge" / "Application" / "msedge.exe"
    edge.parent.mkdir(parents=True)
    edge.touch()
    windows = {"PROGRAMFILES": str(tmp_path)}
    assert installed_browser(platform="win32", which=lambda name: None, environment=windows) == edge
    assert installed_browser(platform="linux", which=lambda name: None, environment=windows) is None
    assert "\n" not in what_to_install("linux") + what_to_install("win32")


def test_what_is_missing_is_one_line_with_what_to_do(tmp_path: Path) -> None:
    gone = Settings(browser=BrowserSettings(executable=tmp_path / "none"))
    why = missing_for_browser(gone)
    assert why is not None
    assert "\n" not in why
    assert "install" in why


def test_a_certificate_authority_of_ones_own_is_for_tests(tmp_path: Path) -> None:
    chrome = tmp_path / "chrome"
    chrome.touch()
    told = {"browser": {"executable": chrome, "user": "nobody" if os.geteuid() == 0 else None}}
    pytest.importorskip("playwright")
    assert missing_for_browser(Settings.model_validate(told)) is None
    unsafe = Settings.model_validate(told | {"fetch": {"ca_file": tmp_path / "ca.pem"}})
    assert "fetch.ca_file" in (missing_for_browser(unsafe) or "")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root is refused")
@pytest.mark.parametrize(
    ("user", "word"), [(None, "browser.user"), ("root", "is root"), ("nosuchuser", "no user"), ("nobody", None)]
)
def test_root_must_name_an_ordinary_user(user: str | None, word: str | None) -> None:
    why = starting.who_may_not(user)
    assert (why is None) if word is None else (word in (why or ""))


def test_its_environment_is_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CRAWLFLEET_BROKER_PASSWORD", "sesame")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example")
    given = starting.environment(tmp_path)
    assert given["HOME"] == str(tmp_path)
    assert not {"CRAWLFLEET_BROKER_PASSWORD", "HTTPS_PROXY", "DISPLAY", "DBUS_SESSION_BUS_ADDRESS"} & given.keys()


def test_no_argument_takes_a_wall_down() -> None:
    given = starting.arguments("--mark=1")
    assert not [
        one for one in given if one.startswith(("--no-sandbox", "--disable-web-security", "--ignore-certificate"))
    ]
    assert starting.arguments("--mark=1", ("key",))[-1].endswith("=key")
