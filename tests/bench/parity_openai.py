"""Our fp32 graphs against openai-whisper (PyTorch, CPU) with the same weights, on every shared clip.

    pip install -e '.[parity]'
    python tests/bench/parity_openai.py [--model tiny.en] [--model base] [--data-dir DIR] [--json FILE]
        [--write-reference]

Nothing is downloaded: openai-whisper's model is filled from the weights that Sightline has. Each 30 s window
of each clip is encoded at the full context by both, and decoded greedily by both from their own spectrogram.
Errors are |ours - theirs| / |theirs| (Euclidean norms of the whole tensor): the log-mel spectrogram, every
layer's cross keys and values, and the logits at every position of their text. --write-reference writes the
figures that tests/models/test_parity.py holds our graphs to without PyTorch. Exit code 1 when an error is
1e-3 or more, or a text differs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import whisper
from numpy.typing import NDArray
from whisper.model import ModelDimensions, Whisper

from app.audio.file_source import read_whole
from app.paths import find_paths
from engines.models import find_model
from engines.runtime.onnx import OnnxGraph
from engines.whisper.graphs import decoder_graph, encoder_graph
from engines.whisper.log_mel import log_mel
from engines.whisper.network import GraphNetwork
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import Variables, WhisperConfig, dense, read_weights

ROOT = Path(__file__).resolve().parents[2]
SPEECH = Path(os.environ.get("SIGHTLINE_SPEECH", ROOT.parent / "shared" / "speech"))
SAMPLE = ROOT / "resources" / "clips" / "sample.flac"
REFERENCE = ROOT / "tests" / "models" / "parity_tiny_en.json"
WINDOW = 30 * 16_000
LIMIT = 1e-3

Floats = NDArray[np.float32]


def openai_model(variables: Variables, config: WhisperConfig) -> Whisper:
    """openai-whisper's model with our weights."""
    dims = ModelDimensions(
        config.n_mels, config.n_audio_ctx, config.n_state, config.n_heads, config.n_encoder_layers,
        config.n_vocab, config.n_text_ctx, config.n_state, config.n_heads, config.n_decoder_layers,
    )  # fmt: skip
    state: dict[str, torch.Tensor] = {}

    def put(name: str, array: Floats) -> None:
        state[name] = torch.from_numpy(np.ascontiguousarray(array))

    def linear(ours: str, *theirs: str) -> None:
        for end in ("weight", "bias"):
            for piece, name in zip(
                np.split(dense(variables, f"{ours}/{end}"), len(theirs)), theirs, strict=True
            ):
                if end == "weight" or not name.endswith(".key"):
                    put(f"{name}.{end}", piece)

    def norm(ours: str, theirs: str) -> None:
        put(f"{theirs}.weight", dense(variables, f"{ours}/gamma"))
        put(f"{theirs}.bias", dense(variables, f"{ours}/beta"))

    linear("encoder/conv1", "encoder.conv1")
    linear("encoder/conv2", "encoder.conv2")
    put("decoder.token_embedding.weight", dense(variables, "decoder/embeddings/weight"))
    norm("encoder/layer_norm", "encoder.ln_post")
    norm("decoder/layer_norm", "decoder.ln")
    for side, n_layers in (("encoder", config.n_encoder_layers), ("decoder", config.n_decoder_layers)):
        put(f"{side}.positional_embedding", dense(variables, f"{side}/position_encodings/encodings"))
        for i in range(n_layers):
            ours, theirs = f"{side}/layer_{i}", f"{side}.blocks.{i}"
            attn, cross = f"{theirs}.attn", f"{theirs}.cross_attn"
            norm(f"{ours}/self_attention/layer_norm", f"{theirs}.attn_ln")
            linear(f"{ours}/self_attention/linear_0", f"{attn}.query", f"{attn}.key", f"{attn}.value")
            linear(f"{ours}/self_attention/linear_1", f"{attn}.out")
            if side == "decoder":
                norm(f"{ours}/attention/layer_norm", f"{theirs}.cross_attn_ln")
                linear(f"{ours}/attention/linear_0", f"{cross}.query")
                linear(f"{ours}/attention/linear_1", f"{cross}.key", f"{cross}.value")
                linear(f"{ours}/attention/linear_2", f"{cross}.out")
            norm(f"{ours}/ffn/layer_norm", f"{theirs}.mlp_ln")
            linear(f"{ours}/ffn/linear_0", f"{theirs}.mlp.0")
            linear(f"{ours}/ffn/linear_1", f"{theirs}.mlp.2")
    model = Whisper(dims)
    model.load_state_dict(state)
    return model.eval()


