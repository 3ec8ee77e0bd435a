"""With which arguments and environment the browser starts, and as whom. Its sandbox is never switched off."""

from __future__ import annotations

import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

from common.errors import ConfigError
from worker.ways.browser.engine.folder import Folder

DROPPED_DEFAULTS = (
    # Playwright's own defaults that a page could use against whoever looks at it.
    "--disable-popup-blocking",
    "--disable-ipc-flooding-protection",
    "--enable-unsafe-swiftshader",
)

_FEATURES_OFF = (
    # Makes the browser join the home's multicast group to hide addresses that, without UDP, it does not tell anyway.
    "WebRtcHideLocalIpsWithMdns",
    # What it would ask its maker, and what looks for devices at home.
    "AimEnabled",
    "AutofillServerCommunication",
    "InterestFeedContentSuggestions",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PreconnectToSearch",
    "Translate",
    # As Playwright wants them: only the last list of these counts, and this is the last.
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "PaintHolding",
    "TcpPortRandomizationWin",
    "msEdgeUpdateLaunchServicesPreferredVersion",
    "msForceBrowserSignIn",
)

ARGUMENTS = (
    f"--disable-features={','.join(_FEATURES_OFF)}",
    "--disable-quic",
    # Names are resolved by our proxy alone; what asks for one by itself (prefetch, WebRTC) gets no answer.
    # A .local name would be asked for by multicast whatever it is mapped to, unless that is an address (RFC 5737).
    "--host-resolver-rules=MAP *.local 192.0.2.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--dns-prefetch-disable",
    # Both spellings: Chromium changed it.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--no-pings",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-remote-fonts",
    "--disable-gpu",
    "--disable-3d-apis",
    "--deny-permission-prompts",
    "--disable-print-preview",
    "--autoplay-policy=user-gesture-required",
)
PROXY_BYPASS = "<-loopback>"
"""Without it a browser asks loopback addresses directly, whatever proxy it was given."""

_FOLDERS = ("HOME", "TMPDIR", "TEMP", "TMP", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
_KEPT_FROM_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "SYSTEMDRIVE", "PROGRAMFILES", "LOCALAPPDATA")


def arguments(mark: str, ca_keys: tuple[str, ...] = ()) -> list[str]:
    """`mark` finds the browser among the processes. `ca_keys`: see engine/trust.py."""
    trusted = [f"--ignore-certificate-errors-spki-list={','.join(ca_keys)}"] if ca_keys else []
    return [*ARGUMENTS, mark, *trusted]


def environment(home: Path) -> dict[str, str]:
    """Of the browser, and of the driver: nothing of ours, above all no token, and a home that is thrown away: no
    profile, no key store of the user's."""
    kept = {name: os.environ[name] for name in _KEPT_FROM_ENVIRONMENT if name in os.environ}
    return kept | {name: str(home) for name in _FOLDERS}


def who_may_not(user: str | None) -> str | None:
    """Why this process cannot start the browser as it is told to; None when it can. `user`: browser.user."""
    if sys.platform == "win32":
        return "browser.user is not for Windows; leave it out" if user else None
    if os.geteuid() != 0:
        return "only root can start it as another user; leave browser.user out" if user else None
    if user is None:
        return (
            "root's Chromium has no sandbox. Run crawlfleet as an ordinary user, or name one in browser.user "
            "as whom the browser then runs"
        )
    try:
        ids = user_ids(user)
    except ConfigError as error:
        return str(error)
    return "browser.user is root, whose Chromium has no sandbox; name an ordinary user" if 0 in ids else None


def user_ids(user: str) -> tuple[int, int]:
    """Its number and its group's. Raises ConfigError."""
    import pwd  # noqa: PLC0415  # not on Windows

    try:
        entry = pwd.getpwnam(user)
    except KeyError:
        raise ConfigError(f"browser.user: there is no user {user!r} on this machine") from None
    return entry.pw_uid, entry.pw_gid


def program(browser: Path, user: str | None, folder: Folder) -> Path:
    """What is started in the browser's place: itself, or a line that first becomes the ordinary user.

    The folder's home is made that user's.
    """
    if user is None:
        return browser
    uid, gid = user_ids(user)
    os.chown(folder.home, uid, gid)
    spec = find_spec("worker.ways.browser.engine.as_user")
    if spec is None or spec.origin is None:
        raise ConfigError("the installation is not whole: worker/ways/browser/engine/as_user.py is missing")
    told = (sys.executable, "-I", spec.origin, str(uid), str(gid), str(browser))
    line = folder.path / "browser"
    line.write_text(f'#!/bin/sh\nexec {" ".join(map(shlex.quote, told))} "$@"\n', "utf-8")
    line.chmod(0o755)
    return line
