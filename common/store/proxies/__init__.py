"""The operators' proxies: their list, what all workers together have seen of each, and ties after a shop's refusal."""
