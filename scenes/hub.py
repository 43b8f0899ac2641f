"""Fetching one scene of a Habitat dataset from the Hugging Face Hub: only the files that the scene needs."""

from __future__ import annotations

import posixpath
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from huggingface_hub import HfApi, get_token
from huggingface_hub.errors import GatedRepoError, HfHubHTTPError, OfflineModeIsEnabled, RepositoryNotFoundError
from tqdm import tqdm

from assets.errors import InputError
from scenes.files import Json, read_json
from scenes.habitat.dataset import MAX_JSON_BYTES, SUFFIXES, stem_of

_TABLES = ("semantics/", "metadata/")
_STAGING = ".fetching"


def fetch_scene(repository: str, scene_id: str, root: Path) -> None:
    """Download the files of one scene into `root`, the scene instance file last.

    So a scene instance in place means that the scene is whole; what an interrupted fetch left is not downloaded again.

    Args:
        repository: dataset repository, "owner/name"; its main config is `<name>.scene_dataset_config.json`.
        scene_id: stem of the scene instance file.
        root: folder to fill; created when missing.

    Raises:
        InputError: without a token, without network, when access is not granted, when the scene is not in the
            repository, or when a file cannot be written.
    """
    if not get_token():
        raise _error(repository, scene_id, root, f"scene {scene_id} is not here, and there is no Hugging Face token")
    try:
        _Fetcher(repository, root).scene(scene_id)
    except InputError:
        raise
    except OfflineModeIsEnabled as error:
        what = f"scene {scene_id} is not here, and HF_HUB_OFFLINE is set"
        raise _error(repository, scene_id, root, what) from error
    except Exception as error:
        reason = _explain(error)
        if reason is None:
            raise
        what = f"scene {scene_id} is not here, and fetching it failed: {reason}"
        raise _error(repository, scene_id, root, what) from error


class _Fetcher:
    def __init__(self, repository: str, root: Path) -> None:
        self._repository = repository
        self._root = root
        self._api = HfApi()
        self._revision = str(self._api.dataset_info(repository).sha)
        names = self._api.list_repo_files(repository, repo_type="dataset", revision=self._revision)
        self._names = {n for n in names if not n.startswith(("/", ".")) and ".." not in n.split("/")}

    def scene(self, scene_id: str) -> None:
        name = f"scenes/{scene_id}{SUFFIXES['scene_instances']}"
        config = f"{self._repository.rsplit('/', 1)[-1]}.scene_dataset_config.json"
        for needed in (name, config):
            if needed not in self._names:
                raise InputError(
                    f"no file {needed} at revision {self._revision[:12]}", file=f"dataset {self._repository}",
                    expected="a Habitat scene dataset in HSSD's layout", remedy="choose another scene",
                )  # fmt: skip
        staging = self._root / _STAGING / scene_id
        instance = read_json(self._download(name, staging), MAX_JSON_BYTES)
        configs = self._configs(instance)
        self._download_all([config, *self._shared(scene_id), *configs], "configs")
        self._download_all(sorted({asset for c in configs for asset in self._assets(c)}), "meshes")
        target = self._root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (staging / name).replace(target)
        shutil.rmtree(staging, ignore_errors=True)

    def _shared(self, scene_id: str) -> list[str]:
        """Labels, rooms and licence: small files that scenes share."""
        rooms = f"semantics/scenes/{scene_id}{SUFFIXES['semantic_scene_descriptor_instances']}"
        tables = [n for n in self._names if n.startswith(_TABLES) and n.endswith(".csv")]
        return sorted({*tables, *({rooms, "README.md", "LICENSE", "LICENSE.txt"} & self._names)})

    def _configs(self, instance: dict[str, Json]) -> list[str]:
        """Config files of the stage and objects that a scene instance names; what the repository lacks is left."""
        stage = instance.get("stage_instance")
        objects = instance.get("object_instances")
        entries = [("stages", stage)] + [("objects", o) for o in (objects if isinstance(objects, list) else [])]
        wanted = {(k, stem_of(str(e.get("template_name")))) for k, e in entries if isinstance(e, dict)}
        suffixes = {kind: SUFFIXES[kind] for kind in ("stages", "objects")}
        return sorted(
            name
            for name in self._names
            for kind, suffix in suffixes.items()
            if name.startswith(f"{kind}/") and name.endswith(suffix) and (kind, stem_of(name)) in wanted
        )

    def _assets(self, config: str) -> Iterable[str]:
        """Meshes that a downloaded config names and the repository has."""
        data = read_json(self._root / config, MAX_JSON_BYTES)
        folder = posixpath.dirname(config)
        stated = [data.get("render_asset", f"{stem_of(config)}.glb"), data.get("collision_asset")]
        names = {posixpath.normpath(posixpath.join(folder, n)) for n in stated if isinstance(n, str) and n}
        return names & self._names

    def _download_all(self, names: list[str], what: str) -> None:
        for name in tqdm(names, desc=f"{self._repository} {what}", unit="file", leave=False):
            self._download(name, self._root)

    def _download(self, name: str, folder: Path) -> Path:
        path = self._api.hf_hub_download(
            self._repository, name, repo_type="dataset", revision=self._revision, local_dir=folder
        )
        return Path(path)


def _error(repository: str, scene_id: str, root: Path, what: str) -> InputError:
    page = f"https://huggingface.co/datasets/{repository}"
    return InputError(
        what,
        file=root,
        field="scenes.root",
        expected=f"scenes/{scene_id}.scene_instance.json, or a token and network to fetch it",
        remedy=f"accept the licence at {page}, then run `hf auth login` (or set HF_TOKEN) and try again; or point "
        "scenes.root at your own copy (`hf download --repo-type dataset "
        f"{repository} --local-dir {root}`); or use an embedded home, e.g. +scene=home_01",
    )


def _explain(error: BaseException) -> str | None:
    """What a failed request means to the user; None for a fault of our own."""
    chain: list[Any] = []
    cause: BaseException | None = error
    while cause is not None and cause not in chain:
        chain.append(cause)
        cause = cause.__cause__ or cause.__context__
    for link in chain:
        status = getattr(getattr(link, "response", None), "status_code", None)
        if isinstance(link, GatedRepoError):
            return "access is not granted yet: the dataset's licence has not been accepted for this account (gated)"
        if status == 401:
            return "the token is not valid (401)"
        if status == 403:
            return "the token may not read this dataset (403): it needs read access to gated repositories"
        if isinstance(link, RepositoryNotFoundError) or status == 404:
            return "not found (404): the dataset has moved, or the token may not see it"
        if isinstance(link, HfHubHTTPError):
            return f"the server answered {status or 'with an error'}"
    for link in chain:
        if isinstance(link, (ConnectionError, TimeoutError)) or type(link).__name__ in _NETWORK_ERRORS:
            return f"no connection to the Hugging Face Hub ({type(link).__name__})"
    if isinstance(error, OSError):
        return f"{error.strerror or error}"
    return None


_NETWORK_ERRORS = frozenset(
    {"ConnectError", "ConnectTimeout", "ReadTimeout", "ReadError", "RemoteProtocolError", "ProxyError", "WriteError"}
)
"""Transport errors by name: huggingface_hub has changed its HTTP client between releases."""
