"""Words of the shops of South East Asia, East Asia, India and Latin America: whether a thing can be had, what is no
price of it, and numbers in thousands.
"""

from __future__ import annotations

from typing import Any

import pytest

from common.offer import Availability
from common.reading.text.availability import of_button, of_phrase
from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS

NAME = "Vorra 3000"
IN, OUT, LATER = Availability.IN_STOCK, Availability.OUT_OF_STOCK, Availability.BACKORDER


def read(body: str, host: str) -> Any:
    html = f"<html><head><meta charset='utf-8'><title>{NAME}</title></head><body><h1>{NAME}</h1>{body}</body></html>"
    return read_saved(html.encode(), f"https://{host}/p/vorra-3000", SHOPS)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (IN, "Stok tinggal 3|Tinggal 3 unit lagi|เหลือเพียง 3 ชิ้น|Còn lại 3 sản phẩm|还剩3件|僅剩3件|尚餘3件|3개 남음"),
        (IN, "มีสต๊อก|在售|供應充足|在庫がございます|May stock|Zostały 3 sztuki|केवल 3 बचे हैं|স্টক: ২৫|Despacho inmediato"),
        (IN, "មានក្នុងស្តុក|ပစ္စည်းရှိပါသည်|ພ້ອມສົ່ງ|ເຫຼືອ 3 ອັນ"),
        (
            OUT,
            "Tidak dijual lagi|Tiada dalam stok|หมดสต๊อก|หมด|Không còn hàng|已抢光|库存为0|無現貨|沽清|구매 불가|欠品",
        ),
        (
            OUT,
            "Ubos na|Walang stock|Este produto não está disponível|Produkt wycofany ze sprzedaży|Brak|सोल्ड आउट|মজুদ নেই",
        ),
        (OUT, "អស់ស្តុក|ပစ္စည်းပြတ်နေသည်|ສິນຄ້າໝົດ|Coming soon|Segera hadir|敬请期待|即將開賣|출시예정|近日発売|Próximamente"),
        (OUT, "Còn 0 sản phẩm|เหลือ 0 ชิ้น"),
        (IN, "Almost sold out|Hampir habis|ใกล้หมด|Sắp hết hàng|即将售罄|即將完售|품절임박|Por agotarse|ໃກ້ໝົດ"),
        (
            LATER,
            "Barang indent|Inden 7-10 hari kerja|Produk PO 14 hari|สั่งผลิต 14 วัน|Sản xuất theo đơn đặt hàng|按单生产|"
            "주문 후 제작",
        ),
        (LATER, "受注後製作|A pedido, 14 días hábiles|প্রি অর্ডার|កុម្ម៉ង់ជាមុន|ကြိုတင်မှာယူရန်|ສັ່ງຈອງລ່ວງໜ້າ"),
    ],
)
def test_whether_it_can_be_had(state: Availability, said: str) -> None:
    assert {one: of_phrase(one) for one in said.split("|")} == dict.fromkeys(said.split("|"), state)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (IN, "Tambah ke Bakul|Mua Với Voucher|领券购买|카트 담기|Idagdag sa Cart|Agregar al changuito|Comprá ahora"),
        (IN, "បន្ថែមទៅកន្ត្រក|ទិញឥឡូវនេះ|ဝယ်မည်|ယခုဝယ်ပါ|ເພີ່ມໃສ່ກະຕ່າ|ຊື້ເລີຍ"),
        (
            OUT,
            "Kabari jika tersedia|Maklumkan apabila ada stok|Báo khi có hàng|补货提醒|到貨時通知我|입고 알림|Me avise",
        ),
        (OUT, "Avisame cuando haya stock|Notificarme|Daj mi znać|ជូនដំណឹងខ្ញុំ|ແຈ້ງເຕືອນຂ້ອຍ|Get notified"),
    ],
)
def test_what_a_button_does(state: Availability, said: str) -> None:
    assert {one: of_button(one) for one in said.split("|")} == dict.fromkeys(said.split("|"), state)


