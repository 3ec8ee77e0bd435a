"""One item object of Shopee's answers: its prices, stock, choices and pictures. Prices are scaled by 100000."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from common.money import to_minor
from common.offer import Availability, PriceKind, Variant
from common.reading.text.json_text import amount, object_at, text_of, whole

SCALE = Decimal(100_000)
_GONE_MODEL = frozenset({0, 3, 4, 5, 6, 8})
_BRAND_ROWS = frozenset({"brand", "品牌", "merek", "แบรนด์", "thương hiệu", "marca", "jenama", "marka", "marque"})


class Prices:
    """The item's prices in minor units of `currency`.

    A price of -1 or 0 means that the answer does not say it: the lowest of the range is then taken, `kind` says so.
    Where `price_raw` stands, `price` beside it was divided already. `contradict`: the answer's own prices exclude
    each other, or one has more digits than the currency.
    """

    def __init__(self, item: dict[str, Any], detail: dict[str, Any], currency: str | None) -> None:
        self._currency = currency or "XXX"
        self._item = item
        self._suffix = "_raw" if "price_raw" in item else ""
        self.contradict = False
        models = [price for model in alive(item) if (price := self._model(model))]
        shown, shown_low, shown_high = self._shown(object_at(detail, "product_price", "price"))
        stated = self._stated("price")
        self.low = self._stated("price_min") or shown_low or min(models, default=None)
        self.high = self._stated("price_max") or shown_high or max(models, default=None)
        self.price = stated or shown or self.low
        self.kind = PriceKind.BEFORE_VOUCHER if stated or self.low == self.high else PriceKind.FROM
        if self.price is None and not self.hidden(detail):
            self.price = self._minor(item.get("price" + self._suffix))  # a zero that nothing else explains
        self.low, self.high = self.low or self.price, self.high or self.price
        for one in (self.price, shown):
            if one is not None and self.low is not None and self.high is not None:
                self.contradict |= not self.low <= one <= self.high
        if self.hidden(detail):
            self.price = self.low = self.high = None
        self.list_price = self._list_price(object_at(detail, "product_price", "price_before_discount"))

    @staticmethod
    def hidden(detail: dict[str, Any]) -> bool:
        return object_at(detail, "product_price").get("hide_price") is True

    def _stated(self, name: str) -> int | None:
        value = self._item.get(name + self._suffix)
        return (self._shown(value)[0] if isinstance(value, dict) else self._minor(value)) or None

    def _shown(self, block: dict[str, Any]) -> tuple[int | None, int | None, int | None]:
        """pdp/get_pc: {"single_value": …} for one price, {"range_min": …, "range_max": …} for several; -1: not this."""
        single, low, high = (
            self._minor(block.get(name)) or None for name in ("single_value", "range_min", "range_max")
        )
        return single or low, low or single, high or single

    def _model(self, model: dict[str, Any]) -> int | None:
        return self._minor(model_amount(model, "price"))

    def _list_price(self, block: dict[str, Any]) -> int | None:
        if self.price is None:
            return None
        card = object_at(self._item, "item_card_display_price").get("strikethrough_price")
        for before in (
            self._stated("price_before_discount"),
            self._shown(block)[0],
            self._stated("price_min_before_discount"),
            self._stated("strikethrough_price"),
            self._minor(card),
        ):
            if before:
                return before if before > self.price else None
        return None

    def _minor(self, value: Any) -> int | None:
        scaled = amount(value)
        if scaled is None or scaled < 0:  # -1: hidden or unknown
            return None
        minor = to_minor(scaled / SCALE, self._currency)
        if minor is None:
            self.contradict = True
        return minor


def alive(item: dict[str, Any]) -> list[dict[str, Any]]:
    """The choices a buyer is offered, at most 1000; deleted ones stay in the answer."""
    models = item.get("models")
    return [
        model
        for model in (models[:1000] if isinstance(models, list) else ())
        if isinstance(model, dict) and whole(model.get("status")) not in _GONE_MODEL
    ]


def model_amount(model: dict[str, Any], name: str) -> Any:
    """`price` or `stock` of one choice: its own, or what `price_stocks` says for the promotion that is running."""
    own = amount(model.get(name))
    if own is not None and own >= 0:
        return own
    rows = model.get("price_stocks")
    rows = [row for row in rows[:50] if isinstance(row, dict)] if isinstance(rows, list) else []
    if len(rows) > 1:
        running = text_of(model.get("current_promotion_id")) or text_of(model.get("promotion_id"))
        rows = [row for row in rows if running and text_of(row.get("promotion_id")) == running]
    if len(rows) != 1:
        return None
    found = amount(rows[0].get(name))
    if found is None and name == "stock":
        found = amount(rows[0].get("allocated_stock"))
    return found


def stock_of(item: dict[str, Any]) -> int | None:
    """Pieces left, of an item or of one choice; None when the answer does not count them."""
    for found in (model_amount(item, "stock"), item.get("normal_stock")):
        stock = whole(found)
        if stock is not None and stock >= 0:
            return stock
    return None


def variants(item: dict[str, Any], currency: str | None) -> Iterator[Variant]:
    """The choices with their own price and stock; names alone where a list of one kind of choice is all there is."""
    tiers = _tiers(item)
    models = alive(item)
    for model in models:
        stock = stock_of(model)
        yield Variant(
            name=text_of(model.get("name")) or _tier_name(model, tiers),
            sku=text_of(model.get("modelid")) or text_of(model.get("model_id")),
            price_minor=_model_price(model, currency),
            availability=_model_state(model, stock),
            stock=stock,
        )
    if not models and len(tiers) == 1:
        for option in tiers[0]:
            if option:
                yield Variant(name=option)


def _model_price(model: dict[str, Any], currency: str | None) -> int | None:
    scaled = amount(model_amount(model, "price"))
    return to_minor(scaled / SCALE, currency or "XXX") if scaled is not None and scaled > 0 else None


def _model_state(model: dict[str, Any], stock: int | None) -> Availability:
    if stock is not None:
        return Availability.IN_STOCK if stock > 0 else Availability.OUT_OF_STOCK
    has_stock = model.get("has_stock")
    if isinstance(has_stock, bool):
        return Availability.IN_STOCK if has_stock else Availability.OUT_OF_STOCK
    return Availability.UNKNOWN


def _tiers(item: dict[str, Any]) -> list[list[str]]:
    """The names of the options of each kind of choice, in the answer's order."""
    tiers = item.get("tier_variations")
    found: list[list[str]] = []
    for tier in tiers[:5] if isinstance(tiers, list) else ():
        options = tier.get("options") if isinstance(tier, dict) else None
        names = [_option(one) for one in options[:300]] if isinstance(options, list) else []
        if any(names):
            found.append(names)
    return found


