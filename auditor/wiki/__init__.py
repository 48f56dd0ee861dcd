"""Articles of MediaWiki wikis: fetched, read, matched with their wikitext, and mended."""