OTHERS = (
    (
        "www.toko.co.id",
        "Masukkan Keranjang",
        "Rp12.000",
        "SPayLater 12x|Harga pengguna baru|Koin Shopee|Biaya kemasan kado",
    ),
    (
        "www.kedai.com.my",
        "Tambah Ke Troli",
        "RM12.00",
        "Harga pengedar|Syiling Shopee|Pulangan tunai|Penjimatan|Insurans",
    ),
    ("www.ran.co.th", "เพิ่มไปยังรถเข็น", "฿120", "ราคาหลังใช้โค้ด|ราคาตัวแทน|ราคาลูกค้าใหม่|เงินคืน|รับ Coins|ค่าประกัน"),
    ("www.tiem.vn", "Thêm Vào Giỏ Hàng", "12.000₫", "Giá sau khi áp mã|Giá đại lý|Giá khách mới|Hoàn xu"),
    ("www.dian.cn", "加入购物车", "¥12.00", "88VIP价|付定金|快递费|淘金币抵|碎屏险|共优惠"),
    ("www.dian.com.tw", "加入購物車", "NT$120", "團購價10件|蝦幣回饋|包裝費|折扣碼後"),
    ("www.dian.com.hk", "加入購物車", "HK$12.0", "折後價(輸入優惠碼)|每月供款|現金回贈|即減|慳"),
    ("www.gage.co.kr", "장바구니 담기", "12,000원", "대량구매가|배송료|택배비|즉시할인"),
    ("www.tienda.com.mx", "Agregar al carrito", "$120.00", "Paga desde|Apártalo con|Empaque de regalo|Usando el cupón"),
    ("www.tienda.com.ar", "Agregar al carrito", "$ 12.000", "Precio con membresía|Reservá con|Reintegro"),
    ("www.sklep.pl", "Dodaj do koszyka", "12,00 zł", "Cena dla stałych klientów|Zwrot|Zysk|Cena hurtowa (od 10 szt.)"),
    ("www.dukan.in", "कार्ट में डालें", "₹120", "डिलीवरी शुल्क|12 महीने की किस्त|कूपन के साथ|सदस्य मूल्य|कैशबैक|थोक मूल्य|बीमा"),
    ("www.dokan.com.bd", "কার্টে যোগ করুন", "৳120", "ডেলিভারি চার্জ|মাসিক কিস্তি|কুপন দিয়ে|সদস্য মূল্য|ক্যাশব্যাক|বীমা"),
    ("www.hsaing.com.mm", "ဝယ်မည်", "12,000 ကျပ်", "ပို့ဆောင်ခ|တစ်လပေးသွင်းရန်|ကူပွန်ဖြင့်|မန်ဘာဈေး|လက်ကားဈေး"),
    ("www.han.la", "ຊື້ເລີຍ", "120.000 ₭", "ຄ່າຈັດສົ່ງ|ຜ່ອນຊຳລະເດືອນລະ|ຫຼັງໃຊ້ຄູປອງ|ລາຄາສະມາຊິກ|ເງິນມັດຈຳ|ປະກັນໄພ"),
)


@pytest.mark.parametrize(("host", "button", "amount", "labels"), OTHERS, ids=[host for host, *_ in OTHERS])
def test_an_amount_alone_that_is_no_price(host: str, button: str, amount: str, labels: str) -> None:
    buys = f"<form action='/cart'><button>{button}</button></form>"
    for label in labels.split("|"):
        body = f"<div class=price><span>{label}</span> <b>{amount}</b></div>{buys}"
        assert read(body, host)["verdict"]["status"] != "ok", label
    assert read(f"<div class=price>{amount}</div>{buys}", host)["verdict"]["status"] == "ok"


@pytest.mark.parametrize(
    ("host", "button", "many"),
    [
        ("www.toko.co.id", "Masukkan Keranjang", "<span>Rp 120</span><span> rb</span>"),
        ("www.dian.cn", "加入购物车", "¥1.2w"),
        ("www.dian.com.tw", "加入購物車", "<span>NT$1.2</span><span>萬</span>"),
        ("www.loja.com.br", "Comprar", "R$ 1,2 mi"),
        ("www.tienda.com.co", "Comprar", "$ 120 K"),
        ("www.shop.com.sg", "Add to cart", "$1.2M"),
        ("www.dukan.in", "कार्ट में डालें", "₹1.2 लाख"),
        ("www.dukan.in", "Add to cart", "₹1.2L"),
        ("www.dokan.com.bd", "কার্টে যোগ করুন", "৳১.২ লাখ"),
    ],
)
def test_a_number_in_thousands_is_no_small_one(host: str, button: str, many: str) -> None:
    body = f"<div class=price>{many}</div><form action='/cart'><button>{button}</button></form>"
    assert read(body, host)["verdict"]["status"] != "ok"


