"""What becomes of times that wait when the database's clock turns out to have stood ahead of the truth."""
