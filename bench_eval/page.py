"""`python -m bench_eval.page RUN --data SET --episode ID`: one episode, frame by frame, as a page.

What the system saw, the record, what it carried before and after, what it answered, and what was right: an error can be
followed to perception, state or decoding.
"""

from __future__ import annotations

import argparse
import base64
import html
import json
import sys
from pathlib import Path

from assets.errors import InputError
from bench_eval.decisions import DECISIONS
from bench_eval.episodes import Episode, agent_folder, load_episodes
from bench_eval.log import EpisodeLog, Moment, Setting, load_log
from bench_eval.loop import records_of
from bench_eval.perception.oracle import perceive as perceive_truth
from bench_eval.records import Record
from bench_eval.resources import Resources
from bench_eval.scoring import Labels, load_labels
from bench_gen.command import run
from bench_gen.ua.disk import write_text
from bench_gen.ua.images import jpeg, scaled

_WIDTH = 400
_STYLE = """
:root { color-scheme: light dark; --line: light-dark(#dddfe2, #33383e); --soft: light-dark(#5b626b, #a1a9b3);
  --good: light-dark(#1c7a3f, #6fce93); --bad: light-dark(#b3261e, #ff9a90); }
body { font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif; margin: 0 auto; max-width: 1240px; padding: 16px; }
h1 { font-size: 20px; } h2 { font-size: 16px; margin: 0 0 6px; }
section { display: grid; grid-template-columns: minmax(260px, 400px) 1fr 1fr; gap: 14px; padding: 14px 0;
  border-top: 1px solid var(--line); }
img { width: 100%; border-radius: 6px; } q { font-style: italic; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 8px;
  font: 13px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; }
table { border-collapse: collapse; font-size: 14px; }
td, th { text-align: left; padding: 2px 8px 2px 0; vertical-align: top; }
.soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
@media (max-width: 820px) { section { grid-template-columns: 1fr; } }
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0, or 2 for unusable input."""
    says = "Write a page that follows one episode frame by frame."
    parser = argparse.ArgumentParser(prog="python -m bench_eval.page", description=says)
    parser.add_argument("output", type=Path, help="a folder that python -m bench_eval wrote")
    parser.add_argument("--data", type=Path, required=True, help="the set that it ran on")
    parser.add_argument("--episode", required=True, help="id of an episode")
    parser.add_argument("--agent", default="unified")
    parser.add_argument("--perception", default="pixels")
    parser.add_argument("--decoder", default="rules")
    parser.add_argument("--trial", type=int, default=0)
    parser.add_argument("--out", type=Path, help="default: RUN/pages/EPISODE-AGENT.html")
    options = parser.parse_args(arguments)

    def work() -> int:
        episode = next((e for e in load_episodes(options.data) if e.id == options.episode), None)
        if episode is None:
            raise InputError(f"no episode {options.episode}", file=options.data, field="--episode")
        setting = Setting(options.perception, options.decoder, options.agent, options.trial)
        path = setting.folder(options.output) / f"{episode.id}.json"
        log = load_log(path)
        if log is None:
            raise InputError("is not there", file=path, remedy="run that system on that episode first")
        ua = agent_folder(options.data).parent
        labels = load_labels(ua)[episode.id] if (ua / "construction").is_dir() else None
        records = records_of(options.output, options.perception, episode)
        assert records is not None, "a log has records"
        truth = perceive_truth(episode, Resources()) if labels else None
        name = f"{episode.id}-{path.parent.parent.name}.html"
        out = options.out or options.output / "pages" / name
        write_text(out, page_of(episode, log, records.records, labels, truth))
        print(out)  # noqa: T201
        return 0

    return run(work)


def page_of(
    episode: Episode,
    log: EpisodeLog,
    records: tuple[Record, ...],
    labels: Labels | None,
    truth: tuple[Record, ...] | None,
) -> str:
    """The page, with pictures inside; `labels` and `truth` are None where the set's construction isn't at hand."""
    moments = {moment.frame: moment for moment in log.moments}
    parts = [
        _section(episode, number, records[number], moments.get(number + 1), labels, truth[number] if truth else None)
        for number in range(len(episode.content.frames))
    ]
    heading = f"{log.agent} on {episode.id}, perception {log.perception}, decoder {log.decoder}"
    crashed = f'<p class="bad">crashed: {html.escape(log.crashed)}</p>' if log.crashed else ""
    roster = "".join(
        f"<tr><td>{html.escape(e.device)}</td><td>{html.escape(e.appearance)}</td><td>{html.escape(e.glow or '')}</td>"
        f"<td>{html.escape(', '.join(episode.content.card.abilities.get(e.device, ())))}</td></tr>"
        for e in episode.content.roster
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(heading)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head><body>'
        f"<h1>{html.escape(heading)}</h1>{crashed}<table><tr><th>device</th><th>looks like</th><th>glows</th>"
        f"<th>can</th></tr>{roster}</table>{''.join(parts)}</body></html>\n"
    )


def _section(
    episode: Episode, number: int, record: Record, moment: Moment | None, labels: Labels | None, truth: Record | None
) -> str:
    frame = episode.content.frames[number]
    before = html.escape(moment.before) if moment else "-"
    after = html.escape(moment.after) if moment else "-"
    return (
        f'<section id="f{frame.frame}"><div><h2>f{frame.frame}</h2>{_picture(episode, number)}'
        f"<p><q>{html.escape(frame.utterance)}</q></p></div>"
        f"<div><h2>record</h2>{_record(record, truth)}<h2>answers</h2>{_answers(moment, labels, frame.frame)}</div>"
        f'<div><h2>carried before</h2><pre class="soft">{before}</pre>'
        f"<h2>and after</h2><pre>{after}</pre></div></section>"
    )


def _picture(episode: Episode, number: int) -> str:
    small = scaled(episode.image(episode.content.frames[number]), _WIDTH)
    data = base64.b64encode(jpeg(small, 85)).decode()
    return f'<img alt="frame {number + 1}" src="data:image/jpeg;base64,{data}">'


def _record(record: Record, truth: Record | None) -> str:
    rows = []
    for name, value in record.model_dump(mode="json", exclude={"frame", "attending", "request"}).items():
        wanted = truth.model_dump(mode="json")[name] if truth else value
        shown = html.escape(_plain(value))
        if value != wanted:
            shown = f'<span class="bad">{shown}</span> <span class="soft">is {html.escape(_plain(wanted))}</span>'
        rows.append(f"<tr><th>{name.replace('_', ' ')}</th><td>{shown}</td></tr>")
    return f"<table>{''.join(rows)}</table>"


def _answers(moment: Moment | None, labels: Labels | None, frame: int) -> str:
    rows = []
    target = next((t for t in labels.targets if t.frame == frame), None) if labels else None
    wanted = json.loads(target.model_dump_json()) if target else {}
    for name, decision in DECISIONS.items():
        given = moment.answers.get(name) if moment else None
        key = "int_" if name == "int" else name
        right = wanted.get(key)
        right = right["sentence"] if isinstance(right, dict) else right
        mark = ""
        if target is not None and right is not None:
            fits = sorted(given) == sorted(right) if isinstance(given, tuple) else given == right
            mark = '<span class="good">✓</span>' if fits else f'<span class="bad">✗ {html.escape(_plain(right))}</span>'
        rows.append(f"<tr><th>{decision.title}</th><td>{html.escape(_plain(given))} {mark}</td></tr>")
    return f"<table>{''.join(rows)}</table>"


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    return "-" if value is None else str(value)


if __name__ == "__main__":
    sys.exit(main())
