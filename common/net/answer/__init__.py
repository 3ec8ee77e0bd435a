"""What an answer may be and how much of it there may be: bytes on the wire, its head, its body."""
