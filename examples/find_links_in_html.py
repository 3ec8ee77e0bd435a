"""Find shop links in HTML, as Mastodon and RSS give it: the address of an element counts, not its shortened label.

A link to a shop of the open web is found once its domain is named in the settings.

Prints:
    shopee https://shopee.tw/product/310001/9100001
    other https://shop.pinewood.example/boards/oak-40
"""

from common.finding.find import find_links_html
from common.settings import ShopSettings, ShopsSettings
from common.shops.registry import Shops

POST = """<p>Look: <a href="https://shopee.tw/product/310001/9100001?utm_source=x">shopee.tw/product/31…</a>
and <a href="https://shop.pinewood.example/boards/oak-40?utm_campaign=spring">the maker</a>,
not <a href="https://news.example/pinewood">the news</a></p>"""

shops = Shops(ShopsSettings(other=ShopSettings(domains=("pinewood.example",))))
for link in find_links_html(POST, shops):
    print(link.platform, link.url_norm)
