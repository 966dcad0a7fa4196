"""The H200's stages of many streams: live Whisper base for N at once, batched and one by one; small in INT8.

A stream asks for a pass every PERIOD_S, as live captions do, for the lengths of sound and prompt and the
number of tokens that a live run of base had on real speech (passes.json, trace.py). Weights are random, the
end of text is never chosen: a pass takes as many tokens as the real one took. A pass's time is from the
asking to the tokens, their probabilities and attention being on the host; words' times are not computed
(their cost is given beside it). A newer request of a stream takes its waiting one's place: that is a drop.
"""

from __future__ import annotations

import argparse
import heapq
import json
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from stages import PASS_S, PROMPT, Record, device, one_size, random_model, sizes, sound, step_bytes, times

from engines.runtime.batching import BatchSettings
from engines.runtime.device_memory import DeviceMemory
from engines.runtime.onnx_card import Capture, OnnxCardGraph
from engines.runtime.scheduler import Dropped, Scheduler
from engines.whisper import card_step_onnx, decoder
from engines.whisper.align_att import attended_frames
from engines.whisper.alignment import token_starts
from engines.whisper.card_batch import BatchedCardNetwork
from engines.whisper.card_decoder import CardGraphs, CardNetwork
from engines.whisper.card_layers import Quantisation
from engines.whisper.card_recogniser import graph_writers, onnx_batched_network
from engines.whisper.decoder import Decoding
from engines.whisper.network import Window

PERIOD_S = 0.25
LIMIT_MS = 200.0
CONTEXTS_S = (10.0, 15.0, 20.0)
ROWS = (1, 2, 4, 8, 16, 32, 64)
WAYS = ((1, 64), (2, 32), (3, 32), (4, 32), (4, 16))
"""Engines on the card, each with memory of its own, and windows of a batch at most; tried at TRIED."""
TRIED = 400
MORE = (500, 600, 700, 800, 900, 1000, 1200)
CURVE = (50, 100, 200, 300)
ALONE = (10, 20, 30, 40, 50, 60)
LASTS_S = 3.0
TRACE = Path(__file__).with_name("passes.json")


@dataclass
class Asked:
    """One kind of pass: its window, and the encoder length it needs."""

    window: Window
    n_samples: int


@dataclass
class Heard:
    """What a run at one N found."""

    took_ms: list[float] = field(default_factory=list)
    n_dropped: int = 0
    n_failed: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