class Ours:
    """Our graphs in fp32 on ONNX Runtime."""

    def __init__(self, variables: Variables, config: WhisperConfig) -> None:
        self.config = config
        self.encoder = OnnxGraph(encoder_graph(variables, config).SerializeToString())
        self.decoder = OnnxGraph(decoder_graph(variables, config).SerializeToString())
        self.names = [f"cross_{kind}_{i}" for i in range(config.n_decoder_layers) for kind in ("k", "v")]

    def cross(self, mel: Floats) -> dict[str, Any]:
        return self.encoder.run({"mel": mel}, self.names)

    def logits(self, cross: dict[str, Any], tokens: list[int]) -> Floats:
        """(n_tokens, n_vocab), all positions at once."""
        config = self.config
        empty = np.zeros((1, config.n_heads, 0, config.d_head), np.float32)
        past = {f"past_{kind}_{i}": empty for i in range(config.n_decoder_layers) for kind in ("k", "v")}
        inputs = {"tokens": np.array([tokens]), "rows": np.arange(len(tokens)), **past, **cross}
        return self.decoder.array(self.decoder.run(inputs, ["logits"])["logits"])[0]


def their_cross(model: Whisper, audio: torch.Tensor) -> dict[str, Floats]:
    """Cross keys and values laid out, and the keys scaled, as our encoder leaves them."""
    found = {}
    n_heads = model.dims.n_text_head
    for i, block in enumerate(model.decoder.blocks):
        for kind, layer in (("k", block.cross_attn.key), ("v", block.cross_attn.value)):
            x = layer(audio)[0].unflatten(-1, (n_heads, -1)).permute(1, 0, 2)
            x = x.transpose(1, 2) * x.shape[-1] ** -0.5 if kind == "k" else x
            found[f"cross_{kind}_{i}"] = x[None].numpy()
    return found


def error(ours: NDArray[Any], theirs: NDArray[Any]) -> float:
    """Norm of the difference over the norm of theirs."""
    ours, theirs = ours.astype(np.float64), theirs.astype(np.float64)
    return float(np.linalg.norm(ours - theirs) / max(np.linalg.norm(theirs), 1e-12))


@dataclass
class Pair:
    """One model, theirs and ours."""

    name: str
    theirs: Whisper
    ours: Ours
    tokens: WhisperTokens
    greedy: GraphNetwork

    @torch.no_grad()
    def compare(self, samples: Floats, language: str) -> dict[str, Any]:
        """One window of at most 30 s."""
        padded = whisper.pad_or_trim(torch.from_numpy(samples), WINDOW)
        mel = whisper.log_mel_spectrogram(padded, self.ours.config.n_mels)
        our_mel = log_mel(samples, self.ours.config.n_mels, 3000)
        audio = self.theirs.encoder(mel[None])
        cross = self.ours.cross(our_mel)
        expected = their_cross(self.theirs, audio)
        tensors = {"mel": error(our_mel[0], mel.numpy())}
        for kind in ("k", "v"):
            tensors[f"cross_{kind}"] = max(
                error(self.ours.encoder.array(cross[name]), expected[name])
                for name in self.ours.names
                if name.startswith(f"cross_{kind}")
            )
        options = whisper.DecodingOptions(
            language=language, without_timestamps=True, fp16=False, temperature=0.0
        )
        theirs = whisper.decode(self.theirs, audio, options)[0]
        prompt = self.tokens.start_sequence(language if self.tokens.multilingual else None, "transcribe")
        text = [*prompt, *theirs.tokens]
        logits = self.theirs.decoder(torch.tensor([text]), audio)[0].numpy()
        our_logits = self.ours.logits(cross, text)
        tensors["logits"] = error(our_logits, logits)
        ours = self.greedy.decode(
            cross, prompt, start_index=0, forced=False, n_most=self.ours.config.n_text_ctx // 2
        )
        # We stop in a loop, on purpose; what was said until then must be the same.
        same = list(ours.tokens) == theirs.tokens or (
            ours.looped and list(ours.tokens) == theirs.tokens[: len(ours.tokens)]
        )
        return {
            "errors": tensors,
            "same": same,
            "n_tokens": len(theirs.tokens),
            "looped": ours.looped,
            "figures": lambda: _figures(expected, logits, text, self.ours.config),
        }


