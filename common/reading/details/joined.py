"""An offer with its details, each from the first source that states it; `came_from` says which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from common.details.kinds import Condition, Details, PackSize, Shipping, UnitPrice
from common.offer import Offer
from common.reading.declared import json_ld, microdata
from common.reading.declared.conditions.stated import condition_of, of_several
from common.reading.declared.schema_node import SchemaNode
from common.reading.details import description, rating, shipping, trail, unit_price
from common.reading.details.pictures import shown_pictures
from common.reading.found import LABELS, SHOWN, STATE, Found
from common.reading.parsed.document import TRAIL, Document
from common.reading.parsed.letters import folded
from common.reading.visible.codes.printed_gtin import gtin_of
from common.reading.visible.view import PageView

T = TypeVar("T")

_MAX_OFFERS = 50


@dataclass(slots=True)
class _Asked:
    """The page and what is known of its product, for whoever reads one detail."""

    offer: Offer
    document: Document
    declared: Sequence[tuple[str, SchemaNode]]
    state: Sequence[SchemaNode]
    view: PageView | None
    came_from: dict[str, str] = field(default_factory=dict)
    _around: list[tuple[str, list[SchemaNode]]] | None = None

    def first(self, name: str, said: Iterator[tuple[str, T | None]]) -> T | None:
        """The first that is stated; its source is kept under the field's name."""
        for source, value in said:
            if value:
                self.came_from[name] = source
                return value
        return None

    def around(self) -> list[tuple[str, list[SchemaNode]]]:
        """Every declared node of the page, by source: what stands beside the product."""
        if self._around is None:
            blocks = json_ld.blocks(self.document)
            by_id = json_ld.index(blocks) if blocks else {}
            held = (
                ("json-ld", blocks),
                ("microdata", microdata.items(self.document)),
                ("rdfa", microdata.rdfa(self.document)),
            )
            self._around = [
                (source, [SchemaNode(one, by_id) for one in json_ld.walk(values)]) for source, values in held if values
            ]
        return self._around


def with_details(offer: Offer, document: Document, sources: Sequence[Found], view: PageView | None = None) -> Offer:
    """The offer with the details that its sources' nodes, the page's labels and (with `view`) the page itself state.

    Amounts count in the offer's own currency. Never raises on any page that could be parsed.
    """
    own = [one for one in sources if _is_named_alike(one.title, offer.title)]
    declared = [(one.source, node) for one in own if one.source != STATE for node in one.nodes]
    state = [SchemaNode(node) for one in sources if one.source == STATE for node in one.nodes]
    asked = _Asked(offer, document, declared, state, view)
    rated = asked.first("rating_hundredths", _ratings(asked)) or rating.Rating()
    unit, pack = _measured(asked)
    details = Details(
        rating_hundredths=rated.hundredths,
        rating_count=rated.ratings,
        review_count=rated.reviews,
        category=asked.first("category", _categories(asked)) or (),
        condition=asked.first("condition", _conditions(asked)),
        unit_price=unit,
        pack_size=pack,
        shipping=_shipping(asked),
        description=asked.first("description", _descriptions(asked)),
    )
    gtin = offer.gtin
    if gtin is None and view is not None and (gtin := gtin_of(view)) is not None:
        asked.came_from["gtin"] = SHOWN
    _name_ratings(asked.came_from, rated)
    offer = replace(offer, details=details, gtin=gtin, came_from=offer.came_from | asked.came_from)
    return _with_pictures(offer, document) if view is not None and not offer.images else offer


def _with_pictures(offer: Offer, document: Document) -> Offer:
    shown = shown_pictures(document, offer.title)
    if not shown:
        return offer
    return replace(offer, image_url=shown[0], images=shown, came_from=offer.came_from | {"image_url": SHOWN})


def _is_named_alike(one: str | None, other: str | None) -> bool:
    """Whether two sources' names may be one product's: most words of the shorter one stand in the other.

    A page whose own product is in its JSON-LD may have microdata of a carousel's only.
    """
    if not one or not other:
        return True
    few, many = sorted((set(folded(one[:_NAME_CHARS]).split()), set(folded(other[:_NAME_CHARS]).split())), key=len)
    return len(few & many) * 2 > len(few) or folded(one) in folded(other) or folded(other) in folded(one)


