"""What a page is instead of a product: login walls, traffic checks, pages of errors, parked domains, empty shells."""

from __future__ import annotations

import re

from common.offer import Failure, FailureReason
from common.reading.document import Document, squeeze

_CAPTCHA = re.compile(
    r"verify you are (?:a )?human|are you a (?:human|robot)|robot check|you are not a robot|"
    r"one moment, please\.\.\.|press (?:&(?:amp;)?|and) hold|robot or human|"
    r"enter the characters you see|unusual traffic|"
    r"checking your browser|just a moment\.\.\.|attention required|"
    r"access to this page has been denied|pardon our interruption|"
    r"px-captcha|g-recaptcha-response|cf-challenge|滑块|安全验证|人机验证",
    re.IGNORECASE,
)
_BLOCKED = re.compile(r"access denied|403 forbidden|request blocked|you have been blocked|forbidden", re.IGNORECASE)
_MISSING = re.compile(
    r"page (?:you (?:requested|were looking for) )?(?:can(?:not|'t) be|could not be|was not|"
    r"not) found|not found|"
    r"(?:^|\berror\s|[|–-]\s?)404(?:$|\s?[|–:-]|\s(?:error|page))|"
    r"nicht gefunden|(?:page|produit|article|contenu)\b.{0,20} introuvable|n'existe (?:pas|plus)|"
    r"no (?:se ha )?encontrad[oa]|não (?:foi )?encontrad[oa]|"
    r"niet gevonden|non (?:è stata )?trovat[oa]|nie (?:została )?znalezion[oa]|nenalezen[aoy]?|nenájden[áaoé]|"
    r"nem található|nu a fost găsit[ăa]?|nije pronađen[ao]|ni (?:bila )?najdena|не (?:е )?намерена|не найден[ао]?|"
    r"не знайден[ао]|δεν βρέθηκε|bulunamadı|hittades inte|"
    r"lehte (?:kahjuks )?(?:enam )?ei (?:ole|leitud|leia)|lapa nav atrasta|puslapis nerastas|"
    r"(?:ble )?ikke funnet|blev ikke fundet|ei löytynyt|"
    r"không tìm thấy|tidak ditemukan|ไม่พบหน้า|찾을 수 없|"
    r"找不到頁面|頁面不存在|页面不存在|ページが見つかりません",
    re.IGNORECASE,
)
_PARKED = re.compile(
    r"domain (?:is|may be) for sale|buy this domain|this domain is parked|domain parking|sedoparking|"
    r"parkingcrew|hugedomains",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"^(?:(?:customer|account|member)? ?(?:log ?in|sign ?in)|anmeld(?:en|ung)|kundenlogin|iniciar sesión|acceder|"
    r"entrar|iniciar sessão|fazer login|(?:.{1,80} - )?connexion|se connecter|connectez-vous|please (?:log|sign) in|"
    r"identifi(?:ez-vous|cation)|accedi|accesso|inloggen|"
    r"zaloguj|logowanie|přihlášení|prihlásenie|bejelentkezés|autentificare|conectare|prijava|вход|войти|увійти|"
    r"σύνδεση|giriş|üye girişi|logga in|log ind|logg inn|kirjaudu|đăng nhập|masuk|log masuk)\b|"
    r"^(?:登录|登入|會員登入|会员登录|ログイン|로그인|เข้าสู่ระบบ)",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"(?:product|item|article|listing|offer|page) (?:is |has been |was )?"
    r"(?:(?:no longer|not) (?:available|sold|offered)|discontinued|removed|ended)|"
    r"no longer (?:available|sold|exists)|this listing (?:has )?ended|"
    r"nicht mehr (?:verfügbar|erhältlich|lieferbar|angeboten)|n'est plus (?:disponible|en vente|proposé)|"
    r"ya no (?:está disponible|existe)|não está mais disponível|já não está disponível|non (?:è )?più disponibile|"
    r"niet (?:meer|langer) (?:leverbaar|beschikbaar|verkrijgbaar)|nie jest już dostępny|już niedostępny|"
    r"již není (?:v nabídce|dostupn)|už nie je dostupn|már nem (?:elérhető|kapható)|nu mai este disponibil|"
    r"больше не (?:продается|доступен|продаётся)|снят с (?:производства|продажи)|artık satışta değil|finns inte längre|"
    r"ikke lenger tilgjengelig|ikke længere tilgængelig|不再販售|已下架|商品不存在|販売(?:を)?終了|取り扱いを終了|"
    r"판매가? ?종료|ngừng kinh doanh|tidak lagi tersedia",
    re.IGNORECASE,
)
_CART = re.compile(
    r"^\W*(?:(?:your |my |shopping |一般)*(?:cart|bag|basket|trolley)|(?:dein |ihr |mein )?warenkorb|"
    r"(?:mon |votre )?panier|(?:tu |mi )?(?:carrito|cesta)(?: de (?:la )?compras?)?|"
    r"(?:seu |meu )?carrinho(?: de compras)?|carrello|"
    r"(?:je |mijn )?winkel(?:wagen|mand)|(?:twój )?koszyk|(?:nákupní )?košík|корзина|sepetim|varukorg(?:en)?|kundvagn|"
    r"(?:一般)?(?:購物車|购物车)|ショッピングカート|買い物かご|カート|장바구니|"
    r"giỏ hàng|keranjang(?: belanja)?|ตะกร้าสินค้า)\W*\d*\W*(?:$|[-|–·])",
    re.IGNORECASE,
)
_BROKEN = re.compile(
    r"\b(?:500|502|503|504)\b.*(?:error|unavailable|gateway)|internal server error|service unavailable", re.IGNORECASE
)
_SMALL_CHARS = 3000
"""A wall or an error page says little else; a product page that merely mentions the words is longer."""
_TITLE_CHARS = 500