def _figures(
    expected: dict[str, Floats], logits: Floats, text: list[int], config: WhisperConfig
) -> dict[str, Any]:
    """A little of every tensor: norms, numbers here and there, and the highest logits of some positions."""
    rows = np.unique(np.linspace(0, len(text) - 1, 12).astype(int))
    return {
        "cross": {
            name: {
                "norm": float(np.linalg.norm(array.astype(np.float64))),
                "numbers": [float(x) for x in array.ravel()[:: array.size // 16]],
            }
            for name, array in expected.items()
        },
        "tokens": text,
        "logits": [
            {
                "row": int(row),
                "norm": float(np.linalg.norm(logits[row].astype(np.float64))),
                "top": [[int(i), float(logits[row, i])] for i in np.argsort(-logits[row])[:8]],
            }
            for row in rows
        ],
    }


def load_pair(name: str, models_dir: Path) -> Pair:
    files = find_model(name, models_dir)
    variables, config = read_weights(files)
    tokens = WhisperTokens(files.tokenizer, config.n_vocab)
    ours = Ours(variables, config)
    greedy = GraphNetwork(config, tokens, ours.encoder, ours.decoder)
    return Pair(name, openai_model(variables, config), ours, tokens, greedy)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", action="append", help="tiny.en and base when none is named")
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--clip", action="append", help="these clips alone")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--write-reference", action="store_true")
    args = parser.parse_args()
    clips = json.loads((SPEECH / "manifest.json").read_text(encoding="utf-8"))
    rows: list[dict[str, Any]] = []
    print(f"torch {torch.__version__}, openai-whisper {whisper.__version__}\n")
    for name in args.model or ["tiny.en", "base"]:
        pair = load_pair(name, find_paths(args.data_dir).models_dir)
        if args.write_reference and name == "tiny.en":
            found = pair.compare(read_whole(SAMPLE)[:WINDOW], "en")
            versions = f"openai-whisper {whisper.__version__}, torch {torch.__version__}"
            REFERENCE.write_text(
                json.dumps(
                    {"made_by": f"tests/bench/parity_openai.py, {versions}", **found["figures"]()}, indent=1
                )
                + "\n"
            )
        print("| model | clip | windows | tokens | mel | cross K | cross V | logits | same text |")
        print("|---|---|---|---|---|---|---|---|---|")
        for clip in clips:
            if args.clip and clip["file"] not in args.clip:
                continue
            language = clip["language"] if clip["language"] and pair.tokens.multilingual else "en"
            samples = read_whole(SPEECH / clip["file"])
            found = [pair.compare(samples[i : i + WINDOW], language) for i in range(0, len(samples), WINDOW)]
            errors = {key: max(f["errors"][key] for f in found) for key in found[0]["errors"]}
            row = {
                "model": name, "clip": clip["file"], "windows": len(found), **errors,
                "tokens": sum(f["n_tokens"] for f in found), "same": all(f["same"] for f in found),
                "looped": any(f["looped"] for f in found),
            }  # fmt: skip
            rows.append(row)
            print(
                f"| {name} | {clip['file']} | {row['windows']} | {row['tokens']} | "
                + " | ".join(f"{errors[key]:.1e}" for key in errors)
                + f" | {'yes' if row['same'] else 'NO'}{', until the loop' if row['looped'] else ''} |",
                flush=True,
            )
    worst = max(max(row[key] for key in ("mel", "cross_k", "cross_v", "logits")) for row in rows)
    n_same = sum(row["same"] for row in rows)
    print(
        f"\nlargest relative error {worst:.1e} (limit {LIMIT:.0e}); "
        f"the same text on {n_same} of {len(rows)} clips"
    )
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))
    return 0 if worst < LIMIT and n_same == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
