"""The child's own program: reads requests from its input, works on one at a time, answers on its output.

Started by ParsingChild; its arguments are its parent's process id, the memory it may take and the modules to load
before the limits bind, so that one request's memory is only that request's. Ends when its input ends.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
import traceback
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import TypeAdapter

from common.compiled.at_import import kept_patterns
from common.parsing.frames import LENGTHS, Outcome, packed
from common.parsing.limits import bind_to_memory, bind_to_time, give_back_memory, held_bytes, live_and_die_with_parent

READY = packed(Outcome.DONE.encode(), b'"ready"')
LARGE_BYTES = 768 * 1024
"""Of a request, whose tree takes many times as much."""
KEPT_BYTES = 12 * 1024 * 1024
"""The child may hold this much more than when it last gave memory back before it does so again. To give it back and to
take it anew was 3 % of all the time where every fourth page is large; most leave less behind.
"""


class _Function:
    """A task's function, and the adapters that its annotations name."""

    def __init__(self, name: str) -> None:
        module, _, attribute = name.partition(":")
        self._call: Callable[[Any, bytes], Any] = getattr(importlib.import_module(module), attribute)
        hints = typing.get_type_hints(self._call)
        self._answer: TypeAdapter[Any] = TypeAdapter(hints.pop("return"))
        self._head: TypeAdapter[Any] = TypeAdapter(next(iter(hints.values())))

    def __call__(self, head: Any, body: bytes) -> bytes:
        answer = self._call(self._head.validate_python(head), body)
        try:
            return self._answer.dump_json(answer)
        except ValueError:
            # JSON's \ud800 makes a text that no UTF-8 can hold, and no database.
            return _without_lone_surrogates(json.dumps(self._answer.dump_python(answer), ensure_ascii=False))


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every request until there are no more, or until memory ran out."""
    functions: dict[str, _Function] = {}
    at_rest = held_bytes() or 0
    while lengths := requests.read(LENGTHS.size):
        first, second = LENGTHS.unpack(lengths)
        asked = json.loads(requests.read(first))
        body = requests.read(second)
        outcome, text = _answer(functions, asked, body)
        del body
        if second >= LARGE_BYTES and (held_bytes() or 0) > at_rest + KEPT_BYTES:
            give_back_memory()  # before the answer: its parent counts what is held as soon as it has that
            at_rest = held_bytes() or 0
        answers.write(packed(outcome.encode(), text))
        answers.flush()
        if outcome is Outcome.MEMORY:
            return  # what was torn halfway may still be held; a fresh child is cleaner


def _answer(functions: dict[str, _Function], asked: dict[str, Any], body: bytes) -> tuple[Outcome, bytes]:
    name = asked["function"]
    try:
        if name not in functions:
            functions[name] = _Function(name)
        bind_to_time(processor_seconds=asked["processor_seconds"], wall_seconds=asked["wall_seconds"])
        try:
            return Outcome.DONE, functions[name](asked["head"], body)
        finally:
            bind_to_time(processor_seconds=0, wall_seconds=0)
    except MemoryError:
        return Outcome.MEMORY, b"out of memory"
    except RecursionError:
        return Outcome.DEPTH, b"nested too deep"
    except Exception as error:
        return Outcome.RAISED, f"{type(error).__name__}: {error}"[:1_000].encode("utf-8", "replace") + _place(error)


def _place(error: Exception) -> bytes:
    """Where it happened: of a bug in a parser nothing else is left, for the child writes no log."""
    frames = traceback.extract_tb(error.__traceback__)
    return f" ({Path(frames[-1].filename).name} line {frames[-1].lineno})".encode() if frames else b""


def _without_lone_surrogates(text: str) -> bytes:
    """UTF-8. Halves of a pair that stand beside each other become their letter, lone ones U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode("utf-8")


def load(name: str) -> None:
    """A module by its name; "module:function": that function is called, too."""
    module, _, function = name.partition(":")
    loaded = importlib.import_module(module)
    if function:
        getattr(loaded, function)()


_NEW_OBJECTS = 20_000
"""Between two looks of the garbage collector for reference cycles; the interpreter's own are 700. Modules stay, and a
page makes thousands of objects with hardly a cycle among them: looking after every few hundred was a twentieth of all.
"""


def main() -> None:
    live_and_die_with_parent(int(sys.argv.pop(1)))
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a parser prints must not be taken for an answer; nobody reads either
    memory_bytes = int(sys.argv[1])
    gc.set_threshold(_NEW_OBJECTS)
    with kept_patterns():
        for name in sys.argv[2:]:
            load(name)
    sys.dont_write_bytecode = True  # from here on no file is written, whatever is loaded later
    gc.freeze()  # modules loaded by now stay for good, so they are never looked through again
    gc.enable()  # launch.py had it off: to look through what is being loaded took two hundredths of a second
    give_back_memory()  # what was read from files to make patterns of
    bind_to_memory(memory_bytes)
    answers.write(READY)
    answers.flush()
    serve(requests, answers)


if __name__ == "__main__":
    main()
