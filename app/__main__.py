"""`python -m app` is `auditor`."""

from app.cli import main

main()
