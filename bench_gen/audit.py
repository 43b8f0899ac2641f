"""`python -m bench_gen.audit DIR`: is a set balanced, and does no shortcut beat a coin?"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bench_gen.command import run
from bench_gen.ua.audit import STRATEGIES, audit_shortcuts, full_evidence, views_of_set
from bench_gen.ua.audit.balance import BALANCES, audit_balance
from bench_gen.ua.audit.forest import stress
from bench_gen.ua.audit.report import Audit, as_json, as_junit, as_text
from bench_gen.ua.disk import write_text
from bench_gen.ua.manifest import refresh_manifest


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0 when the audit holds, 1 when it fails, 2 for unusable input."""
    parser = argparse.ArgumentParser(
        prog="python -m bench_gen.audit",
        description="Audit a set as a whole. Exit code 0: it holds; 1: something leaks or is unbalanced; 2: unusable.",
        epilog="strategies: " + ", ".join(sorted(STRATEGIES)) + "; balance: " + ", ".join(sorted(BALANCES)),
    )
    parser.add_argument("folder", type=Path, help="a folder that python -m bench_gen wrote")
    parser.add_argument(
        "--forest", action="store_true", help="also train a random forest without pictures (extra: audit)"
    )
    parser.add_argument("--write", action="store_true", help="also write audit.json, .txt and .xml into construction/")
    options = parser.parse_args(arguments)

    def work() -> int:
        ua = options.folder / "ua"
        views = views_of_set(ua)
        forest = stress(views) if options.forest else ()
        audit = Audit(len(views) // 2, audit_balance(views), audit_shortcuts(views), full_evidence(views), forest)
        if options.write:
            folder = ua / "construction"
            write_text(folder / "audit.json", json.dumps(as_json(audit), sort_keys=True, indent=1) + "\n")
            write_text(folder / "audit.txt", as_text(audit))
            write_text(folder / "audit.xml", as_junit(audit))
            refresh_manifest(ua)
        print(as_text(audit), end="")  # noqa: T201
        return 0 if audit.passed else 1

    return run(work)


if __name__ == "__main__":
    sys.exit(main())
