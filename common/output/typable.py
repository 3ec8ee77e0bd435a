"""Words of a command that a person is told to type: what a shell reads as exactly that word, or a placeholder. Pure.

Ids, shops' names and codes in suggested commands may come from strangers (a page's SKU, a posted host) or from a
database that others write. A shell would run `$(…)`, take `-x` for an option, split at a space. So such a word is
shown only when every shell (POSIX, cmd, PowerShell) takes it as it is; never in quotes, which differ between shells.
"""

from __future__ import annotations

import os
import re
import shlex

from common.output.printable import printable

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/@+=-]{0,199}")
_QUOTABLE_ON_WINDOWS = re.compile(r"[\w .:/\\@+=,~-]+")


def typable(text: str, instead: str) -> str:
    """`text` when it is a plain word of at most 200 characters, else the placeholder `instead` (ID, SHOP, CODE)."""
    return text if _PLAIN.fullmatch(text) else instead


def typable_path(text: str, instead: str = "FILE", *, windows: bool | None = None) -> str:
    """A path or assignment of the operator's own as one word of this system's shell, quoted where it must be.

    `instead` when no quoting holds: control characters anywhere; on Windows also whatever cmd or PowerShell would
    still look into between double quotes ($, %, `, ").
    """
    if printable(text) != text:
        return instead
    if os.name != "nt" if windows is None else not windows:
        return shlex.quote(text)
    if _PLAIN.fullmatch(text):
        return text
    return f'"{text}"' if _QUOTABLE_ON_WINDOWS.fullmatch(text) and not text.endswith("\\") else instead
