"""The statements beside this file, by their names."""

from __future__ import annotations

from importlib import resources

from common.store.statements import parse

SQL = parse(resources.files("common.store.texts").joinpath("statements.sql").read_text("utf-8"))
