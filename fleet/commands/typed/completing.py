"""What a shell offers on Tab for an option or argument whose words the code knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Completion = Callable[[str], list[str]]


def among(words: Callable[[], Iterable[str]] | Iterable[str]) -> Completion:
    """Those of `words` that begin as what was typed, in capital letters or small ones. As a function they are asked for
    only on Tab."""

    def begun(incomplete: str) -> list[str]:
        known = words() if callable(words) else words
        return [word for word in map(str, known) if word.lower().startswith(incomplete.lower())]

    return begun
