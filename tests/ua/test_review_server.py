"""The page's server answers for its set alone, to its own page alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from ua_sketch import Sketch, script_of

from bench_gen.ua.disk import load_pair, pair_path, sha256
from bench_gen.ua.review.decisions import read_log
from bench_gen.ua.review.server import Desk, create_app
from bench_gen.ua.settings import load_settings

PAIR = script_of().pair


@pytest.fixture
def ua(tmp_path: Path) -> Path:
    Sketch(tmp_path / "set/ua", script_of()).write()
    (tmp_path / "set/secret.png").write_bytes(b"secret")
    return tmp_path / "set/ua"


@pytest.fixture
def client(ua: Path) -> TestClient:
    return TestClient(create_app(Desk(ua, load_settings())), base_url="http://127.0.0.1:8321")


def body(ua: Path, **change: str) -> dict[str, str]:
    return {"verdict": "accept", "reason": "", "reviewer": "ada", "record": sha256(ua / pair_path(PAIR)), **change}


def token(client: TestClient) -> dict[str, str]:
    return {"X-Crossroom-Token": client.get("/data/index.json").json()["token"]}


def test_a_pair_is_shown_whole(client: TestClient, ua: Path) -> None:
    shown = client.get(f"/data/{PAIR}.json").json()
    assert [len(moment["views"]) for moment in shown["frames"]] == [1, *[2] * 8, 1, 1, 1]
    assert all(check["ok"] for check in shown["checks"])
    assert {row["name"] for row in shown["classes"]} >= {"person"}
    record = load_pair(ua, PAIR).record
    state = record.episodes["B"].frames[4].state
    for kind in ("frames", "classes"):
        answer = client.get(f"/{kind}/{PAIR}/{state}.png")
        assert answer.headers["content-type"] == "image/png"
        assert answer.content.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "path",
    [
        "/data/../secret.json",
        "/data/..%2fsecret.json",
        "/data/%2e%2e%2f%2e%2e%2fsecret.json",
        "/frames/" + PAIR + "/..%2f..%2f..%2fsecret.png",
        "/frames/..%2f../secret.png",
        "/frames/" + PAIR + "/" + "0" * 64 + ".png",
        "/../review.jsonl",
        "/review.jsonl",
        "/ua/construction/vocabulary.json",
        "/data/" + "a" * 5000 + ".json",
    ],
)
def test_nothing_else_can_be_read(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert b"secret" not in answer.content


def test_other_host_names_are_refused(client: TestClient) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "evil.example:8321"):
        assert client.get("/data/index.json", headers={"Host": host}).status_code == 400
    assert client.get("/", headers={"Host": "localhost:9"}).status_code == 200


def test_a_decision_needs_the_pages_token(client: TestClient, ua: Path) -> None:
    for headers in ({}, {"X-Crossroom-Token": "guess"}):
        assert client.put(f"/decisions/{PAIR}", json=body(ua), headers=headers).status_code == 403
    for method in ("get", "post", "delete"):
        assert getattr(client, method)(f"/decisions/{PAIR}").status_code == 405
    assert read_log(ua) == ()
    assert client.put(f"/decisions/{PAIR}", json=body(ua), headers=token(client)).status_code == 200
    (entry,) = read_log(ua)
    assert (entry.verdict, entry.reviewer, entry.pair) == ("accept", "ada", PAIR)


def test_what_is_no_decision_is_refused(client: TestClient, ua: Path) -> None:
    headers = token(client)
    for change, status in (
        ({"verdict": "maybe"}, 422),
        ({"verdict": "reject"}, 422),  # without a reason
        ({"reviewer": ""}, 422),
        ({"record": "0" * 64}, 409),  # of another rendering
        ({"reason": "x" * 1001}, 422),
        ({"reason": "x" * 100_000}, 413),
        ({"more": "fields"}, 422),
    ):
        assert client.put(f"/decisions/{PAIR}", json=body(ua, **change), headers=headers).status_code == status
    assert client.put("/decisions/0a", json=body(ua), headers=headers).status_code == 404
    assert client.put(f"/decisions/{PAIR}", content=b"\xff{", headers=headers).status_code == 422
    assert read_log(ua) == ()


def test_no_page_can_frame_or_extend_it(client: TestClient) -> None:
    for path in ("/", "/app.js", "/data/index.json", "/nothing"):
        headers = client.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers
        assert headers["x-content-type-options"] == "nosniff"


def test_beyond_this_machine_a_key_is_asked_for(ua: Path) -> None:
    client = TestClient(create_app(Desk(ua, load_settings(), key="k-1"), ["testserver"]))
    assert client.get("/data/index.json").status_code == 403
    assert client.get("/?key=guess").status_code == 403
    assert client.get("/?key=k-1").status_code == 200  # and the cookie stays
    assert client.get("/data/index.json").status_code == 200


def test_text_from_a_set_stays_text(client: TestClient, ua: Path) -> None:
    """Names in a set's files are put in as text; the page's policy would run no script of theirs anyway."""
    script = client.get("/app.js").text
    assert "innerHTML" not in script
    assert "insertAdjacentHTML" not in script
    assert "eval(" not in script
