"""Fetches a ready ONNX pair from the Hugging Face hub into the cache of models."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock
from PIL import Image
from tokenizers import Tokenizer

from models.encoder import PICTURE_FILE, TEXT_FILE, TOKENIZER_FILE
from models.layouts import Layout, find_layout, manifest_of
from models.manifest import Manifest, ModelError, sha256_of
from models.recommended import Recommended
from models.registry import HUB, cached_folder, with_precision
from models.session import Session, first_line, open_session
from models.texts import open_windows
from models.towers import PictureTower, TextTower

if TYPE_CHECKING:
    from huggingface_hub.hf_api import ModelInfo, RepoSibling

PICTURE_OUTPUTS = ("image_embeds", "image_embedding", "pooler_output")
TEXT_OUTPUTS = ("text_embeds", "text_embedding", "pooler_output")
TEXT_INPUTS = ("input_ids", "text", "ids")
MASK = "attention_mask"
PADDING = "tokenizer_config.json"
"""Says with which token texts are filled up."""


def pull(
    repository: str,
    *,
    revision: str | None = None,
    precision: str = "fp32",
    endpoint: str | None = None,
    model: Recommended | None = None,
) -> Path:
    """The folder of the model, ready for use; `model`: what is known of a recommended one, which
    goes by its own name and in its own precision.

    What was fetched before a break is kept: the next call goes on. Every file is compared with the
    hash that the hub names, the towers are tried, and the manifest, without which nothing is taken
    for a model, comes last. Raises ModelError.
    """
    name = model.name if model else with_precision(f"{HUB}{repository}", precision)
    target = cached_folder(name)
    staging = target.with_name(f".{target.name}.part")
    staging.mkdir(parents=True, exist_ok=True)
    with FileLock(staging / "lock"), _translated(repository):
        info = _info(repository, revision, endpoint)
        files = {file.rfilename: file for file in info.siblings or ()}
        if model:
            layout = find_layout(files, model.text, model.picture)
        else:
            layout = find_layout(files, precision)
        fetch = partial(_fetch, repository, str(info.sha), staging / "files", endpoint)
        beside = [PADDING] if model and model.padded and PADDING in files else []
        fetched = {path: fetch(files[path]) for path in (*layout.files, *beside)}
        folder = _assembled(layout, fetched, staging / "model")
        stated = replace(
            _described(layout, fetched, folder, padded=bool(model and model.padded)),
            name=name,
            version=str(info.sha),
            licence=model.licence if model else _licence(info),
            languages=model.languages if model else _languages(info),
            precision=model.picture if model else precision,
            source=f"{HUB}{repository}",
        )
        (folder / "manifest.json").write_text(json.dumps(asdict(stated), indent=2), "utf-8")
        shutil.rmtree(target, ignore_errors=True)
        folder.replace(target)
    shutil.rmtree(staging, ignore_errors=True)
    return target


def _info(repository: str, revision: str | None, endpoint: str | None) -> ModelInfo:
    from huggingface_hub import HfApi

    return HfApi(endpoint=endpoint).model_info(repository, revision=revision, files_metadata=True)


def _fetch(
    repository: str, commit: str, folder: Path, endpoint: str | None, file: RepoSibling
) -> Path:
    """One file, whole and as the hub has it. Raises ModelError, and what the hub raises.

    hf_hub_download forgets what had come when a process ends; what lies beside the file goes on.
    """
    from huggingface_hub import hf_hub_url
    from huggingface_hub.file_download import http_get
    from huggingface_hub.utils import build_hf_headers  # type: ignore[attr-defined]

    path = folder / file.rfilename
    if path.exists() and _is_as_promised(path, file):
        return path
    url = hf_hub_url(repository, file.rfilename, revision=commit, endpoint=endpoint)
    # By its content: a part of another version is none of this one.
    part = path.with_name(f"{path.name}.{file.blob_id}.part")
    part.parent.mkdir(parents=True, exist_ok=True)
    with part.open("ab") as out:
        if out.tell() > (file.size or 0):
            out.truncate(0)  # too much came
        http_get(
            url,
            out,
            resume_size=out.tell(),
            headers=build_hf_headers(),
            expected_size=file.size,
            displayed_filename=file.rfilename,
        )
    part.replace(path)
    if not _is_as_promised(path, file):
        path.unlink()
        raise ModelError(f"{file.rfilename} did not come as the hub has it; try again")
    return path


def _is_as_promised(path: Path, file: RepoSibling) -> bool:
    """Large files are named by their sha256, the others as git names them."""
    if file.lfs is not None:
        return sha256_of(path) == file.lfs.sha256
    data = path.read_bytes()
    blob = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False)
    return file.blob_id in (None, blob.hexdigest())


def _assembled(layout: Layout, fetched: Mapping[str, Path], folder: Path) -> Path:
    """The files under our names; those of the weights keep the ones that the towers know."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    names = {
        layout.picture: PICTURE_FILE,
        layout.text: TEXT_FILE,
        layout.tokenizer: TOKENIZER_FILE,
        **{path: Path(path).name for path in layout.weights},
    }
    for path, name in names.items():
        _link(fetched[path], folder / name)
    return folder


