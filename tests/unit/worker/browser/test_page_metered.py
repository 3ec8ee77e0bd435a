"""What a page fetches, told to the meter of the machine's owner."""

from __future__ import annotations

from common.errors import CrawlError, ErrorCode
from worker.ways.browser.page.metered import Metered


def test_nothing_more_of_a_page_is_asked_for_once_its_meter_said_no() -> None:
    class Two:
        """An owner's meter that has room for two requests."""

        def __init__(self) -> None:
            self.told: list[tuple[str, int | None, int]] = []
            self.begun = 0

        def begins(self, url: str) -> None:
            self.begun += 1
            if self.begun == 3:
                raise CrawlError(ErrorCode.OWN_LIMIT, "spent")

        async def turn(self) -> int:
            return 1

        def received(self, count: int) -> None:
            """There is room."""

        def ended(self, url: str, status: int | None, received: int) -> None:
            self.told.append((url, status, received))

    meter = Two()
    page = Metered(meter)
    assert [page.begins(f"https://shop.example/{number}") for number in range(5)] == [True, True, False, False, False]
    assert meter.begun == 3, "and it is not asked again"
    page.answered("https://shop.example/1", 404)
    page.received(70)
    page.over()
    assert page.stopped is not None and page.stopped.code is ErrorCode.OWN_LIMIT
    assert meter.told == [("https://shop.example/0", None, 70), ("https://shop.example/1", 404, 0)]
