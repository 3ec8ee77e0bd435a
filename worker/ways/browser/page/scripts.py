"""What we ask the page for, in a world of our own: the page's scripts can neither see nor change it.

It only looks. Nothing of what a page can learn about its visitor is made different.
"""

from __future__ import annotations

import json

WORLD = "crawlfleet"

_STILL = """
new Promise((done) => {
  let timer;
  const quiet = () => { watcher.disconnect(); done(true); };
  const again = () => { clearTimeout(timer); timer = setTimeout(quiet, QUIET_MS); };
  const watcher = new MutationObserver(again);
  watcher.observe(document, { subtree: true, childList: true, characterData: true });
  again();
})
"""

_CHANGED = """
new Promise((done) => {
  const seen = globalThis.lastLook;
  if (!seen || seen.changed) done(true); else seen.tell = done;
})
"""

_WHOLE = """
(() => {
  const root = document.documentElement;
  const html = (root ? root.outerHTML : '').slice(0, LIMIT);
  globalThis.lastLook?.watcher.disconnect();
  const seen = { changed: false, tell: () => {} };
  seen.watcher = new MutationObserver(() => { seen.watcher.disconnect(); seen.changed = true; seen.tell(true); });
  seen.watcher.observe(document, { subtree: true, childList: true, characterData: true });
  globalThis.lastLook = seen;
  return html;
})()
"""

_PARSED = """
new Promise((done) => {
  const whole = () => done(true);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', whole, { once: true });
  else whole();
})
"""


def until_whole() -> str:
    """Resolves when the document's HTML is there whole."""
    return _PARSED


def until_still(quiet_seconds: float) -> str:
    """Resolves when the document has not changed for so long."""
    return _STILL.replace("QUIET_MS", json.dumps(round(quiet_seconds * 1000)))


def until_changed() -> str:
    """Resolves when the document is not as whole_page() last told it: at once when it changed while that was read, or
    is another one by now."""
    return _CHANGED


def whole_page(max_chars: int) -> str:
    """The document as HTML, cut one character behind the limit."""
    return _WHOLE.replace("LIMIT", json.dumps(max_chars + 1))
