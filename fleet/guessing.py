"""What somebody may have meant by a word that is none of those there are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from common.errors import WrongUsage


def known_word(typed: str, known: Sequence[str], what: str) -> str:
    """The known word that was typed, whatever its capital letters. Raises WrongUsage with a guess at it, or with all
    there are: a typing error must not look like an empty answer."""
    for word in known:
        if word.lower() == typed.lower():
            return str(word)
    raise WrongUsage(f"there is no {what} {typed[:40]!r}{instead(typed, known)}")


def instead(typed: str, known: Sequence[str]) -> str:
    """The end of a sentence that begins "there is no …": the known word that is near, or all there are."""
    words = {word.lower(): word for word in known}
    elsewhere = _CALLED_ELSEWHERE.get(typed.lower())
    near = [elsewhere] if elsewhere in words else get_close_matches(typed.lower(), words, n=1)
    return f"; did you mean {words[near[0]]}?" if near else f". There are {', '.join(known)}."


_CALLED_ELSEWHERE = {**dict.fromkeys(("status", "state", "health", "check"), "doctor"), "start": "up", "run": "up"}
"""What other programs call a command of ours."""
