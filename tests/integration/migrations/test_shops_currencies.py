"""A database of schema version 35 comes forward; programs of before go on beside it, and know no currencies."""

from __future__ import annotations

from common.settings import DatabaseSettings
from common.store import init_schema, open_store
from common.store.schema import LATEST
from tests.old_database import make_old


async def test_shops_of_before_have_none_told(settings: DatabaseSettings) -> None:
    await make_old(settings, 35)
    report = await init_schema(settings)
    assert (report.before, report.after) == (35, LATEST) and report.serves <= 35
    store = await open_store(settings)
    await store.domains.add("pine.example", by="ada")
    assert await store.domains.currencies() == []
    assert await store.domains.tell_currency("pine.example", "AUD", by="ada")
    assert not await store.domains.tell_currency("pine.example", "AUD", by="bob")
    assert await store.domains.tell_currency("pine.example", "NZD", by="bob")
    assert [(one.domain, one.currency, one.told_by) for one in await store.domains.currencies()] == [
        ("pine.example", "NZD", "bob")
    ]
    assert await store.domains.forget_currency("pine.example")
    assert not await store.domains.forget_currency("pine.example")
    await store.close()
