"""ONNX graphs to TensorRT engines, with TensorRT for RTX or full TensorRT; needs no card with the former.

Threads: one build at a time on one thread, which may be a worker: the library lets go of Python's lock while
it builds, and calls the progress monitor from the building thread. Nothing of the library is imported before
it is asked for.

Engines are whole plans. STRIP_PLAN with REFIT, REFIT_IDENTICAL or REFIT_INDIVIDUAL, which would keep the
decoder's weights once for prefill and step, fails in TensorRT for RTX 1.7.1 where there is no driver (the
compiler asks CUDA for refittable weights), and ahead-of-time building without a card is worth more.
"""

from __future__ import annotations

import importlib
import json
import logging
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import onnx

from engines.errors import EngineError, UsageError

log = logging.getLogger(__name__)

Library = Literal["tensorrt_rtx", "tensorrt"]
LIBRARIES: tuple[Library, ...] = ("tensorrt_rtx", "tensorrt")
"""In the order of preference: the first serves RTX cards from Turing on, the second other NVIDIA cards."""

TURING = "7.5"
"""Built on its own: TensorRT for RTX takes no other capability beside it."""

Shapes = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Least, most usual and largest shape of one input."""

Report = Callable[[float], None]
"""Fraction of one engine's build, 0..1."""


class BuildCancelled(Exception):
    """The caller asked to stop."""


@dataclass(frozen=True, slots=True)
class EngineTensor:
    """One input or output as the engine has it. shapes: the profile of an input; dtype: "Half", "Int64"."""

    name: str
    is_input: bool
    dtype: str
    dimensions: tuple[int, ...]
    shapes: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class EngineLayer:
    """One kernel of an engine: what it is, its tactic, the types it reads and writes, its ONNX nodes."""

    name: str
    kind: str
    tactic: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LayerReport:
    """What the builder made of a graph: the text that the engine inspector prints, which needs a driver."""

    tensors: tuple[EngineTensor, ...]
    layers: tuple[EngineLayer, ...]
    weights_bytes: int
    activation_bytes: int

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1)


@dataclass(frozen=True, slots=True)
class BuiltEngine:
    """A serialised engine and what is in it."""

    plan: bytes
    report: LayerReport


def load_library(name: str = "auto") -> Any:
    """The TensorRT module: `name`, or the first that is installed. Raises EngineError: how to install it."""
    for library in LIBRARIES if name == "auto" else (name,):
        try:
            return importlib.import_module(library)
        except ImportError as error:
            # Installed but not loadable (a missing system library) is another matter than not installed.
            if not isinstance(error, ModuleNotFoundError) or error.name != library:
                raise EngineError(
                    f"{library} is installed but cannot be loaded ({_first_line(str(error))}).",
                    f"Install it again: {_pip()} install --force-reinstall {_package(library)}",
                ) from error
    raise EngineError(
        "TensorRT is not installed, and engines are built by it.",
        "Get it: sightline engine get" if name != "tensorrt" else f"Install it: {_pip()} install tensorrt",
    )


def _pip() -> str:
    return f"{sys.executable} -m pip"


def _package(library: str) -> str:
    return "tensorrt" if library == "tensorrt" else "tensorrt-rtx"


def library_version(library: Any) -> str:
    """Such as "1.7.1.116"."""
    return str(library.__version__)


def known_capabilities(library: Any) -> tuple[str, ...]:
    """Compute capabilities that can be built for without their card; () where the library cannot."""
    members = getattr(getattr(library, "ComputeCapability", None), "__members__", {})
    names = [name[2:] for name in members if re.fullmatch(r"SM\d+", name)]
    return tuple(f"{name[:-1]}.{name[-1]}" for name in sorted(names, key=int))


def chosen_capabilities(library: Any, wanted: Sequence[str]) -> tuple[str, ...]:
    """`wanted` sorted, without repeats. Raises UsageError for what the library cannot build together."""
    known = known_capabilities(library)
    name = library.__name__
    if not known:
        return tuple(sorted(set(wanted), key=float))
    for capability in wanted:
        if capability not in known:
            raise UsageError(
                f"{name} {library_version(library)} builds no engines for compute capability {capability}.",
                f"Choose from {', '.join(known)}.",
            )
    chosen = tuple(sorted(set(wanted), key=float))
    if TURING in chosen and len(chosen) > 1:
        raise UsageError(
            f"An engine for {TURING} (Turing) holds no other compute capability.",
            f"Build it on its own: --compute-capability {TURING}",
        )
    return chosen


