"""A target that hangs holds up no other one: each has its messages one after the other, beside the others."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

from common.notices.values import Kind, NewRule
from common.settings import DatabaseSettings
from common.settings_tables.notices import NoticeSettings
from common.store import init_schema, open_store
from dispatcher.notices.judging import Answer, Outcome
from dispatcher.notices.watch import NoticeWatch
from tests.servers.fleet_world import eventually


class Targets:
    """Addresses with "hangs" in them take a message and answer nothing before `let_go`."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.let_go = threading.Event()

    def send(self, url: str, title: str, body: str) -> Answer:
        self.taken.append(url)
        if "hangs" in url:
            self.let_go.wait(60)
        return Answer(Outcome.SENT)

    def paged(self, times: int) -> bool:
        return self.count("pager") == times

    def count(self, word: str) -> int:
        return sum(word in url for url in self.taken)


async def test_a_page_comes_while_other_targets_hang(tmp_path: Path) -> None:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}")
    await init_schema(settings)
    store = await open_store(settings)
    targets, seconds = Targets(), 0.0
    for name in ("hangs-1", "hangs-2", "hangs-3", "pager"):
        await store.notices.add_target(name, f"json://127.0.0.1:9/{name}")
        await store.notices.add_rule(NewRule(Kind.SHOP_OFF, name), asked=name, by="ada")
    watch = NoticeWatch(store.notices, NoticeSettings(), monotonic=lambda: seconds, send=targets.send)
    try:
        for number, shop in enumerate(("shopee", "taobao", "other/shop.example"), 1):
            await store.fleet.pause_shop(shop, "half of its pages could not be read")
            seconds += 60
            await watch.look()
            await eventually(partial(targets.paged, number), what="the page", seconds=30)
        assert targets.count("hangs") == 3, "each was sent one message, and has not answered yet"
        targets.let_go.set()

        async def all_came() -> bool:
            nonlocal seconds
            seconds += 60
            await watch.look()
            return not await store.notices.waiting()

        await eventually(all_came, what="what waited behind a message that hung", seconds=30)
    finally:
        targets.let_go.set()
        await watch.aclose()
        await store.close()
    assert targets.count("pager") == 3
    assert targets.count("hangs") in {6, 9}, "what came meanwhile is one message or two"


async def test_the_threads_that_send_end_with_the_dispatcher(tmp_path: Path) -> None:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}")
    await init_schema(settings)
    store = await open_store(settings)
    targets, seconds = Targets(), 60.0
    await store.notices.add_target("pager", "json://127.0.0.1:9/pager")
    await store.notices.add_rule(NewRule(Kind.SHOP_OFF, "pager"), asked="a", by="ada")
    watch = NoticeWatch(store.notices, NoticeSettings(), monotonic=lambda: seconds, send=targets.send)
    before = set(threading.enumerate())

    def sending() -> list[threading.Thread]:
        return [one for one in threading.enumerate() if one not in before and one.name.startswith("notices")]

    for number, shop in enumerate(("shopee", "taobao"), 1):
        await store.fleet.pause_shop(shop, "half of its pages could not be read")
        seconds += 60
        await watch.look()
        await eventually(partial(targets.paged, number), what="the page", seconds=30)
        assert sending()
        await watch.aclose()
        await eventually(lambda: not sending(), what="the end of the threads", seconds=30)
    await store.close()
