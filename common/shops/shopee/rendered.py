"""What a rendered Shopee page shows besides its Product node: pieces left, the struck price, choices; and its refusals.

Shopee's class names are random words that change with each release, so everything here goes by words and order.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from decimal import Decimal

from common.money import exponent
from common.offer import Availability, Failure, FailureReason, Offer, Variant
from common.reading.parsed.document import Document, body_text
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import pieces_of_text
from common.reading.text.price import Money, minor_units, parse_price

_PIECES = re.compile(
    r"(?<![\d.,])(\d{1,9})\s?(?:pieces? available|pi?ezas? disponibles|peças? disponíve(?:is|l)|sản phẩm có sẵn|"
    r"unidades disponibles|pièces? disponibles?|sztuk dostępnych|buah tersedia|unit tersedia)|"
    r"(?:還剩|剩餘|剩余|tersisa|sisa|tinggal|มีสินค้าทั้งหมด|มีสินค้า)\s?(\d{1,9})\s?(?:件|buah|pcs|unit|ชิ้น)",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"this (?:product|item) (?:no longer exists|has been (?:removed|deleted)|is no longer available)|"
    r"(?:the )?product (?:doesn['’]t|does not) exist|product not found|item not found|商品不存在|此商品已(?:刪除|下架)|"
    r"(?:este )?produto (?:não existe|não encontrado)|(?:este )?producto (?:no existe|no encontrado)|"
    r"sản phẩm (?:này )?không tồn tại|"
    r"(?:produk|barang) (?:ini )?(?:tidak ditemukan|tidak ada|tidak wujud|telah dihapus)|"
    r"ไม่พบสินค้า|สินค้านี้ถูกลบ|produkt nie istnieje|ce produit n['’]existe (?:pas|plus)",
    re.IGNORECASE,
)
_LOGIN_TITLE = re.compile(
    r"^\s*(?:log ?in\b|login\b|sign ?in\b|đăng nhập|登入|登录|masuk\b|log masuk\b|เข้าสู่ระบบ|entrar\b|"
    r"fazer login|faça (?:o )?login|iniciar sesi[oó]n|inicia sesi[oó]n|zaloguj|logowanie|connexion\b|se connecter)",
    re.IGNORECASE,
)
_CAPTCHA = re.compile(
    r"verify (?:you are|that you|to continue)|slide to complete|xác (?:minh|nhận) để|kéo để hoàn thành|驗證以繼續|"
    r"滑動.{0,6}(?:完成|驗證)|verifikasi untuk|geser untuk|ยืนยันเพื่อดำเนิน|verifi(?:que|ca) para continuar",
    re.IGNORECASE,
)
_BROKEN = re.compile(
    r"page (?:is )?(?:currently )?unavailable|página (?:indisponível|no disponible)|trang (?:không khả dụng|này không)|"
    r"頁面(?:無法|暫時)|halaman tidak (?:tersedia|ditemukan)|laman tidak|ไม่สามารถเปิดหน้า|something went wrong|"
    r"algo deu errado|algo salió mal|terjadi kesalahan|đã xảy ra lỗi",
    re.IGNORECASE,
)
_DENIED = re.compile(r"access denied|403 forbidden|forbidden|request (?:was )?blocked", re.IGNORECASE)
_PER_CENT = re.compile(r"-\s?(\d{1,2})\s?%|(\d{1,2})\s?%\s?(?:off|giảm|diskon|desc)", re.IGNORECASE)
_SMALL_CHARS = 4000


def refusal(document: Document) -> Failure | None:
    """What the page says it is instead of a product, in any market's language; None when it says nothing."""
    title, text = document.title or "", body_text(document, _SMALL_CHARS)
    if _LOGIN_TITLE.search(title) or document.root.xpath("boolean(//input[@type='password' or @name='loginKey'])"):
        return Failure(FailureReason.LOGIN_WALL, "Shopee's login page")
    if _GONE.search(text):
        return Failure(FailureReason.NOT_FOUND, "Shopee says the product does not exist")
    small = len(text) < _SMALL_CHARS
    if small and _CAPTCHA.search(f"{title} {text}"):
        return Failure(FailureReason.CAPTCHA, "Shopee's traffic check")
    if _DENIED.search(title) or (len(text) < 600 and _DENIED.search(text)):
        return Failure(FailureReason.BLOCKED, "Shopee refused access")
    # Under the home page's own title the same words are what the app draws before it has any data.
    if small and _BROKEN.search(f"{title} {text}") and not title.lower().startswith("shopee"):
        return Failure(FailureReason.ERROR_PAGE, "Shopee's page for errors")
    return None


def completed(document: Document, offer: Offer) -> Offer:
    """The offer with what only the rendered page says. Nothing that is stated already is overruled."""
    found = _PIECES.search(body_text(document, 60_000))
    stock = int(found[1] or found[2]) if found else None
    availability = offer.availability
    if availability is Availability.UNKNOWN and stock is not None:
        availability = Availability.IN_STOCK if stock else Availability.OUT_OF_STOCK
    return dataclasses.replace(
        offer,
        stock=stock,
        availability=availability,
        list_price_minor=offer.list_price_minor or _struck_price(document, offer),
        variants=offer.variants or (tuple(_choices(document)) if document.complete else ()),
    )


def _struck_price(document: Document, offer: Offer) -> int | None:
    """The higher price printed beside the offer's own, when the per cents printed with both agree."""
    if not offer.price_minor or not offer.currency:
        return None
    for section in document.root.xpath("//section")[:20]:
        texts = list(pieces_of_text(section))[:8]
        amounts = [price for text in texts if (price := _minor(text, offer.currency)) is not None]
        cut = next((found for text in texts if (found := _PER_CENT.search(text))), None)
        if len(amounts) == 2 and amounts[0] == offer.price_minor < amounts[1] and cut:
            off = 100 * (1 - Decimal(amounts[0]) / amounts[1])
            return amounts[1] if abs(off - int(cut[1] or cut[2])) <= 1 else None
    return None


def _minor(text: str, currency: str) -> int | None:
    if len(text) > 30 or "%" in text or not any(mark.isdigit() for mark in text):
        return None
    price = parse_price(text, currency_hint=currency)
    if not isinstance(price, Money) or price.currency not in {None, currency} or exponent(currency) > 2:
        return None
    return minor_units(price.amount, currency)


def _choices(document: Document) -> Iterator[Variant]:
    """The names of the choices where there is one kind of them only: which combinations exist is not shown."""
    rows = [
        section.xpath(".//button[contains(@class,'selection-box') and @aria-label]")[:200]
        for section in document.root.xpath("//section[.//h2][not(.//section)]")[:30]
    ]
    rows = [row for row in rows if row]
    for button in rows[0] if len(rows) == 1 else ():
        if name := squeeze(button.get("aria-label")):
            gone = button.get("aria-disabled") == "true"
            yield Variant(name=name, availability=Availability.OUT_OF_STOCK if gone else Availability.UNKNOWN)
