"""Lines and servers of bytes that a test cuts, mends or lets say what it wants."""
