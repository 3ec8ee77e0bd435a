"""Whether a browser did not start for want of file handles: neither it nor its driver says so where it ends of that."""

from __future__ import annotations

import sys

from common.output.causes import causes_of
from common.output.no_handles import no_handles_left

NEEDED = 256
"""As many as a process may have open, the driver and the browser may have each: they inherit the limit. Chromium 156
mostly did not start with 128, and did with 150; a page wants more."""
_SIGNS = ("EMFILE", "ENFILE", "Too many open files")
"""What stands in the driver's words, among what the browser wrote, where either says it."""


def want_of_handles(error: BaseException) -> str | None:
    """What happened and what to do, one clause; None: nothing speaks for it. Ask before handles are given back."""
    if left := no_handles_left(error):
        return left
    most = _most()
    if most is not None and most < NEEDED:
        return (
            f"it and its driver may have {most} files and connections open each, as this process may, and need {NEEDED}"
            ": raise that limit (LimitNOFILE= in the systemd unit, `ulimit -n 4096` in the shell that starts it)"
        )
    if any(sign in str(cause) for cause in causes_of(error) for sign in _SIGNS):
        return (
            "this machine, or the browser's user, has as many files open as it may: end other programs, or raise that"
        )
    return None


def _most() -> int | None:
    """Files that this process may have open; None where nobody counts them so, or there is no limit."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415  # not on Windows

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if most == resource.RLIM_INFINITY else most
