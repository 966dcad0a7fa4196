"""TensorRT engines of Wav2Vec2-base, -large and DeepSpeech2, by the real library and without a card.

    pip install -e '.[rtx]'
    python tests/bench/tensorrt_ctc.py [--only base] [--capabilities 8.6,8.9,12.0] [--log FILE]

Random weights of the real sizes: Wav2Vec2 in fp16 for 1, 4 and 8 s of sound (least, most usual, most), and
DeepSpeech2 (5 layers of 1024) in fp32, streamed and both ways. Turing (7.5) is built on its own. Prints the s
and MB of each, what was refused and why; exit code 1 when one was.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import onnx

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engines.ctc import deepspeech2, wav2vec2
from engines.ctc.deepspeech2 import deepspeech2_graph
from engines.ctc.wav2vec2 import wav2vec2_graph
from engines.errors import EngineError
from engines.runtime.tensorrt_build import Shapes, build_engine, library_version, load_library
from engines.types import SAMPLE_RATE_HZ
from tests.unit.engines.random_ctc import RandomDeepSpeech2, RandomWav2Vec2

BASE = {
    "conv_dim": [512] * 7,
    "conv_kernel": [10, 3, 3, 3, 3, 2, 2],
    "conv_stride": [5, 2, 2, 2, 2, 2, 2],
    "feat_extract_norm": "group",
    "hidden_size": 768,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 3072,
    "num_conv_pos_embeddings": 128,
    "num_conv_pos_embedding_groups": 16,
    "vocab_size": 32,
}
LARGE = {
    **BASE,
    "feat_extract_norm": "layer",
    "conv_bias": True,
    "do_stable_layer_norm": True,
    "hidden_size": 1024,
    "num_hidden_layers": 24,
    "num_attention_heads": 16,
    "intermediate_size": 4096,
}
DEEP = {"rnn_type": "gru", "hidden_size": 1024, "num_hidden_layers": 5, "vocab_size": 29}
DEEP |= {"lookahead_context": 20, "normalization": "fixed"}


def sound(*rows: int) -> dict[str, Shapes]:
    """rows: sounds of the least, usual and largest batch."""
    least, usual, most = ((n, seconds * SAMPLE_RATE_HZ) for n, seconds in zip(rows, (1, 4, 8), strict=True))
    return {"samples": (least, usual, most)}


def streamed() -> dict[str, Shapes]:
    """250 ms at a time; the end, too, which alone has what stands for the silence after it."""

    def over(shape: Callable[[int], tuple[int, ...]], *sizes: int) -> Shapes:
        least, usual, most = map(shape, sizes)
        return least, usual, most

    return {
        "features": over(lambda n: (1, 1, 161, n), 2, 26, 100),
        "columns_kept": over(lambda n: (1, 1, 161, n), 5, 9, 10),
        "conv_kept": over(lambda n: (1, 32, 81, n), 5, 10, 10),
        "conv_end": over(lambda n: (1, 32, 81, n), 0, 0, 5),
        "ahead_kept": over(lambda n: (n, 1, 1024), 0, 19, 19),
        "ahead_end": over(lambda n: (n, 1, 1024), 0, 0, 19),
    }


def both_ways(*rows: int) -> dict[str, Shapes]:
    """rows: as of `sound`."""
    least, usual, most = ((n, 1, 161, 100 * seconds) for n, seconds in zip(rows, (1, 4, 8), strict=True))
    return {"features": (least, usual, most)}


def base(batch: int | str = 1) -> onnx.ModelProto:
    return wav2vec2_graph(RandomWav2Vec2(wav2vec2.read_config(BASE)), half=True, batch=batch)


def large() -> onnx.ModelProto:
    return wav2vec2_graph(RandomWav2Vec2(wav2vec2.read_config(LARGE)), half=True)


def deep(bidirectional: bool, batch: int | str = 1) -> onnx.ModelProto:
    config = deepspeech2.read_config({**DEEP, "bidirectional": bidirectional})
    return deepspeech2_graph(RandomDeepSpeech2(config), batch=batch)


GRAPHS: dict[str, tuple[Callable[[], onnx.ModelProto], Mapping[str, Shapes]]] = {
    "wav2vec2-base fp16": (base, sound(1, 1, 1)),
    "wav2vec2-base fp16 of 1 to 16": (lambda: base("n_batch"), sound(1, 4, 16)),
    "wav2vec2-large fp16": (large, sound(1, 1, 1)),
    "deepspeech2 streamed fp32": (lambda: deep(False), streamed()),
    "deepspeech2 both ways of 1 to 16": (lambda: deep(True, "n_batch"), both_ways(1, 4, 16)),
    "deepspeech2 both ways fp32": (lambda: deep(True), both_ways(1, 1, 1)),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="graphs whose name holds this")
    parser.add_argument("--capabilities", default="7.5,8.6,8.9,12.0")
    parser.add_argument("--log", type=Path, help="a file for the layers of each engine")
    args = parser.parse_args()
    library: Any = load_library("auto")
    wanted = args.capabilities.split(",")
    groups = [
        group for group in ([c for c in wanted if c == "7.5"], [c for c in wanted if c != "7.5"]) if group
    ]
    print(f"{library.__name__} {library_version(library)}")
    code = 0
    for name, (graph, profile) in GRAPHS.items():
        if args.only not in name:
            continue
        model = graph()
        for group in groups:
            began = time.perf_counter()
            try:
                built = build_engine(library, model, profile, capabilities=group)
            except EngineError as error:
                print(f"{name:32} {'/'.join(group):14} refused: {error}", flush=True)
                code = 1
                continue
            took = time.perf_counter() - began
            print(f"{name:32} {'/'.join(group):14} {took:6.1f} s {len(built.plan) / 1e6:8.1f} MB", flush=True)
            if args.log:
                with args.log.open("a", encoding="utf-8") as log:
                    log.write(f"{name} {group}\n{built.report.to_json()}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
