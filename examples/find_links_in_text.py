"""Find shop links in what somebody posted: glued to other letters, without scheme, with tracking, wrapped.

Prints:
    shopee tw 9100001 https://shopee.tw/product/310001/9100001
    taobao cn 720000000004 https://item.taobao.com/item.htm?id=720000000004
    shopee sg 9100002 https://shopee.sg/product/310002/9100002
"""

from common.finding.find import find_links
from common.shops.registry import Shops

POST = """這個馬克杯太好用了https://shopee.tw/松木馬克杯-i.310001.9100001，
淘宝这个布袋真好用https://item.taobao.com/item.htm?id=720000000004&spm=a1z10，快去看
and l.threads.com/?u=https%3A%2F%2Fshopee.sg%2FOak-chair-i.310002.9100002 (same mug: shopee.tw/product/310001/9100001)
"""

for link in find_links(POST, Shops()):
    print(link.platform, link.region, link.item_id, link.url_norm)
