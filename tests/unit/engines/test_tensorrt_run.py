"""The code around TensorRT on the host's memory, TensorRT played by ONNX Runtime on the same addresses."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from host_memory import HostMemory
from played_tensorrt import SCRATCH_BYTES, PlayedTensorRt
from test_card_decoder import CONFIG_HERE, CONTEXTS_S, HOW, TOKENS, sound
from tiny_whisper import random_variables

from engines.errors import CardLostError, CardMemoryError, EngineError, SightlineBug
from engines.runtime.device_memory import Stream
from engines.runtime.engine_cache import Verdict
from engines.runtime.onnx import OnnxGraph
from engines.runtime.tensorrt_run import TensorRtGraph, TensorRtRuntime
from engines.whisper import tensorrt_network
from engines.whisper.card_decoder import CardGraphs, CardNetwork
from engines.whisper.card_recogniser import graph_writers
from engines.whisper.graphs import decoder_graph, encoder_graph
from engines.whisper.network import GraphNetwork

PROMPT = [36, 34, 8]


@pytest.fixture(scope="module")
def plans() -> dict[str, bytes]:
    writers = graph_writers(random_variables(), CONFIG_HERE, TOKENS)
    return {name: write().SerializeToString() for name, write in writers.items()}


class Bench:
    """A played card with its runtime and network."""

    def __init__(self, plans: dict[str, bytes], jit_cache: Path | None = None, **how: Any) -> None:
        self.memory = HostMemory()
        self.stream = self.memory.stream()
        self.library = PlayedTensorRt(self.stream, do=self.memory.do, capture="stream")
        for name, value in how.items():
            setattr(self.library, name, value)
        with self.memory.current():
            self.runtime = TensorRtRuntime(self.library, self.memory, self.stream, jit_cache=jit_cache)
            self.graphs = {
                name: self.runtime.open(
                    plan,
                    one_context=name == "prefill",
                    specialise="NONE" if name == "prefill" else "EAGER",
                )
                for name, plan in plans.items()
            }
        self.network = CardNetwork(
            CONFIG_HERE,
            TOKENS,
            CardGraphs(*self.graphs.values()),
            self.memory,
            self.stream,
            device="tensorrt",
            contexts_s=CONTEXTS_S,
        )

    def decode(self, prompt: list[int] = PROMPT) -> tuple[int, ...]:
        return self.network.decode(self.network.encode(sound(6000), 40), prompt, **HOW).tokens


def expected_tokens(prompt: list[int]) -> tuple[int, ...]:
    weights = random_variables()
    encoder, decoder = (
        OnnxGraph(write(weights, CONFIG_HERE).SerializeToString(), n_threads=1)
        for write in (encoder_graph, decoder_graph)
    )
    exact = GraphNetwork(CONFIG_HERE, TOKENS, encoder, decoder)
    return exact.decode(exact.encode(sound(6000), 40), prompt, **HOW).tokens


def test_the_same_tokens_as_the_processor_with_prompts_of_changing_length(plans: dict[str, bytes]) -> None:
    bench = Bench(plans)
    for prompt in (PROMPT, [36, 34], PROMPT, [36, 34, 8, 9, 10]):
        assert bench.decode(prompt) == expected_tokens(prompt)
    assert bench.network.n_captured == 6


def test_nothing_is_allocated_in_a_pass(plans: dict[str, bytes]) -> None:
    bench = Bench(plans)
    bench.decode()
    before = bench.memory.n_allocations, len(bench.library.contexts)
    bench.decode()
    bench.decode([36, 34])
    assert (bench.memory.n_allocations, len(bench.library.contexts)) == before


def test_contexts_one_for_each_captured_run_and_one_for_all_prompts(plans: dict[str, bytes]) -> None:
    bench = Bench(plans)
    bench.decode([36, 34])
    by_engine = [
        sum(c.engine is graph.engine for c in bench.library.contexts) for graph in bench.graphs.values()
    ]
    # Two lengths: an encoder each; a prompt's; a step to and fro each.
    assert by_engine == [2, 1, 4]
    assert all(config.allocation == "user" for config in bench.library.configs)
    assert all(config.cuda_graph_strategy == "disabled" for config in bench.library.configs)
    eager = {c.config.dynamic_shapes_kernel_specialization_strategy for c in bench.library.contexts}
    assert eager == {"eager", "none"}
    # All contexts of an engine share its scratch memory; no two run at once.
    scratch = {(c.engine, c.scratch) for c in bench.library.contexts}
    assert len(scratch) == 3
    assert all(bench.memory.buffers[address].n_bytes == SCRATCH_BYTES for _, address in scratch)


def test_where_a_context_cannot_be_captured_the_library_captures_itself(plans: dict[str, bytes]) -> None:
    bench = Bench(plans, capturable=False)
    assert bench.network.n_captured == 0
    strategies = [c.config.cuda_graph_strategy for c in bench.library.contexts if c.runs]
    assert strategies.count("whole") == 6
    assert bench.decode() == expected_tokens(PROMPT)


def test_compiled_kernels_are_kept_for_the_next_start(plans: dict[str, bytes], tmp_path: Path) -> None:
    file = tmp_path / "engines" / "jit.cache"
    bench = Bench(plans, file)
    assert len(bench.library.caches) == 1
    bench.runtime.save_jit_cache()
    assert file.read_bytes() == b"kernels"
    written = file.stat().st_mtime_ns
    again = Bench(plans, file)
    assert again.library.caches[0].loaded == b"kernels"
    again.runtime.save_jit_cache()
    assert file.stat().st_mtime_ns == written
    again.library.caches[0].data = b"kernels and more"
    again.runtime.save_jit_cache()
    assert file.read_bytes() == b"kernels and more"
    assert [path.name for path in file.parent.iterdir()] == ["jit.cache"]


def test_compiled_kernels_of_another_card_are_left_alone(
    plans: dict[str, bytes], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "jit.cache"
    file.write_bytes(b"those of another card")
    bench = Bench(plans, file)
    assert "do not fit" in caplog.text
    assert bench.library.caches[0].loaded == b""
    assert bench.decode() == expected_tokens(PROMPT)


def test_a_disk_that_is_full_costs_only_time(plans: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    bench = Bench(plans, tmp_path / "file" / "jit.cache")
    bench.runtime.save_jit_cache()


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (
            "[defaultAllocator] Requested amount of memory could not be allocated: out of memory",
            CardMemoryError,
        ),
        ("Cuda Runtime (an illegal memory access was encountered)", CardLostError),
        ("Assertion failed", EngineError),
    ],
)
def test_what_the_library_says_becomes_the_error(
    plans: dict[str, bytes], said: str, kind: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(plans, capturable=False)
    bench.library.fail_with = said
    with pytest.raises(EngineError) as caught:
        bench.decode()
    assert type(caught.value) is kind
    assert said.rstrip(".") in str(caught.value)
    assert bench.memory.depth == 0
    assert said in caplog.text


def test_a_damaged_engine_is_an_engine_error(plans: dict[str, bytes]) -> None:
    memory = HostMemory()
    runtime = TensorRtRuntime(PlayedTensorRt(memory.stream()), memory, memory.stream())
    for damaged in (b"", b"nothing", plans["step"][: len(plans["step"]) // 2]):
        with pytest.raises(EngineError, match="damaged") as caught:
            runtime.open(damaged)
        assert "engine build" in caught.value.advice


def test_layers_are_timed_one_by_one(plans: dict[str, bytes]) -> None:
    bench = Bench(plans)
    graph: TensorRtGraph = bench.graphs["encoder"]
    run = bench.library.contexts[0]
    with bench.memory.current():
        bound = graph.bind({name: (address, run._shape(name)) for name, address in run.addresses.items()})
        assert graph.layer_times_ms(bound, 4) == {"first": 0.5, "second": 0.5}
        assert bench.library.contexts[-1].profiler is None


def test_a_caller_that_binds_wrongly_has_a_bug(plans: dict[str, bytes]) -> None:
    bench = Bench(plans)
    step = bench.graphs["step"]
    context = next(c for c in bench.library.contexts if c.engine is step.engine)
    tensors = {name: (address, context._shape(name)) for name, address in context.addresses.items()}
    with bench.memory.current():
        with pytest.raises(SightlineBug, match="attention"):
            step.bind({name: place for name, place in tensors.items() if name != "attention"})
        with pytest.raises(SightlineBug, match="one address"):
            step.bind({**tensors, "new_self_k_0": (bench.memory.allocate(4096).address, (1,))})
        with pytest.raises(EngineError, match="token"):
            step.bind({**tensors, "token": (tensors["token"][0], (2, 2))})


def test_the_library_s_words_go_to_the_log(plans: dict[str, bytes], caplog: pytest.LogCaptureFixture) -> None:
    memory = HostMemory()
    runtime = TensorRtRuntime(PlayedTensorRt(memory.stream()), memory, memory.stream())
    severity = PlayedTensorRt.ILogger.Severity
    with caplog.at_level(logging.INFO):
        runtime._logger.log(severity.WARNING, "a warning")
        runtime._logger.log(severity.INFO, "an aside")
    assert "a warning" in caplog.text
    assert "an aside" not in caplog.text
    assert runtime.errors == []


def test_the_calls_are_those_of_the_real_library() -> None:
    """The names that tensorrt_run.py uses, against tensorrt_rtx itself; no card is needed to look."""
    library = pytest.importorskip("tensorrt_rtx", reason="pip install tensorrt-rtx")
    names = {
        "Runtime": ("deserialize_cuda_engine",),
        "ICudaEngine": (
            "num_io_tensors", "get_tensor_name", "get_tensor_mode", "get_aliased_input_tensor",
            "create_runtime_config", "create_execution_context", "device_memory_size_v2",
        ),
        "IRuntimeConfig": (
            "set_execution_context_allocation_strategy", "dynamic_shapes_kernel_specialization_strategy",
            "cuda_graph_strategy", "create_runtime_cache", "set_runtime_cache",
        ),
        "IRuntimeCache": ("deserialize", "serialize", "reset"),
        "IExecutionContext": (
            "set_device_memory", "set_input_shape", "set_tensor_address", "infer_shapes",
            "execute_async_v3", "is_stream_capturable", "profiler",
        ),
        "ExecutionContextAllocationStrategy": ("USER_MANAGED",),
        "DynamicShapesKernelSpecializationStrategy": ("EAGER", "LAZY", "NONE"),
        "CudaGraphStrategy": ("DISABLED", "WHOLE_GRAPH_CAPTURE"),
        "TensorIOMode": ("INPUT",),
        "IProfiler": ("report_layer_time",),
    }  # fmt: skip
    missing = [f"{kind}.{name}" for kind, each in names.items() for name in each
               if not hasattr(getattr(library, kind), name)]  # fmt: skip
    assert missing == []
    memory = HostMemory()
    assert TensorRtRuntime(library, memory, memory.stream()).errors == []


class StoredEngines:
    """An EngineSet whose engines the played library takes."""

    def __init__(self, folder: Path, plans: dict[str, bytes]) -> None:
        self.folder = folder
        for part, plan in plans.items():
            self.engine(part).write_bytes(plan)

    def engine(self, part: str) -> Path:
        return self.folder / f"{part}.engine"

    def jit_cache(self, card: str, driver: str) -> Path:
        return self.folder / f"jit-{card}-{driver}.cache"


def opened_from(folder: Path, plans: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Any:
    memory = HostMemory()
    library = PlayedTensorRt(Stream(1), do=memory.do, capture="stream")
    engines: Any = StoredEngines(folder, plans)
    asked = []

    def find(model: str, **how: Any) -> Any:
        asked.append(how["capability"])
        return engines, Verdict("ready")

    monkeypatch.setattr(tensorrt_network, "load_library", lambda name: library)
    monkeypatch.setattr(tensorrt_network, "open_device", lambda: memory)
    monkeypatch.setattr(tensorrt_network, "find_engines", find)
    # The random model is far shorter than the contexts that a card is warmed up for.
    monkeypatch.setattr(CardNetwork.__init__, "__kwdefaults__", {"contexts_s": CONTEXTS_S})
    network = tensorrt_network.tensorrt_network(
        "tiny", CONFIG_HERE, TOKENS, models_dir=folder, cache_dir=folder, report=lambda what, fraction: None
    )
    assert asked == ["0.0"]
    return network, memory


def test_engines_from_the_cache_are_opened_and_what_was_compiled_is_kept(
    plans: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, memory = opened_from(tmp_path, plans, monkeypatch)
    assert network.device == "tensorrt"
    found = network.decode(network.encode(sound(6000), 40), PROMPT, **HOW)
    assert found.tokens == expected_tokens(PROMPT)
    assert (tmp_path / "jit-Host-0.0.cache").read_bytes() == b"kernels"
    times = tensorrt_network.layer_times_ms(network, 3)
    assert times == {part: {"first": 0.5, "second": 0.5} for part in ("encoder", "prefill", "step")}
    network.close()
    assert not memory.buffers


def test_engines_that_are_not_there_give_the_reason_and_the_command(
    plans: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = HostMemory()
    with memory.current():
        memory.allocate(16)
    monkeypatch.setattr(tensorrt_network, "load_library", lambda name: None)
    monkeypatch.setattr(tensorrt_network, "open_device", lambda: memory)
    verdict = (None, Verdict("missing", "No engine has been built for this card."))
    monkeypatch.setattr(tensorrt_network, "find_engines", lambda model, **how: verdict)
    with pytest.raises(EngineError, match="No engine") as caught:
        tensorrt_network.tensorrt_network(
            "tiny.en", CONFIG_HERE, TOKENS, models_dir=tmp_path, cache_dir=tmp_path, report=print
        )
    assert "engine build --model tiny.en" in caught.value.advice
    assert not memory.buffers
