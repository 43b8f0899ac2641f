"""Configuration of `python -m bench_eval`, for Hydra."""