def clips(network: BatchedCardNetwork) -> list[list[Asked]]:
    """The trace as windows of noise."""
    noise = sound(16.0)
    padding_s = 2.0
    kinds: list[list[Asked]] = []
    for clip in json.loads(TRACE.read_text()):
        passes = []
        for ms, n_prompt, n_tokens in clip:
            n = min(ms * 16, len(noise))
            prompt = [PROMPT[0], *(100 + i for i in range(n_prompt - 1))]
            window = Window(noise[:n], prompt, 0, n_prompt > 4, max(1, n_tokens), -(-n // 320))
            n_frames = min(2000, round((ms / 1000 + padding_s) * 100))
            passes.append(Asked(window, network.n_samples_of(n_frames)))
        kinds.append(passes)
    return kinds


def streams(arguments: argparse.Namespace, record: Record) -> None:
    quick = arguments.quick
    # Random weights say the same again and again; real ones are not stopped for that here.
    checked = decoder.loop_length
    decoder.loop_length = lambda tokens: 0 * checked(tokens)  # type: ignore[assignment]
    decoder.sentence_again = lambda tokens: 0  # type: ignore[assignment]
    dimensions = (64, 4, 4, 51865) if arguments.provider == "cpu" else (512, 8, 6, 51865)
    variables, config, tokens = random_model(*dimensions)
    for fused in (True, False):
        memory = device(arguments)
        with memory.current():
            free = memory.free_bytes()
        started = time.perf_counter()
        network = record.attempt(
            f"network, fused: {fused}",
            partial(open_network, arguments, (variables, config, tokens), memory, fused),
        )
        if network is not None:
            break
    with memory.current():
        used = round((free - memory.free_bytes()) / 1e6)
    networks = [network]
    record.add(
        fused=fused,
        load_s=round(time.perf_counter() - started, 1),
        captured=network.n_captured,
        runs=3 * len(CONTEXTS_S) * len(network.sizes),
        megabytes=used,
    )
    print(json.dumps(record.data), flush=True)
    try:
        kinds = clips(network)
        record.attempt("same", lambda: record.add(same=same_tokens(network, kinds)))
        model = variables, config, tokens
        record.attempt("plain", lambda: record.add(plain=against_plain(arguments, model, network, kinds)))
        for n_rows in network.sizes:
            record.attempt(f"{n_rows} rows", partial(one_batch, network, record, n_rows, quick))
        record.attempt(
            "after", lambda: record.add(word_times_ms=word_times(network, kinds, 2 if quick else 40))
        )
        print(json.dumps(record.data), flush=True)
        networks += [
            open_network(arguments, model, device(arguments), fused, most=32)
            for _ in range(1, max(n for n, _ in WAYS))
        ]
        load = partial(one_load, networks, kinds, quick)
        curves(record, load, quick)
        print(json.dumps(record.data.get("failures", {})), flush=True)
    finally:
        for each in networks:
            each.close()


def curves(record: Record, load: Callable[..., dict[str, Any]], quick: bool) -> None:
    """The best way at TRIED streams; how many it serves; the curves with batching and without."""

    def one(n_streams: int, way: tuple[int, int], lasts_s: float = LASTS_S) -> dict[str, Any]:
        row = record.attempt(f"{n_streams} streams, {way}", partial(load, n_streams, *way, lasts_s))
        found = row or {"p99_ms": 1e9, "dropped": 1.0}
        record.row(**found)
        return found

    def is_served(row: dict[str, Any]) -> bool:
        return bool(row["p99_ms"] < LIMIT_MS and row["dropped"] == 0)

    best = min(WAYS, key=lambda way: one(TRIED, way)["p99_ms"])
    served, lost = 0, 0
    for n_streams in (TRIED, *MORE)[: 1 if quick else None]:
        if not is_served(one(n_streams, best)):
            lost = n_streams
            break
        served = n_streams
    if not served:
        lost = TRIED
    for n_streams in () if quick else (lost - 50, lost - 25, lost - 75, lost - 100, lost - 150):
        if served < n_streams < lost:
            if is_served(one(n_streams, best, 2 * LASTS_S)):
                served = n_streams
            else:
                lost = n_streams
    record.add(best={"engines": best[0], "at once, at most": best[1], "streams": served})
    print(json.dumps(record.data["best"]), flush=True)
    for n_streams in CURVE[: 1 if quick else None]:
        one(n_streams, best)
    for n_streams in CURVE[: 1 if quick else None]:
        one(n_streams, WAYS[0])
    for n_streams in ALONE[: 1 if quick else None]:
        one(n_streams, (1, 1))


def open_network(
    arguments: argparse.Namespace,
    model: tuple[Any, Any, Any],
    memory: DeviceMemory,
    fused: bool,
    capture: Capture = "stream",
    most: int = ROWS[-1],
) -> BatchedCardNetwork:
    with tempfile.TemporaryDirectory() as folder:
        return onnx_batched_network(
            *model,
            key="random",
            cache_dir=Path(folder),
            report=lambda what, fraction: None,
            memory=memory,
            provider=arguments.provider,
            contexts_s=CONTEXTS_S,
            sizes=(1, 2, 4) if arguments.quick else [n for n in ROWS if n <= most],
            fused=fused,
            capture=capture,
            most_prompt=112,
        )


def same_tokens(network: BatchedCardNetwork, kinds: list[list[Asked]]) -> dict[str, Any]:
    """Windows decoded alone, then together: how many say the same; noise, so that near ties are many."""
    rng = np.random.default_rng(1)
    n_samples = network.n_samples_of(1000)
    pool = [each for clip in kinds for each in clip if each.n_samples == n_samples]
    picked = [pool[i] for i in rng.permutation(len(pool))[: 4 * network.most_together]]
    windows = [
        Window(
            rng.normal(0, 0.1, len(p.window.samples)).astype(np.float32),
            p.window.prompt,
            0,
            False,
            12,
            p.window.n_frames,
        )
        for p in picked
    ]
    alone = [network.decode_together([each], n_samples)[0] for each in windows]
    together: list[Decoding] = []
    for at in range(0, len(windows), network.most_together):
        together += network.decode_together(windows[at : at + network.most_together], n_samples)
    n_same = sum(a.tokens == b.tokens for a, b in zip(alone, together, strict=True))
    firsts = [
        abs(a.log_probabilities[0] - b.log_probabilities[0])
        for a, b in zip(alone, together, strict=True)
        if a.tokens[:1] == b.tokens[:1]
    ]
    return {
        "windows": len(windows),
        "the same tokens": n_same,
        "the same first token": len(firsts),
        "log-probabilities of first tokens apart, most": round(max(firsts, default=0.0), 4),
        "different tokens chosen": len({t for d in alone for t in d.tokens}),
    }


def against_plain(
    arguments: argparse.Namespace,
    model: tuple[Any, Any, Any],
    network: BatchedCardNetwork,
    kinds: list[list[Asked]],
) -> dict[str, Any]:
    """The same windows through the graphs of one window, whose attention and prompt are other nodes."""
    n_samples = network.n_samples_of(1000)
    windows = [each.window for clip in kinds for each in clip if each.n_samples == n_samples][:16]
    windows = windows[: network.most_together]
    plain = plain_network(arguments, *model, "fp16", device(arguments))
    try:
        expected = [
            plain.decode(
                plain.encode(w.samples, 1000), w.prompt, start_index=0, forced=w.forced, n_most=8,
                n_frames=w.n_frames, looped_over=(),
            )
            for w in windows
        ]  # fmt: skip
    finally:
        plain.close()
    found = network.decode_together([replace(w, n_most=8) for w in windows], n_samples)
    pairs = list(zip(found, expected, strict=True))
    return {
        "windows": len(windows),
        "the same tokens": sum(a.tokens == b.tokens for a, b in pairs),
        "first log-probabilities apart, most": round(
            max(abs(a.log_probabilities[0] - b.log_probabilities[0]) for a, b in pairs), 4
        ),
    }


def one_batch(network: BatchedCardNetwork, record: Record, n_rows: int, quick: bool) -> None:
    """Passes of 10 s and 5 tokens: the whole, the encoder, a step."""
    n_samples = network.n_samples_of(1000)
    window = Window(sound(8.0), [PROMPT[0], *range(100, 139)], 0, True, 5, 400)
    found = times(lambda: network.decode_together([window] * n_rows, n_samples), 3 if quick else 30, 3)
    size = network._runs[n_rows, n_samples]
    with network.memory.current():
        for name, run in (("encode_device_ms", size.encode), ("step_device_ms", size.steps[0])):
            first, second = network.memory.event(), network.memory.event()
            n = 3 if quick else 50
            network.memory.record(first, network._stream)
            for _ in range(n):
                run.enqueue()
            network.memory.record(second, network._stream)
            network.memory.wait(second)
            found[name] = round(network.memory.elapsed_ms(first, second) / n, 3)
    record.data.setdefault("batches", []).append({"rows": n_rows, **found})
    record.write()


def word_times(network: BatchedCardNetwork, kinds: list[list[Asked]], n: int) -> float:
    """Mean ms of one processor core for when words were said, which comes after a pass's tokens."""
    chosen = [each for clip in kinds for each in clip][:: max(1, sum(map(len, kinds)) // n)]
    spent = 0.0
    for each in chosen:
        (decoding,) = network.decode_together([each.window], each.n_samples)
        first = len(each.window.prompt) - 1
        started = time.perf_counter()
        attention = decoding.attention.astype(np.float32)
        token_starts(attention, each.window.n_frames, first)
        attended_frames(attention, each.window.n_frames, first)
        spent += time.perf_counter() - started
    return round(spent / len(chosen) * 1000, 2)


def one_load(
    networks: list[BatchedCardNetwork],
    kinds: list[list[Asked]],
    quick: bool,
    n_streams: int,
    n_engines: int,
    together: int,
    lasts_s: float,
) -> dict[str, Any]:
    """n_streams ask every PERIOD_S for lasts_s, evenly apart; the first half second is not counted."""
    networks = networks[:n_engines]
    together = min(together, *(network.most_together for network in networks))
    lasts_s = 1.0 if quick else lasts_s

    def work(network: BatchedCardNetwork, batch: Sequence[Asked]) -> list[Decoding]:
        return network.decode_together([each.window for each in batch], batch[0].n_samples)

    rng = np.random.default_rng(n_streams)
    heard = Heard()
    settings = BatchSettings(most_together=together, most_waiting=4 * n_streams)
    works = [partial(work, network) for network in networks]
    scheduler: Scheduler[Asked, Decoding] = Scheduler(works[0], settings, others=works[1:])
    begin = time.perf_counter() + 0.05
    due = [(begin + PERIOD_S * i / n_streams, i) for i in range(n_streams)]
    heapq.heapify(due)
    at = [(int(rng.integers(len(kinds))), int(rng.integers(200))) for _ in range(n_streams)]
    n_asked, late_s = 0, 0.0
    while due[0][0] < begin + lasts_s:
        when, i = heapq.heappop(due)
        pause = when - time.perf_counter()
        if pause > 0:
            time.sleep(pause)
        late_s = max(late_s, time.perf_counter() - when)
        clip, k = at[i]
        asked = kinds[clip][k % len(kinds[clip])]
        at[i] = (clip, k + 1)
        counts = when > begin + 2 * PERIOD_S
        n_asked += counts
        future = scheduler.submit(i, asked, bucket=asked.n_samples)
        if counts:
            future.add_done_callback(partial(note, heard, when))
        heapq.heappush(due, (when + PERIOD_S, i))
    deadline = time.perf_counter() + 5.0
    while time.perf_counter() < deadline:
        with heard.lock:
            if len(heard.took_ms) + heard.n_dropped + heard.n_failed >= n_asked:
                break
        time.sleep(0.01)
    counts_ = scheduler.counts
    scheduler.close()
    took = heard.took_ms or [1e9]
    return {
        "streams": n_streams,
        "engines": len(networks),
        "at once, at most": together,
        "passes": len(heard.took_ms),
        "dropped": round((n_asked - len(heard.took_ms)) / max(1, n_asked), 4),
        "p50_ms": round(float(np.percentile(took, 50)), 1),
        "p95_ms": round(float(np.percentile(took, 95)), 1),
        "p99_ms": round(float(np.percentile(took, 99)), 1),
        "most_ms": round(max(took), 1),
        "mean_batch": round(counts_.taken / max(1, counts_.batches), 1),
        "asking_late_ms": round(late_s * 1000, 1),
    }


def note(heard: Heard, when: float, future: Any) -> None:
    took_ms = (time.perf_counter() - when) * 1000
    with heard.lock:
        if future.exception() is not None:
            heard.n_failed += 1
        elif isinstance(future.result(), Dropped):
            heard.n_dropped += 1
        else:
            heard.took_ms.append(took_ms)


def small(arguments: argparse.Namespace, record: Record) -> None:
    """Whisper small: fp16, weights of eight bits, and PyTorch eager in fp16 in the same run."""
    from rivals import eager_pass, measured, whisper

    n, n_warm = (2, 1) if arguments.quick else (60, 5)
    every = sizes(argparse.Namespace(**{**vars(arguments), "quick": False}))
    size, dimensions = next(reversed(every.items()))
    for precision in ("fp16", "int8"):
        found = record.attempt(precision, partial(one_precision, arguments, dimensions, precision, n, n_warm))
        if found:
            record.row(size=size, what=f"--engine {arguments.provider}, {precision}", **found)
    model = record.attempt("model", partial(whisper, arguments, *dimensions))
    eager = record.attempt("eager", partial(eager_pass, model))
    if eager:
        row = measured(model, eager, 2 if arguments.quick else 20, 1 if arguments.quick else 3)
        record.row(size=size, what="transformers, eager fp16", **row)


def one_precision(
    arguments: argparse.Namespace, dimensions: tuple[int, int, int, int], precision: Any, n: int, n_warm: int
) -> dict[str, Any]:
    """As stages.one_capture, for one precision and the encoder length of a pass alone."""
    variables, config, tokens = random_model(*dimensions)
    memory = device(arguments)
    with memory.current():
        free = memory.free_bytes()
    network = plain_network(arguments, variables, config, tokens, precision, memory)
    try:
        found = one_size(network, memory, n, n_warm)
        with memory.current():
            found["megabytes"] = round((free - memory.free_bytes()) / 1e6)
        found["step_mb"] = round(step_bytes(config, variables, 500) / 1e6, 1)
        return found
    finally:
        network.close()


def plain_network(
    arguments: argparse.Namespace,
    variables: Any,
    config: Any,
    tokens: Any,
    precision: Any,
    memory: DeviceMemory,
) -> CardNetwork:
    """The network of one window, for PASS_S alone."""
    with memory.current():
        stream = memory.stream()
        writers = graph_writers(variables, config, tokens, quantisation=Quantisation(precision))
        if precision == "fp16":
            writers["step"] = lambda: card_step_onnx.onnx_step_graph(
                variables, config, first_time=tokens.first_timestamp
            )
        graphs = [
            OnnxCardGraph(
                write().SerializeToString(), stream, device=arguments.provider,
                capture="none" if name == "prefill" else "stream",
            )
            for name, write in writers.items()
        ]  # fmt: skip
    return CardNetwork(
        config, tokens, CardGraphs(*graphs), memory, stream, device=arguments.provider, contexts_s=(PASS_S,)
    )
