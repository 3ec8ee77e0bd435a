"""Pages of small shops of fourteen countries in many forms: ways to print a price, and what shops print around it.

No page marks up anything, so that only what is visible counts.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "fixtures" / "shop_pages_abroad"


@dataclass(frozen=True, slots=True)
class Country:
    """`prices`: lines that each state the price `want`. `around`: what may stand right behind it; what begins with a
    heading stands below all.
    """

    language: str
    url: str
    name: str
    shop: str
    about: str
    button: str
    want: list[str]
    """[price, currency]"""
    prices: list[str]
    around: list[str]

    def page(self, price: str, around: str = "") -> bytes:
        """The page of this shop with one price and one text around it, both in HTML."""
        below, behind = (around, "") if around.startswith("<h3") else ("", around)
        title = f"<title>{self.name} - {self.shop}</title>"
        return f"""<html lang="{self.language}"><head><meta charset="utf-8">{title}</head><body>
        <div><a href="/">Home</a> <a href="/lamps">Lamps</a></div><table><tr><td><img src="/p/lamp.jpg"></td>
        <td><h1>{self.name}</h1><p>{self.about}</p><p>{price}</p>{behind}
        <input type="submit" value="{self.button}"></td></tr></table>{below}<p>{self.shop}</p></body></html>""".encode()


COUNTRIES = {file.stem: Country(**tomllib.loads(file.read_text("utf-8"))) for file in sorted(_FOLDER.glob("*.toml"))}
