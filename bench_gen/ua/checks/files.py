"""Is every file of the pair there, whole and readable?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bench_gen.ua.checks.registry import check, wrong
from bench_gen.ua.disk import PairOnDisk, UnreadableFileError, files_of, sha256
from bench_gen.ua.schema import ROLES, Finding
from bench_gen.ua.settings import AdmissionSettings
from sim.semantics import class_map


@check("file_integrity", "every file is on the record, has its recorded SHA-256, and images can be read")
def file_integrity(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Compares the files with the record; images and instance maps of a pair must have the recorded size."""
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
            sizes |= {picture.shape[1::-1] for picture in (pair.image(state), pair.instances(state))}
        except UnreadableFileError as error:
            yield wrong(str(error))
    if sizes - {pair.size}:
        yield wrong(f"images are {sorted(sizes)} pixels large, recorded as {pair.size}")


@check("maps_agree", "every id of the instance maps is in the entity table, and the class maps show its class")
def maps_agree(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Looks every instance id up in the record's entity table; the figure is the number of instances that are seen."""
    class_of = {row.instance_id: row.semantic_class for row in pair.record.entities}
    seen: set[int] = set()
    for role in ROLES:
        for frame in pair.episode(role).frames:
            instances = pair.instances(frame.state)
            found = {int(i) for i in np.unique(instances)} - {0}
            seen |= found
            if strays := sorted(found - set(class_of)):
                yield wrong(f"instance id {strays[0]} is not in the entity table", episode=role, frame=frame.frame)
            elif unnamed := sorted({class_of[i] for i in found} - set(pair.record.classes)):
                yield wrong(f"class {unnamed[0]!r} has no id on the record", episode=role, frame=frame.frame)
            elif (class_map(instances, class_of, pair.record.classes) != pair.classes(frame.state)).any():
                yield wrong("the class map shows another class than the instance map", episode=role, frame=frame.frame)
    yield Finding(ok=True, figure=len(seen))
