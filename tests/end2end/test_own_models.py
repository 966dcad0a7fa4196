"""The real program with models of the user's own: tiny.en's weights, written as other programs keep them."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from checkpoint_files import openai_state, write_sizes, write_torch, write_weights
from program import Program

from engines.models import find_model
from engines.whisper.weights import dense, read_weights

SAMPLE = Path(__file__).parents[2] / "resources" / "clips" / "sample.flac"


@pytest.fixture(scope="module")
def sightline(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return Program(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def placed(sightline: Program) -> Path:
    """A folder of Hugging Face in two shards and an OpenAI checkpoint, in the models folder."""
    models_dir = sightline.data_dir / "models"
    files = find_model("tiny.en", models_dir)
    variables, config = read_weights(files)
    weights = {name: dense(variables, name) for name in variables if variables[name].ndim}
    folder = models_dir / "sharded"
    write_weights(folder, weights, dtype=np.float16, n_shards=2)
    write_sizes(folder, config)
    heads = {"alignment_heads": [list(pair) for pair in config.alignment_heads]}
    (folder / "generation_config.json").write_text(json.dumps(heads))
    shutil.copy(files.tokenizer, folder)
    write_torch(models_dir / "openai.pt", openai_state(weights), config=config, storage="HalfStorage")
    return models_dir


def test_the_same_weights_hear_the_same_words_however_they_are_kept(sightline: Program, placed: Path) -> None:
    expected = sightline("transcribe", SAMPLE, "--format", "jsonl").events
    sharded = sightline("transcribe", SAMPLE, "--format", "jsonl", "--model", "sharded").events
    assert sharded[-1].pop("model") == "sharded"
    # The same weights and heads: the same graphs, so that words and times are the same to the last digit.
    assert [line["words"] for line in sharded[:-1]] == [line["words"] for line in expected[:-1]]
    openai = sightline("transcribe", SAMPLE, "--format", "jsonl", "--model", placed / "openai.pt").events
    assert openai[-1]["model"] == "openai.pt"
    assert [line["text"] for line in openai[:-1]] == [line["text"] for line in expected[:-1]]


def test_bench_measures_one(sightline: Program, placed: Path) -> None:
    figures = json.loads(sightline("bench", "--model", placed / "sharded", "--passes", "1", "--json").out)
    assert figures["model"] == "sharded"
    assert all(row["median_ms"] > 0 for row in figures["passes"])


def test_they_are_listed_and_verified(sightline: Program, placed: Path) -> None:
    rows = {row["name"]: row for row in json.loads(sightline("models", "list", "--json").out)}
    assert rows["sharded"]["status"] == rows["openai.pt"]["status"] == "installed"
    assert rows["sharded"]["megabytes"] == pytest.approx(75, abs=2)
    assert str(placed / "sharded") in sightline("models", "list").out
    result = sightline("models", "verify")
    assert result.code == 0
    assert "sharded: every file is as it should be." in result.out


def test_a_damaged_one_is_said_in_one_line(sightline: Program, placed: Path, tmp_path: Path) -> None:
    copy = Program(tmp_path)
    folder = tmp_path / "models" / "mine"
    shutil.copytree(placed / "sharded", folder)
    shard = next(folder.glob("*.safetensors"))
    shard.write_bytes(shard.read_bytes()[:-1000])
    for words in (("transcribe", SAMPLE), ("demo", "--no-window"), ("bench",)):
        result = copy(*words, "--model", "mine")
        assert result.code == 4
        assert f"{shard.name} is cut off or damaged" in result.line
    (folder / "tokenizer.json").unlink()
    result = copy("transcribe", SAMPLE, "--model", folder)
    assert (result.code, "has no tokenizer.json" in result.line) == (4, True)
    result = copy("models", "verify", "mine")
    assert (result.code, "has no tokenizer.json" in result.line) == (4, True)
    assert copy("models", "remove", "mine").code == 0
    assert not folder.exists()
    result = copy("transcribe", SAMPLE, "--model", folder)
    assert (result.code, "There is no speech model at" in result.line) == (4, True)
