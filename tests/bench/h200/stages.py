"""The H200's stages: memory, passes, words and the code around TensorRT. driver.py starts each; see there."""

from __future__ import annotations

import argparse
import importlib
import json
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from engines.errors import CardMemoryError
from engines.runtime.device_memory import DeviceMemory, open_device
from engines.runtime.onnx_card import Capture
from engines.types import Samples
from engines.whisper.card_decoder import CardNetwork
from engines.whisper.card_recogniser import onnx_card_network
from engines.whisper.weights import WhisperConfig

PLACE = Path("/tmp/h200")
SIZES: dict[str, tuple[int, int, int, int]] = {
    # n_state, n_heads, n_layers, n_vocab (openai/whisper, the models' published dimensions)
    "tiny.en": (384, 6, 4, 51864),
    "base": (512, 8, 6, 51865),
    "small": (768, 12, 12, 51865),
}
WAYS: tuple[tuple[Capture, str], ...] = (
    ("stream", ""),
    ("stream", "cuda-bindings"),
    ("runtime", ""),
    ("none", ""),
)
"""Who captures the step, and the library that reaches the card ("": the preferred one)."""

N_TOKENS = 30
PROMPT = (50257, 50362)
PASS_S = 10.0


class Record:
    """What a stage has found so far, written after every part."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data: dict[str, Any] = {}

    def add(self, **found: Any) -> None:
        self.data.update(found)
        self.write()

    def row(self, **found: Any) -> None:
        self.data.setdefault("rows", []).append(found)
        print(json.dumps(found), flush=True)
        self.write()

    def write(self) -> None:
        self.path.write_text(json.dumps(self.data))

    def attempt(self, name: str, work: Callable[[], Any]) -> Any:
        """The work's result; its failure is recorded and the next part goes on."""
        try:
            return work()
        except Exception as error:
            text = f"{type(error).__name__}: {error}"[:600]
            print(f"{name}: {text}", flush=True)
            self.data.setdefault("failures", {})[name] = text
            self.write()
            return None


def times(work: Callable[[], Any], n: int, n_warm: int) -> dict[str, Any]:
    """Median and 99th percentile of n runs, in ms."""
    for _ in range(n_warm):
        work()
    spent = []
    for _ in range(n):
        started = time.perf_counter()
        work()
        spent.append((time.perf_counter() - started) * 1000)
    return {
        "median_ms": round(float(np.median(spent)), 3),
        "p99_ms": round(float(np.percentile(spent, 99)), 3),
        "runs": n,
    }


def device(arguments: argparse.Namespace, library: str = "") -> DeviceMemory:
    if arguments.provider == "cpu":
        from host_memory import HostMemory

        return HostMemory()
    return open_device(library)


def sizes(arguments: argparse.Namespace) -> dict[str, tuple[int, int, int, int]]:
    if arguments.provider == "cpu":
        # A rehearsal is about the code.
        return {"tiny.en": (64, 4, 4, 51864)}
    return {"tiny.en": SIZES["tiny.en"]} if arguments.quick else SIZES


