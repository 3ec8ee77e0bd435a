"""The wire between parent and child: frames of two parts, each with its length before it.

    4 bytes length of the first part | 4 bytes length of the second | first part | second part      (big endian)

Parent to child: a JSON object {"function", "processor_seconds", "head"} and the body. Child to parent: one word that
says how it went (an `Outcome`) and the answer as JSON, or a text for people.
"""

from __future__ import annotations

import struct
from enum import StrEnum

LENGTHS = struct.Struct(">II")


class Outcome(StrEnum):
    """How the child's work went."""

    DONE = "DONE"
    RAISED = "RAISED"
    """The function raised: a bug of ours, or bytes it cannot take. The child goes on."""
    DEPTH = "DEPTH"
    """The function recursed too deep. The child goes on."""
    MEMORY = "MEMORY"
    """The function ran out of memory. The child ends after saying so."""


def packed(first: bytes, second: bytes) -> bytes:
    return LENGTHS.pack(len(first), len(second)) + first + second
