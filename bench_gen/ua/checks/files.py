"""Is every file of the pair there, whole and readable?"""

from __future__ import annotations

from collections.abc import Iterator

from bench_gen.ua.checks.registry import check, wrong
from bench_gen.ua.disk import PairOnDisk, UnreadableFileError, files_of, sha256
from bench_gen.ua.schema import ROLES, Finding
from bench_gen.ua.settings import AdmissionSettings


@check("file_integrity", "every file is on the record, has its recorded SHA-256, and images can be read")
def file_integrity(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Compares the files with the record; images and instance maps of a pair must have one size."""
    states = sorted({frame.state for role in ROLES for frame in pair.episode(role).frames})
    expected = set(files_of(states, [pair.episode(role).episode for role in ROLES]))
    for path in sorted(expected ^ set(pair.record.files)):
        yield wrong(f"{path} is {'not on the record' if path in expected else 'no file of this pair'}")
    for path, digest in sorted(pair.record.files.items()):
        file = pair.ua / path
        if path not in expected:
            continue
        if not file.is_file():
            yield wrong(f"{path} is missing")
        elif sha256(file) != digest:
            yield wrong(f"{path} has changed since it was recorded")
    sizes = set()
    for state in states:
        try:
            sizes |= {pair.image(state).shape[:2], pair.instances(state).shape}
        except UnreadableFileError as error:
            yield wrong(str(error))
    if len(sizes) > 1:
        yield wrong(f"images differ in size: {sorted(sizes)}")
