"""A product as the store knows it now. Times are UTC milliseconds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Product:
    """What is known of a product now. `price_minor` is the last price whose verdict was ok."""

    product_key: str
    platform: str
    region: str
    item_id: str | None
    shop_id: str | None
    sku: str | None
    url: str
    url_norm: str
    title: str | None
    brand: str | None
    seller: str | None
    image_url: str | None
    price_minor: int | None
    currency: str | None
    list_price_minor: int | None
    price_kind: str | None
    availability: str
    verdict: str
    verdict_reason: str | None
    job_id: str
    content_hash: str | None
    first_seen_at: int
    last_seen_at: int
    price_at: int | None
    price_min_minor: int | None
    price_max_minor: int | None
    stock: int | None
    gone_at: int | None
    """When three crawls in a row had found the page gone; None while it is there."""
    gtin: str | None
    details_json: str | None
    """Rating, category, condition, images …, as the last trusted page that states any said: `read_details` reads it."""
    generation: int
    """1, 2 … raised when the address was found to show another product; what was known before is its history only."""
    anew_at: int | None
    """When it was raised last."""
    flickers: int
    """Sights that were doubted and not seen again, in this generation."""
