"""What the programs here are asked on their command line."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.places import MATERIAL, VARIABLE


def material_asked(description: str | None) -> Path | None:
    """The folder of real material that is meant; None, and a word about it, where none is named."""
    options = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=MATERIAL, help="the folder of real material")
    data: Path | None = options.parse_args().data
    if data is None:
        print(f"no labelled pages: {VARIABLE} names no folder of real material")
    return data
