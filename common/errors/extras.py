"""What to type where a package is missing that one of our extras brings.

No package index has crawlfleet, so only the environment that this program runs in knows what its extras are: the pip
that a shell finds may be another's. Some environments have no pip (`uv tool install`); uv itself adds to those.
"""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec


def adding_extra(name: str) -> str:
    """The command that adds the extra here, between backticks. It names a folder of this machine's, so it is for
    whoever looks at this machine, and for no report to others."""
    python = shlex.quote(sys.executable)
    by = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return f"`{by} 'crawlfleet[{name}]'`"
