"""`python -m assets`: list, fetch and check outside assets."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from assets.cache import cache_dir
from assets.errors import InputError
from assets.fetch import fetch
from assets.registry import content_hash, load_registry


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m assets", description="Outside assets: list, fetch, check.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="what is used, under which licence, from where")
    fetching = commands.add_parser("fetch", help="fetch assets into the cache (all when none is named)")
    fetching.add_argument("names", nargs="*")
    hashing = commands.add_parser("hash", help="content hash of a folder's needed files")
    hashing.add_argument("folder", type=Path)
    hashing.add_argument("--asset", required=True)
    options = parser.parse_args(arguments)
    try:
        registry = load_registry()
        if options.command == "list":
            print(f"cache: {cache_dir()}")
            for name, asset in registry.items():
                print(f"{name}\n  {asset.title}\n  licence: {asset.licence}\n  origin: {asset.origin}")
                for source in asset.sources:
                    print("  source: " + " ".join(str(value) for value in source.model_dump().values()))
        elif options.command == "fetch":
            for name in options.names or registry:
                print(f"{name}: {fetch(name, registry)}")
        else:
            print(content_hash(registry[options.asset], options.folder))
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
