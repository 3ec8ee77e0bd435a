"""By a real browser that is installed on this machine: for shops whose pages are empty until their scripts have run.

One page at a time is opened, waited for and read; nothing is clicked, filled in or solved. A login or a captcha is a
wall as by any other way. The browser's fingerprint is its own, its User-Agent names this program, and what it may reach
is decided outside of it: by the gate (page/gate.py) and by the proxy (proxy/).

Nothing of Playwright is imported before the way is opened, for most workers have no use for it.
"""
