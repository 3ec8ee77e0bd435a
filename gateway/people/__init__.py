"""Who comes in: joining, tokens, quotas, and how a machine stands."""
