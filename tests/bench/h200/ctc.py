"""The H200's stage of the CTC models: 10 s of sound through ours and through PyTorch eager, in one run.

Times are from sound (DeepSpeech2: the spectrogram's columns) in the host's memory to log-probabilities there.
Weights are random and the same on both sides; nothing of what is said is worth reading.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from stages import Record, device, sound, times

from engines.ctc import card, recogniser
from engines.ctc.deepspeech2 import DeepSpeech2Network, DeepSpeech2Weights, deepspeech2_graph
from engines.ctc.wav2vec2 import Wav2Vec2Weights
from engines.models import find_model
from engines.runtime.card_session import CardSession
from engines.runtime.onnx import OnnxGraph
from engines.runtime.onnx_card import Capture, OnnxCardGraph

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

FEW = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128}
FEW |= {"conv_dim": [32] * 7, "num_conv_pos_embedding_groups": 4}
BATCHES = (4, 16, 64)
NAMES = ("log_probabilities",)


def ctc(arguments: argparse.Namespace, record: Record) -> None:
    import torch
    import transformers
    from deepspeech2_torch import DeepSpeech2, write_deepspeech2
    from parity_ctc import LETTERS, shaken

    record.add(torch=torch.__version__, transformers=transformers.__version__)
    n, n_warm = (2, 1) if arguments.quick else (100, 10)
    samples = sound(1.0 if arguments.quick else 10.0)
    scaled = ((samples - samples.mean()) / np.sqrt(samples.var() + 1e-7)).astype(np.float32)[None]
    small = arguments.provider == "cpu"
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as folder:
        config = transformers.Wav2Vec2Config(vocab_size=32, pad_token_id=0, **(FEW if small else {}))
        model = transformers.Wav2Vec2ForCTC(config).eval()
        shaken(model)
        model.save_pretrained(folder)
        (Path(folder) / "vocab.json").write_text(json.dumps({c: i for i, c in enumerate(LETTERS)}))
        weights, _ = recogniser.read_weights(find_model(folder, Path(folder) / "none"))
        expected = record.attempt(
            "wav2vec2 eager",
            partial(
                torch_rows, arguments, record, "wav2vec2-base", model, lambda m, x: m(x).logits, scaled, n
            ),
        )
        assert isinstance(weights, Wav2Vec2Weights)
        speaker, heard = weights, expected
        ways: list[tuple[str, Capture, Callable[[], Any]]] = [
            ("captured", "stream", card.graph_of(weights, half=not small)),
            ("not captured", "none", card.graph_of(weights, half=not small)),
        ]
        for what, capture, write in ways:
            record.attempt(
                f"wav2vec2 {what}",
                partial(
                    our_rows, arguments, record, "wav2vec2-base", what, weights, write, capture,
                    {"samples": scaled}, expected, n, n_warm, (),
                ),
            )  # fmt: skip
    for both in (True, False):
        size = "deepspeech2 5x1024 " + ("both ways" if both else "streamed")
        torch.manual_seed(2)
        reference = DeepSpeech2(
            rnn_type="gru", bidirectional=both, hidden_size=32 if small else 1024, num_hidden_layers=5,
            vocab_size=29,
        ).eval()  # fmt: skip
        shaken(reference)
        with tempfile.TemporaryDirectory() as folder:
            write_deepspeech2(reference, Path(folder))
            weights, _ = recogniser.read_weights(find_model(folder, Path(folder) / "none"))
        assert isinstance(weights, DeepSpeech2Weights)
        with torch.no_grad():
            columns = reference.columns(torch.tensor(samples)).numpy()
        expected = record.attempt(
            f"{size} eager",
            partial(torch_rows, arguments, record, size, reference, lambda m, x: m.heard(x), columns, n),
        )
        if both:
            record.attempt(
                f"{size} ours",
                partial(
                    our_rows, arguments, record, size, "captured, fp32", weights, card.graph_of(weights),
                    "stream", {"features": columns[None, None]}, expected, n, n_warm, (),
                ),
            )  # fmt: skip
        else:
            record.attempt(
                f"{size} ours", partial(streamed_row, arguments, record, size, weights, samples, expected, n)
            )

    if not arguments.quick:
        record.attempt(
            "wav2vec2, several at once",
            partial(
                our_rows, arguments, record, "wav2vec2-base", "captured", speaker,
                card.graph_of(speaker, half=not small), "stream", {"samples": scaled}, heard, n, n_warm,
                BATCHES,
            ),
        )  # fmt: skip


def torch_rows(
    arguments: argparse.Namespace,
    record: Record,
    size: str,
    model: Any,
    run: Callable[[Any, Any], Any],
    given: np.ndarray,
    n: int,
) -> np.ndarray:
    """fp32 and fp16 eager. Returns fp32's log-probabilities."""
    import torch

    on_card = arguments.provider == "cuda"
    found: list[np.ndarray] = []
    for precision in ("fp32", "fp16"):
        dtype = torch.float16 if precision == "fp16" and on_card else torch.float32
        if on_card:
            torch.cuda.empty_cache()
            torch.cuda.reset_peak_memory_stats()
            model.to("cuda", dtype)
        host = torch.tensor(given)

        @torch.inference_mode()
        def one(dtype: Any = dtype, host: Any = host) -> np.ndarray:
            there = host.to("cuda").to(dtype) if on_card else host
            return torch.log_softmax(run(model, there).float(), -1).cpu().numpy()

        row = times(one, n, 10 if n > 10 else 1)
        found.append(one())
        if on_card:
            row["megabytes"] = round(torch.cuda.max_memory_allocated() / 1e6)
        record.row(size=size, what=f"PyTorch eager {precision}", **row, **compared(found[-1], found[0]))
    model.to("cpu", torch.float32)
    if on_card:
        torch.cuda.empty_cache()
    return found[0]


