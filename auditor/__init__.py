"""The alt-text auditor: crawl, rules, scoring, store, reports and command line."""

__version__ = "0.1.0"