def _link(source: Path, target: Path) -> None:
    """No second copy of gigabytes where the file system can do without."""
    try:
        target.hardlink_to(source)
    except OSError:
        shutil.copyfile(source, target)


def _described(
    layout: Layout, fetched: Mapping[str, Path], folder: Path, *, padded: bool
) -> Manifest:
    """The manifest but for names and terms, after both towers were tried. Raises ModelError."""
    stated = manifest_of(
        layout, _json(fetched[layout.config]), _json(fetched[layout.preprocessing])
    )
    if padded:
        pad_id = _pad_id(fetched.get(PADDING), folder / TOKENIZER_FILE)
        stated = replace(stated, text_length=stated.max_tokens, pad_id=pad_id)
    picture = open_session(folder / PICTURE_FILE, "cpu")
    text = open_session(folder / TEXT_FILE, "cpu")
    manifest = replace(
        stated,
        picture_input=_the_input(picture, tuple(picture.inputs), "picture"),
        picture_output=_the_output(picture, PICTURE_OUTPUTS, "picture"),
        text_input=_the_input(text, TEXT_INPUTS, "text"),
        text_output=_the_output(text, TEXT_OUTPUTS, "text"),
        text_mask=MASK if MASK in text.inputs else "",
        files={path.name: sha256_of(path) for path in sorted(folder.iterdir())},
    )
    windows = open_windows(folder / TOKENIZER_FILE, manifest.max_tokens, manifest.text_cleaning)
    (seen,) = PictureTower(manifest, picture).embed([Image.new("RGB", (64, 48), "red")])
    told = TextTower(manifest, text, windows).embed(["a red surface"])[0].shared
    if seen.shape != told.shape or seen.ndim != 1:
        raise ModelError(f"Its towers do not fit together: {seen.shape} and {told.shape}")
    return replace(manifest, dimension=len(seen))


def _pad_id(config: Path | None, tokenizer: Path) -> int:
    """The id of the token that texts are filled up with, as the tokenizer's configuration names it;
    0 where it names none."""
    token = _json(config).get("pad_token") if config else None
    name = token.get("content") if isinstance(token, dict) else token
    found = Tokenizer.from_file(str(tokenizer)).token_to_id(name) if isinstance(name, str) else None
    return found or 0


def _the_input(session: Session, names: tuple[str, ...], tower: str) -> str:
    known = [name for name in names if name in session.inputs]
    if len(known) != 1 or session.inputs.keys() - {*known, MASK}:
        raise ModelError(f"Its {tower} tower reads {', '.join(session.inputs)}: not known here")
    return known[0]


def _the_output(session: Session, names: tuple[str, ...], tower: str) -> str:
    """An open_clip-style tower has one output, whatever its name."""
    for name in (*names, *session.outputs[: len(session.outputs) == 1]):
        if name in session.outputs:
            return name
    raise ModelError(f"Its {tower} tower gives {', '.join(session.outputs)}: not known here")


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise ModelError(f"{path.name} is not valid JSON: {error}") from error
    if not isinstance(found, dict):
        raise ModelError(f"{path.name} is not a JSON object")
    return found


def _licence(info: ModelInfo) -> str:
    stated = info.card_data.get("license") if info.card_data else None
    return f"{stated}, as its card says" if stated else "not stated: ask its makers"


def _languages(info: ModelInfo) -> tuple[str, ...]:
    """English unless the card says otherwise; empty, which is any, where it says multilingual."""
    stated = (info.card_data.get("language") if info.card_data else None) or ["en"]
    languages = [stated] if isinstance(stated, str) else stated
    return () if "multilingual" in languages else tuple(map(str, languages))


@contextmanager
def _translated(repository: str) -> Iterator[None]:
    """The hub's errors as ours, one line each."""
    from huggingface_hub import errors

    # That of the client below it, which is httpx or its successor.
    http_error: type[Exception] = errors.HTTPError  # type: ignore[attr-defined]
    unreachable = (http_error, errors.LocalEntryNotFoundError, errors.OfflineModeIsEnabled)
    try:
        yield
    except ModelError as error:
        raise ModelError(f"{repository}: {error}") from error
    except errors.GatedRepoError as error:
        raise ModelError(
            f"{repository} is given only to those who accepted its terms: accept them on its page, "
            "then log in with: hf auth login"
        ) from error
    except errors.RevisionNotFoundError as error:
        raise ModelError(f"{repository} has no such revision") from error
    except (errors.RepositoryNotFoundError, errors.HFValidationError) as error:
        raise ModelError(
            f"The hub has no repository {repository}, or shows it to others"
        ) from error
    except errors.HfHubHTTPError as error:
        status = error.response.status_code
        raise ModelError(
            f"{repository}: the hub answered with {status}; try again later"
        ) from error
    except unreachable as error:
        raise ModelError(
            f"{repository}: the hub cannot be reached or broke off; what has come is kept, and the "
            "same command goes on"
        ) from error
    except OSError as error:
        raise ModelError(f"{repository}: {first_line(error)}") from error
