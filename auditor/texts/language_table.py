"""The table of the library that tells languages apart, laid out to be used as it lies on the disk.

The library brings it packed: to unpack it takes half a second of every command that looks at a
page. So what was unpacked once is kept in the user's cache, and mapped into memory: processes share
it, and only what is asked for is read. Where it cannot be kept, it is unpacked each time.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any

import numpy as np
from platformdirs import user_cache_path
from py3langid import langid

_LAYOUT = 2
"""Counts the ways in which it was laid out."""
_STATES = "I"
"""Typecode of a state of the automaton, as `array` has it."""
_ALIGNED = 64
"""Each part begins at a multiple of so many bytes."""
_Arrays = tuple[np.ndarray, ...]


def identifier(left_out: Collection[str], wanted_too: Collection[str]) -> Any:
    """What tells languages apart: those whose codes have two letters, without `left_out` and with
    `wanted_too`. Each call opens it anew."""
    source = langid.MODEL_DIR / langid.MODEL_FILE
    path = _place(source, left_out, wanted_too)
    found = None
    with suppress(OSError, ValueError, KeyError):
        found = _mapped(path)
    if found is None:
        found = _unpacked(left_out, wanted_too)
        with suppress(OSError):
            _keep(path, found)
    table, prior, classes, next_states, rows, outputs = found
    return langid.LanguageIdentifier(
        table,
        prior,
        json.loads(classes.tobytes()),
        next_states.data,
        outputs.tolist(),
        norm_probs=True,
        tk_row=rows.tolist(),
    )


def _place(source: Path, *asked: Collection[str]) -> Path:
    """Where it is kept: another place for each version of the library, and for other languages."""
    stat = source.stat()
    told = [_LAYOUT, str(source), stat.st_size, stat.st_mtime_ns, *map(sorted, asked)]
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()
    return user_cache_path("auditor") / "languages" / f"{digest[:16]}.npy"


def _unpacked(left_out: Collection[str], wanted_too: Collection[str]) -> _Arrays:
    whole = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE)
    common = {tag for tag in whole.labels if len(tag) == 2 and tag not in left_out}
    wanted = common | set(wanted_too)
    kept = [n for n, tag in enumerate(whole.nb_classes) if tag in wanted]
    # Its own `set_languages` keeps those left out in memory too, and columns where rows are read.
    classes = json.dumps([whole.nb_classes[n] for n in kept]).encode()
    return (
        np.ascontiguousarray(whole.nb_ptc[:, kept]),
        whole.nb_pc[kept],
        np.frombuffer(classes, dtype=np.uint8),
        np.asarray(whole.tk_nextmove, dtype=_STATES),
        np.asarray(whole.tk_row, dtype=np.uint32),
        np.asarray(whole.tk_output, dtype=np.int32),
    )


def _keep(path: Path, found: _Arrays) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            for each in found:
                np.lib.format.write_array(file, each, allow_pickle=False)
                file.write(bytes(-file.tell() % _ALIGNED))
            file.flush()
            os.fsync(file.fileno())  # or a power cut could leave a table of zeros
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _mapped(path: Path) -> _Arrays:
    """Raises OSError where it is not kept, ValueError where it is damaged."""
    with path.open("rb") as file:
        found = tuple(_each(file))
        if len(found) != 6 or file.read(1):
            raise ValueError("it has other parts")
    return found


def _each(file: IO[bytes]) -> Iterator[np.ndarray]:
    size = os.fstat(file.fileno()).st_size
    while file.tell() < size:
        if np.lib.format.read_magic(file) != (1, 0):
            raise ValueError("it was written otherwise")
        shape, by_columns, kind = np.lib.format.read_array_header_1_0(file)
        if by_columns or kind.hasobject:
            raise ValueError("it was written otherwise")
        start = file.tell()
        mapped = np.memmap(file, kind, "r", start, shape)
        end = start + mapped.nbytes
        file.seek(end + -end % _ALIGNED)
        yield mapped.view(np.ndarray)
