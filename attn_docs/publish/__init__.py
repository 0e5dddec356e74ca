"""What the whole site needs and no page can do alone; knows nothing of MkDocs."""
