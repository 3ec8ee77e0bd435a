"""The screen of proxies: each by its buttons, why one is not used, no password anywhere, no act of a viewer."""

from __future__ import annotations

import pytest

from common.settings import Settings
from common.store import ConsoleRole
from tests.servers.console import Here
from tests.servers.ports import free_port

SECRET = "hunter2-of-the-proxy"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The shop's name leads somewhere on a machine without a network, too: so its proxy is asked."""
    named = settings.fetch.model_copy(update={"resolve": ("shopee.tw:443:1.1.1.1",)})
    return settings.model_copy(update={"fetch": named})


async def test_a_proxy_is_added_tried_switched_and_removed(here: Here, caplog: pytest.LogCaptureFixture) -> None:
    ada, eve = await here.person("ada"), await here.person("eve", ConsoleRole.VIEWER)
    assert "There is none" in await eve.page("/proxies")
    told = {"proxy": "tw-1", "address": f"http://127.0.0.1:{free_port()}", "user": "fleet", "password": SECRET}
    assert (await eve.send("/proxies/add", told, domains="shopee.tw")).status_code == 403
    bare = await ada.send("/proxies/add", told)
    assert bare.status_code == 400 and "pages do" in bare.text and SECRET not in bare.text
    added = await ada.send("/proxies/add", told, domains="shopee.tw, shop.example")
    page = await ada.page(added.headers["location"])
    assert "tw-1 is a proxy now" in page and "shopee.tw, shop.example" in page and "with a password" in page
    assert "proxies.use is off" in page.replace("<code>", "").replace("</code>", "")
    twice = await ada.send("/proxies/add", told, domains="shopee.tw")
    assert twice.status_code == 400 and "there is a proxy tw-1 already" in twice.text and SECRET not in twice.text
    hidden = await ada.send(
        "/proxies/add", told | {"proxy": "b", "address": f"http://u:{SECRET}@b.example:1"}, all="yes"
    )
    assert hidden.status_code == 400 and SECRET not in hidden.text
    tried = await ada.send("/proxies/test", proxy="tw-1")
    assert tried.status_code == 502 and "nothing came of https://shopee.tw/robots.txt" in tried.text
    assert "1 in a row" in await eve.page("/proxies")
    assert (await ada.send("/proxies/off", proxy="tw-1", reason=" ")).status_code == 400
    await ada.send("/proxies/off", proxy="tw-1", reason="the contract ends")
    page = await eve.page("/proxies")
    assert "the contract ends" in page and page.count('method="post"') == 1
    await ada.send("/proxies/on", proxy="tw-1")
    assert (await here.store.proxies.shown())[0].healthy
    assert (await ada.send("/proxies/remove", proxy="tw-1")).status_code == 400, "not said to be for good"
    gone = await ada.send("/proxies/remove", proxy="tw-1", sure="yes")
    assert "workers' own addresses now" in await ada.page(gone.headers["location"])
    assert (await ada.send("/proxies/on", proxy="tw-1")).status_code == 404
    audit = (await ada.get("/audit")).text
    assert "proxies add" in audit and "proxies test" in audit and SECRET not in audit
    assert SECRET not in caplog.text
