"""`python -m app` is `auditor`."""

if __name__ == "__main__":  # processes that find image uses load this file too
    from app.cli import main

    main()
