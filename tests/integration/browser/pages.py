"""Shops as single-page applications: an empty page, and scripts that bring the product."""

from __future__ import annotations

import json

SHOPEE = "https://shopee.tw/product/310001/9100001"
TAOBAO = "https://item.taobao.com/item.htm?id=720000000004"
OTHER = "https://shop.pinewood.example/boards/oak-40"


def app(script: str, *, head: str = "", body: str = '<div id="main"></div>') -> str:
    """A page that shows nothing before its script has run."""
    whole = f"<head><title>Loading</title>{head}</head><body>{body}<script>{script}</script></body>"
    return f"<!DOCTYPE html><html>{whole}</html>"


def product_markup(name: str = "Oak cutting board 40 cm", price: str = "54.00") -> str:
    return json.dumps(
        {
            "@context": "https://schema.org",
            "@type": "Product",
            "name": name,
            "sku": "OAK-40",
            "offers": {
                "@type": "Offer",
                "price": price,
                "priceCurrency": "EUR",
                "availability": "https://schema.org/InStock",
            },
        }
    )


SHOW_PRODUCT = f"""
function show() {{
  document.title = 'Oak cutting board 40 cm';
  const markup = document.createElement('script');
  markup.type = 'application/ld+json';
  markup.textContent = {json.dumps(product_markup())};
  document.head.append(markup);
  document.getElementById('main').innerHTML =
    '<h1>Oak cutting board 40 cm</h1><p>54.00 EUR</p><button>Add to cart</button>';
}}
"""
"""Defines show(), which puts the product of the open web's shop into the page."""


def shopee_item(price: int = 42_000_000) -> str:
    """Shopee's answer for an item: prices are scaled by 100000."""
    item = {
        "itemid": 9100001,
        "shopid": 310001,
        "name": "松木馬克杯 350 ml",
        "currency": "TWD",
        "price": price,
        "price_min": price,
        "price_max": price,
        "stock": 5,
        "item_status": "normal",
        "status": 1,
    }
    return json.dumps({"error": None, "error_msg": None, "data": item})


def taobao_detail() -> str:
    """The answer of mtop.taobao.pcdetail.data.get."""
    detail = {
        "item": {"itemId": "720000000004", "title": "帆布手提袋 大号"},
        "seller": {"shopName": "松木布艺", "sellerId": "1", "shopId": "2"},
        "skuCore": {
            "sku2info": {"0": {"price": {"priceText": "39.90", "priceMoney": "3990"}, "quantity": "120"}},
        },
        "componentsVO": {"priceVO": {"price": {"priceText": "39.90", "priceMoney": "3990"}}},
    }
    return json.dumps({"api": "mtop.taobao.pcdetail.data.get", "ret": ["SUCCESS::调用成功"], "data": detail})
