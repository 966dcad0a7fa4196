"""Builds the parts that main.py, live.py and the commands join: sources, detector, recogniser, captions."""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import functools
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterator
from importlib.resources import as_file, files
from pathlib import Path

from app import model_choice
from app.audio.capture import LiveSource
from app.audio.echo import pair
from app.audio.file_source import FileSource, read_whole
from app.audio.gain import AutoGain
from app.audio.loopback import ApplicationSource, LoopbackSource
from app.audio.microphone import MicrophoneSource
from app.audio.source import AudioSource
from app.captions.policy import DEFAULT_POLICY, PolicySettings
from app.captions.session import CaptionSession, SessionSettings
from app.captions.types import UserNotice
from app.languages import name_of
from app.model_update import ModelWatch
from app.notices import model_choice_notice
from app.paths import Paths
from app.pipeline import SourceLine
from app.relief import FindFaster
from app.settings import Settings
from app.settings import load as load_settings
from engines import models
from engines.choice import load_engine
from engines.errors import DisplayError, UsageError
from engines.own_models import own_path
from engines.recogniser import Progress, Recogniser, load_recogniser
from engines.speech.detector import Detector, DetectorSettings
from engines.types import Samples

log = logging.getLogger(__name__)

LIVE_SOURCES = ("loopback", "microphone", "both")
FILE_MAX_SPEECH_S = 27.0


def engine_loader(
    paths: Paths, engine: str, *, n_threads: int | None = None, progress: Progress | None = None
) -> Callable[..., Recogniser]:
    """What loads a model by its name on that engine: engines.choice.load_engine with all else given."""
    return functools.partial(
        load_engine,
        engine=engine,
        models_dir=paths.models_dir,
        cache_dir=paths.cache_dir,
        clip=sample_sound,
        n_threads=n_threads,
        progress=progress,
    )


def make_recogniser(
    arguments: argparse.Namespace,
    paths: Paths,
    settings: Settings | None = None,
    progress: Progress | None = None,
    *,
    wait: bool = True,
    on_notice: Callable[[UserNotice], None] = lambda notice: None,
) -> Recogniser:
    """The recogniser the flags ask for, else the settings, else the best that this machine has time for.

    wait: return when the card's engine has started; False to begin on the processor meanwhile.
    on_notice: told which model was chosen, where that was measured just now or none is fast enough.
    """
    settings = settings or load_settings(paths.settings_file)[0]
    engine = arguments.engine or settings.engine
    load = engine_loader(paths, engine, n_threads=arguments.threads, progress=progress)
    model: str = arguments.model or settings.model
    is_live = getattr(arguments, "command", "") != "transcribe" or arguments.realtime
    if model == model_choice.AUTO:
        choice = model_choice.choose(
            model_choice.candidates(
                paths.models_dir,
                arguments.language or settings.language,
                getattr(arguments, "task", "transcribe"),
            ),
            model_choice.this_machine(engine, arguments.threads),
            paths.speed_file,
            load,
            sample_sound,
            retest=getattr(arguments, "retest", False),
            budget_s=model_choice.BUDGET_S if is_live else model_choice.FILE_BUDGET_S,
        )
        model = choice.model
        told = model_choice_notice(choice.model, choice.pass_s, choice.keeps_up, choice.is_new)
        if told is not None:
            on_notice(told)
    return load(model, wait=wait)


def model_watch(
    arguments: argparse.Namespace,
    paths: Paths,
    settings: Settings,
    model: str,
    *,
    offer: Callable[[Recogniser], None],
    on_notice: Callable[[UserNotice], None],
) -> ModelWatch:
    """Watches the files of the model in use, which is `model` where the best one was asked for."""
    asked: str = arguments.model or settings.model
    name = model if asked == model_choice.AUTO else asked
    own = None if name in models.registry() else own_path(name, paths.models_dir)
    load = engine_loader(paths, arguments.engine or settings.engine, n_threads=arguments.threads)
    return ModelWatch(
        own or paths.models_dir / name,
        lambda: load(name, wait=True),
        lambda: (sample_sound(), sample_words()),
        offer=offer,
        on_notice=on_notice,
    )


