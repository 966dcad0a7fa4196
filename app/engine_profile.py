"""`bench --profile`: the layers of a model's engines; their times where there is a card."""

from __future__ import annotations

import argparse
import json
from typing import Any

from app.model_choice import AUTO
from app.paths import Paths
from app.settings import load as load_settings
from engines.errors import EngineError
from engines.runtime import engine_cache
from engines.runtime.engine_cache import EngineSet
from engines.whisper.card_engines import PARTS

N_RUNS = 50
N_SLOWEST = 20
"""Layers shown of each engine; all of them with --json."""


def run_profile(arguments: argparse.Namespace, paths: Paths) -> int:
    """Raises EngineError where no engine of the model has been built."""
    settings = load_settings(paths.settings_file)[0]
    model = arguments.model or settings.model
    found = [
        engines
        for _, engines in engine_cache.list_sets(engine_cache.engines_dir(paths.cache_dir))
        if engines is not None and (model == AUTO or engines.key.model == model)
    ]
    if not found:
        raise EngineError(
            f"No TensorRT engine of {model} has been built.", f"Run `sightline engine build --model {model}`."
        )
    profiles = [_described(engines) for engines in found]
    times, why_not = _times(found[0].key.model, paths)
    if arguments.json:
        print(json.dumps({"engines": profiles, "times_ms": times, "why_no_times": why_not}))
        return 0
    for profile in profiles:
        print(_engine_text(profile))
    print(_times_text(times) if times else f"No times of layers: {why_not}")
    return 0


def _described(engines: EngineSet) -> dict[str, Any]:
    """What the builder wrote down: layers, tactics, types and memory of each engine."""
    parts = {}
    for part in PARTS:
        try:
            parts[part] = json.loads(engines.layers(part).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise EngineError(
                f"The account of {engines.path.name}'s {part} cannot be read ({error}).",
                f"Build it again: sightline engine build --model {engines.key.model}",
            ) from error
    key = engines.key
    return {
        "name": engines.path.name,
        "model": key.model,
        "precision": key.precision,
        "capabilities": list(key.capabilities),
        "library": f"{key.library} {key.library_version}",
        "bytes": engines.n_bytes,
        "parts": parts,
    }


def _times(model: str, paths: Paths) -> tuple[dict[str, dict[str, float]], str]:
    """Mean ms of each layer of each engine on the card, or why there are none."""
    from engines.whisper.tensorrt_network import measured_layers_ms

    try:
        return measured_layers_ms(model, paths.models_dir, paths.cache_dir, N_RUNS), ""
    except EngineError as error:
        return {}, str(error)


def _engine_text(profile: dict[str, Any]) -> str:
    lines = [
        f"{profile['model']} {profile['precision']} for {', '.join(profile['capabilities'])}, "
        f"{profile['library']}, {profile['bytes'] / 1e6:.0f} MB"
    ]
    for part, report in profile["parts"].items():
        layers = report["layers"]
        lines += [
            "",
            f"{part}: {len(layers)} layers, weights {report['weights_bytes'] / 1e6:.1f} MB, "
            f"activations {report['activation_bytes'] / 1e6:.1f} MB",
        ]
        lines += [_tensor_text(tensor) for tensor in report["tensors"]]
        lines += [_layer_text(layer) for layer in layers[:N_SLOWEST]]
        if len(layers) > N_SLOWEST:
            lines.append(f"  ... {len(layers) - N_SLOWEST} more (--json shows all)")
    return "\n".join(lines) + "\n"


def _tensor_text(tensor: dict[str, Any]) -> str:
    shapes = " .. ".join("x".join(map(str, shape)) for shape in tensor["shapes"] or [tensor["dimensions"]])
    return f"  {'in ' if tensor['is_input'] else 'out'} {tensor['name']:24} {tensor['dtype']:6} {shapes}"


def _layer_text(layer: dict[str, Any]) -> str:
    types = f"{'/'.join(sorted(set(layer['reads'])))} -> {'/'.join(sorted(set(layer['writes'])))}"
    return f"  {layer['kind'][:14]:14} {types:30} {layer['tactic'][:40]:40} {layer['name'][:60]}"


def _times_text(times: dict[str, dict[str, float]]) -> str:
    lines = []
    for part, layers in times.items():
        lines.append(f"{part}: {sum(layers.values()):.3f} ms, mean of {N_RUNS}")
        slowest = sorted(layers.items(), key=lambda each: -each[1])[:N_SLOWEST]
        lines += [f"  {ms:8.4f} ms  {name[:90]}" for name, ms in slowest]
    return "\n".join(lines)
