"""mtop answers, JSON and JSONP: `ret` first, then the detail object."""

from __future__ import annotations

import re
from typing import Any

from common.offer import Failure, FailureReason, Offer
from common.reading.text.json_text import loads, object_at, text_of
from common.shops.taobao.detail import read_detail

_JSONP = re.compile(
    r"\A\s{0,100}(?:/\*{1,2}/\s{0,10})?(?:typeof [\w$.]{1,60} === 'function' && )?"
    r"[\w$.]{1,60}\s{0,10}\((?=\s{0,100}[{\[])"
)
_PUNISH = re.compile(r"x5secdata|/_____tmd_____/|/punish\b", re.IGNORECASE)
_LOGIN = re.compile(r"login\.(?:m\.)?(?:taobao|tmall)\.", re.IGNORECASE)
_CODES = (
    (re.compile(r"USER_VALIDATE|RGV587|PUNISH|CAPTCHA|BX_SM"), FailureReason.CAPTCHA),
    (re.compile(r"TOKEN|ILLEGAL_ACCESS|ILLEGEL|SIGN"), FailureReason.TOKEN_NEEDED),
    (re.compile(r"SESSION|SID_INVALID|LOGIN"), FailureReason.LOGIN_WALL),
    (re.compile(r"API_NOT_FOUND|API_UN|METHOD_NOT|SERVICE_NOT_EXIST"), FailureReason.ERROR_PAGE),
    (re.compile(r"LIMIT|BLOCK|BLACK|DENY|DENIED|FORBID|ANTI"), FailureReason.BLOCKED),
    (re.compile(r"NOT_FOUND|NOT_EXIST|NOTFOUND|NOTEXIST|NO_ITEM|ITEM_NOT|ITEM_NULL"), FailureReason.NOT_FOUND),
    (re.compile(r"ITEM_(?:DELETE|REMOVE|OFF|DOWN|INVALID)|OFF_?SHELF|DOWN_?SHELF"), FailureReason.REMOVED),
)
"""Words of the code, before "::". The first that applies."""
_WORDS = (
    (re.compile(r"下架|已?删除"), FailureReason.REMOVED),
    (re.compile(r"(?:商品|宝贝|item).{0,6}(?:不存在|not exist|not found)", re.IGNORECASE), FailureReason.NOT_FOUND),
    (re.compile(r"被挤爆|验证码"), FailureReason.CAPTCHA),
    (re.compile(r"请.{0,4}登录|登录超时"), FailureReason.LOGIN_WALL),
)
"""Words of the message behind it, where the code says nothing."""
_LISTS = ("itemsArray", "items", "auctions", "itemList", "resultList")


def is_answer(text: str) -> bool:
    """Whether this is JSON, or JSON handed to a callback."""
    return text.lstrip("\ufeff \t\r\n")[:1] in {"{", "["} or _JSONP.match(text) is not None


def read_answer(text: str, wanted: str | None) -> Offer | Failure:
    """An Offer, or why this answer is none. A cut answer is UNREADABLE, never a part of an item."""
    wrapper = _JSONP.match(text)
    if wrapper:
        text = text[wrapper.end() :].rstrip().rstrip(";").rstrip().removesuffix(")")
    answer = loads(text)
    if isinstance(answer, list) and len(answer) == 1:
        answer = answer[0]
    if not isinstance(answer, dict):
        return Failure(FailureReason.UNREADABLE, "a JSON answer that is broken or was cut short")
    data = answer.get("data")
    data = loads(data) if isinstance(data, str) else data
    if (failure := _refused(answer.get("ret"), data)) is not None:
        return failure
    detail = data if isinstance(data, dict) else answer
    for key in ("res", "data", "detail"):
        if "item" not in detail and isinstance(detail.get(key), dict):
            detail = detail[key]
    if not object_at(detail, "item"):
        listed = next((len(detail[key]) for key in _LISTS if isinstance(detail.get(key), list)), 0)
        if listed > 1:
            return Failure(FailureReason.LISTING, f"an answer that lists {listed} products")
        return Failure(FailureReason.EMPTY_SHELL, "the answer holds no item")
    return read_detail(detail, wanted=wanted, source="mtop")


def _refused(told: Any, data: Any) -> Failure | None:
    entries = [str(entry) for entry in told[:5]] if isinstance(told, list) else [text_of(told) or ""]
    codes = " ".join(entry.partition("::")[0].upper() for entry in entries).strip()
    said = " ".join(entries)[:200]
    leads_to = text_of(object_at(data).get("url")) or text_of(object_at(data).get("redirectUrl")) or ""
    if _PUNISH.search(leads_to):
        return Failure(FailureReason.CAPTCHA, f"mtop leads to a traffic check: {said}")
    if not object_at(data, "item") and _LOGIN.search(leads_to):
        return Failure(FailureReason.LOGIN_WALL, f"mtop leads to the login page: {said}")
    if not codes or "SUCCESS" in codes:
        return None
    for pattern, reason in _CODES:
        if pattern.search(codes):
            return Failure(reason, f"mtop answered {said}")
    for pattern, reason in _WORDS:
        if pattern.search(said):
            return Failure(reason, f"mtop answered {said}")
    return Failure(FailureReason.ERROR_PAGE, f"mtop answered {said}")