def random_model(
    n_state: int, n_heads: int, n_layers: int, n_vocab: int
) -> tuple[dict[str, Any], WhisperConfig, Any]:
    """Weights of these sizes, config, and tokens of which the end is never chosen: every pass is as long."""
    from tiny_whisper import random_variables

    config = WhisperConfig(
        n_mels=80,
        n_audio_ctx=1500,
        n_text_ctx=448,
        n_state=n_state,
        n_heads=n_heads,
        n_encoder_layers=n_layers,
        n_decoder_layers=n_layers,
        n_vocab=n_vocab,
        alignment_heads=tuple((n_layers // 2 + i // 4, i % 4) for i in range(8)),
        suppressed=(),
        suppressed_at_start=(),
    )
    special = tuple(range(50256, n_vocab))
    tokens = SimpleNamespace(
        end=50256,
        first_timestamp=50363,
        no_speech=50361,
        multilingual=False,
        languages={"en": 0},
        special=lambda: special,
    )
    return random_variables(config), config, tokens


def sound(seconds: float) -> Samples:
    return np.random.default_rng(0).normal(0, 0.1, int(seconds * 16000)).astype(np.float32)


def machine(arguments: argparse.Namespace, record: Record) -> None:
    import platform

    record.add(date=time.strftime("%Y-%m-%d"), python=platform.python_version(), system=platform.platform())
    import onnx
    import onnxruntime

    record.add(onnxruntime=onnxruntime.__version__, onnx=onnx.__version__)
    record.add(providers=onnxruntime.get_available_providers())
    if arguments.provider == "cpu":
        return
    memory = open_device()
    with memory.current():
        found = memory.properties()
        record.add(card=found.name, compute_capability=found.compute_capability, cuda=found.driver)
    memory.close()
    record.add(copy_tb_s=round(copy_bandwidth() / 1e12, 3))


def copy_bandwidth() -> float:
    """Bytes a second of a copy on the card, those read and those written counted."""
    import torch

    source = torch.empty(1 << 32, dtype=torch.uint8, device="cuda").random_()
    target = torch.empty_like(source)
    spent = []
    for _ in range(8):
        first, second = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        first.record()
        target.copy_(source)
        second.record()
        torch.cuda.synchronize()
        spent.append(first.elapsed_time(second) / 1000)
    return float(2 * source.numel() / np.median(spent))


def memory(arguments: argparse.Namespace, record: Record) -> None:
    """Each library: copies there and back, events, a captured graph, errors, everything given back."""
    for library in ("host",) if arguments.provider == "cpu" else ("pycuda", "cuda-bindings"):
        found = record.attempt(library, partial(one_library, arguments, library))
        if found:
            record.row(**found)


def one_library(arguments: argparse.Namespace, library: str) -> dict[str, Any]:
    card = device(arguments, library)
    found: dict[str, Any] = {"library": card.library}
    with card.current():
        properties = card.properties()
        found.update(card=properties.name, uuid=properties.uuid[:8] + "...", cuda=properties.driver)
        free = card.free_bytes()
        stream = card.stream()
        n_bytes = 64 << 20
        there, back = card.pinned(n_bytes), card.pinned(n_bytes)
        buffer = card.allocate(n_bytes)
        there.array[:] = np.random.default_rng(0).integers(0, 256, n_bytes, np.uint8)
        first, second = card.event(), card.event()
        card.record(first, stream)
        card.to_device(buffer.address, there.array, stream)
        card.to_host(back.array, buffer.address, stream)
        card.record(second, stream)
        card.wait(second)
        found["copied"] = bool((there.array == back.array).all())
        found["copies_gb_s"] = round(2 * n_bytes / card.elapsed_ms(first, second) / 1e6, 1)
        card.begin_capture(stream)
        card.clear(buffer.address, n_bytes, stream)
        card.to_host(back.array, buffer.address, stream)
        graph = card.end_capture(stream)
        found["captured work waited"] = bool((there.array == back.array).all())
        card.launch(graph, stream)
        card.synchronise(stream)
        found["captured work done"] = bool((back.array == 0).all())
        try:
            card.allocate(1 << 50)
        except CardMemoryError as error:
            found["too much"] = str(error)
        card.free(buffer)
        card.free(there)
        found["allocations"] = card.n_allocations
        found["bytes not given back"] = free - card.free_bytes()
    card.close()
    return found


def step_bytes(config: WhisperConfig, variables: dict[str, Any], n_ctx: int) -> int:
    """fp16 bytes that one step has to read: the decoder's weights, cross K/V, the cache."""
    weights = sum(
        int(np.prod(array.shape))
        for name, array in variables.items()
        if name.startswith("decoder/")
        and "position_encodings" not in name
        # K and V of the sound are projected by the encoder's graph.
        and not (name.split("/")[2:3] == ["attention"] and "/linear_1/" in name)
    )
    kept = 2 * config.n_decoder_layers * config.n_state * (n_ctx + config.n_text_ctx)
    return 2 * (weights + kept)


def passes(arguments: argparse.Namespace, record: Record) -> None:
    """A pass of 10 s and 30 tokens at each size, each way of capturing at the smallest."""
    n, n_warm = (3, 1) if arguments.quick else (200, 10)
    bandwidth = record.attempt("bandwidth", copy_bandwidth) if arguments.provider == "cuda" else 1e10
    for size, dimensions in sizes(arguments).items():
        variables, config, tokens = random_model(*dimensions)
        ways = WAYS if size == "tiny.en" and arguments.provider == "cuda" else WAYS[:1]
        for capture, library in ways:
            model = (variables, config, tokens)
            measure = partial(one_capture, arguments, library, size, capture, model, n, n_warm)
            found = record.attempt(f"{size} {capture} {library}", measure)
            if found:
                found["step_mb"] = round(step_bytes(config, variables, 500) / 1e6, 1)
                if bandwidth:
                    found["read_ms"] = round(found["step_mb"] * 1e9 / bandwidth, 4)
                record.row(
                    size=size, what=f"--engine {arguments.provider}, capture by {capture} {library}", **found
                )


def one_capture(
    arguments: argparse.Namespace,
    library: str,
    size: str,
    capture: Capture,
    model: tuple[Any, Any, Any],
    n: int,
    n_warm: int,
) -> dict[str, Any]:
    card = device(arguments, library)
    with tempfile.TemporaryDirectory() as folder:
        network = onnx_card_network(
            *model,
            key=size,
            cache_dir=Path(folder),
            report=lambda what, fraction: None,
            memory=card,
            provider=arguments.provider,
            capture=capture,
        )
    try:
        return one_size(network, card, n, n_warm)
    finally:
        network.close()


def one_size(network: CardNetwork, card: DeviceMemory, n: int, n_warm: int) -> dict[str, Any]:
    samples = sound(PASS_S)
    stream = network._stream

    def encode() -> None:
        network.encode(samples, 1000)
        with card.current():
            card.synchronise(stream)

    def one_pass() -> None:
        encoded = network.encode(samples, 1000)
        with card.current():
            for _ in islice(network.choices(encoded, PROMPT, 0, False), N_TOKENS):
                pass

    before = card.n_allocations
    found = times(one_pass, n, n_warm)
    found["allocations_in_passes"] = card.n_allocations - before
    found["encode_ms"] = times(encode, n, 2)["median_ms"]
    found["token_ms"] = round((found["median_ms"] - found["encode_ms"]) / N_TOKENS, 4)
    found["captured"] = network.n_captured
    with card.current():
        steps = network._contexts[0].steps
        first, second = card.event(), card.event()
        n_steps = 10 if n < 10 else 400
        card.record(first, stream)
        for i in range(n_steps):
            steps[i % 2].enqueue()
        card.record(second, stream)
        card.wait(second)
        found["step_device_ms"] = round(card.elapsed_ms(first, second) / n_steps, 4)
    return found


def main() -> None:
    stages = {"machine": machine, "memory": memory, "passes": passes}
    elsewhere = {"transcribe": "words", "runtime": "words", "torch": "rivals", "rival": "rivals"}
    elsewhere |= {
        "ctc": "ctc",
        "streams": "streams",
        "small": "streams",
        "probe": "probe",
        "kernels": "probe",
    }
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=[*stages, *elsewhere])
    parser.add_argument("--provider", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    record = Record(arguments.out)
    if arguments.stage in stages:
        stages[arguments.stage](arguments, record)
    else:
        getattr(importlib.import_module(elsewhere[arguments.stage]), arguments.stage)(arguments, record)
    record.write()


if __name__ == "__main__":
    main()
