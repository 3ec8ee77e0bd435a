"""What large pages leave goes back to the system once it is much, so that a child stays small between pages."""

from __future__ import annotations

import io
import json
import platform

import psutil
import pytest

from common.parsing import child
from common.parsing.child import KEPT_BYTES, LARGE_BYTES, serve
from common.parsing.frames import packed
from common.parsing.limits import give_back_memory

PIECES, PIECE_BYTES = 20_000, 4_000
"""Of 80 MB, each too small to be mapped by itself."""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another allocator")
def test_what_lies_free_below_something_in_use_goes_back() -> None:
    pieces = [bytearray(PIECE_BYTES) for _ in range(PIECES)]
    held = pieces[:: PIECES // 20]  # all over what was taken, up to its end
    del pieces
    before = psutil.Process().memory_info().rss
    give_back_memory()
    assert before - psutil.Process().memory_info().rss > PIECES * PIECE_BYTES // 2
    assert len(held) == 20


@pytest.mark.parametrize(
    ("body_bytes", "held", "given_back"),
    [
        (LARGE_BYTES, [0, KEPT_BYTES + 1, 0], [b""]),
        (LARGE_BYTES, [0, KEPT_BYTES], []),
        (LARGE_BYTES - 1, [0, KEPT_BYTES + 1], []),
    ],
    ids=["holds much", "holds little", "small"],
)
def test_memory_is_given_back_before_the_answer_to_a_large_request_that_left_much(
    monkeypatch: pytest.MonkeyPatch, body_bytes: int, held: list[int], given_back: list[bytes]
) -> None:
    assert _given_back(monkeypatch, [body_bytes], held)[0] == given_back


def test_what_several_requests_leave_adds_up_to_one_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is still held after giving back is what the next bound counts from, not what any request began with."""
    half = KEPT_BYTES // 2
    held = [0, half, KEPT_BYTES, KEPT_BYTES + half, half, KEPT_BYTES, KEPT_BYTES + half, KEPT_BYTES + half + 1, 0]
    told_before, answers = _given_back(monkeypatch, [LARGE_BYTES] * 6, held)
    assert [told.count(b"DONE") for told in told_before] == [2, 5]
    assert answers.count(b"DONE") == 6


def _given_back(monkeypatch: pytest.MonkeyPatch, bodies: list[int], held: list[int]) -> tuple[list[bytes], bytes]:
    """What had been answered at each giving back, and all answers; `held`: what the child holds whenever it looks."""
    answers = io.BytesIO()
    told_before: list[bytes] = []
    looks = iter(held)
    monkeypatch.setattr(child, "give_back_memory", lambda: told_before.append(answers.getvalue()))
    monkeypatch.setattr(child, "held_bytes", lambda: next(looks))
    monkeypatch.setattr(child, "bind_to_time", lambda **_: None)  # it would end a test's own time limit
    asked = {"function": "common.parsing.probe:state", "processor_seconds": 0, "wall_seconds": 0, "head": None}
    requests = b"".join(packed(json.dumps(asked).encode(), b" " * size) for size in bodies)
    serve(io.BytesIO(requests), answers)
    assert answers.getvalue()
    return told_before, answers.getvalue()
