"""Typed error to what a person is told: what happened and what to do. What a user reads, in one place."""

from __future__ import annotations

import errno
from dataclasses import dataclass

from app.captions.spoken_language import LanguageFinding
from app.captions.text import harmless
from app.captions.types import Severity, UserNotice
from app.history import schema
from app.languages import name_of
from app.rules import Cause, Step
from engines import errors


@dataclass(frozen=True, slots=True)
class _Kind:
    """What is said of one class of error; `advice` where the error itself brings none."""

    code: str
    severity: Severity
    title: str
    advice: str


KINDS: dict[type[Exception], _Kind] = {
    errors.SightlineError: _Kind(
        "failed", "error", "Sightline cannot go on.", "Run `sightline doctor` to see what is wrong."
    ),
    errors.UsageError: _Kind(
        "wrong-usage", "error", "The command line is wrong.", "Run `sightline --help` for what is possible."
    ),
    errors.InputFileError: _Kind(
        "unreadable-input",
        "error",
        "The file cannot be read.",
        "Check its path, and that it is a sound or video file.",
    ),
    errors.ModelError: _Kind(
        "model-unusable",
        "error",
        "The speech model cannot be used.",
        "Run `sightline models verify`, or choose another with --model.",
    ),
    errors.ModelMissingError: _Kind(
        "model-missing",
        "error",
        "The speech model is not on this computer.",
        "Run `sightline models list` to see which are, and `sightline models get NAME` to add one.",
    ),
    errors.ModelDamagedError: _Kind(
        "model-damaged",
        "error",
        "The speech model is damaged.",
        "Run `sightline models get NAME` to put it there anew.",
    ),
    errors.NoRoomError: _Kind(
        "no-room",
        "error",
        "There is too little room on the disk for the model.",
        "Make room, then try again.",
    ),
    errors.FetchStoppedError: _Kind(
        "model-fetch-stopped",
        "info",
        "Getting the model was stopped.",
        "Get it again to go on: what has come is kept.",
    ),
    errors.EngineError: _Kind(
        "no-engine",
        "error",
        "No engine can run the speech model.",
        "Try --engine cpu; `sightline doctor` says what each engine lacks.",
    ),
    errors.CardMemoryError: _Kind(
        "card-memory",
        "error",
        "The graphics card has too little free memory.",
        "Close other programs that use it, choose a smaller model, or use --engine cpu.",
    ),
    errors.CardLostError: _Kind(
        "card-lost",
        "error",
        "The graphics card stopped answering.",
        "Start Sightline again, or use --engine cpu.",
    ),
    errors.CardDriverError: _Kind(
        "card-driver",
        "error",
        "The graphics card's driver is missing or too old.",
        "Install the newest NVIDIA driver, or use --engine cpu.",
    ),
    errors.EngineLostError: _Kind(
        "engine-lost",
        "warning",
        "The card stopped.",
        "Captions go on on the processor, and the card is tried again.",
    ),
    errors.EngineDistrustedError: _Kind(
        "engine-distrusted",
        "warning",
        "The card does not hear what the processor hears.",
        "Captions run on the processor. `sightline engine verify` shows the differences.",
    ),
    errors.DeviceError: _Kind(
        "no-sound-device",
        "error",
        "The sound device cannot be used.",
        "Check the system's sound settings; `sightline doctor` lists what is found.",
    ),
    errors.DisplayError: _Kind(
        "no-display",
        "error",
        "There is no display to show captions on.",
        "Add --no-window for captions in the terminal.",
    ),
    errors.StorageError: _Kind(
        "storage-failed",
        "warning",
        "Settings or history cannot be written.",
        "Free some disk space, or give another folder with --data-dir DIR. Captions go on.",
    ),
    schema.DamagedError: _Kind(
        "history-damaged",
        "warning",
        "The history file is damaged.",
        "It is set aside and a new one begins. Captions go on.",
    ),
    schema.GoneError: _Kind(
        "history-session-gone",
        "warning",
        "The session that a caption belongs to was deleted.",
        "A new one begins. Captions go on.",
    ),
    schema.BusyError: _Kind(
        "history-busy",
        "warning",
        "The history file is in use by another program.",
        "Close that program. Captions go on.",
    ),
}


def kind_of(error: BaseException) -> _Kind | None:
    """The entry of the error's class, else of the nearest class above it; None for a foreign error."""
    for each in type(error).__mro__:
        if each in KINDS:
            return KINDS[each]
    return None


def notice_for(error: BaseException) -> UserNotice:
    """What to show for `error`. A bug, or a foreign error that reached a person, gets a notice of its own."""
    kind = kind_of(error)
    if kind is None:
        return UserNotice(
            "unexpected-fault",
            "error",
            f"An unexpected fault ({type(error).__name__}).",
            "Run the same command with --debug and report what it prints.",
        )
    advice = getattr(error, "advice", "") or kind.advice
    return UserNotice(kind.code, kind.severity, _sentence(str(error)) or kind.title, _sentence(str(advice)))