def compared(ours: np.ndarray, theirs: np.ndarray | None) -> dict[str, Any]:
    if theirs is None:
        return {}
    theirs = theirs.reshape(ours.shape)
    return {
        "error": float(np.abs(ours - theirs).max() / np.abs(theirs).max()),
        "same": round(float((ours.argmax(-1) == theirs.argmax(-1)).mean()), 4),
        "tokens": len(np.unique(theirs.argmax(-1))),
    }


@contextmanager
def session_of(
    arguments: argparse.Namespace,
    weights: Any,
    write: Callable[[], Any],
    capture: Capture,
) -> Iterator[tuple[CardSession, int]]:
    """A session, and the bytes of the card that were free before it."""
    memory = device(arguments)
    with memory.current():
        stream, free = memory.stream(), memory.free_bytes()
        graph = OnnxCardGraph(
            write().SerializeToString(),
            stream,
            device=arguments.provider,
            capture=capture,
        )
    session = CardSession(graph, memory, stream, device=arguments.provider, results=card.results(weights))
    try:
        yield session, free
    finally:
        session.close()


def our_rows(
    arguments: argparse.Namespace,
    record: Record,
    size: str,
    what: str,
    weights: Any,
    write: Callable[[], Any],
    capture: Capture,
    inputs: dict[str, np.ndarray],
    expected: np.ndarray | None,
    n: int,
    n_warm: int,
    batches: tuple[int, ...],
) -> None:
    with session_of(arguments, weights, write, capture) as (session, free):
        for n_batch in (1, *batches):
            given = {name: np.repeat(array, n_batch, axis=0) for name, array in inputs.items()}
            row = times(partial(session.run, given, NAMES), n if n_batch == 1 else max(2, n // 4), n_warm)
            found = session.run(given, NAMES)["log_probabilities"]
            ours = found[-1:] if size.startswith("wav2vec2") else found
            with session.memory.current():
                row["megabytes"] = round((free - session.memory.free_bytes()) / 1e6)
            row["captured"] = session.n_captured
            row["device_ms"] = device_ms(session, 3 if n < 10 else 50)
            named = f"--engine {arguments.provider}, {what}" + (f", {n_batch} at once" if n_batch > 1 else "")
            record.row(size=size, what=named, **row, **compared(ours, expected))


def device_ms(session: CardSession, n: int) -> float:
    """The newest run on the card alone, one after another."""
    bound = next(reversed(session._bound.values()))
    memory, stream = session.memory, session._stream
    with memory.current():
        first, second = memory.event(), memory.event()
        memory.record(first, stream)
        for _ in range(n):
            bound.replay.enqueue()
        memory.record(second, stream)
        memory.wait(second)
        return round(memory.elapsed_ms(first, second) / n, 4)


def streamed_row(
    arguments: argparse.Namespace,
    record: Record,
    size: str,
    weights: DeepSpeech2Weights,
    samples: np.ndarray,
    expected: np.ndarray | None,
    n: int,
) -> None:
    """The whole sound fed at once to a fresh stream, its spectrogram included."""
    graph = OnnxGraph(deepspeech2_graph(weights).SerializeToString(), device=arguments.provider)
    network = DeepSpeech2Network(weights, graph)

    def one() -> np.ndarray:
        return network.begin().feed(samples, is_last=True)[0]

    row = times(one, max(2, n // 4), 1)
    what = f"--engine {arguments.provider}, one call, spectrogram by numpy included"
    record.row(size=size, what=what, **row, **compared(one(), expected))
