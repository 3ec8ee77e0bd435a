"""One file per word of the command line. Heavy imports stay inside the functions, so every command starts light."""
