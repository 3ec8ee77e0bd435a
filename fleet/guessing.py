"""What somebody may have meant by a word that is none of those there are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


def instead(typed: str, known: Sequence[str]) -> str:
    """The end of a sentence that begins "there is no …": the known word that is near, or all there are."""
    words = {word.lower(): word for word in known}
    elsewhere = _CALLED_ELSEWHERE.get(typed.lower())
    near = [elsewhere] if elsewhere in words else get_close_matches(typed.lower(), words, n=1)
    return f"; did you mean {words[near[0]]}?" if near else f". There are {', '.join(known)}."


_CALLED_ELSEWHERE = {**dict.fromkeys(("status", "state", "health", "check"), "doctor"), "start": "up", "run": "up"}
"""What other programs call a command of ours."""