def language_notice(finding: LanguageFinding, chosen: str | None, model: str) -> UserNotice | None:
    """What to say of a finding about the language; nothing where it was found out and all is well."""
    if finding.kind == "mismatch" and chosen is not None:
        spoken = name_of(finding.language)
        return UserNotice(
            "language-mismatch",
            "warning",
            f"This sounds like {spoken}, and captions are set to {name_of(chosen)}.",
            f"If it is {spoken}, choose it, or let the language be recognised by itself (--language auto).",
        )
    if finding.kind == "unclear":
        return UserNotice(
            "language-unclear",
            "warning",
            f"{model} knows English only, and can hardly make out what is said.",
            "If it is another language, choose a model of many languages: sightline models get base.",
        )
    return None


def model_updated_notice(model: str) -> UserNotice:
    """Newer files of the model in use were found good."""
    return UserNotice("model-updated", "info", f"The changed model {model} makes the captions now.", "")


_OVER: dict[Cause, str] = {
    "slow": "Words take longer than the settings allow.",
    "hot": "The graphics card is too hot.",
    "memory": "The memory is nearly full.",
    "errors": "Passes on the graphics card fail.",
}
_GIVEN_UP = {
    Step.SELDOM: "Captions come less often for a while.",
    Step.SMALLER: "A smaller model makes the captions for a while.",
    Step.PROCESSOR: "The processor makes the captions for a while.",
}


def rule_notice(step: Step, cause: Cause | None) -> UserNotice:
    """A rule of the settings took a step because of `cause`, or took one back (None)."""
    if cause is not None:
        return UserNotice(f"rule-{step.name.lower()}", "info", _OVER[cause], _GIVEN_UP[step])
    if step == Step.NONE:
        return UserNotice("rule-over", "info", "Nothing is given up any more.", "")
    return UserNotice("rule-eased", "info", "It is better again.", _GIVEN_UP[step])


def using_model_notice(model: str, main: str) -> UserNotice:
    """Another model makes the captions from now on: a faster one for a while, or the chosen one again."""
    if model == main:
        return UserNotice("model-back", "info", f"Captions are made by {main} again.", "")
    return UserNotice(
        "model-faster",
        "info",
        f"This computer is busy: the faster model {model} makes the captions for a while.",
        f"They come back to {main} by themselves.",
    )


def model_choice_notice(model: str, pass_s: float | None, keeps_up: bool, is_new: bool) -> UserNotice | None:
    """What `auto` means on this computer, when that was measured just now; that even it is too slow."""
    if not keeps_up:
        return too_slow_notice(model)
    if pass_s is None or not is_new:
        return None
    return UserNotice(
        "model-chosen",
        "info",
        f"{model} suits this computer: it recognises 10 s of speech in {pass_s:.2f} s.",
        "Choose another with --model or in the settings.",
    )


def unknown_language_notice(model: str, language: str) -> UserNotice:
    """The language of the settings is none of the model's."""
    name = name_of(language)
    return UserNotice(
        "language-unknown",
        "warning",
        f"The settings say {name}, which {model} does not know: captions are in English.",
        "Get a model of many languages (sightline models get base), or change the language.",
    )


def too_slow_notice(model: str) -> UserNotice:
    """Captions are late, and there is no faster model."""
    return UserNotice(
        "too-slow",
        "warning",
        f"This computer is too busy or too slow for {model}: captions come late.",
        "Close other programs, or plug the computer in and let it have its full power."
        if model.startswith("tiny")
        else "Close other programs, or choose a smaller model (sightline models list).",
    )


def speech_lost_notice(seconds: float) -> UserNotice:
    """Speech that was let go because its captions would have come too late."""
    return UserNotice(
        "speech-lost",
        "warning",
        f"{max(1, round(seconds))} s of speech could not be captioned: this computer is too busy.",
        "Close other programs.",
    )


def metrics_port_notice(port: int, error: OSError) -> UserNotice:
    """--metrics-port names a port that cannot be had."""
    in_use = error.errno in (errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE))
    why = "is in use by another program" if in_use else f"cannot be opened ({error.strerror or error})"
    return UserNotice(
        "metrics-port",
        "warning",
        f"Port {port} {why}, so the figures are not served there.",
        "Choose another with --metrics-port. Captions go on.",
    )


def one_line(error: BaseException) -> str:
    """`sightline: what happened. What to do.` on a single line."""
    return said(notice_for(error))


def said(notice: UserNotice) -> str:
    """A notice as a terminal shows it; names of devices and files in it may hold anything."""
    return harmless(f"sightline: {notice.title} {notice.advice}".rstrip())


def _sentence(text: str) -> str:
    """On one line, with an end, and with nothing that a terminal would obey: names of files may hold it."""
    line = "".join(c if c.isprintable() else "\ufffd" for c in " ".join(text.split()))
    return line if not line or line[-1] in ".!?)`" else line + "."
