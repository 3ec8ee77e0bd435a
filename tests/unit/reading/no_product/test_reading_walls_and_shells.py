"""Walls and pages not filled in yet are told from pages that are no product's: behind the first one may be had."""

from __future__ import annotations

import pytest

from tests.unit.reading.no_product.test_reading_no_single_product import CARDS, LONG, read

SORRY = {
    "ar": "تم رفض الوصول إلى هذه الصفحة",
    "bg": "Достъпът е забранен",
    "cs": "Váš přístup byl zablokován",
    "da": "Adgang nægtet",
    "de": "Ihr Zugriff wurde gesperrt",
    "el": "Απαγορεύεται η πρόσβαση",
    "es": "Acceso denegado",
    "et": "Juurdepääs keelatud",
    "fi": "Pääsy estetty",
    "fr": "Accès refusé",
    "hr": "Pristup odbijen",
    "hu": "Hozzáférés megtagadva",
    "id": "Akses ditolak",
    "it": "Accesso negato",
    "ja": "アクセスが拒否されました",
    "ko": "접근이 차단되었습니다",
    "lt": "Prieiga uždrausta",
    "lv": "Piekļuve liegta",
    "nb": "Tilgang nektet",
    "nl": "Toegang geweigerd",
    "pl": "Dostęp zablokowany",
    "pt": "Acesso negado",
    "ro": "Acces interzis",
    "ru": "Доступ ограничен",
    "sk": "Váš prístup bol zablokovaný",
    "sl": "Dostop zavrnjen",
    "sv": "Åtkomst nekad",
    "th": "ปฏิเสธการเข้าถึง",
    "tr": "Erişiminiz engellendi",
    "uk": "Доступ заборонено",
    "vi": "Truy cập bị từ chối",
    "zh-cn": "您的访问已被拦截",
    "zh-tw": "存取被拒",
}
HUMAN = {
    "cs": "Prosím, potvrďte, že jste člověk",
    "de": "Bitte bestätigen Sie, dass Sie kein Roboter sind",
    "es": "Confirme que no es un robot",
    "fr": "Confirmez que vous n'êtes pas un robot",
    "it": "Conferma di non essere un robot",
    "ja": "ロボットではないことを確認してください",
    "ko": "로봇이 아님을 확인해 주세요",
    "nl": "Bevestig dat je een mens bent",
    "pl": "Potwierdź, że jesteś człowiekiem",
    "pt": "Confirme que você é humano",
    "ru": "Ваши запросы похожи на автоматические",
    "sv": "Bekräfta att du är en människa",
    "tr": "Lütfen insan olduğunuzu doğrulayın",
    "vi": "Xác nhận bạn không phải là người máy",
    "zh-cn": "请按住滑块，拖动到最右边",
    "zh-tw": "請輸入驗證碼",
}


@pytest.mark.parametrize("language", SORRY)
def test_a_refusal_is_known_in_many_languages(language: str) -> None:
    assert read(f"<h1>{SORRY[language]}</h1><p>ID 7d18</p>", path="/p/1", title="Shop")["reason"] == "BLOCKED"


@pytest.mark.parametrize("language", HUMAN)
def test_a_traffic_check_is_known_in_many_languages(language: str) -> None:
    assert read(f"<h1>{HUMAN[language]}</h1><p>ID 7d18</p>", path="/p/1", title="Shop")["reason"] == "CAPTCHA"


@pytest.mark.parametrize("name", ["cf-turnstile", "geetest_holder", "smart-captcha", "nc_wrapper"])
def test_a_traffic_check_is_known_by_its_box(name: str) -> None:
    assert read(f"<p>Please wait a little.</p><div class='{name}'></div>", path="/p/1")["reason"] == "CAPTCHA"
    team = read(f"<h1>Our team</h1>{LONG}<form action='/contact'><div class='{name}'></div></form>", path="/team")
    assert team["reason"] == "NOT_A_PRODUCT", "a small widget in a form of a larger page is none"


@pytest.mark.parametrize(
    "body",
    [
        "<nav>Home</nav><h1 id='name'></h1><dl id='facts'></dl>",
        "<h1>A cup</h1><div class='box animate-pulse'></div><span class='skeleton'></span><i class='shimmer line'></i>",
        "<h1>{{ product.name }}</h1><p>{{product.price | currency}}</p>",
    ],
)
def test_a_page_that_its_scripts_fill_is_a_shell(body: str) -> None:
    assert read(f"{body}{LONG}", path="/p/cup", title="Shop")["reason"] == "EMPTY_SHELL"
    priced = read(f"{body}{LONG}<p>Delivery from £4.99</p>", path="/p/cup", title="Shop")
    assert priced["reason"] == "NOT_A_PRODUCT", "its scripts have run, or need not"


@pytest.mark.parametrize(
    "body",
    [
        "<select name='orderBy'><option>Favourites</option></select>",
        "<select><option value='PRICE_ASC'>Cheap first</option></select>",
        "<p>Cups</p><p>Sort by</p>",
        "<button>Add to cart</button>" * 3,
    ],
)
def test_a_list_is_known_by_what_lists_offer(body: str) -> None:
    assert read(f"<h1>Cups</h1>{LONG}{body}", path="/cups", title="Shop")["reason"] == "LISTING"


SELLS = "<b class='price'>£24.90</b><button>Add to cart</button><p>In stock</p>"


