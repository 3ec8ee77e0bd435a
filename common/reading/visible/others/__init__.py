"""What on a page belongs to something else than its product: another offer, something that may be added."""
