"""Products, their prices and what changed about them."""

from __future__ import annotations

from pydantic import create_model

from common.store import PriceObservation, Product, ProductChange
from fleet.console.api.answers.jobs import Pending
from fleet.console.api.shaping import Answer, Json, listed, many, of, required

_Product = of("Product", Product, without={"details_json"}, more={"price": str | None, "details": Json | None})
Price = of("Price", PriceObservation, without={"lease_token"}, more={"price": str, "of_former_product": bool})
Products = listed("Products", create_model("ListedProduct", __base__=_Product, **required({"pending": Pending | None})))
WholeProduct = create_model(
    "WholeProduct", __base__=_Product, **required({"prices": many(Price), "pending": many(Pending)})
)


class Prices(Answer):
    items: list[Price]  # type: ignore[valid-type]
    """The newest first."""


Changes = listed("Changes", of("Change", ProductChange, more={"share": float | None}))
