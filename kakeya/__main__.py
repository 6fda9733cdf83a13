"""`python -m kakeya`."""

import sys

from kakeya.cli import main

if __name__ == "__main__":
    sys.exit(main())
