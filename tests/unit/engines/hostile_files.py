"""Each reader of files that others may have written, with a small good file, for tests and fuzzers.

`read` takes a file and raises only what its reader promises: anything else is a finding.
"""

from __future__ import annotations

import contextlib
import io
import json
import struct
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from checkpoint_files import state_dict, write_sizes, write_tokenizer, write_torch
from safetensors.numpy import save_file

from app import model_choice, settings
from app.history.imports import import_file
from app.history.reader import HistoryReader
from app.history.store import HistoryStore
from engines import models
from engines.checkpoints.tensors import json_object, safetensors_of
from engines.checkpoints.torch_file import TorchFile, TorchTensor, _Unpickler
from engines.errors import ModelDamagedError, SightlineError
from engines.model_import import bring
from engines.runtime import engine_cache
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import read_ctranslate2

STATE = {"a.weight": np.ones((3, 4), np.float32), "b": np.zeros(5, np.float32)}


@dataclass(frozen=True)
class Target:
    """file: its name. good: one that is read. read: reads it, raising what is promised or nothing."""

    file: str
    good: Callable[[], bytes]
    read: Callable[[Path], object]


def _written(name: str, write: Callable[[Path], object]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder) / name)
        return (Path(folder) / name).read_bytes()


def _ctranslate2() -> bytes:
    def string(value: str) -> bytes:
        return struct.pack("<H", len(value) + 1) + value.encode() + b"\0"

    array = np.arange(6, dtype=np.float32)
    variable = string("a/weight") + struct.pack("<B2IBI", 2, 2, 3, 0, array.nbytes) + array.tobytes()
    alias = struct.pack("<I", 1) + string("b/weight") + string("a/weight")
    return struct.pack("<I", 6) + string("WhisperSpec") + struct.pack("<II", 3, 1) + variable + alias


def _zip() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("model.safetensors", "config.json", "tokenizer.json"):
            archive.writestr(f"mine/{name}", name * 9)
    return data.getvalue()


def _history(path: Path) -> None:
    with HistoryStore(path) as store:
        lines = path.with_name("a.jsonl")
        line = {"type": "caption", "text": "hello", "start": 0.0, "end": 1.0, "final": True}
        lines.write_text(json.dumps(line) + "\n")
        with contextlib.suppress(SightlineError):
            import_file(store, lines)


def _read_torch(path: Path) -> None:
    with contextlib.suppress(ValueError, OSError):
        file = TorchFile(path)
        for value in file.content.values() if isinstance(file.content, dict) else ():
            if isinstance(value, TorchTensor):
                file.array(value).sum()


def _read_pickle(path: Path) -> None:
    # IndexError and KeyError are damage too: TorchFile catches them.
    with contextlib.suppress(ValueError, IndexError, KeyError):
        _Unpickler().load(path.read_bytes())


def _read_safetensors(path: Path) -> None:
    with contextlib.suppress(ValueError, OSError):
        tensors = safetensors_of(path)
        for name in STATE:
            if tensors.shape(name) is not None:
                tensors.read(name)


def _read_ctranslate2(path: Path) -> None:
    with contextlib.suppress(ModelDamagedError):
        for array in read_ctranslate2(path).values():
            array.sum()


def _read_zip(path: Path) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent) as into, contextlib.suppress(SightlineError):
        bring(path, Path(into), (), lambda n: None, lambda done, total: None)


def _read_tokenizer(path: Path) -> None:
    with contextlib.suppress(ModelDamagedError):
        tokens = WhisperTokens(path, 1768)
        tokens.decode(tokens.encode("hello"))


def _read_history(path: Path) -> None:
    with contextlib.suppress(SightlineError), HistoryReader(path) as reader:
        reader.connection.execute("SELECT 1").fetchall()
    with contextlib.suppress(SightlineError), HistoryStore(path):
        pass


def _read_import(path: Path) -> None:
    with HistoryStore(path.with_name("import.sqlite3")) as store, contextlib.suppress(SightlineError):
        import_file(store, path)


def _read_settings(path: Path) -> None:
    found, _ = settings.load(path)
    settings.save(path, found)
    assert settings.load(path)[1] is None


def _read_json(path: Path) -> None:
    with contextlib.suppress(ValueError):
        json_object(path)
    model_choice.remembered(path)
    models._received(path.parent)
    engine_cache.read_set(path.parent)


TARGETS = {
    "torch": Target(
        "a.pt", lambda: _written("a.pt", lambda p: write_torch(p, STATE, openai=False)), _read_torch
    ),
    "pickle": Target(
        "data.pkl", lambda: b"\x80\x02" + state_dict(STATE, "FloatStorage") + b".", _read_pickle
    ),
    "safetensors": Target(
        "model.safetensors",
        lambda: _written("m.safetensors", lambda p: save_file(STATE, p)),
        _read_safetensors,
    ),
    "index": Target(
        "model.safetensors.index.json",
        lambda: b'{"weight_map": {"b": "model.safetensors"}}',
        _read_safetensors,
    ),
    "ctranslate2": Target("model.bin", _ctranslate2, _read_ctranslate2),
    "zip": Target("mine.zip", _zip, _read_zip),
    "tokenizer": Target(
        "tokenizer.json",
        lambda: _written("tokenizer.json", lambda p: write_tokenizer(p.parent)),
        _read_tokenizer,
    ),
    "config": Target(
        "config.json", lambda: _written("config.json", lambda p: write_sizes(p.parent)), _read_json
    ),
    "receipt": Target("sightline.json", lambda: b'{"files": {"model.bin": "00"}}', _read_json),
    "speed": Target(
        "speed.json",
        lambda: b'{"machine": {}, "day": "", "was_busy": false, "passes_s": {"base": 1.0}}',
        _read_json,
    ),
    "manifest": Target(
        engine_cache.MANIFEST,
        lambda: b'{"key": {"capabilities": ["8.9"]}, "files": {}, "build_s": 1}',
        _read_json,
    ),
    "settings": Target(
        "settings.json",
        lambda: json.dumps(settings.to_mapping(settings.Settings())).encode(),
        _read_settings,
    ),
    "history": Target("history.sqlite3", lambda: _written("history.sqlite3", _history), _read_history),
    "import": Target(
        "a.jsonl", lambda: b'{"type":"caption","text":"a","start":0,"end":1,"final":true}', _read_import
    ),
    "csv": Target(
        "a.csv",
        lambda: (
            b"session_id,started_at_utc,duration_s,source,language,starred,text\n"
            b"1,2026-12-01T10:00:00.000Z,1.5,file,en,0,hello\n"
        ),
        _read_import,
    ),
    "srt": Target("a.srt", lambda: b"1\n00:00:00,000 --> 00:00:01,000\nhello\n", _read_import),
}


def try_bytes(name: str, data: bytes, folder: Path) -> None:
    """Let a target read `data` as its file in an empty `folder`."""
    path = folder / TARGETS[name].file
    path.write_bytes(data)
    TARGETS[name].read(path)
