"""Where things lie: the one place of the tests and benchmarks that knows the repository's root."""

from __future__ import annotations

from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
FIXTURES = REPO / "tests" / "fixtures"
