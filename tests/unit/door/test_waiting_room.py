"""Who waits at the desk, and that a claim which is sent twice at once is one claim."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from common.store.volunteers.values import KnownMachine, LiveLease, OfferedJob
from common.ways.way import Way
from gateway.tasks.left_out import MINUTE_SECONDS, MOST_PER_MINUTE
from gateway.tasks.waiting_room import Waiter, WaitingRoom

KNOWN = ("shopee", "taobao", "other")


def waiter(machine: str, request: str = "r", *, room: int = 1, shops: frozenset[str] = frozenset()) -> Waiter:
    known: Any = dict.fromkeys(KnownMachine.__dataclass_fields__) | {"id": machine, "trusted": True}
    return Waiter(KnownMachine(**known), request, shops, room)


def job(name: str) -> OfferedJob:
    return OfferedJob(name, "shopee", "QUEUED", "https://shopee.tw/product/1/2", frozenset())


def lease(name: str) -> LiveLease:
    return LiveLease(name, f"token {name}", "link", "shopee", 1, 1000)


def test_a_claim_sent_again_while_the_first_waits_is_answered_with_the_same_tasks() -> None:
    room = WaitingRoom()
    first = room.enter(waiter("m", room=2))
    again = room.enter(waiter("m", room=2))
    assert again is first and len(room) == 1
    assert room.give_place(job("a"), short=False) is first
    second = room.enter(waiter("m", room=2))
    assert second is first, "also while its task is under way"
    first.came(lease("a"))
    room.answer([first])
    late = room.enter(waiter("m", room=2))
    assert late is first and late.answered.is_set(), "and until all of them were answered"
    assert room.give_place(job("b"), short=False) is None, "one claim gets no more than one"
    for _ in range(4):
        room.leave(first)
    assert room.has_served("m", "r") and not room.has_served("m", "other")
    assert room.enter(waiter("m")) is not first


def test_the_claim_waits_as_long_as_one_of_its_requests_does() -> None:
    room = WaitingRoom()
    first = room.enter(waiter("m"))
    room.enter(waiter("m"))
    room.leave(first)
    assert room.room == 1
    assert room.give_place(job("a"), short=False) is first
    room.leave(first)
    assert len(room) == 0


def test_a_machine_that_asks_many_times_at_once_is_one_machine() -> None:
    room = WaitingRoom()
    eager = [room.enter(replace(waiter("e", str(number), room=3), most=4)) for number in range(50)]
    other = room.enter(waiter("o", room=9))
    assert [one.room for one in eager[:3]] == [3, 1, 0], "all its claims have the places of one machine"
    assert room.room == 13
    got = [room.give_place(job(str(number)), short=False) for number in range(4)]
    assert [one is other for one in got] == [False, True, False, True], "and its turn comes as often as one machine's"
    (first, *_) = got
    assert first is not None
    first.came(lease("0"))
    room.answer([first])
    room.leave(first)
    later = room.enter(replace(waiter("e", "later", room=9), most=9))
    assert later.room == 9 - sum(one.places for one in eager[1:]), "who left counts no more"
    for one in (*eager[1:], later, other):
        room.leave(one)
    assert not room._of_machine


def test_a_report_that_asks_beside_claims_with_all_places_is_answered_at_once() -> None:
    room = WaitingRoom()
    room.enter(replace(waiter("m", room=2), most=2))
    hasty = replace(waiter("m", "next", room=1), most=2, hasty=True)
    assert room.enter(hasty).answered.is_set()


def test_shops_are_those_that_somebody_waits_for() -> None:
    room = WaitingRoom()
    assert room.shops(KNOWN) == ()
    some = room.enter(waiter("m", shops=frozenset({"other"})))
    assert room.shops(KNOWN) == ("other",)
    anybody = room.enter(waiter("n"))
    assert room.shops(KNOWN) == KNOWN
    room.leave(anybody)
    assert room.shops(KNOWN) == ("other",)
    room.empty()
    assert room.shops(KNOWN) == () and some.answered.is_set()


def test_another_ways_queue_is_asked_while_somebody_goes_it() -> None:
    room = WaitingRoom()
    plain = room.enter(waiter("p"))
    assert list(room.other_ways) == [] and room.give_place(job("a"), way=Way.BROWSER, short=False) is None
    both = waiter("b", room=2)
    both.ways = frozenset({Way.HTTP, Way.BROWSER})
    room.enter(both)
    assert (room.other_ways, room.room_for(Way.BROWSER), room.room_for(Way.HTTP)) == ((Way.BROWSER,), 2, 3)
    assert room.give_place(job("a"), way=Way.BROWSER, short=False) is both
    assert room.give_place(job("b"), way=Way.OFFICIAL, short=False) is None
    assert room.give_place(job("c"), short=False) is plain
    room.leave(both)
    assert room.other_ways == ()


def test_a_job_tied_to_a_proxy_is_nobodys_here_but_by_an_official_interface() -> None:
    room = WaitingRoom()
    own = waiter("o", room=2)
    own.ways = frozenset(Way)
    room.enter(own)
    tied = replace(job("a"), tied=True)
    assert [room.give_place(tied, way=way, short=False) for way in (Way.HTTP, Way.BROWSER)] == [None, None]
    assert room.give_place(tied, way=Way.OFFICIAL, short=False) is own


def test_who_leaves_shops_out_keeps_few_of_their_jobs_from_others() -> None:
    room = WaitingRoom(lambda: 0.0)
    choosy = waiter("c", shops=frozenset({"taobao"}))
    choosy.ways = frozenset({Way.HTTP, Way.BROWSER})
    room.enter(choosy)
    for number in range(MOST_PER_MINUTE):
        assert room.other_ways == (Way.BROWSER,)
        assert room.give_place(job(str(number)), way=Way.BROWSER, short=False) is None
    assert room.other_ways == () and room.shops(KNOWN) == ("taobao",)


def test_who_takes_nothing_any_more_by_its_choice_has_no_places() -> None:
    """Else the desk would look again and again for tasks of a way that it does not look into."""
    for ways in ({Way.BROWSER}, {Way.HTTP, Way.BROWSER}):
        room = WaitingRoom(lambda: 0.0)
        choosy = waiter("c", shops=frozenset({"taobao"}))
        choosy.ways = frozenset(ways)
        room.enter(choosy)
        for number in range(MOST_PER_MINUTE):
            room.give_place(job(str(number)), way=Way.BROWSER, short=False)
        assert room.room == len(room) == (1 if Way.HTTP in ways else 0)
        room.leave(choosy)
        assert room.shops(KNOWN) == room.other_ways == ()


def test_who_waits_longest_comes_first_and_then_the_others() -> None:
    room = WaitingRoom()
    for name in ("a", "b"):
        room.enter(waiter(name, room=2))
    places = [room.give_place(job(str(number)), short=False) for number in range(5)]
    assert [cast(Waiter, place).machine.id for place in places[:4]] == ["a", "b", "a", "b"]
    assert places[4] is None


def test_where_there_is_plenty_one_has_all_its_places_filled_before_the_next() -> None:
    room = WaitingRoom()
    for name in ("a", "b"):
        room.enter(waiter(name, room=2))
    places = [room.give_place(job(str(number)), short=False, fill=True) for number in range(5)]
    assert [cast(Waiter, place).machine.id for place in places[:4]] == ["a", "a", "b", "b"]
    assert places[4] is None


def test_who_waits_only_while_there_is_something_is_let_go_and_others_wait_on() -> None:
    room = WaitingRoom()
    hasty, served, patient = (room.enter(waiter(name)) for name in ("a", "b", "c"))
    hasty.hasty = served.hasty = True
    served.pending = 1
    room.nothing_more()
    assert [one.answered.is_set() for one in (hasty, served, patient)] == [True, False, False]
    assert len(room) == 2


def test_for_who_leaves_shops_out_no_more_than_so_many_jobs_are_put_off() -> None:
    """However often it asks: the others, who are busy, are to find some when they come back."""
    now = 0.0
    room = WaitingRoom(lambda: now)
    shops = frozenset(KNOWN)

    def picky(request: str, wanted: frozenset[str] = shops) -> Waiter:
        one = waiter("m", request, shops=wanted)
        one.not_domains = frozenset({"oak.example"})
        return room.enter(one)

    def given(domain: str) -> Waiter | None:
        found = OfferedJob("j", "other", "QUEUED", f"https://{domain}/p/1", frozenset())
        return room.give_place(found, short=False, domain=domain)

    first = picky("1")
    for _ in range(MOST_PER_MINUTE):
        assert room.shops(KNOWN) == KNOWN
        assert given("oak.example") is None
    assert room.shops(KNOWN) == ("shopee", "taobao") and room.room == 1, "what it did not leave out it still gets"
    assert given("pine.example") is None
    assert room.give_place(job("a"), short=False) is first
    again, alone = picky("2"), picky("3", frozenset({"other"}))
    assert room.shops(KNOWN) == ("shopee", "taobao"), "nor by another claim"
    other = room.enter(waiter("n", shops=frozenset({"other"})))
    assert given("oak.example") is other, "who leaves nothing out gets them"
    for one in (first, again, alone, other):
        room.leave(one)
    assert room.shops(KNOWN) == () and len(room) == 0
    now = MINUTE_SECONDS
    later = picky("4")
    assert given("pine.example") is later


def test_of_who_has_left_no_word_is_kept() -> None:
    room = WaitingRoom()
    stays = room.enter(waiter("stays", shops=frozenset({"shopee"})))
    for number in range(100):
        room.leave(room.enter(waiter(f"m{number}", shops=frozenset({"shopee", f"shop_{number}"}))))
    assert room.shops(KNOWN) == ("shopee",)
    assert set(room._wanted) == set(stays.lanes)
    room.leave(stays)
    assert not room._wanted
