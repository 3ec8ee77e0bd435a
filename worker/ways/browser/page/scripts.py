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
  const watcher = new MutationObserver(() => { watcher.disconnect(); done(true); });
  watcher.observe(document, { subtree: true, childList: true, characterData: true });
})
"""

_WHOLE = """
(() => {
  const root = document.documentElement;
  return (root ? root.outerHTML : '').slice(0, LIMIT);
})()
"""


def until_still(quiet_seconds: float) -> str:
    """Resolves when the document has not changed for so long."""
    return _STILL.replace("QUIET_MS", json.dumps(round(quiet_seconds * 1000)))


def until_changed() -> str:
    """Resolves at the document's next change."""
    return _CHANGED


def whole_page(max_chars: int) -> str:
    """The document as HTML, cut one character behind the limit."""
    return _WHOLE.replace("LIMIT", json.dumps(max_chars + 1))
