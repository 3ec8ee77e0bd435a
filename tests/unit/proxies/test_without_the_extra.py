"""A worker whose list has a socks5 proxy, and no socksio: one line that says what to install."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.errors import ConfigError
from common.proxies.proxy import Proxy, Scheme
from common.settings import DatabaseSettings, Settings
from common.settings_tables.proxies import ProxySettings
from common.store import init_schema, open_store
from fleet.run.proxies import proxies_of


async def test_what_is_missing_is_said_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}")
    settings = Settings(database=database, proxies=ProxySettings(use=True))
    await init_schema(database)
    store = await open_store(database)
    monkeypatch.setattr("common.net.proxied.handshake.find_spec", lambda name: None)
    try:
        await store.proxies.add(Proxy("plain", Scheme.HTTP, "proxy.example", 3128), by="ada")
        async with proxies_of(settings, store) as book:
            assert book and [one.proxy.name for one in book.listed] == ["plain"]
        await store.proxies.add(Proxy("tw-1", Scheme.SOCKS5, "proxy.example", 1080), by="ada")
        with pytest.raises(ConfigError, match=r"tw-1 cannot be used here: .* -m pip install 'crawlfleet\[proxies\]'`"):
            async with proxies_of(settings, store):
                pass
        async with proxies_of(Settings(database=database), store) as book:
            assert book is None
    finally:
        await store.close()
