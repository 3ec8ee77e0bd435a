"""Where a clause ends in what a page says beside an amount."""

from __future__ import annotations

import re

CLAUSE_ENDS = re.compile(r"\s[·•|–—-]\s|[.,;:!?]\s|[()（）·•|。，、；：]")
