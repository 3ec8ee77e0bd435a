"""By a shop's official interface, with an operator's keys: docs/shops.md says what each one gives and costs."""
