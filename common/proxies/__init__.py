"""The operators' proxies: what one is, and which a request goes through. Pure; docs/proxies.md."""
