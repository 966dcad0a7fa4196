"""Models of the user's own: a folder or file anywhere, or placed in the models folder. Any thread."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from engines import models
from engines.errors import ModelDamagedError, ModelError, ModelMissingError
from engines.models import Status, WhisperFiles

WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "model.bin", "pytorch_model.bin")
"""Names of weights in a folder, the first that is there is used: Hugging Face's, sharded or not,
CTranslate2's, and Hugging Face's of old."""

CTC_TYPES = ("wav2vec2", "deepspeech2")
"""What config.json calls the models of engines/ctc (model_type)."""

TOKENIZERS = {51864: "tiny.en", 51865: "base"}
"""Number of tokens to the model of ours that has the same ones. OpenAI's checkpoints bring no tokenizer."""


@dataclass(frozen=True, slots=True)
class OwnModel:
    """One model that lies in the models folder. n_bytes: of its weights."""

    name: str
    path: Path
    n_bytes: int


def list_own(models_dir: Path) -> list[OwnModel]:
    """What was placed in the models folder beside what Sightline fetched, by name."""
    try:
        places = sorted(models_dir.iterdir())
    except OSError:
        return []
    found = []
    for place in places:
        if place.name.startswith(".") or place.name in models.registry():
            continue
        weights = _weights(place)
        if weights is not None:
            n_bytes = sum(file.stat().st_size for file in _weight_files(weights) if file.is_file())
            found.append(OwnModel(place.name, place, n_bytes))
    return found


def own_status(model: OwnModel, models_dir: Path) -> Status:
    """Whether every tensor that such a model needs is there in the right shape."""
    try:
        _read(find_own(model.path, models_dir))
    except ModelError:
        return "damaged"
    return "installed"


def verify_own(name: str, models_dir: Path) -> bool:
    """Read every weight of one; False when there is no such model. Raises ModelError."""
    path = None if name in models.registry() else own_path(name, models_dir)
    if path is None:
        return False
    return _read(find_own(path, models_dir), whole=True)


def _read(files: WhisperFiles, *, whole: bool = False) -> bool:
    """Whether a model has weights. whole: read every one of them. Raises ModelError."""
    if files.family == "ctc":
        from engines.ctc import recogniser

        (recogniser.verify if whole else recogniser.read_weights)(files)
        return True
    from engines.whisper.weights import read_weights

    variables, _ = read_weights(files)
    return not whole or sum(variable.size for variable in variables.values()) > 0


def is_ctc(name: str, models_dir: Path) -> bool:
    """Whether `--model NAME` means a model with a CTC head. Raises ModelMissingError."""
    path = None if name in models.registry() else own_path(name, models_dir)
    weights = None if path is None else _weights(path.resolve())
    return weights is not None and _family(weights) == "ctc"


def _family(weights: Path) -> str:
    try:
        config = json.loads(weights.with_name("config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return "whisper"
    return "ctc" if isinstance(config, dict) and config.get("model_type") in CTC_TYPES else "whisper"


def remove_own(name: str, models_dir: Path) -> bool:
    """Remove what was placed in the models folder under `name`; False when there is none."""
    model = next((model for model in list_own(models_dir) if model.name == name), None)
    if model is None:
        return False
    if model.path.is_symlink() or model.path.is_file():
        model.path.unlink()
    else:
        shutil.rmtree(model.path)
    return True


def own_path(name: str, models_dir: Path) -> Path | None:
    """The folder or file that `--model NAME` means when it is none of the registry; None when there is none.

    Raises ModelMissingError for what is written as a path and is not there.
    """
    # os.path says False, where Path would raise: a name that is too long, a folder that is closed to us,
    # the home of somebody who does not exist.
    for path in (models_dir / name, Path(os.path.expanduser(name))):
        if name and (os.path.isdir(path) or _weights(path) is not None):
            return path
    if name.endswith((".pt", ".bin", ".safetensors")) or "/" in name or "\\" in name:
        raise ModelMissingError(
            f"There is no speech model at {name}.",
            "Name a folder with model.safetensors, config.json and tokenizer.json, or a .pt file.",
        )
    return None


def find_own(path: Path, models_dir: Path) -> WhisperFiles:
    """The files of the model at `path`. Raises ModelDamagedError, ModelMissingError."""
    path = path.resolve()
    weights = _weights(path)
    if weights is None and not os.access(path, os.R_OK | os.X_OK):
        raise ModelMissingError(f"The folder {path} cannot be read.", "Give access to it.")
    if weights is None:
        raise ModelMissingError(
            f"There are no weights in {path}.",
            f"One of these is needed: {', '.join(WEIGHTS)}, or a .pt file.",
        )
    config = weights.with_name("config.json")
    if weights.suffix != ".pt" and not config.is_file():
        raise ModelDamagedError(f"The model {path} has no config.json.", _copy_again("config.json"))
    files = [*_weight_files(weights), config, weights.with_name("generation_config.json")]
    digest = hashlib.sha256()
    for file in files:
        # A shard that is missing is said when the weights are read.
        if file.is_file():
            try:
                digest.update(models.sha256_of(file).encode())
            except OSError as error:
                raise ModelDamagedError(
                    f"{file} cannot be read ({error.strerror}).", "Give access to it."
                ) from error
    family = _family(weights)
    if family == "ctc":
        tokenizer = weights.with_name("vocab.json")
        if not tokenizer.is_file():
            raise ModelDamagedError(f"The model {path} has no vocab.json.", _copy_again("vocab.json"))
    else:
        tokenizer = _tokenizer(weights, models_dir)
    return WhisperFiles(weights, config, tokenizer, digest.hexdigest(), family)


def _weights(path: Path) -> Path | None:
    """The file of weights that a folder or file means."""
    if os.path.isfile(path):
        return path if path.suffix in (".pt", ".safetensors") or path.name in WEIGHTS else None
    for name in WEIGHTS:
        if os.path.isfile(path / name):
            return path / name
    checkpoints = sorted(path.glob("*.pt")) if os.access(path, os.R_OK | os.X_OK) else []
    return checkpoints[0] if len(checkpoints) == 1 else None


def _weight_files(weights: Path) -> list[Path]:
    if weights.suffix != ".json":
        return [weights]
    return [weights, *sorted(weights.parent.glob("*.safetensors"))]


def _tokenizer(weights: Path, models_dir: Path) -> Path:
    beside = weights.with_name("tokenizer.json")
    if beside.is_file():
        return beside
    advice = _copy_again("tokenizer.json")
    if weights.suffix == ".pt":
        from engines.whisper.checkpoints import n_vocab_of

        name = TOKENIZERS.get(n_vocab_of(weights), "")
        if name and models.model_status(name, models_dir) == "installed":
            return models.verify_model(name, models_dir)["tokenizer.json"]
        if name:
            advice = f"Get a model with the same one: sightline models get {name}, or put one beside it."
    raise ModelDamagedError(f"The model {weights} has no tokenizer.json.", advice)


def _copy_again(name: str) -> str:
    return f"Put the {name} of the same model beside its weights."
