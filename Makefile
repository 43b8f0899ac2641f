# `make demo` and `make test` do all of their own set-up on a fresh Debian or Ubuntu with Python 3.11 or newer.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: demo test lint bench setup system clean

demo: setup  ## one admitted matched pair in outputs/demo, and its contact sheet
	$(BIN)/python -m bench_gen output=outputs/demo

test: setup  ## the whole suite, fast tests first
	$(BIN)/python -m assets fetch
	$(BIN)/python -m pytest -n 2 --dist loadgroup $(ARGS)

lint: setup  ## format, lint, types, one-way imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup  ## milliseconds a frame of gl, pyrender and mujoco side by side; seconds and memory of one pair; workers
	$(BIN)/python benchmarks/render.py
	$(BIN)/python benchmarks/pair.py
	$(BIN)/python benchmarks/full.py

setup: system $(STAMP)

system:
	@sh scripts/system_packages.sh

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Crossroom needs Python 3.11 or newer, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $(STAMP)

clean:
	rm -rf outputs build dist .pytest_cache .mypy_cache .ruff_cache
