"""The words for "in stock", "none left", "on order" and "buy" in the languages of the shops.

Kept apart from the rules that use them (availability.py), so that a language is added here and nowhere else. One line
for each language, in the order: English, Spanish, Portuguese, French, German, Dutch, Italian, Polish, Czech and Slovak,
Hungarian, Romanian, Croatian/Serbian/Slovenian, Bulgarian, Russian, Ukrainian, Greek, Turkish, the Nordic ones,
Finnish/Estonian/Latvian/Lithuanian, Arabic/Hebrew, Vietnamese, Indonesian/Malay, Thai, Chinese, Japanese, Korean.
"""

from __future__ import annotations

import re

_FLAGS = re.IGNORECASE

NONE_LEFT = re.compile(
    r"\b(?:out[ -]of[ -]stock|sold[ -]?out|unavailable|"
    r"no longer (?:available|sold|in stock)|not (?:currently )?(?:in stock|available)|temporarily out|discontinued|"
    r"agotad[oa]s?|sin (?:stock|existencias)|no disponible|"
    r"esgotad[oa]s?|indispon[ií]vel|sem estoque|fora de (?:stock|estoque)|"
    r"épuisée?s?|(?:en )?rupture(?: de stock)?|indisponible|"
    r"ausverkauft|vergriffen|nicht (?:mehr )?(?:auf lager|verfügbar|lieferbar|vorrätig|erhältlich)|"
    r"uitverkocht|niet (?:meer )?(?:op voorraad|leverbaar|beschikbaar)|"
    r"non disponibile|esaurit[oa]|"
    r"brak (?:w magazynie|towaru)|niedostępn[yae]|wyprzedan[yae]|"
    r"vyprodáno|vypredané|není skladem|nie je (?:na sklade|skladom)|nedostupn[ýáéo]|"
    r"elfogyott|nincs (?:készleten|raktáron)|nem (?:rendelhető|elérhető)|"
    r"stoc epuizat|indisponibil|nu este (?:în|in) stoc|"
    r"rasprodano|razprodano|nema na (?:zalihi|stanju|skladištu)|ni na zalogi|nedobavljivo|nedostupno|"
    r"nije dostupn[oa]|"
    r"изчерпан[ао]?|няма в наличност|не е (?:в наличност|наличен)|"
    r"нет (?:в наличии|на складе)|законч(?:ился|илась|илось)|распродан[оа]?|"
    r"немає в наявності|закінчи(?:вся|лась)|"
    r"εξαντλήθηκε|εξαντλημένο|μη διαθέσιμο|"
    r"tükendi|stokta yok|"
    r"slutsåld|slut i lager|ej i lager|utsolgt|udsolgt|ikke på lager|"
    r"ei varastossa|loppuunmyyty|tilapäisesti loppu|otsas|nav pieejams|išparduota|"
    r"hết hàng|ngừng kinh doanh|"
    r"stok (?:habis|kosong)|habis(?: terjual)?)\b|"
    r"غير متوفر|نفدت الكمية|אזל|"
    r"สินค้าหมด|หมดสต็อก|"
    r"售罄|售完|缺貨|缺货|无货|無貨|補貨中|补货中|暫無庫存|已下架|"
    r"売り切れ|売切れ|完売|在庫なし|在庫切れ|品切れ|販売終了|"
    r"품절|매진|판매\s?종료|재고\s?없음",
    _FLAGS,
)


def beyond_none_left(text: str) -> bool:
    """Whether the text says more than "none left": the name of what is gone."""
    return re.search(r"[^\W_]", NONE_LEFT.sub(" ", text)) is not None and TELL_ME.match(text) is None


SOLD = re.compile(
    r"\W*(?:(?:this )?(?:item|ad|article) (?:has been |is |was )?)?(?:sold|verkauft|vendu|vendido|venduto|verkocht)\W*",
    _FLAGS,
)
"""A label that says nothing but "sold"; "12 sold" counts what went well."""

ON_ORDER = re.compile(
    r"\b(?:pre-?order|back-?order(?:ed)?|bei nachlieferung|nachbestellung|sur commande|bajo pedido|sob encomenda|"
    r"su ordinazione|(?:via )?nabestelling|na zamówienie|под заказ|restorder|på beställning|"
    r"vorbestell(?:en|ung)|précommande[rz]?|reserva ahora|preventa|pré-venda|"
    r"предзаказ|przedsprzedaż|předobjednávka|forudbestil|förboka)\b|預購|预售|予約|예약\s?(?:구매|판매)",
    _FLAGS,
)

