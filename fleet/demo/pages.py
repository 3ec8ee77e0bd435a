"""The demo's pages: the shapes the shops serve, with invented products."""

from __future__ import annotations

import json


def shopee_page(
    host: str, shop_id: str, item_id: str, title: str, price: str, currency: str, availability: str
) -> bytes:
    """A server-rendered Shopee product page: a JSON-LD Product without a sku."""
    product = {
        "@context": "http://schema.org",
        "@type": "Product",
        "name": title,
        "productID": item_id,
        "url": f"https://{host}/product/{shop_id}/{item_id}",
        "image": f"https://down-img.example/{item_id}.jpg",
        "brand": "Pinewood",
        "offers": {
            "@type": "Offer",
            "price": price,
            "priceCurrency": currency,
            "availability": f"http://schema.org/{availability}",
        },
    }
    return _html(f"{title} | Shopee", f'<script type="application/ld+json">{json.dumps(product)}</script>', title)


def taobao_page(item_id: str, title: str, price: str, quantity: int, seller: str) -> bytes:
    """A Taobao or Tmall item page with its state in window.__ICE_APP_CONTEXT__."""
    state = {
        "appData": None,
        "loaderData": {
            "home": {
                "data": {
                    "res": {
                        "seller": {"sellerNick": seller, "shopName": seller, "sellerId": "1", "shopId": "1"},
                        "item": {"title": title, "itemId": item_id, "images": [f"https://img.example/{item_id}.jpg"]},
                        "skuCore": {
                            "sku2info": {
                                "0": {
                                    "price": {"priceMoney": str(round(float(price) * 100)), "priceText": price},
                                    "quantity": str(quantity),
                                    "quantityText": "有货" if quantity else "无货",
                                }
                            }
                        },
                        "skuBase": {"props": [], "skus": []},
                        "componentsVO": {
                            "priceVO": {
                                "price": {
                                    "priceMoney": str(round(float(price) * 100)),
                                    "priceText": price,
                                    "priceTitle": "优惠前",
                                }
                            }
                        },
                    }
                }
            }
        },
    }
    script = (
        "<script>!(function () {var a = window.__ICE_APP_CONTEXT__ || {};var b = "
        + json.dumps(state, ensure_ascii=False)
        + ";for (var k in a) {b[k] = a[k]}window.__ICE_APP_CONTEXT__=b;})();</script>"
    )
    return _html(f"{title}-淘宝网", script, title)


def other_page(title: str, price: str, currency: str, sku: str) -> bytes:
    """A small shop of the open web, with JSON-LD."""
    product = {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": title,
        "sku": sku,
        "brand": {"@type": "Brand", "name": "Pinewood"},
        "offers": {
            "@type": "Offer",
            "price": price,
            "priceCurrency": currency,
            "availability": "https://schema.org/InStock",
        },
    }
    return _html(title, f'<script type="application/ld+json">{json.dumps(product)}</script>', title)


def _html(title: str, head: str, heading: str) -> bytes:
    text = (
        f'<!doctype html><html><head><meta charset="utf-8"><title>{title}</title>{head}</head>'
        f"<body><h1>{heading}</h1></body></html>"
    )
    return text.encode()
