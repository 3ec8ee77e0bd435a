"""How each answer of an operation is shown: one file a kind of answer."""