@pytest.mark.parametrize(
    ("host", "button", "amount", "sku", "brand"),
    [
        ("www.toko.co.id", "Masukkan Keranjang", "Rp12.000", "Kode SKU|Kode artikel", "Nama merek"),
        ("www.kedai.com.my", "Tambah Ke Troli", "RM12.00", "Kod item|Nombor item", "Nama jenama|Pengilang"),
        ("www.ran.co.th", "เพิ่มไปยังรถเข็น", "฿120", "รหัส SKU|หมายเลขรุ่น", "ชื่อแบรนด์|ชื่อผู้ผลิต"),
        ("www.tiem.vn", "Thêm Vào Giỏ Hàng", "12.000₫", "Mã SKU|Mã model", "Thương hiệu"),
        ("www.dian.com.tw", "加入購物車", "NT$120", "商品序號", "製造廠"),
        ("www.loja.com.br", "Comprar", "R$ 12,00", "Código do modelo", "Marca do produto|Fabricado por"),
        ("www.dukan.in", "कार्ट में डालें", "₹120", "एसकेयू", "ब्रांड का नाम|विनिर्माता"),
        ("www.dokan.com.bd", "কার্টে যোগ করুন", "৳120", "আইটেম কোড|মডেল নং", "ব্র্যান্ডের নাম"),
        ("www.hang.com.kh", "ទិញឥឡូវនេះ", "$12.00", "លេខកូដផលិតផល", "យីហោ|ក្រុមហ៊ុនផលិត"),
        ("www.hsaing.com.mm", "ဝယ်မည်", "12,000 ကျပ်", "ပစ္စည်းကုဒ်", "အမှတ်တံဆိပ်|ထုတ်လုပ်သူ"),
        ("www.han.la", "ຊື້ເລີຍ", "120.000 ₭", "ລະຫັດສິນຄ້າ", "ຍີ່ຫໍ້|ຜູ້ຜະລິດ"),
    ],
)
def test_labels_of_codes_and_brands(host: str, button: str, amount: str, sku: str, brand: str) -> None:
    top = f"<p class=price>{amount}</p><form action='/cart'><button>{button}</button></form>"
    for label in sku.split("|"):
        table = f"<table><tr><td>{label}</td><td>KZ-88213</td></tr></table>"
        assert read(top + table, host)["offer"]["sku"] == "KZ-88213", label
    for label in brand.split("|"):
        table = f"<dl><dt>{label}</dt><dd>Zorvanta</dd></dl>"
        assert read(top + table, host)["offer"]["brand"] == "Zorvanta", label


@pytest.mark.parametrize(
    ("reason", "headings"),
    [
        (
            "CAPTCHA",
            "Luncurkan untuk mengesahkan|เลื่อนเพื่อยืนยัน|Trượt để xác minh|访问验证|滑動以完成驗證",
        ),
        ("CAPTCHA", "Desliza para verificar|Deslize para verificar|Nie jestem robotem|मैं रोबोट नहीं हूँ|ທ່ານບໍ່ແມ່ນຫຸ່ນຍົນ"),
        (
            "BLOCKED",
            "Terlalu banyak permintaan|คำขอมากเกินไป|Quá nhiều yêu cầu|请求过于频繁|請求過於頻繁|요청이 너무 많습니다",
        ),
        (
            "NOT_FOUND",
            "Produk ini tidak ada|Produk ini tidak wujud|ไม่พบสินค้า|Sản phẩm này không tồn tại|您查看的商品找不到了",
        ),
        (
            "NOT_FOUND",
            "找不到網頁|삭제된 상품입니다|The product doesn't exist|No encontramos la página|पेज नहीं मिला|ບໍ່ພົບໜ້າ",
        ),
        (
            "ERROR_PAGE",
            "Ralat berlaku|ระบบขัดข้อง|Có lỗi xảy ra|网站维护中|系統異常|서비스 점검 안내|システムエラー|Loading Issue",
        ),
    ],
)
def test_what_a_page_says_instead_of_a_product(reason: str, headings: str) -> None:
    for said in headings.split("|"):
        html = f"<html><head><meta charset='utf-8'><title>{said}</title></head><body><h1>{said}</h1></body></html>"
        assert read_saved(html.encode(), "https://www.pine-house.ie/p/3000", SHOPS)["reason"] == reason, said