REORDERED = re.compile(
    r"\b(?:nachbestell|wird (?:für sie )?bestellt|back-?order|available to (?:back)?order|can be ordered|"
    r"on order(?!\w)|"
    r"disponible sur commande|disponible bajo pedido|na objednávku|na zamówienie|op bestelling|su ordinazione|"
    r"rendelésre|restordre)|お?取り?寄せ",
    _FLAGS,
)
"""None is there now, but it can be ordered."""

IN_STOCK = re.compile(
    r"\b(?:in[ -]stock|available (?:now|online|to (?:order|ship)|for (?:delivery|shipping)|immediately)|"
    r"ready to ship|"
    r"usually (?:ships|dispatched)|"
    r"not sold|(?:only|just) \d+ (?:left|remaining)|in store and online|add to (?:your )?(?:cart|bag|basket|trolley)|"
    r"en (?:stock|existencias)|disponibles?|(?:añadir|agregar) al carr(?:o|ito)|"
    r"em (?:estoque|stock)|dispon[ií]ve(?:l|is)|adicionar ao carrinho|"
    r"expédié sous|ajouter au panier|"
    r"auf lager|(?:knapper|geringer) (?:lager)?bestand|nur noch \d+|"
    r"(?:sofort |wieder )?(?:lieferbar|verfügbar|vorrätig|erhältlich)|in den (?:warenkorb|einkaufswagen)|"
    r"op voorraad|leverbaar|in winkelwagen|in winkelmand|"
    r"disponibil[ei]|aggiungi al carrello|"
    r"dostępn[yae]|w magazynie|do koszyka|"
    r"skladem|skladom|na sklade|do košíku|do košíka|"
    r"raktáron|készleten|kosárba|"
    r"(?:în|in) stoc|"
    r"na (?:zalihi|zalogi|stanju)|dobavljivo|dostupno|"
    r"в наличност|"
    r"(?:есть )?в наличии|в корзину|"
    r"(?:є )?в наявності|"
    r"διαθέσιμο|"
    r"stokta(?: var)?|"
    r"i lager|på lager|lägg i varukorg|"
    r"varastossa|laos|"
    r"còn hàng|thêm vào giỏ|"
    r"stok tersedia|tersedia|ready stock|tambah(?:kan)? ke (?:keranjang|troli))\b|"
    r"متوفر|במלאי|"
    r"มีสินค้า|"
    r"有貨|有货|現貨|现货|庫存充足|加入購物車|加入购物车|"
    r"在庫あり|残りわずか|カートに入れる|"
    r"재고\s?있음|장바구니",
    _FLAGS,
)

COUNTED = re.compile(
    r"\b\d{1,6}\s?(?:\+\s?)?(?:pieces? |items? |units? |pcs )?(?:available|left|remaining|in stock|disponibles?|"
    r"verfügbar|auf lager|"
    r"op voorraad|disponibili|ks skladem|sztuk)\b|"
    r"(?:庫存|库存|在庫|剩餘|剩余|残り|sisa|còn|เหลือ)\s?[:：]?\s?\d{1,6}|재고\s?[:：]?\s?\d{1,6}",
    _FLAGS,
)
"""A stock count in words: "8 available", "庫存 12"."""

TELL_ME = re.compile(
    r"(?:notify|email|e-mail|tell|alert|remind) me|join (?:the )?wait(?:ing)? ?list|"
    r"avís[ae](?:me|nos)|avise-me|prévenez-moi|(?:m')?alerter|m'avertir|benachrichtig|wieder da|"
    r"houd mij op de hoogte|avvisami|powiadom|hlídat|upozornit|értesítés|notifică-mă|obavijesti me|obvesti me|"
    r"сообщить|уведомить|повідомити|haber ver|bevaka|varsle|giv mig besked|"
    r"貨到通知|到货通知|到貨通知|入荷(?:通知|お知らせ)|再入荷|재입고",
    _FLAGS,
)