def build_engine(
    library: Any,
    model: onnx.ModelProto,
    profile: Mapping[str, Shapes],
    *,
    capabilities: Sequence[str],
    report: Report = lambda fraction: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> BuiltEngine:
    """Check, parse and build one graph. profile: shapes of the inputs that have open dimensions.

    Raises EngineError when the graph is not valid or the library refuses it, BuildCancelled.
    """
    name = model.graph.name
    _check(model)
    logger = _make_logger(library)
    builder = library.Builder(logger)
    network = builder.create_network(_strongly_typed(library))
    parser = library.OnnxParser(network, logger)
    if not parser.parse(model.SerializeToString()):
        raise EngineError(f"{library.__name__} cannot build {name}: {_parse_errors(model, parser)}.")
    config = builder.create_builder_config()
    _configure(library, config, capabilities)
    config.add_optimization_profile(_profile(builder, network, profile))
    config.progress_monitor = _make_monitor(library, report, cancelled)
    if cancelled():
        raise BuildCancelled
    plan = builder.build_serialized_network(network, config)
    if plan is None:
        if cancelled():
            raise BuildCancelled
        reason = _first_line(logger.errors[-1]) if logger.errors else "it gave no reason"
        raise EngineError(f"{library.__name__} could not build {name}: {reason}.")
    report(1.0)
    return BuiltEngine(bytes(plan), layer_report(logger.layers, logger.notes))


def _check(model: onnx.ModelProto) -> None:
    try:
        onnx.checker.check_model(model, full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        raise EngineError(
            f"The graph {model.graph.name} is not valid ONNX ({_first_line(str(error))})."
        ) from error


def _strongly_typed(library: Any) -> int:
    """TensorRT 10 has the choice; TensorRT 11 and TensorRT for RTX know nothing else."""
    flag = getattr(library.NetworkDefinitionCreationFlag, "STRONGLY_TYPED", None)
    return 0 if flag is None else 1 << int(flag)


def _configure(library: Any, config: Any, capabilities: Sequence[str]) -> None:
    # Log-mel is fp32, and its quietest bands are 80 dB below its loudest: TF32's ten bits would fill them.
    config.clear_flag(library.BuilderFlag.TF32)
    config.profiling_verbosity = library.ProfilingVerbosity.DETAILED
    if hasattr(library.BuilderFlag, "REQUIRE_USER_ALLOCATION"):
        # Scratch memory is the caller's (tensorrt_run.py); without this a run cannot be captured.
        config.set_flag(library.BuilderFlag.REQUIRE_USER_ALLOCATION)
    if known_capabilities(library):
        config.num_compute_capabilities = len(capabilities)
        for i, capability in enumerate(capabilities):
            member = getattr(library.ComputeCapability, f"SM{capability.replace('.', '')}")
            config.set_compute_capability(member, i)


def _profile(builder: Any, network: Any, shapes: Mapping[str, Shapes]) -> Any:
    profile = builder.create_optimization_profile()
    for i in range(network.num_inputs):
        tensor = network.get_input(i)
        if -1 in tuple(tensor.shape):
            profile.set_shape(tensor.name, *shapes[tensor.name])
    return profile


def _parse_errors(model: onnx.ModelProto, parser: Any) -> str:
    """Every node that the parser does not know, then what else it said."""
    unknown = sorted(
        {node.op_type for node in model.graph.node if not parser.supports_operator(node.op_type)}
    )
    said = [
        f"{error.node_name() or 'the graph'} ({error.node_operator()}): {_first_line(error.desc())}"
        for error in (parser.get_error(i) for i in range(parser.num_errors))
    ]
    parts = [f"operators it does not know: {', '.join(unknown)}"] if unknown else []
    return "; ".join([*parts, *said]) or "it gave no reason"


def _first_line(text: str) -> str:
    return (text.strip().splitlines() or [""])[0].rstrip(".")


def _make_logger(library: Any) -> Any:
    """The library's messages: errors kept and logged, the account of layers kept, the rest dropped."""

    class Logger(library.ILogger):  # type: ignore[misc]
        def __init__(self) -> None:
            library.ILogger.__init__(self)
            self.errors: list[str] = []
            self.notes: list[str] = []
            self.layers = ""

        def log(self, severity: Any, message: str) -> None:
            if severity <= library.ILogger.ERROR:
                self.errors.append(message)
                log.warning("%s: %s", library.__name__, _first_line(message))
            elif message.startswith("Layers:"):
                self.layers = message
            elif message.startswith("Total "):
                self.notes.append(message)

    return Logger()


def _make_monitor(library: Any, report: Report, cancelled: Callable[[], bool]) -> Any:
    """The library's nested phases as one fraction; an exception must never pass through the library."""

    class Monitor(library.IProgressMonitor):  # type: ignore[misc]
        def __init__(self) -> None:
            library.IProgressMonitor.__init__(self)
            self.phases: dict[str, tuple[str | None, int, int]] = {}
            self.most = 0.0

        def phase_start(self, phase_name: str, parent_phase: str | None, num_steps: int) -> None:
            self.phases[phase_name] = (parent_phase, max(1, num_steps), 0)

        def step_complete(self, phase_name: str, step: int) -> bool:
            parent, n_steps, _ = self.phases.get(phase_name, (None, 1, 0))
            self.phases[phase_name] = (parent, n_steps, step + 1)
            try:
                # Some inner phases come again and again.
                self.most = max(self.most, self.fraction())
                report(self.most)
                return not cancelled()
            except Exception:
                log.exception("The build's progress could not be told")
                return False

        def phase_finish(self, phase_name: str) -> None:
            self.phases.pop(phase_name, None)

        def fraction(self) -> float:
            """Steps done of the outermost phase, plus the part of the next one that its inner phases did."""
            done, share, parent = 0.0, 1.0, None
            while True:
                inner = next((each for each in self.phases.values() if each[0] == parent), None)
                if inner is None:
                    return min(1.0, done)
                name = next(name for name, each in self.phases.items() if each is inner)
                _, n_steps, n_done = inner
                done += share * min(1.0, n_done / n_steps)
                share /= n_steps
                parent = name

    return Monitor()


_TENSOR = re.compile(r"\{ Name: ([^,]+), Dimensions: \[([^\]]*)\],.*?Datatype: (\w+)")
_LAYER = re.compile(
    r"^Name: (?P<name>.*?), LayerType: (?P<kind>\w+), Inputs: \[(?P<reads>.*?)\], Constants: \[.*?\], "
    r"Outputs: \[(?P<writes>.*?)\], TacticName: (?P<tactic>.*?), StreamId",
)
_BINDING = re.compile(
    r"^\s*Name: (?P<name>[^,]+), IOMode: (?P<mode>\w+), DataType: (?P<dtype>\w+), "
    r"Dimensions: \[(?P<dims>[^\]]*)\]"
)
_PROFILE_SHAPE = re.compile(r"(?:Min|Opt|Max)Shape: \[([^\]]*)\]")


def layer_report(text: str, notes: Sequence[str] = ()) -> LayerReport:
    """The builder's own account of its layers and tensors, read. notes: its "Total ... Memory" lines."""
    layers: list[EngineLayer] = []
    tensors: list[EngineTensor] = []
    for line in text.splitlines():
        layer = _LAYER.match(line)
        binding = _BINDING.match(line)
        if binding:
            tensors.append(
                EngineTensor(
                    binding["name"],
                    binding["mode"] == "Input",
                    binding["dtype"],
                    _shape(binding["dims"]),
                    tuple(_shape(shape) for shape in _PROFILE_SHAPE.findall(line)),
                )
            )
        elif layer:
            layers.append(
                EngineLayer(
                    layer["name"],
                    layer["kind"],
                    layer["tactic"],
                    tuple(dtype for _, _, dtype in _TENSOR.findall(layer["reads"])),
                    tuple(dtype for _, _, dtype in _TENSOR.findall(layer["writes"])),
                    tuple(re.findall(r"\[ONNX Layer: ([^\]]+)\]", line)),
                )
            )
    return LayerReport(tuple(tensors), tuple(layers), _total(notes, "Weights"), _total(notes, "Activation"))


def _shape(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(",") if number.strip())


def _total(notes: Sequence[str], what: str) -> int:
    """Bytes of "Total Weights Memory: 19488256 bytes"."""
    found = [re.match(rf"Total {what} Memory: (\d+)", note) for note in notes]
    return next((int(match[1]) for match in found if match), 0)


def engine_validity(library: Any, header: bytes) -> tuple[bool, str]:
    """Whether the card and library at hand take an engine that begins with `header`, and why not.

    header: the first `header_size(library)` bytes. Without a driver it tells a damaged header only.
    """
    runtime = library.Runtime(_make_logger(library))
    validity, flags = runtime.get_engine_validity(header)
    if validity != library.EngineValidity.INVALID:
        return True, ""
    said = [text for name, text in _INVALID.items() if int(flags) & int(_flag(library, name))]
    return False, " ".join(said) or "There is no driver to ask whether it fits."


_INVALID = {
    "MALFORMED_ENGINE": "It is damaged.",
    "VERSION_MISMATCH": "It was built by another version of TensorRT.",
    "UNSUPPORTED_CC": "It was built for other cards.",
    "OLD_CUDA_DRIVER": "The NVIDIA driver is older than it needs.",
    "OLD_CUDA_RUNTIME": "The CUDA runtime is older than it needs.",
    "INSUFFICIENT_GPU_MEMORY": "The card has too little memory for it.",
    "CUDA_ERROR": "The card did not answer.",
}


def _flag(library: Any, name: str) -> int:
    return int(getattr(library.EngineInvalidityDiagnostics, name))


def header_size(library: Any) -> int:
    """Bytes at the front of an engine that `engine_validity` reads; 0 where the library cannot ask."""
    return int(getattr(library.Runtime(_make_logger(library)), "engine_header_size", 0))
