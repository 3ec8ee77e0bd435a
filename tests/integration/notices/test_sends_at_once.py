"""A test message of the console and the dispatcher's own, sent at the same time by one process (`crawlfleet up`)."""

from __future__ import annotations

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from dispatcher.notices import sending
from dispatcher.notices.delivery import TARGETS_AT_ONCE
from dispatcher.notices.judging import Outcome
from dispatcher.notices.sending import send
from tests.servers.notices import notice_listener

pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")


def test_each_is_judged_by_what_became_of_itself() -> None:
    """What answers 500 may have the message; what refuses the connection has not. Neither is taken for the other."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # and does not listen
        nobody = f"json://127.0.0.1:{closed.getsockname()[1]}/"
        with notice_listener() as listener, ThreadPoolExecutor(2) as threads:
            listener.status = 500
            for _ in range(20):
                may_have_it = threads.submit(send, listener.url, "title", "body")
                has_it_not = threads.submit(send, nobody, "title", "body")
                assert may_have_it.result(60).outcome is Outcome.UNSURE
                assert has_it_not.result(60).outcome is Outcome.NOT_SENT


def test_as_many_as_are_sent_at_once_hang_but_one() -> None:
    """Apprise's own pool has a few threads on a machine with few cores: the one waited there, and was never sent."""
    hanging = TARGETS_AT_ONCE - 1
    with notice_listener() as hangs, notice_listener() as takes, ThreadPoolExecutor(TARGETS_AT_ONCE) as threads:
        hangs.answering.clear()
        try:
            held = [threads.submit(send, hangs.url, "title", "body") for _ in range(hanging)]
            deadline = time.monotonic() + 10  # of the fifteen seconds that an answer may take
            while len(hangs.messages) < hanging and time.monotonic() < deadline:
                time.sleep(0.01)
            assert threads.submit(send, takes.url, "title", "body").result(60).outcome is Outcome.SENT
            assert len(hangs.messages) == hanging
        finally:
            hangs.answering.set()
        assert {one.result(60).outcome for one in held} <= {Outcome.SENT, Outcome.UNSURE}


def test_what_apprise_gave_up_says_nothing_of_the_next_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thread goes on, and meets a line that broke while the next target is about to refuse."""
    with notice_listener() as refuses, socket.create_server(("127.0.0.1", 0)) as breaks:
        refuses.status = 403
        refuses.answering.clear()
        with ThreadPoolExecutor(1) as threads:
            monkeypatch.setattr(sending, "SECONDS", 0.2)
            given_up = send(f"json://127.0.0.1:{breaks.getsockname()[1]}/", "title", "body")
            assert given_up.outcome is Outcome.UNSURE
            monkeypatch.setattr(sending, "SECONDS", 30.0)
            refused = threads.submit(send, refuses.url, "title", "body")
            while not refuses.messages:
                time.sleep(0.01)
            breaks.accept()[0].close()
            time.sleep(0.3)
            refuses.answering.set()
            assert refused.result(60).outcome is Outcome.NOT_SENT
