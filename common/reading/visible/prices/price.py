"""The price a reader sees near the main heading: the places where it may stand, in their order.

Behind a label that says so; told from others on its line; as a heading beside the product's; in an element that is
named a price; inside the heading or right before it; on the line that says to buy; behind a label of what the thing
costs new. Those that take a file each stand in places/.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from common.offer import Availability
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.fixed_rates import is_same_money
from common.reading.text.price import Money
from common.reading.visible.arithmetic import amounts_of
from common.reading.visible.buttons.first import first_button
from common.reading.visible.discounts.per_cents import is_discount
from common.reading.visible.discounts.shares import printed_shares
from common.reading.visible.lines import Line
from common.reading.visible.others.of_another import lines_of_others
from common.reading.visible.prices.alone import ALONE_LINES, alone
from common.reading.visible.prices.amounts_of_line import told_apart
from common.reading.visible.prices.chosen_options import with_chosen
from common.reading.visible.prices.drawn.coins import Price, money
from common.reading.visible.prices.places.beside_heading import beside_heading, box_before_heading, heads_beside
from common.reading.visible.prices.places.labelled_price import labelled_price
from common.reading.visible.prices.places.named_price import named_price
from common.reading.visible.prices.places.of_new import price_of_new
from common.reading.visible.prices.price_names import is_called_old, is_other
from common.reading.visible.prices.said.labels import ASK_WORDS
from common.reading.visible.prices.tax import taxed
from common.reading.visible.view import PageView

NEAR_LINES = 400
LABEL_LINES = 60
"""Behind the heading: further down a label is another product's."""


def price_of(view: PageView) -> Price | None:
    """The price that stands near the main heading, outside lists of other products, with the tax where the page states
    it both ways; None when none does.
    """
    shown = view.near(0, NEAR_LINES)
    asked = _asked_at(shown)
    if asked is not None:
        shown = [line for line in shown if line.at < asked]  # what is priced behind is something else
    others = lines_of_others(shown)
    shown = [line for line in shown if line.at not in others]
    first = [line for line in shown if line.at <= LABEL_LINES]
    labelled = _at_home(labelled_price(first, view), shown, view)
    price = _reduced(labelled, shown, view) or told_apart(first, view)
    price = price or heads_beside(view) or box_before_heading(view) or named_price(shown, view) or beside_heading(view)
    price = price or _where_one_buys(shown, view) or price_of_new(shown, view)
    price = with_chosen(price, partial(_amounts_ahead, first, view), view)
    return taxed(price, shown, view) if isinstance(price, Money) else price


def _amounts_ahead(shown: Sequence[Line], view: PageView) -> frozenset[Decimal]:
    """The amounts before the first button that buys, but those called old or another one's."""
    buys = first_button(shown)
    ahead = (line for line in shown if line.at > 0 and (buys is None or line.at < buys))
    plain = (line for line in ahead if not (is_called_old(line.element) or is_other(line.element)))
    return frozenset(amounts_of(plain, view.currency_hint))


def _reduced(labelled: Price | None, shown: Sequence[Line], view: PageView) -> Price | None:
    """The labelled amount, or the lower one that stands bare where a printed per cent lies between the two: a label may
    stand before what was asked until now, which only a style strikes out.
    """
    shares = printed_shares(view) if isinstance(labelled, Money) else frozenset[int]()
    if not isinstance(labelled, Money) or not shares:
        return labelled
    bare = alone(shown, first_button(shown), view)
    lower = isinstance(bare, Money) and bare.currency == labelled.currency and bare.amount < labelled.amount
    return bare if isinstance(bare, Money) and lower and is_discount(bare.amount, labelled.amount, shares) else labelled


def _at_home(labelled: Price | None, shown: Sequence[Line], view: PageView) -> Price | None:
    """The labelled amount, or where that is in another currency than the one of the page's place the one in an element
    named a price that stands before it in that: "Precio USD 27.50" says the price again for strangers.
    """
    home = view.currency_hint
    if labelled is None or home is None or labelled.currency in {None, home}:
        return labelled
    if not isinstance(labelled, Money):
        return labelled
    own = next((place for place, line in enumerate(shown) if labelled.amount in amounts_of([line], home)), 0)
    named = named_price([line for line in shown[:own] if not is_called_old(line.element)], view)
    if not isinstance(named, Money) or named.currency != home:
        return labelled
    is_same = is_same_money(named.amount, home, labelled.amount, labelled.currency)  # the country changed its money
    return labelled if is_same else named


def _where_one_buys(shown: Sequence[Line], view: PageView) -> Price | None:
    """The amount on the first line that says to buy, be it a button's text or not: "Buy now: $24.50". What is drawn as
    a button is asked apart (buttons/amount_on_button.py).
    """
    buys = next((line for line in shown if line.at > 0 and of_button(line.text) is Availability.IN_STOCK), None)
    match = BESIDE_CURRENCY.search(buys.text) if buys is not None else None
    return money(match[0], view.currency_hint) if match is not None else None


def on_request(view: PageView) -> bool:
    """Whether the page says near its heading that the price is on request."""
    return _asked_at(view.near(0, ALONE_LINES)) is not None


def _asked_at(shown: Sequence[Line]) -> int | None:
    """How many lines behind the heading the page says that the price is on request; None where it does not."""
    near = (line for line in shown if line.at <= ALONE_LINES and len(line.text) <= _MOST_ASKED)
    return next((line.at for line in near if ASK_WORDS.search(line.text)), None)


_MOST_ASKED = 90