_CART = r"(?:cart|bag|basket|trolley|tote)"
_PRICED = r"(?:\W{1,3}\D{0,4}\d[\d.,]{0,10}.{0,4})?"
"""Some buttons carry the price behind their word."""
BUY = re.compile(
    rf"(?:add(?: item| product)?(?: to| in)(?: my| your| the)?(?: shopping)? {_CART}|buy(?: it| this)?(?: now|"
    rf" online)?|"
    rf"order(?: now| online)?|purchase(?: now)?|buy it now|get it now|book now|"
    rf"(?:contact|call|message|chat with)(?: the)? seller|make (?:an )?offer|reply|"
    rf"(?:añadir|agregar|añade|agrega)(?: al?| a la| a mi)* (?:carr(?:o|ito)|cesta|bolsa)|comprar?(?: ahora|"
    rf" ya)?|cómpralo ya|"
    rf"adicionar (?:ao?|à) (?:carrinho|cesto|sacola)|compr(?:ar|e) (?:agora|já)|"
    rf"ajouter (?:au panier|à mon panier)|acheter(?: maintenant)?|achat immédiat|j'achète|commander(?: maintenant)?|"
    rf"(?:in den|zum) (?:warenkorb|einkaufswagen)(?: legen| hinzufügen)|in den (?:warenkorb|einkaufswagen)|"
    rf"(?:jetzt |sofort[ -]?)?kaufen|"
    rf"(?:jetzt )?bestellen|(?:(?:anbieter|verkäufer) )?kontaktieren|nachricht (?:senden|schreiben)|"
    rf"(?:toevoegen aan|in) (?:mijn )?(?:winkel(?:wagen|mand|mandje|tas)|mandje)(?: toevoegen)?|(?:nu )?(?:kopen|"
    rf"bestellen)|bestel(?: nu)?|koop nu|"
    rf"aggiungi al carrello|(?:metti )?nel carrello|acquista(?: ora)?|compra(?:lo)?(?: ora| subito)?|"
    rf"(?:dodaj )?do koszyka|kup(?: teraz)?|kupuję|zamów|"
    rf"(?:(?:při|vlo|pri)\w{{2,5}} )?do koší(?:ku|ka)|koupit|kúpiť|"
    rf"kosárba(?: teszem| rakom)?|megveszem|megrendelem|"
    rf"ad[aă]ug[aă] (?:în|in) co[sșş]|cump[aă]r[aă](?: acum)?|comand[aă](?: acum)?|"
    rf"(?:dodaj |stavi )?[uv] (?:košaric[uo]|korpu|kosarico)|kupi(?: odmah| zdaj)?|naruči|naroči|"
    rf"добав(?:и|яне) в (?:количка(?:та)?|кошница(?:та)?)|купи(?: сега)?|поръчай|в количката|"
    rf"(?:добавить |положить )?в корзину|купить(?: сейчас)?|заказать|оформить заказ|"
    rf"купити|(?:додати )?(?:в|у|до) кошика?|замовити|"
    rf"(?:προσθήκη )?στο καλάθι|αγορά|"
    rf"sepete ekle|(?:hemen|satın) al|"
    rf"lägg i (?:varukorg(?:en)?|kundvagn(?:en)?)|köp(?: nu)?|legg i handlekurv(?:en)?|"
    rf"bestill(?: nå)?|beställ|bestil(?: nu)?|kjøp(?: nå)?|"
    rf"læg i kurv(?:en)?|"
    rf"tilføj til kurv|køb(?: nu)?|"
    rf"lisää ostoskoriin|osta|lisa (?:ostu)?korvi|(?:pievienot |ielikt )?groz(?:ā|am)|pirkt|į krepšelį|pirkti|"
    rf"[أا]ضف (?:إلى|الى) (?:السلة|سلة التسوق|عربة التسوق|حقيبة التسوق)|اشتر[يِ]? الآن|הוסף לסל|"
    rf"thêm vào giỏ(?: hàng)?|mua (?:ngay|hàng)|đặt hàng|"
    rf"(?:(?:tambah(?:kan)?|masukkan)(?: ke)? )?(?:keranjang|troli)|beli(?: sekarang)?|"
    rf"(?:เพิ่ม|หยิบ)?(?:ใส่|ลง|ไปยัง)(?:ใน)?(?:ตะกร้า|รถเข็น|ตะกร้าสินค้า)|ซื้อ(?:เลย|สินค้า|ทันที)?|"
    rf"สั่งซื้อ(?:สินค้า)?|"
    rf"(?:加入|放入|加到|放進|加进)(?:購物車|购物车|購物籃|購物袋)|(?:立即|馬上|马上|直接|我要)?(?:購買|购买|訂購|订购|下單)|"
    rf"(?:カート|かご|買い物かご|バスケット|ショッピングカート)に(?:入れる|追加)(?:する)?|(?:今すぐ)?(?:購入|買う|注文)(?:する|手続きへ)?|"
    rf"(?:장바구니|쇼핑백)(?:에)?\s?(?:담기|추가)?|(?:바로)?\s?구매(?:하기)?|주문(?:하기)?)"
    rf"{_PRICED}",
    _FLAGS,
)
"""The whole text of a button that buys: fullmatch."""
