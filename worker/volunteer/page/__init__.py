"""The page on 127.0.0.1 that shows what this PC does and has the buttons.

door     who may ask: this PC's own browser, with the key of the printed link (pure)
view     the page as HTML (pure)
script   what shows it anew, and keeps the keyboard's place
server   the two over sockets; HTTP is read by h11, which httpx brings anyway
"""
