"""Models behind OpenAI-compatible endpoints: one client, a cache on disk, prompts in files."""
