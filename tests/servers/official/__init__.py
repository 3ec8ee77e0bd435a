"""Doubles of shops' official interfaces, built from their documents alone.

They import nothing of the project's own signing or reading: they check signatures and time windows themselves, count an
hour's calls, and answer every documented error when told to. Each is a handler for ShopServer:

double = ShopeeDouble(items)
with ShopServer({(double.host, double.path): double}) as server: …
"""

from tests.servers.official.shopee import ShopeeDouble, ShopeeItem
from tests.servers.official.taobao import TaobaoDouble, TaobaoItem

__all__ = ["ShopeeDouble", "ShopeeItem", "TaobaoDouble", "TaobaoItem"]
