"""How bad things are now: the chances of each kind of fault, drawn by the seed for one world and cleared at the end."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(slots=True)
class Weather:
    """Each figure is the chance that one request, message or step meets the fault."""

    dice: Random
    lost_request: float = 0.0
    """The database never sees it; the client gets an error."""
    lost_answer: float = 0.0
    """The database commits it; the client gets an error."""
    late_request: float = 0.0
    """The client gets an error, and the database commits it up to some seconds later."""
    lost_publish: float = 0.0
    """A message does not arrive, and is not confirmed."""
    lost_confirm: float = 0.0
    """A message arrives, and is not confirmed."""
    doubled: float = 0.0
    """A message arrives twice."""
    shuffled: float = 0.0
    """The messages of the work queues change places when one arrives."""
    kill_after_write: float = 0.0
    """The process is killed within a few steps after a claim or a record of its own was committed."""
    freeze_after_write: float = 0.0
    database_away: bool = False
    broker_away: bool = False

    def falls(self, chance: float) -> bool:
        return chance > 0 and self.dice.random() < chance

    def clear(self) -> None:
        """From now on nothing fails."""
        for name in self.__slots__:
            if name != "dice":
                setattr(self, name, type(getattr(self, name))(0))


def drawn(dice: Random) -> Weather:
    """A world's weather: most kinds of fault are absent in most worlds, so that each is also met alone."""

    def chance(worst: float) -> float:
        return dice.random() * worst if dice.random() < 0.5 else 0.0

    return Weather(
        dice=dice,
        lost_request=chance(0.15),
        lost_answer=chance(0.25),
        late_request=chance(0.05),
        lost_publish=chance(0.2),
        lost_confirm=chance(0.3),
        doubled=chance(0.4),
        shuffled=chance(0.3),
        kill_after_write=chance(0.1),
        freeze_after_write=chance(0.1),
    )
