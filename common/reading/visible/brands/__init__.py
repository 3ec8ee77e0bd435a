"""The brand that the visible page names: beside its label, in its own element, in running text, in the name."""
