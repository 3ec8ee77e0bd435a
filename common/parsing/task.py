"""What the child can be asked to do: a pure function by its name, and the shapes of what goes in and comes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, cast

from pydantic import TypeAdapter

A = TypeVar("A")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Task(Generic[A, R]):
    """`function` is "module:name" of a function `(head: A, body: bytes) -> R` that uses no clock, file or network.

    It is named, not imported, so that the parent never loads a parser. Head and answer cross over as JSON, never as
    pickles: whatever hostile bytes make of the child, its answer is only data of the shape R. The body crosses over
    as it is.
    """

    name: str
    """For metrics and messages: "page", "feed", "robots"."""
    function: str
    head: Any
    """The type A (a type, or a typing form such as `list[str]`)."""
    answer: Any
    """The type R."""
    brief: bool = False
    """Soon done, and much waits for it: goes before tasks that are not."""
    needs: str | None = None
    """"module:name" of a function without arguments that a child calls when it starts, before its limits bind: what
    takes long to make and serves all such tasks. A child that started without is replaced at the first of them.
    """
    _adapters: dict[str, TypeAdapter[Any]] = field(default_factory=dict, repr=False, compare=False)

    def head_json(self, head: A) -> bytes:
        return self._adapter("head").dump_json(head)

    def answer_of(self, text: bytes) -> R:
        """Raises pydantic's ValidationError for an answer of another shape."""
        return cast(R, self._adapter("answer").validate_json(text))

    def _adapter(self, which: str) -> TypeAdapter[Any]:
        # Built at the first use: an adapter of a large dataclass takes milliseconds that a start can do without.
        if which not in self._adapters:
            self._adapters[which] = TypeAdapter(self.head if which == "head" else self.answer)
        return self._adapters[which]


class Parser(Protocol):
    """Whoever runs tasks: a ParsingChild, but in tests."""

    async def run(
        self, task: Task[A, R], head: A, body: bytes = b"", *, site: str = "", processor_seconds: float | None = None
    ) -> R:
        """See ParsingChild.run."""