def _option(option: Any) -> str:
    return text_of(option.get("option") if isinstance(option, dict) else option) or ""


def _tier_name(model: dict[str, Any], tiers: list[list[str]]) -> str:
    index = object_at(model, "extinfo").get("tier_index") or model.get("tier_index")
    steps = [whole(step) for step in index] if isinstance(index, list) else []
    if len(steps) != len(tiers):
        return ""
    names = [tier[step] for tier, step in zip(tiers, steps, strict=True) if step is not None and 0 <= step < len(tier)]
    return ",".join(names) if len(names) == len(tiers) else ""


def brand_of(item: dict[str, Any], detail: dict[str, Any]) -> str | None:
    """The brand the item states, else its row in the table of attributes."""
    brand = item.get("brand")
    if found := text_of(brand) if not isinstance(brand, dict) else text_of(brand.get("name")):
        return found if found != "0" else None
    rows = object_at(detail, "product_attributes").get("attrs") or item.get("attributes")
    for row in rows[:100] if isinstance(rows, list) else ():
        if isinstance(row, dict) and (text_of(row.get("name")) or "").lower() in _BRAND_ROWS:
            return text_of(row.get("value"))
    return None


def image_names(item: dict[str, Any], detail: dict[str, Any]) -> list[str]:
    """Hashes or addresses of the pictures, the main one first, at most 50."""
    names = item.get("images")
    if not isinstance(names, list) or not names:
        names = object_at(detail, "product_images").get("images")
    found = [name for name in names if isinstance(name, str) and name] if isinstance(names, list) else []
    first = text_of(item.get("image")) or text_of(object_at(detail, "product_images").get("image"))
    return [first, *(name for name in found if name != first)][:50] if first else found[:50]
