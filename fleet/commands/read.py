"""`crawlfleet read`: a saved page or answer, read as a worker would, without network or database."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from common.errors import ConfigError
from fleet.commands.context import settings_of
from fleet.terminal.examples import examples
from fleet.terminal.money_text import price_text
from fleet.terminal.output import print_json, print_line
from fleet.terminal.text import clean

if TYPE_CHECKING:
    from common.shops.registry import Shops


def read(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A saved page; - reads JSON lines {file, url}.")],
    url: Annotated[str | None, typer.Option(help="Where the page came from.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Read a saved page (HTML or JSON, gzip too) as a worker would."""
    from common.shops.registry import Shops

    shops = Shops(settings_of(ctx).shops)
    if file == "-":
        for answer in read_lines(sys.stdin.buffer, shops):
            print_json(answer)
        return
    if url is None:
        raise ConfigError("read FILE needs --url: where the page came from decides which shop reads it.")
    answer = read_one(file, url, shops)
    if as_json:
        print_json(answer)
    else:
        _show(answer)


def read_lines(lines: Iterable[bytes], shops: Shops) -> Iterator[dict[str, Any]]:
    """One answer per line, in order; a line that cannot be read is answered too, and costs only itself."""
    for line in lines:
        if not line.strip():
            continue
        try:
            asked = json.loads(line)
        except ValueError:
            yield _failure("UNREADABLE_LINE", 'the line is no JSON object like {"file": …, "url": …}') | {"file": None}
            continue
        file = asked.get("file") if isinstance(asked, dict) else None
        url = asked.get("url") if isinstance(asked, dict) else None
        if not isinstance(file, str) or not isinstance(url, str):
            yield _failure("UNREADABLE_LINE", "file and url must both be texts") | {"file": file}
            continue
        yield read_one(file, url, shops) | {"file": file}


def read_one(file: str, url: str, shops: Shops) -> dict[str, Any]:
    """Never raises for a bad file: that is an answer, too."""
    from fleet.operations.read_saved import read_saved

    try:
        body = Path(file).read_bytes()
    except (OSError, ValueError) as error:
        return _failure("UNREADABLE_FILE", f"{file}: {getattr(error, 'strerror', None) or error}")
    return read_saved(body, url, shops)


def _failure(reason: str, detail: str) -> dict[str, Any]:
    return {"ok": False, "reason": reason, "detail": detail}


def _show(answer: dict[str, Any]) -> None:
    if not answer["ok"]:
        print_line(f"no product: {answer['reason']}: {clean(str(answer['detail']))}")
        raise typer.Exit(1)
    offer, verdict = answer["offer"], answer["verdict"]
    facts = dict(offer) | {"price": _price(offer)}
    facts["verdict"] = " ".join(str(part) for part in (verdict["status"], verdict["reason"]) if part)
    facts["variants"] = len(offer.get("variants", ())) or None
    for name in _SHOWN:
        if facts.get(name) is not None and facts[name] != "":
            source = offer["came_from"].get("price_minor" if name == "price" else name)
            print_line(f"{name:<13}{clean(str(facts[name]))}{f'  ({source})' if source else ''}")


def _price(offer: dict[str, Any]) -> str:
    """The price, with what else the page says of it: its range, the price before, the one with a coupon."""
    code, price = offer.get("currency"), offer.get("price_minor")
    low, high = offer.get("price_min_minor"), offer.get("price_max_minor")
    beside = (
        f"range {price_text(low, code)} to {price_text(high, code)}" if low != high else "",
        f"before {price_text(offer['list_price_minor'], code)}" if offer.get("list_price_minor") else "",
        f"with coupon {price_text(offer['coupon_price_minor'], code)}" if offer.get("coupon_price_minor") else "",
    )
    stated = price_text(price, code) or (f"{offer['price']}, no currency named" if price is not None else "")
    return ", ".join(part for part in (stated, *beside) if part)


_SHOWN = (
    *("title", "price", "availability", "stock", "seller", "brand", "sku", "gtin", "mpn"),
    *("item_id", "shop_id", "variants", "url", "verdict"),
)


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "crawlfleet read page.html.gz --url https://shopee.tw/product/310001/9100001",
            "crawlfleet read - --json < pages.jsonl",
        )
    )(read)