def faster_finder(arguments: argparse.Namespace, paths: Paths, recogniser: Recogniser) -> FindFaster:
    """What finds a smaller model of the language for when the machine is too busy for `recogniser`."""

    def find(language: str | None) -> Callable[[], Recogniser] | None:
        # "cpu (card lost: ...)" where the processor stands in for a card.
        on_cpu = recogniser.engine.split(" ")[0] == "cpu"
        if not on_cpu or getattr(arguments, "task", "transcribe") == "translate":
            return None
        sizes = {spec.name: spec.parameters_m for spec in models.list_models()}
        most = sizes.get(recogniser.model, sys.maxsize)
        for spec in models.list_models():
            is_one = spec.parameters_m < most and (language in spec.languages or "all" in spec.languages)
            if is_one and models.model_status(spec.name, paths.models_dir) == "installed":
                return functools.partial(
                    load_recogniser,
                    spec.name,
                    engine="cpu",
                    models_dir=paths.models_dir,
                    cache_dir=paths.cache_dir,
                    n_threads=arguments.threads,
                )
        return None

    return find


def free_memory_mb() -> float:
    """What programs can still have of this computer's memory, MB."""
    import psutil

    return float(psutil.virtual_memory().available) / 1e6


def make_detector(paths: Paths, *, live: bool) -> Detector:
    """Silero behind the utterance detector; whole utterances for files, block by block for live sound."""
    from engines.speech.silero import SileroVad

    vad = SileroVad(models.find_silero(paths.models_dir))
    settings = DetectorSettings() if live else DetectorSettings(max_speech_s=FILE_MAX_SPEECH_S)
    return Detector(vad.probability, settings, vad.reset)


_MANY_LANGUAGES = "Get one of many languages, `sightline models get base`, and choose it with --model base."


def language_code(arguments: argparse.Namespace, recogniser: Recogniser, default: str = "auto") -> str | None:
    """The language asked for, checked against the model; None to find it out."""
    asked: str = (arguments.language or default).lower()
    only = recogniser.languages[0] if len(recogniser.languages) == 1 else None
    if only is not None and getattr(arguments, "task", "transcribe") == "translate":
        raise UsageError(
            f"{recogniser.model} knows {name_of(only)} only and cannot translate.",
            _MANY_LANGUAGES,
        )
    if asked == "auto":
        return only
    if asked not in recogniser.languages:
        if not arguments.language:
            return only
        raise UsageError(
            f"{recogniser.model} does not know {name_of(asked)} ({asked}).",
            _MANY_LANGUAGES if only else "Choose another model.",
        )
    return asked


def hot_words(arguments: argparse.Namespace, settings: Settings) -> tuple[str, ...]:
    """The names to listen for, of the flag or else the settings, each once."""
    asked = getattr(arguments, "hot_words", None)
    listed = settings.hot_words if asked is None else asked
    return tuple(dict.fromkeys(" ".join(name.split()) for name in listed.split(",") if name.strip()))


def make_line(
    source: AudioSource,
    arguments: argparse.Namespace,
    paths: Paths,
    recogniser: Recogniser,
    settings: Settings | None = None,
) -> SourceLine:
    """A source with its own detector and captions."""
    steady = getattr(arguments, "steady", False) or (settings is not None and not settings.show_tentative)
    session = CaptionSession(
        source.name,
        SessionSettings(
            language=language_code(arguments, recogniser, settings.language if settings else "auto"),
            can_tell_language=len(recogniser.languages) > 1,
            task=getattr(arguments, "task", "transcribe"),
            hot_words=hot_words(arguments, settings or load_settings(paths.settings_file)[0]),
            policy=PolicySettings(name=getattr(arguments, "policy", None) or DEFAULT_POLICY, steady=steady),
        ),
    )
    return SourceLine(source, make_detector(paths, live=True), session)


def sample_sound() -> Samples:
    """The bundled clip: (n_samples,) float32 at 16 kHz."""
    with sample_clip() as clip:
        return read_whole(clip)


def sample_words() -> str:
    """What is said in it."""
    return (files("resources") / "clips" / "sample.txt").read_text(encoding="utf-8")


