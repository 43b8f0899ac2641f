"""What makes frames a benchmark: vocabularies, scripts, matched pairs, targets, admission, dataset files."""
