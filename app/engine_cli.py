"""`sightline engine get|build|list|remove`: TensorRT and its engines, for the card here or for others."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np

from app import settings
from app.audio.file_source import FileSource
from app.model_choice import expected
from app.paths import Paths
from engines import card_libraries
from engines.cards import OLDEST_RTX_CAPABILITY, find_cards
from engines.errors import EngineError, UsageError
from engines.runtime import engine_cache
from engines.runtime.engine_cache import EngineSet
from engines.runtime.precision import PRECISIONS
from engines.types import SAMPLE_RATE_HZ, Samples

USUAL_CAPABILITIES = ("8.6", "8.9", "12.0")
"""GeForce RTX 30, 40 and 50: what is built for where no card is found and none is named."""

CALIBRATION_S = 10.0
"""What is listened to of each recording."""

CANCEL_LIMIT_S = 20.0
"""The library looks for a cancellation between its phases; the longest takes some seconds."""


def add_engine_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], parents: list[argparse.ArgumentParser]
) -> argparse._SubParsersAction[argparse.ArgumentParser]:
    """`engine` and its actions; returns the place for more actions."""
    engine = commands.add_parser("engine", parents=parents, help="TensorRT engines for NVIDIA RTX cards")
    actions = engine.add_subparsers(dest="action", metavar="get|build|list|verify|remove", required=True)
    get = actions.add_parser("get", parents=parents, help="TensorRT and CUDA's bindings for the card here")
    get.add_argument(
        "--anyway", action="store_true", help="with no card here, too: to build engines for others"
    )
    build = actions.add_parser("build", parents=parents, help="build them; needs no card")
    build.add_argument("--model", help="speech model, as `sightline models list` names it")
    build.add_argument(
        "--compute-capability",
        nargs="+",
        type=_capability,
        metavar="X.Y",
        help="cards to build for, such as 8.6 8.9 12.0; else the card here, or those three if there is none",
    )
    build.add_argument("--precision", choices=PRECISIONS, default="fp16", help="of the weights (fp16)")
    build.add_argument(
        "--calibrate", nargs="+", type=Path, metavar="FILE", help="speech to calibrate fp8 or int8-qdq with"
    )
    build.add_argument(
        "--unmeasured", action="store_true", help="for developers: allow a precision nobody has measured"
    )
    build.add_argument("--library", choices=("auto", "tensorrt_rtx", "tensorrt"), default="auto")
    listing = actions.add_parser("list", parents=parents, help="what has been built")
    listing.add_argument("--json", action="store_true")
    remove = actions.add_parser("remove", parents=parents, help="remove what has been built")
    remove.add_argument("names", nargs="*", metavar="NAME", help="an engine of `list`, or a model")
    remove.add_argument("--all", action="store_true", help="every engine")
    remove.add_argument("--libraries", action="store_true", help="what `engine get` brought")
    return actions


def _capability(text: str) -> str:
    if not re.fullmatch(r"\d{1,2}\.\d", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no compute capability such as 8.9")
    return text


def run_engine(arguments: argparse.Namespace, paths: Paths) -> int:
    """`engine get`, `build`, `list` or `remove`. Raises UsageError, ModelError, EngineError."""
    if arguments.action == "get":
        return _get(arguments, paths)
    if arguments.action == "build":
        return _build(arguments, paths)
    if arguments.action == "list":
        return _list(arguments, paths)
    return _remove(arguments, paths)


def _get(arguments: argparse.Namespace, paths: Paths) -> int:
    capabilities = [float(each) for each in _capabilities_here()]
    if not arguments.anyway and not any(each >= OLDEST_RTX_CAPABILITY for each in capabilities):
        found = (
            f"The card here has compute capability {max(capabilities)}"
            if capabilities
            else "No NVIDIA card is found"
        )
        raise EngineError(
            f"{found}, and TensorRT for RTX serves cards from {OLDEST_RTX_CAPABILITY} on.",
            "Captions run on the processor without it. To build engines for other computers: --anyway.",
        )
    print("Getting TensorRT for RTX and CUDA's bindings (about 105 MB).", file=sys.stderr)
    n_bytes = card_libraries.get(paths.libraries_dir)
    print(f"{paths.libraries_dir}: {n_bytes / 1e6:.0f} MB. Next: sightline engine build")
    return 0


def _build(arguments: argparse.Namespace, paths: Paths) -> int:
    asked: str = arguments.model or settings.load(paths.settings_file)[0].model
    model = expected(asked, paths.models_dir, paths.speed_file)
    named = tuple(arguments.compute_capability or ())
    capabilities = named or _capabilities_here() or USUAL_CAPABILITIES
    print(f"Building {model} in {arguments.precision} for {', '.join(capabilities)}.", file=sys.stderr)
    engines = _in_a_thread(arguments, paths, model, capabilities)
    print(f"{engines.path.name}: {engines.n_bytes / 1e6:.0f} MB, built in {engines.build_s:.0f} s.")
    return 0


def _capabilities_here() -> tuple[str, ...]:
    """Of the NVIDIA cards here, such as ("8.9",); () without a driver or a card."""
    return tuple(
        sorted({f"{card.capability:.1f}" for card in find_cards() or () if card.capability}, key=float)
    )


def _in_a_thread(
    arguments: argparse.Namespace, paths: Paths, model: str, capabilities: tuple[str, ...]
) -> EngineSet:
    """The build beside this thread, which stays free to see Ctrl+C."""
    from tqdm import tqdm

    cancelled, ended = threading.Event(), threading.Event()
    outcome: list[EngineSet | BaseException] = []
    bar: Any = tqdm(
        total=100, desc="Starting", bar_format="{desc}: {bar} {n:.0f} % {elapsed}", leave=False, disable=None
    )

    def progress(what: str, fraction: float) -> None:
        bar.set_description_str(what, refresh=False)
        bar.update(100 * fraction - bar.n)

    def build() -> None:
        from engines.whisper import card_engines

        try:
            outcome.append(
                card_engines.build_engines(
                    model,
                    models_dir=paths.models_dir,
                    cache_dir=paths.cache_dir,
                    capabilities=capabilities,
                    precision=arguments.precision,
                    library=arguments.library,
                    unmeasured=arguments.unmeasured,
                    recordings=lambda: [read_start(file) for file in arguments.calibrate or ()],
                    progress=progress,
                    cancelled=cancelled.is_set,
                )
            )
        except BaseException as error:
            outcome.append(error)
        finally:
            ended.set()

    # A stop by the system leaves no more behind than Ctrl+C does.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        threading.Thread(target=build, name="engine-build", daemon=True).start()
        # Not `join`: interrupted, it takes the thread for ended (bpo-45274). Without a limit, Windows would
        # not see Ctrl+C.
        while not ended.wait(0.2):
            pass
    except KeyboardInterrupt:
        cancelled.set()
        ended.wait(CANCEL_LIMIT_S)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
        bar.close()
    result = outcome[0]
    if isinstance(result, BaseException):
        raise result
    return result


def read_start(file: Path) -> Samples:
    """The first seconds of a file, float32 (n_samples,), 16 kHz. Raises InputFileError."""
    source = FileSource(file)
    source.open()
    blocks: list[Samples] = []
    try:
        while not source.ended and sum(len(block) for block in blocks) < CALIBRATION_S * SAMPLE_RATE_HZ:
            block = source.read(1.0)
            if block is not None:
                blocks.append(block.samples)
    finally:
        source.close()
    return np.concatenate(blocks) if blocks else np.zeros(0, np.float32)


def _list(arguments: argparse.Namespace, paths: Paths) -> int:
    from engines.whisper import card_engines

    rows: list[dict[str, Any]] = []
    for path, engines in engine_cache.list_sets(engine_cache.engines_dir(paths.cache_dir)):
        if engines is None:
            rows.append({"name": path.name, "state": "damaged", "reason": "Its manifest cannot be read."})
            continue
        verdict = card_engines.state_of(engines, paths.models_dir)
        rows.append(
            {
                "name": path.name,
                "model": engines.key.model,
                "precision": engines.key.precision,
                "capabilities": list(engines.key.capabilities),
                "library": f"{engines.key.library} {engines.key.library_version}",
                "megabytes": round(engines.n_bytes / 1e6),
                "state": verdict.state,
                "reason": verdict.reason,
            }
        )
    if arguments.json:
        print(json.dumps(rows, indent=2))
        return 0
    if not rows:
        print("No engine has been built. Build one: sightline engine build")
    for row in rows:
        cards = ", ".join(row.get("capabilities", ()))
        about = f"{row.get('megabytes', '?')} MB for {cards or '?'}"
        print(f"{row['name']}  {row['state']}  {about}  {row['reason']}".rstrip())
    return 0


def _remove(arguments: argparse.Namespace, paths: Paths) -> int:
    if arguments.libraries and not arguments.names:
        removed = card_libraries.remove(paths.libraries_dir)
        print(f"{paths.libraries_dir}: {'removed' if removed else 'nothing was there'}.")
        if not arguments.all:
            return 0
    if bool(arguments.names) == arguments.all:
        raise UsageError(
            "Nothing says what to remove." if not arguments.all else "Names and --all contradict each other.",
            "Name engines of `sightline engine list` or a model, or use --all.",
        )
    folder = engine_cache.engines_dir(paths.cache_dir)
    if n_abandoned := engine_cache.remove_abandoned(folder):
        print(f"{n_abandoned} unfinished: removed.")
    sets = engine_cache.list_sets(folder)
    chosen = {}
    for name in arguments.names or [path.name for path, _ in sets]:
        found = [path for path, engines in sets if name in (path.name, engines.key.model if engines else "")]
        if not found:
            raise UsageError(f"There is no engine named {name}.", "See: sightline engine list")
        chosen.update(dict.fromkeys(found))
    for path in chosen:
        try:
            shutil.rmtree(path)
        except OSError as error:
            raise EngineError(
                f"{path.name} could not be removed ({error.strerror or error}).", f"Remove {path} by hand."
            ) from error
        print(f"{path.name}: removed.")
    return 0