_NAME_CHARS = 300


def _name_ratings(came_from: dict[str, str], rated: rating.Rating) -> None:
    """One source states the rating and its counts; each that is stated is named."""
    source = came_from.pop("rating_hundredths", None)
    told = (("rating_hundredths", rated.hundredths), ("rating_count", rated.ratings), ("review_count", rated.reviews))
    if source is not None:
        came_from.update({name: source for name, value in told if value is not None})


def _ratings(asked: _Asked) -> Iterator[tuple[str, rating.Rating]]:
    name = asked.offer.title
    for source, node in asked.declared:
        yield source, rating.of_product(node, name)
    for source, nodes in asked.around():
        # The page's text is asked last: to look through all of it takes longer than to look through what it declares.
        if (alone := rating.standing_alone(nodes, name)) and asked.document.holds("ggregateRating"):
            yield source, alone
    yield LABELS, rating.of_labels(asked.document)
    yield STATE, rating.counts_of_state(asked.state)


def _categories(asked: _Asked) -> Iterator[tuple[str, trail.Path]]:
    name = asked.offer.title
    if asked.document.holds(TRAIL):
        for source, nodes in asked.around():
            yield source, trail.declared_trail(nodes, asked.document, name)
    for source, node in asked.declared:
        yield source, trail.category_of(node.value("category"), name)
    yield LABELS, trail.category_of(asked.document.meta("product:category"), name)
    for node in asked.state:
        yield STATE, trail.category_of([node.value(key) for key in _ANALYTICS], name)
    if asked.view is not None and asked.document.holds(TRAIL):
        yield SHOWN, trail.visible_trail(asked.document, name)


_ANALYTICS = ("item_category", "item_category2", "item_category3", "item_category4", "item_category5")
"""The path as Google Analytics has it, a step a field."""


def _conditions(asked: _Asked) -> Iterator[tuple[str, Condition | None]]:
    for source, node in asked.declared:
        yield source, of_several(offer.value("itemCondition") for offer in _offers(node))
        yield source, condition_of(node.value("itemCondition"))
    yield LABELS, condition_of(asked.document.meta("product:condition") or asked.document.meta("og:condition"))
    for node in asked.state:
        yield STATE, condition_of(node.value("itemCondition") or node.value("condition"))


def _offers(node: SchemaNode) -> list[SchemaNode]:
    """Its offers, those inside an AggregateOffer, and those of its variants."""
    own = node.every("offers") or [offer for one in node.every("hasVariant") for offer in one.every("offers")]
    own = own[:_MAX_OFFERS]
    return [*own, *(inner for one in own for inner in one.every("offers")[:_MAX_OFFERS])]


def _measured(asked: _Asked) -> tuple[UnitPrice | None, PackSize | None]:
    """The unit price, and what is in the pack."""
    offer, came_from = asked.offer, asked.came_from
    unit: UnitPrice | None = None
    pack: PackSize | None = None
    for source, node in asked.declared:
        unit, pack = unit_price.declared(_offers(node), offer.currency)
        pack = pack or unit_price.net_content(node)
        came_from.update({name: source for name, said in (("unit_price", unit), ("pack_size", pack)) if said})
        if unit or pack:
            break
    if unit is None and asked.view is not None and (unit := unit_price.printed(asked.view, offer.currency)) is not None:
        came_from["unit_price"] = SHOWN
    if pack is None and (pack := unit_price.pack_in_name(offer.title, offer.price_minor, unit)) is not None:
        came_from["pack_size"] = offer.came_from.get("title", SHOWN)
    return unit, pack


def _shipping(asked: _Asked) -> Shipping | None:
    def said() -> Iterator[tuple[str, Shipping | None]]:
        for source, node in asked.declared:
            yield source, shipping.declared(_offers(node), asked.offer.currency)
        yield LABELS, shipping.of_labels(asked.document)

    return asked.first("shipping", said())


def _descriptions(asked: _Asked) -> Iterator[tuple[str, str | None]]:
    for source, node in asked.declared:
        yield source, description.plain(node.value("description"))
    yield LABELS, description.plain(asked.document.meta("og:description"))
    yield "meta", description.plain(asked.document.meta("description"))
    for node in asked.state:
        yield STATE, description.plain(node.value("description"))
