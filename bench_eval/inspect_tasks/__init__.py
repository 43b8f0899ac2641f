"""UA-Bench as a task of inspect-ai: its providers, its log and its viewer (extra `inspect`)."""
