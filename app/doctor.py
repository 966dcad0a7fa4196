"""`sightline doctor`: what this computer has, what is missing, how to mend it. Loads no model."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from app import figures, model_choice
from app.captions.text import harmless
from app.notices import notice_for
from app.paths import Paths
from app.settings import Settings
from app.settings import load as load_settings
from engines import choice, models, versions
from engines.cards import OLDEST_RTX_CAPABILITY, find_cards
from engines.errors import CardDriverError, EngineError, SightlineError
from engines.runtime.card_state import CardWatcher

State = Literal["ok", "warning", "problem"]

LOW_DISK_BYTES = 500_000_000
USES = {"CUDAExecutionProvider": "CUDA", "CPUExecutionProvider": "the processor"}
"""The providers that engines use; the wheel lists others that nothing here calls."""
MARKS = {"ok": "ok", "warning": "note", "problem": "PROBLEM"}


@dataclass(frozen=True, slots=True)
class Check:
    """One finding: `sentence` says what was found, `mend` what to do about it (empty when nothing)."""

    id: str
    state: State
    sentence: str
    mend: str = ""


def diagnose(paths: Paths, *, with_sound: bool = False) -> list[Check]:
    """Every check in the order a person reads them. Never raises: a check that fails is a finding.

    with_sound: also play a test sound and listen for it.
    """
    # Here, since it takes its Check from this module.
    from app import doctor_sound

    settings, _ = load_settings(paths.settings_file)
    checks: list[tuple[str, Callable[[], Check]]] = [
        ("python", _python),
        ("platform", _platform),
        ("processor", _processor),
        ("gpu", _gpu),
        ("cuda", _cuda),
        ("tensorrt", _tensorrt),
        ("onnxruntime", _onnxruntime),
        ("models", lambda: _models(paths)),
        ("engine", lambda: _engine(paths)),
        ("speed", lambda: _speed(paths)),
        *doctor_sound.checks(settings, with_sound=with_sound),
        ("display", _display),
        ("settings", lambda: _settings(paths.settings_file)),
        ("history", lambda: _history(paths.history_file)),
        ("disk", lambda: _disk(paths.models_dir)),
    ]
    return [_guarded(name, check) for name, check in checks]


def exit_code(checks: list[Check]) -> int:
    """0, whatever is listed; 5 only when no engine at all can run."""
    states = {check.id: check.state for check in checks}
    no_engine = states.get("onnxruntime") == "problem" and states.get("tensorrt") != "ok"
    return EngineError.exit_code if no_engine else 0


def render_text(checks: list[Check], run: figures.Figures | None = None) -> str:
    """One line a check, what to do below it, and a closing line. run: figures to say before that."""
    width = max(len(check.id) for check in checks)
    lines = []
    for check in checks:
        # Names of devices and files stand in them, and may hold anything.
        lines.append(f"{MARKS[check.state]:>7}  {check.id:<{width}}  {harmless(check.sentence)}")
        if check.mend:
            lines.append(f"{'':>7}  {'':<{width}}  -> {harmless(check.mend)}")
    if run is not None:
        lines += ["", f"The latest captions ({run['at']}):"]
        rows = figures.rows(run)
        width = max(len(name) for name, _ in rows)
        lines += [f"{'':>7}  {name:<{width}}  {value}" for name, value in rows]
    n_problems = sum(check.state == "problem" for check in checks)
    lines.append("")
    lines.append(
        "No problems found."
        if not n_problems
        else f"{n_problems} problem{'s' if n_problems > 1 else ''} found; what to do stands after each arrow."
    )
    return "\n".join(lines)


def render_json(checks: list[Check], run: figures.Figures | None = None) -> str:
    """{"checks": [{"id", "state", "sentence", "mend"}], "exit_code", "figures" (see app.figures) or null}."""
    content = {
        "checks": [asdict(check) for check in checks],
        "exit_code": exit_code(checks),
        "figures": run,
    }
    return json.dumps(content, indent=2, ensure_ascii=False)


def _guarded(name: str, check: Callable[[], Check]) -> Check:
    try:
        return check()
    except SightlineError as error:
        notice = notice_for(error)
        return Check(name, "problem", notice.title, notice.advice)
    except Exception as error:
        # Drivers and sound libraries fail in ways of their own; the other findings still matter.
        return Check(
            name,
            "warning",
            f"This could not be checked ({type(error).__name__}: {error}).",
            "Report this line if captions do not work.",
        )


def _version(*packages: str) -> tuple[str, str] | None:
    """(package, version) of the first that is installed."""
    for package in packages:
        try:
            return package, version(package)
        except PackageNotFoundError:
            continue
    return None


def _python() -> Check:
    return Check("python", "ok", f"Python {platform.python_version()} at {sys.executable}.")


def _platform() -> Check:
    name = f"{platform.system()} {platform.release()} on {platform.machine()}"
    if sys.platform == "linux":
        with contextlib.suppress(OSError, KeyError):
            name = f"{platform.freedesktop_os_release()['PRETTY_NAME']}, {name}"
    return Check("platform", "ok", name + ".")


def _processor() -> Check:
    n_cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if n_cores < 2:
        return Check(
            "processor",
            "warning",
            "One processor core may be used.",
            "Captions may lag; keep to the model tiny.en and close other programs.",
        )
    return Check("processor", "ok", f"{n_cores} processor cores may be used.")


def _gpu() -> Check:
    gpus = find_cards()
    if gpus is None:
        return Check(
            "gpu",
            "warning",
            "No NVIDIA driver is installed; captions run on the processor.",
            "With an NVIDIA card, install its driver to use it; without one nothing is to be done.",
        )
    if not gpus:
        return Check(
            "gpu",
            "problem",
            "The NVIDIA driver is installed but finds no card.",
            "Run `nvidia-smi`: it names the reason. Restarting helps after a driver update.",
        )
    states = {state.uuid: state for state in CardWatcher().read()}
    described = "; ".join(
        f"{gpu.name} (driver {gpu.driver}, compute capability {gpu.capability:g})"
        + (f", {figures.card_in_words(states[gpu.uuid])}" if gpu.uuid in states else "")
        for gpu in gpus
    )
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    if visible is None:
        return Check("gpu", "ok", described + ".")
    chosen = versions.chosen_card(gpus, visible)
    if visible.strip() in ("", "-1"):
        return Check(
            "gpu", "ok", f"{described}. CUDA_VISIBLE_DEVICES hides the cards; captions run on the processor."
        )
    if chosen is None:
        return Check(
            "gpu",
            "problem",
            f"{described}. CUDA_VISIBLE_DEVICES ({visible}) names none of them.",
            "Unset it, or give the UUID of one with --card; `nvidia-smi -L` lists them.",
        )
    return Check("gpu", "ok", f"{described}. CUDA_VISIBLE_DEVICES chooses {chosen.name} ({chosen.uuid}).")


def _cuda() -> Check:
    # Found, not loaded: only engines.runtime opens CUDA.
    found = _version("cuda-bindings", "nvidia-cuda-runtime-cu12", "nvidia-cuda-runtime")
    if found:
        return Check("cuda", "ok", f"{found[0]} {found[1]} is installed.")
    return Check("cuda", *_optional("CUDA's Python bindings are not installed"))


def _tensorrt() -> Check:
    found = _version("tensorrt-rtx", "tensorrt-rtx-cu13-bindings", "tensorrt")
    if found and (importlib.util.find_spec("tensorrt_rtx") or importlib.util.find_spec("tensorrt")):
        chosen = versions.chosen_card(find_cards() or [], os.environ.get("CUDA_VISIBLE_DEVICES"))
        gpus = [chosen] if chosen is not None else []
        # Data-centre Hopper (9.0) is refused by TensorRT for RTX, as are cards before Turing.
        usable = [gpu for gpu in gpus if gpu.capability >= OLDEST_RTX_CAPABILITY and gpu.capability != 9.0]
        if gpus and not usable:
            return Check(
                "tensorrt",
                "warning",
                f"{found[0]} {found[1]} is installed, but this card is none it supports.",
                "Use --engine cuda or --engine cpu.",
            )
        if not gpus:
            return Check(
                "tensorrt",
                "warning",
                f"{found[0]} {found[1]} is installed, with no card to run it on; engines can be built.",
            )
        library = "tensorrt" if found[0] == "tensorrt" else "tensorrt_rtx"
        try:
            versions.check_driver(usable[0], library, found[1])
        except CardDriverError as error:
            return Check("tensorrt", "problem", str(error), error.advice)
        return Check("tensorrt", "ok", f"{found[0]} {found[1]} is installed.")
    return Check("tensorrt", *_optional("TensorRT for RTX is not installed"))


def _optional(what: str) -> tuple[State, str, str]:
    if find_cards():
        return (
            "warning",
            what + ".",
            "Get it for faster captions: `sightline engine get`.",
        )
    return "ok", what + "; without an NVIDIA card it is not needed.", ""


def _onnxruntime() -> Check:
    found = _version("onnxruntime-gpu", "onnxruntime", "onnxruntime-directml")
    if found is None:
        return Check(
            "onnxruntime",
            "problem",
            "ONNX Runtime is not installed: nothing can run a speech model.",
            "Run `python3 run.py setup` in Sightline's folder.",
        )
    from engines.runtime.onnx import available_providers

    providers = available_providers()
    if not providers:
        return Check(
            "onnxruntime",
            "problem",
            f"{found[0]} {found[1]} is installed but does not load.",
            "Remove the folder .venv in Sightline's folder and run `python3 run.py setup`.",
        )
    uses = [USES[name] for name in providers if name in USES]
    return Check("onnxruntime", "ok", f"{found[0]} {found[1]}, for {' and '.join(uses)}.")


def _models(paths: Paths) -> Check:
    # silero, the speech detector, is no choice of the user's but must be whole too.
    names = [spec.name for spec in models.list_models()]
    states = {name: models.model_status(name, paths.models_dir) for name in [*names, "silero"]}
    damaged = [name for name, state in states.items() if state == "damaged"]
    whole = [name for name in names if states[name] == "installed"]
    if damaged:
        return Check(
            "models",
            "problem",
            f"Damaged: {', '.join(damaged)}.",
            f"Run `sightline models verify {damaged[0]}`: it says how to mend it.",
        )
    if states["silero"] != "installed":
        return Check(
            "models",
            "problem",
            "The speech detector (silero) is not on this computer.",
            "Run `sightline models verify silero`: it says how to mend it.",
        )
    if not whole:
        return Check(
            "models",
            "problem",
            "No speech model is on this computer.",
            "Run `sightline models list`, then `sightline models get NAME`.",
        )
    return Check("models", "ok", f"On this computer: {', '.join(whole)}.")


def _speed(paths: Paths) -> Check:
    test = model_choice.remembered(paths.speed_file)
    if test is None:
        return Check("speed", "ok", "Not measured: that is done when there is more than one model.")
    took = ", ".join(f"{name} {pass_s:.2f} s" for name, pass_s in test.passes_s.items())
    sentence = (
        f"{model_choice.TESTED_S:.0f} s of speech take {took} "
        f"({test.machine.engine}, {test.day}{', while the computer was busy' if test.was_busy else ''})."
    )
    slow = [name for name, pass_s in test.passes_s.items() if pass_s > model_choice.BUDGET_S]
    if len(slow) == len(test.passes_s):
        mend = "Close other programs, then: sightline bench --model auto"
        return Check("speed", "warning", f"{sentence} Live captions will be late.", mend)
    chosen = f" Too slow for live captions: {', '.join(slow)}." if slow else ""
    return Check("speed", "ok", sentence + chosen)


def _engine(paths: Paths) -> Check:
    """Which engine captions run on, and why not a better one; starts none."""
    chosen_by_user = _chosen(paths.settings_file)
    model = model_choice.expected(chosen_by_user.model, paths.models_dir, paths.speed_file)
    if chosen_by_user.engine == "cpu":
        return Check("engine", "ok", f"Captions of {model} run on cpu, as the settings say.")
    options = choice.survey(choice.Place(model, paths.models_dir, paths.cache_dir))
    chosen = choice.best(options)
    names = {"tensorrt": "TensorRT", "cuda": "CUDA"}
    better = [f"{names[option.engine]}: {option.why_not}" for option in options[: options.index(chosen)]]
    reasons = f" A graphics card is not used ({'; '.join(better)})." if better else ""
    if not chosen.proved:
        sentence = f"Captions of {model} will run on {chosen.engine} once it has proved itself.{reasons}"
        return Check("engine", "ok", sentence, "Run `sightline engine verify` to have it examined now.")
    sentence = f"Captions of {model} run on {chosen.engine}.{reasons}"
    if better and find_cards():
        return Check("engine", "warning", sentence, options[0].advice)
    return Check("engine", "ok", sentence)


def _chosen(path: Path) -> Settings:
    """Model and engine of the settings. Not settings.load, which puts a damaged file aside."""
    default = Settings()
    with contextlib.suppress(OSError, ValueError, AttributeError):
        content = json.loads(path.read_text(encoding="utf-8"))
        model, engine = content.get("model", default.model), content.get("engine", default.engine)
        return replace(default, model=str(model), engine=str(engine))
    return default


def _display() -> Check:
    if importlib.util.find_spec("PySide6") is None:
        return Check(
            "display",
            "problem",
            "Qt (PySide6) is not installed, so no window can be shown.",
            "Run `python3 run.py setup` in Sightline's folder.",
        )
    if sys.platform in ("win32", "darwin"):
        return Check("display", "ok", "This system has its own windows.")
    wayland, x11 = os.environ.get("WAYLAND_DISPLAY"), os.environ.get("DISPLAY")
    if x11:
        through = " through XWayland" if wayland else ""
        return Check("display", "ok", f"X11 display {x11}{through}.")
    if wayland:
        return Check(
            "display",
            "warning",
            f"Wayland display {wayland} without XWayland: captions cannot stay above other windows.",
            'Install XWayland, or set "always on top" in the window\'s own menu.',
        )
    return Check(
        "display",
        "problem",
        "There is no display (DISPLAY and WAYLAND_DISPLAY are not set).",
        "Start Sightline from a desktop; here, captions appear in the terminal.",
    )


def _settings(path: Path) -> Check:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Check(
            "settings", "ok", f"The standard settings are in use ({path} is made when you change one)."
        )
    except OSError as error:
        return Check(
            "settings",
            "problem",
            f"{path} cannot be read ({error.strerror}).",
            "Check who may read that file.",
        )
    except ValueError:
        content = None
    if not isinstance(content, dict):
        return Check(
            "settings",
            "problem",
            f"{path} is damaged.",
            "Start Sightline once: it puts the file aside and uses the standard settings.",
        )
    return Check("settings", "ok", f"{path} can be read.")


def _history(path: Path) -> Check:
    if not path.exists():
        return Check("history", "ok", f"No history yet ({path} is made with the first caption).")
    try:
        # Read only, so that looking does not change what is looked at.
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=2.0)
        try:
            answer = connection.execute("PRAGMA quick_check(1)").fetchone()
        finally:
            connection.close()
    except sqlite3.OperationalError as error:
        return Check(
            "history", "problem", f"{path} cannot be read ({error}).", "Check who may read that file."
        )
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        answer = ("damaged",)
    if answer != ("ok",):
        return Check(
            "history",
            "problem",
            f"{path} is damaged.",
            "Start Sightline once: it puts the file aside and begins a new history.",
        )
    return Check("history", "ok", f"{path} can be read ({path.stat().st_size / 1e6:.1f} MB).")


def _disk(folder: Path) -> Check:
    step = folder
    while not step.exists() and step != step.parent:
        step = step.parent
    free = shutil.disk_usage(step).free
    sentence = f"{free / 1e9:.1f} GB are free where the models are kept ({folder})."
    if free < LOW_DISK_BYTES:
        return Check(
            "disk", "problem", sentence, "Free some space: a model and its engine take up to 500 MB."
        )
    return Check("disk", "ok", sentence)