@contextlib.contextmanager
def sample_clip() -> Iterator[Path]:
    """The bundled clip as a file."""
    with as_file(files("resources") / "clips" / "sample.flac") as path:
        yield path


def make_sources(asked: str, settings: Settings, arguments: argparse.Namespace) -> list[AudioSource]:
    """The sources behind `--source`: live ones by name, anything else as a file."""
    if asked not in LIVE_SOURCES:
        return [FileSource(Path(asked), realtime=True)]
    output: str | None = getattr(arguments, "device", None)
    microphone: str | None = getattr(arguments, "microphone", None)
    application: str = getattr(arguments, "app", None) or settings.loopback_application
    sources: list[LiveSource] = []
    if asked in ("loopback", "both"):
        if application and not output:
            sources.append(ApplicationSource(application))
        else:
            listened = LoopbackSource(output or settings.loopback_device or None)
            # What was chosen once may be switched off now; what is typed now is there, or mistyped.
            listened.is_patient = not output and bool(settings.loopback_device)
            sources.append(listened)
    if asked in ("microphone", "both"):
        spoken = MicrophoneSource(microphone or settings.microphone_device or None)
        spoken.is_patient = not microphone and bool(settings.microphone_device)
        sources.append(spoken)
    for source in sources:
        is_raised = settings.microphone_gain if source.name == "microphone" else settings.loopback_gain
        source.gain = AutoGain() if is_raised else None
    # One application's sound is not all that the microphone may hear from the loudspeakers.
    if asked == "both" and settings.cancel_echo and isinstance(sources[0], LoopbackSource):
        return pair(sources[0], sources[1])
    return list(sources)


_PLATFORMS = {
    "win32": ("windows", "direct2d", "offscreen", "minimal"),
    "darwin": ("cocoa", "offscreen", "minimal"),
}
_X_PLATFORMS = ("xcb", "wayland", "wayland-egl", "offscreen", "minimal", "vnc")


def choose_platform() -> None:
    """Check $QT_QPA_PLATFORM, with which Qt would abort if it were wrong. Raises DisplayError.

    Under Wayland a program cannot keep its window above the others, but under XWayland it can.
    """
    known = _PLATFORMS.get(sys.platform, _X_PLATFORMS)
    asked = os.environ.get("QT_QPA_PLATFORM", "")
    for name in asked.split(";") if asked else ():
        if name.split(":")[0] not in known:
            raise DisplayError(
                f"QT_QPA_PLATFORM is {name!r}, which shows no windows here.",
                f"Unset it, or choose from {', '.join(known)}; or add --no-window.",
            )
    if not asked and os.environ.get("WAYLAND_DISPLAY") and os.environ.get("DISPLAY") and _x_answers():
        os.environ["QT_QPA_PLATFORM"] = "xcb"


def has_display() -> bool:
    """True where a window can be shown. Asked before Qt is, which aborts where no display answers."""
    platform = os.environ.get("QT_QPA_PLATFORM", "").split(":")[0]
    if platform in ("offscreen", "minimal", "vnc"):
        return True
    if sys.platform in ("win32", "darwin"):
        return True
    if not platform.startswith("wayland") and os.environ.get("DISPLAY") and _x_answers():
        return True
    return not platform.startswith("xcb") and bool(os.environ.get("WAYLAND_DISPLAY")) and _wayland_answers()


def _x_answers() -> bool:
    """True where the X server of $DISPLAY takes us, and the libraries that Qt needs for it are there."""
    try:
        ctypes.CDLL("libxcb-cursor.so.0")
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    works: bool = xcb.xcb_connection_has_error(connection) == 0
    xcb.xcb_disconnect(connection)
    return works


def _wayland_answers() -> bool:
    """True where a compositor listens on $WAYLAND_DISPLAY."""
    place = Path(os.environ.get("XDG_RUNTIME_DIR", ""), os.environ["WAYLAND_DISPLAY"])
    if not place.is_absolute():
        return False
    with socket.socket(socket.AF_UNIX) as tried:
        try:
            tried.connect(str(place))
        except OSError:
            return False
    return True
