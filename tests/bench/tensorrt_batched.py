"""TensorRT engines of Whisper for several windows at once, by the real library and without a card.

    pip install -e '.[rtx]'
    python tests/bench/tensorrt_batched.py [--model tiny.en] [--data-dir DIR] [--capabilities 8.6,8.9,12.0]

Builds encoder, prefill and step of card_batch_graphs.py in fp16 with a batch of 1 to 16 in their profiles and
prints what the builder says is in them. Exit code 1 when one was refused, or has not the batch in its inputs.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from engines.errors import EngineError
from engines.models import find_model
from engines.runtime.tensorrt_build import build_engine, library_version, load_library
from engines.whisper.card_engines import batched_profiles
from engines.whisper.card_recogniser import batched_graph_writers
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import read_weights

ROWS = (1, 4, 16)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--data-dir", type=Path, default=Path("none"))
    parser.add_argument("--capabilities", default="8.6,8.9,12.0")
    args = parser.parse_args()
    library: Any = load_library("auto")
    print(f"{library.__name__} {library_version(library)}, {args.model}, {args.capabilities}")
    files = find_model(args.model, args.data_dir / "models")
    variables, config = read_weights(files)
    tokens = WhisperTokens(files.tokenizer, config.n_vocab)
    code = 0
    for name, write in batched_graph_writers(variables, config, tokens).items():
        began = time.perf_counter()
        profile = batched_profiles(config, ROWS)[name]
        try:
            built = build_engine(library, write(), profile, capabilities=args.capabilities.split(","))
        except EngineError as error:
            print(f"{name:8} refused: {error}", flush=True)
            code = 1
            continue
        took = time.perf_counter() - began
        print(f"{name:8} {took:6.1f} s {len(built.plan) / 1e6:8.1f} MB", flush=True)
        report = built.report
        print(f"         {len(report.layers)} layers, {report.activation_bytes / 1e6:.1f} MB of activations")
        for tensor in report.tensors:
            if tensor.name in profile:
                code |= tuple(shape[0] for shape in tensor.shapes) != ROWS
            if not tensor.name.endswith(tuple("123456789")):
                print(f"         {tensor.name} {tensor.dtype} {tensor.dimensions} {tensor.shapes or ''}")
    return code


if __name__ == "__main__":
    sys.exit(main())
