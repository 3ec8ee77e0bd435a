"""Requests through an operator's proxy: the tunnel, whose failure is whose, and a transport that goes by routes.

The guard holds through a proxy too: each name is resolved and judged here, the proxy is told the judged address, and
the TLS inside the tunnel is checked against the name (docs/security.md says what cannot be held).
"""
