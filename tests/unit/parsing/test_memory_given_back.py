"""What a large page took goes back to the system before its answer, so that a child stays small between pages."""

from __future__ import annotations

import io
import json
import platform

import psutil
import pytest

from common.parsing import child
from common.parsing.child import LARGE_BYTES, serve
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


@pytest.mark.parametrize(("body_bytes", "given_back"), [(LARGE_BYTES, 1), (LARGE_BYTES - 1, 0)])
def test_memory_is_given_back_before_the_answer_to_a_large_request_only(
    monkeypatch: pytest.MonkeyPatch, body_bytes: int, given_back: int
) -> None:
    answers = io.BytesIO()
    told_before: list[bytes] = []
    monkeypatch.setattr(child, "give_back_memory", lambda: told_before.append(answers.getvalue()))
    monkeypatch.setattr(child, "bind_to_time", lambda **_: None)  # it would end a test's own time limit
    asked = {"function": "common.parsing.probe:state", "processor_seconds": 0, "wall_seconds": 0, "head": None}
    serve(io.BytesIO(packed(json.dumps(asked).encode(), b" " * body_bytes)), answers)
    assert told_before == [b""] * given_back
    assert answers.getvalue()
