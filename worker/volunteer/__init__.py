"""The owner's side of a lent PC: what it may take and when, what it took, what its owner wishes. Kept on disk."""
