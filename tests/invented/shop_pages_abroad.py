"""Pages of small shops of some forty countries in many forms: ways to print a price, and what shops print around it.

No page marks up anything, so that only what is visible counts.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "fixtures" / "shop_pages_abroad"


@dataclass(frozen=True, slots=True)
class Country:
    """`prices`: lines that each state the price `want`. `around`: what may stand right behind it; what begins with a
    heading stands below all. `unread`: further such lines that are not read yet. `stock_in`, `stock_out`: lines that
    say whether it can be had. `codes`: lines that name the code `CODE`. `buttons`: what a button that buys says.
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
    unread: list[str] = field(default_factory=list)
    stock_in: list[str] = field(default_factory=list)
    stock_out: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)

    def page(self, price: str, around: str = "", *, button: str | None = None) -> bytes:
        """The page of this shop with one price and one text around it, both in HTML; without a button when that is
        empty."""
        said = self.button if button is None else button
        buys = f'<input type="submit" value="{said}">' if said else ""
        below, behind = (around, "") if around.startswith("<h3") else ("", around)
        title = f"<title>{self.name} - {self.shop}</title>"
        return f"""<html lang="{self.language}"><head><meta charset="utf-8">{title}</head><body>
        <div><a href="/">Home</a> <a href="/lamps">Lamps</a></div><table><tr><td><img src="/p/lamp.jpg"></td>
        <td><h1>{self.name}</h1><p>{self.about}</p><p>{price}</p>{behind}
        {buys}</td></tr></table>{below}<p>{self.shop}</p></body></html>""".encode()


CODE = "BL-4012"
COUNTRIES = {file.stem: Country(**tomllib.loads(file.read_text("utf-8"))) for file in sorted(_FOLDER.glob("*.toml"))}