def refusal(document: Document, *, has_product: bool) -> Failure | None:
    """Why this page can be no product's page; None when nothing speaks against it. A stated product settles it."""
    if has_product:
        return None
    title = (document.title or "")[:_TITLE_CHARS]
    text = _visible_text(document)
    small = len(text) < _SMALL_CHARS
    around = f"{title} {' '.join(document.headings[:2])} {text if small else ''}"
    if _PARKED.search(around):
        return Failure(FailureReason.PARKED_DOMAIN, "the domain is parked")
    if _CAPTCHA.search(around):
        return Failure(FailureReason.CAPTCHA, "a traffic check stands before the page")
    if _BLOCKED.search(title) or (small and _BLOCKED.search(text[:500])):
        return Failure(FailureReason.BLOCKED, "the shop refused access")
    if _BROKEN.search(title):
        return Failure(FailureReason.ERROR_PAGE, "the shop's own error page")
    if _MISSING.search(title) or any(_MISSING.search(heading[:_TITLE_CHARS]) for heading in document.headings[:2]):
        return Failure(FailureReason.NOT_FOUND, "the shop says the page does not exist")
    if any(map(_LOGIN.search, (title, *document.headings[:1]))) and document.root.xpath(
        "boolean(//input[@type='password'])"
    ):
        return Failure(FailureReason.LOGIN_WALL, "a login page")
    if any(map(_CART.search, (title, *document.headings[:1]))):
        return Failure(FailureReason.NOT_A_PRODUCT, "a shopping cart")
    if len(text) < 200 and not document.headings and not document.meta("og:title"):
        return Failure(FailureReason.EMPTY_SHELL, "a page without content before its scripts run")
    return None


def is_titled_gone(document: Document) -> bool:
    """Whether title or heading of a page that shows no product say that it had one. Asked when nothing was read."""
    return _GONE.search(f"{document.title or ''} {' '.join(document.headings[:2])}"[:_TITLE_CHARS]) is not None


def is_gone(document: Document) -> bool:
    """As `is_titled_gone`, anywhere near the page's beginning."""
    return is_titled_gone(document) or _GONE.search(_visible_text(document)) is not None


def _visible_text(document: Document) -> str:
    pieces: list[str] = []
    size = 0
    body = document.root.find("body")
    for element in (body if body is not None else document.root).iter("*"):
        if element.tag in {"script", "style", "noscript", "template"}:
            pieces.append(element.tail or "")
            continue
        pieces.append(element.text or "")
        pieces.append(element.tail or "")
        size += len(pieces[-1].strip()) + len(pieces[-2].strip())
        if size > _SMALL_CHARS:
            break
    return squeeze(" ".join(pieces))
