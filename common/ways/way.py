"""The ways by which a shop's product can be read."""

from __future__ import annotations

from enum import StrEnum


class Way(StrEnum):
    """One way to a product. A shop names its ways in order (`Shop.ways`); a job goes down that ladder."""

    OFFICIAL = "official"
    """The shop's own open platform, with an operator's keys; never on a volunteer's PC."""
    HTTP = "http"
    """A plain GET of the product's page."""
    BROWSER = "browser"
    """A real browser that opens the product's page."""
