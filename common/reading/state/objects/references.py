"""Objects that name each other instead of holding each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any


def fill(trees: Iterable[Any], name_of: Callable[[Any], str | None], known: Mapping[str, Any]) -> None:
    """Replaces, inside these objects and lists, every value that stands for another by the one it names; by None when
    nothing has that name.

    `name_of` gives the name that an object or list stands for, None for one that stands for itself. What is put in is
    not looked into again, so parts that hold each other become a cycle and not an endless loop.
    """
    pending: list[Any] = [tree for tree in trees if isinstance(tree, (dict, list))]
    while pending:
        node = pending.pop()
        for key, child in list(node.items() if isinstance(node, dict) else enumerate(node)):
            if not isinstance(child, (dict, list)):
                continue
            name = name_of(child)
            if name is not None:
                node[key] = known.get(name)
            else:
                pending.append(child)
