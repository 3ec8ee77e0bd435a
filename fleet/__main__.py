"""`python -m fleet`: the same as the command crawlfleet."""

from fleet.cli import main

if __name__ == "__main__":
    main()
