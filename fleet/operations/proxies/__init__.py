"""The operators' proxies: the list and what is done to it, and trying one. No answer holds a password."""
