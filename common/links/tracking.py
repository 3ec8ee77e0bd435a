"""Names of query parameters that tell who clicked, never which page is meant.

The names are facts seen in the published rules of ClearURLs (its global rules) and in the privacy reference tests of
DuckDuckGo, narrowed to names no shop uses to pick a product. `ref`, `source`, `tag`, `id`, `mc` and the like stay:
on some sites they choose the page.
"""

from __future__ import annotations

import re

_NAMES = frozenset(
    """
    fbclid gclid gclsrc gbraid wbraid dclid msclkid twclid ttclid yclid ysclid igshid igsh li_fat_id mkt_tok
    srsltid gs_l gs_lcrp _ga _gl _gac _openstat _hsenc _hsmi __hsfp __hssc __hstc hsctatracking __s
    __twitter_impression action_object_map action_type_map action_ref_map fb_action_ids fb_action_types fb_source
    fb_ref hmb_campaign hmb_source hmb_medium mc_cid mc_eid mc_tc ml_subscriber ml_subscriber_hash oly_anon_id
    oly_enc_id vero_id vero_conv rb_clickid s_cid wickedid wtrid os_ehash echobox cmpid ceneo_spo tracking_source
    spm scm irclickid irgwc ranmid raneaid ransiteid epik sc_campaign sc_channel sc_content sc_medium sc_outcome
    sc_geo sc_country yj_r guccounter guce_referrer guce_referrer_sig mibextid _branch_match_id _branch_referrer
    _kx ef_id s_kwcid zanpid kk_click admitad_uid awc cjevent cjdata sscid
    """.split()
)
_PATTERNS = re.compile(
    r"(?:utm|mtm|otm|piwik|pk|matomo|hsa|ga|itm|stm)_[a-z0-9_]+|utm|[a-z]?wt_?z?mc|wt_?z?mc|vn(?:_[a-z]+)+"
)


_CHOOSES = re.compile(
    r"(?:pk|ga|itm|otm|stm|vn)_(?:[a-z0-9]+_)*"
    r"(?:id|pid|sku|item|prod|product|article|code|no|nr|num|number|slug|name|variant|model|size|colou?r|page)"
)
"""Of the short beginnings, which mean other things too (a primary key, an item): two products in one key would lose
the second."""


def is_tracking(name: str) -> bool:
    """Whether a parameter of this (decoded) name may be removed without changing which page is meant."""
    name = name.lower().removeprefix("?").removeprefix("amp;")
    return name in _NAMES or (_PATTERNS.fullmatch(name) is not None and _CHOOSES.fullmatch(name) is None)