@pytest.mark.parametrize(
    "name",
    [
        "Access Denied poster, 50 x 70 cm",
        "I'm not a robot T-shirt",
        "Forbidden Island board game",
        "Flesh and Blood: Welcome to Rathe booster",
        "Laptop bag for the security check",
        "MGN12H 滑块 linear rail",
    ],
)
def test_a_product_may_be_named_as_walls_are(name: str) -> None:
    answer = read(f"<h1>{name}</h1>{SELLS}{LONG}", path="/p/1", title=f"{name} | Shop")
    assert answer["ok"], answer
    assert (answer["offer"]["title"], answer["offer"]["price_minor"]) == (name, 2490)


def test_a_traffic_check_in_a_form_of_a_short_page_that_sells_is_no_wall() -> None:
    form = "<form action='/ask'><div class='g-recaptcha'></div><label>I'm not a robot</label></form>"
    answer = read(f"<h1>Blue cup</h1>{SELLS}{form}", path="/p/1", title="Blue cup")
    assert answer["ok"], answer
    assert answer["offer"]["price_minor"] == 2490


def test_a_picture_to_read_below_a_field_for_what_people_think_is_no_wall() -> None:
    product = "<h1>Blue cup</h1><p>Not available</p>"
    form = "<form action='/p/1'>{}<img src='captcha/image.php?4711' alt='captcha'><input name='code'></form>"
    answer = read(product + form.format("<textarea name='text'></textarea>"), path="/p/1", title="Blue cup")
    assert answer.get("reason") != "CAPTCHA"
    assert read(product + form.format(""), path="/p/1", title="Blue cup").get("reason") == "CAPTCHA"
    hidden = "<textarea name='g-recaptcha-response'></textarea>"
    assert read(product + form.format(hidden), path="/p/1", title="Blue cup").get("reason") == "CAPTCHA"


def test_a_category_named_as_a_wall_is_a_list() -> None:
    name = "Flesh and Blood"
    assert read(f"<h1>{name}</h1>{CARDS}{LONG}", path="/games/fab", title=f"{name} | Shop")["reason"] == "LISTING"
    shop = read(f"<h1>Comics</h1>{CARDS}{LONG}", path="/comics/all", title="Comics | Forbidden Planet")
    assert shop["reason"] == "LISTING", shop


@pytest.mark.parametrize("title", ["Forbidden", "Forbidden | Shop", "403 Forbidden"])
def test_a_wall_in_the_frame_of_a_shop_stays_one(title: str) -> None:
    frame = "<p>Free delivery over £50.00</p><a href='/cart'>Basket</a>"
    answer = read(f"{frame}<h1>{title}</h1><p>Sorry.</p>", path="/p/1", title=title)
    assert answer["reason"] == "BLOCKED", answer


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("Sorry, the product was not found.", "NOT_FOUND"),
        ("Leider wurde das Produkt nicht gefunden.", "NOT_FOUND"),
        ("Reviews of this product were not found.", "NOT_A_PRODUCT"),  # that of something else
    ],
)
def test_a_line_that_begs_pardon_before_it_says_so(said: str, why: str) -> None:
    frame = "<a href='/'>Home</a><p>Featured</p><a href='/p/4'>Crystal beads</a><p>Pine House, 12 Mill Road</p>"
    assert read(f"<div>{said}</div>{frame}{LONG}", path="/p/17", title="Pine House")["reason"] == why


SOLD = "<div class='pot'><img src='/{0}.png'><h4>Pot {0}</h4><p>£{0}.50</p>{1}</div>"
BUYS = "<button data-target='#b'>Buy now</button>"
IN_FORMS = "<form class='box'><span>Pot {0}</span><p>£{0}.50</p></form>"
NEWS = "<div class='pot'><img src='/{0}.png'><h4>Save £{0}.50 now</h4><a href='/n/{0}'>Read more</a></div>"


@pytest.mark.parametrize(
    ("boxes", "why"),
    [
        (SOLD.format(3, BUYS) + SOLD.format(4, BUYS), "LISTING"),
        (IN_FORMS.format(3) + IN_FORMS.format(4) + IN_FORMS.format(5), "LISTING"),
        (SOLD.format(3, BUYS), "NOT_A_PRODUCT"),
        (SOLD.format(3, "") + SOLD.format(4, ""), "NOT_A_PRODUCT"),
        (NEWS.format(3) + NEWS.format(4), "NOT_A_PRODUCT"),
    ],
)
def test_boxes_alike_that_sell_make_a_list_of_a_page_that_names_nothing(boxes: str, why: str) -> None:
    answer = read(f"<h2>Pots</h2><section>{boxes}</section>{LONG}", path="/pots.html", title="Pine House")
    assert answer["reason"] == why, answer


def test_characters_to_type_where_one_signs_in_are_no_wall() -> None:
    """As shops draw it, closed, above every page."""
    product = "<h1>Blue cup</h1><p>Not available</p>"
    form = "<form action='/in'><input name='user'>{}<p>Type the characters you see in the picture above.</p></form>"
    signs_in = read(form.format("<input type='password'>") + product, path="/p/1", title="Blue cup")
    assert signs_in.get("reason") != "CAPTCHA"
    assert read(form.format("") + product, path="/p/1", title="Blue cup").get("reason") == "CAPTCHA"
