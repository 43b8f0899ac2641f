"""`python -m bench_gen.gallery DIR`: look through a set in a browser and accept or reject its pairs."""

from __future__ import annotations

import argparse
import secrets
import socket
import sys
from pathlib import Path

import uvicorn

from assets.errors import InputError
from bench_gen.command import progress_bar, run
from bench_gen.ua.disk import pairs_in
from bench_gen.ua.new_folder import new_folder
from bench_gen.ua.review.decisions import decisions, review_path
from bench_gen.ua.review.server import LOOPBACK, Desk, create_app
from bench_gen.ua.review.static import WIDTH, write_static
from bench_gen.ua.set_record import set_record_of
from bench_gen.ua.settings import AdmissionSettings, load_settings

PORT = 8321


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0, or 2 for unusable input."""
    parser = argparse.ArgumentParser(
        prog="python -m bench_gen.gallery",
        description="Serve a page to look through a set and accept or reject its pairs, or write it as files. "
        "Decisions go into review.jsonl beside the set; python -m bench_gen.admit honours them.",
    )
    parser.add_argument("folder", type=Path, help="a folder that python -m bench_gen wrote")
    parser.add_argument("--port", type=int, default=PORT, help=f"0 takes a free one (default: {PORT})")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen at (default: 127.0.0.1, this machine only); beyond it, "
        "the page asks for a key that is printed with its address"
    )  # fmt: skip
    parser.add_argument("--name", action="append", default=[], help="host name by which it may be asked, beside --host")
    parser.add_argument("--reviewer", default="", help="fills in who decides")
    parser.add_argument("--static", type=Path, metavar="OUT", help="write the page to this new folder instead")
    parser.add_argument("--pairs", type=int, help="with --static: only so many pairs, the first by id")
    parser.add_argument("--width", type=int, default=WIDTH, help=f"with --static: of a picture (default: {WIDTH})")
    options = parser.parse_args(arguments)

    def work() -> int:
        ua = options.folder / "ua"
        settings = load_settings(set_record_of(options.folder)["admission"])
        if options.static is not None:
            return _write(ua, settings, options)
        return _serve(ua, settings, options)

    return run(work)


def _write(ua: Path, settings: AdmissionSettings, options: argparse.Namespace) -> int:
    if not 64 <= options.width <= 4096:
        raise InputError(f"{options.width} is out of range", field="--width", expected="64 to 4096")
    out: Path = options.static
    names = pairs_in(ua)[: options.pairs]
    with new_folder(out, "--static") as scratch, progress_bar(len(names), "pair") as advance:
        write_static(ua, names, settings, scratch, width=options.width, progress=advance)
    print(out / "index.html")  # noqa: T201
    return 0


def _serve(ua: Path, settings: AdmissionSettings, options: argparse.Namespace) -> int:
    pairs_in(ua)  # what cannot be shown or decided on is said now, not in the browser
    decisions(ua)
    local = options.host in ("127.0.0.1", "localhost", "::1")
    desk = Desk(ua, settings, reviewer=options.reviewer, key="" if local else secrets.token_urlsafe(16))
    names = list(LOOPBACK) if local else [*LOOPBACK, options.host, socket.gethostname()]
    with _listening(options.host, options.port) as listener:
        port = listener.getsockname()[1]
        shown = f"[{options.host}]" if ":" in options.host else options.host
        print(f"http://{shown}:{port}/{f'?key={desk.key}' if desk.key else ''}", flush=True)  # noqa: T201
        print("Decisions go to", review_path(ua), file=sys.stderr, flush=True)  # noqa: T201
        app = create_app(desk, [*names, *options.name])
        uvicorn.Server(uvicorn.Config(app, log_level="warning", server_header=False)).run(sockets=[listener])
    return 0


def _listening(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise InputError(f"{port} is out of range", field="--port", expected="0 to 65535")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise InputError(
            f"cannot listen at {host}:{port}: {error.strerror}", field="--host or --port", remedy="name another one"
        ) from None


if __name__ == "__main__":
    sys.exit(main())
