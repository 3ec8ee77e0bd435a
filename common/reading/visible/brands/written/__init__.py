"""How a brand that was found is written: with the marks over its letters, without what kind of firm it is."""
