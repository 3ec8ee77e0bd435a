""" "$" on an English page whose address names no country is the United States' where the shop says of itself what
places it there.
"""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

ABOUT = f"<p>{'The reel is light and turns with a click. ' * 60}</p>"


def stored(footer: str, more: str = "") -> str | None:
    """The currency in which the page's price is stored; None where it is not."""
    page = f"<h1>Brook reel</h1><p class=price>$64.50</p>{more}<button>Add to cart</button>{ABOUT}<p>{footer}</p>"
    answer = read_page(page, url="https://reels.example/brook-reel", title="Brook reel")
    return answer["offer"]["currency"] if answer["verdict"]["status"] == "ok" else None


@pytest.mark.parametrize(
    "footer",
    [
        "Copyright © 2011 Brook Anglers Supply, Bozeman MT",
        "Big Brook Supply, Bozeman, Montana Copyright © 2010. All Rights Reserved.",
        "© 2014 Brook Supply | Hoquiam, Washington",
        "Copyright 2011 Brook Supply, 3820 S Steele St, Tacoma WA. Powered by Zen Cart",
        "Visit us at 12 Oak Ave, Casper, WY 307-555-0101",
        "© 2009-2014 Quiet Reels Shop, LLC",
        "Call us 9am - 5pm PST",
        "Orders before 2 p.m. (Pacific) ship the same day",
        "Open until 8 PM ET",
        "1-888-BROOKSHOP or 1-888-555-0101",
        "Free shipping in the US on orders over $100",
        "Orders over $60 ship free in the US!",
        "FREE US SHIPPING",
    ],
)
def test_what_the_shop_says_of_itself_says_whose_dollar(footer: str) -> None:
    assert stored(footer) == "USD"


@pytest.mark.parametrize(
    ("footer", "more"),
    [
        ("© 2011 Brook Supply", ""),
        ("© 2011 Brook Supply", "<p>Made in Bozeman, Montana</p>"),
        ("© 2011 Brook Supply", "<p>Anna, Casper, WY</p>"),
        ("© 2011 Brook Supply of Montana", ""),
        ("© 2011 Brook Supply", "<p>With a handle by Reel Works LLC</p>"),
        ("© 2011 Brook Supply. Powered by Shop Cart, © Other Ventures, LLC", ""),
        ("Call us 9am - 5pm AEST", ""),
        ("Call us 9am - 5pm EST", ""),
        ("De 9 am et 5 pm", ""),
        ("We ship to the US", ""),
        ("Free shipping in the US and Canada", ""),
        ("Free returns. Loved in the US", ""),
        ("Feel free. Email us in the usual way", ""),
        ("Open 9am - 5pm, estimated", ""),
        ("1-999-BROOKSHOP", ""),
        ("© 2012 Brook Supply, Toronto, CA", ""),
        ("© 2012 Brook Supply, Buenos Aires, AR", ""),
        ("Visit us at 120 Queen St, Perth, WA", ""),
        ("Visit us at 120 High St, Georgetown, KY", ""),
        ("© 2011 Jones, Smith, Georgia Pacific", ""),
        ("© 2011 Brook Supply, Bozeman MT", "<p>Our friends in Canada love it</p>"),
    ],
)
def test_a_place_that_is_not_the_shop_s_or_may_be_elsewhere_says_nothing(footer: str, more: str) -> None:
    assert stored(footer, more) is None
