"""The parts of a store, each loaded when it is first asked for: a command line's command needs few of them, and to load
all of them takes longer than most of these commands do.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Generic, Protocol, TypeVar, cast

from common.outcome.sight_rules import SightRules
from common.store.database.database import Database

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opened:
    """What every part of one store is made of."""

    database: Database
    sights: SightRules


class _Holder(Protocol):
    opened: Opened


class Room(Generic[T]):
    """One part, as an attribute of the store: made once a store, and the same from then on."""

    def __init__(self, where: str, *, judges: bool = False) -> None:
        """`where`: "module:Class" below common.store. `judges`: it weighs sights, and is told by which rules."""
        self.where = where
        self._judges = judges
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, store: _Holder, owner: type) -> T:
        module, _, name = self.where.partition(":")
        room = getattr(import_module(f"common.store.{module}"), name)
        opened = store.opened
        made = cast(T, room(opened.database, opened.sights) if self._judges else room(opened.database))
        vars(store)[self._name] = made  # found before this descriptor from now on
        return made
