"""What a target's answer says, also where it was made to be read by nobody."""

from __future__ import annotations

import pytest

from dispatcher.notices.judging import Heard, Outcome, judged


@pytest.mark.parametrize("body", [b"[" * 500_000, b'{"ok":' * 100_000, b"9" * 5_000, b"\xff\xfe", b""])
def test_an_answer_that_cannot_be_read_says_nothing_against_it(body: bytes) -> None:
    assert judged("tgram", took=True, lines=(), heard=[Heard(200, body)]).outcome is Outcome.SENT


def test_one_that_says_no_with_200_is_heard() -> None:
    assert judged("tgram", took=True, lines=(), heard=[Heard(200, b'{"ok": false}')]).outcome is Outcome.NOT_SENT
