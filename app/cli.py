"""The command line: flags to the right entry, errors to one line and the contract's exit codes."""

from __future__ import annotations

import argparse
import difflib
import errno
import os
import sys
import traceback
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NoReturn

from app.languages import NAMES, code_of
from app.paths import Paths, find_paths
from app.settings import MOST_HOT_WORDS
from engines import card_libraries
from engines.errors import SightlineError, StorageError

EXIT_INTERRUPTED = 130
MOST_THREADS = 256
MOST_PORT = 65535


def _version() -> str:
    try:
        return version("sightline")
    except PackageNotFoundError:
        return "not installed"


def _add_recogniser_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model",
        type=_named,
        help="speech model by its name in `sightline models list`, or a folder or file; auto (the default): "
        "the best that this computer has time for",
    )
    parser.add_argument(
        "--retest", action="store_true", help="measure this computer again for `--model auto`"
    )
    parser.add_argument(
        "--engine",
        # hosted-cpu, for developers: the processor's engine where the card's would be (engines/choice.py).
        choices=("auto", "cpu", "cuda", "tensorrt", "hosted-cpu"),
        metavar="auto|cpu|cuda|tensorrt",
        help="what the model runs on (auto)",
    )
    parser.add_argument(
        "--language",
        type=_language,
        help="name or code, such as german, de or ja (all: `sightline models languages`); auto finds it out",
    )
    _add_card_flag(parser)
    parser.add_argument("--threads", type=_threads, help="processor threads for recognition")
    parser.add_argument(
        "--hot-words",
        type=_names,
        metavar="NAMES",
        help="names to listen for, with commas between: Okonkwo, metoprolol",
    )


def _add_card_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--card",
        metavar="UUID",
        help="the NVIDIA card or MIG slice to use, as `nvidia-smi -L` names it (GPU-…, MIG-…, or its number)",
    )


class _Parser(argparse.ArgumentParser):
    """Says what is wrong on one line, as every failure is said."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"sightline: {message}. Run `{self.prog} --help` for what is possible.\n")


def _language(text: str) -> str:
    if text.lower() == "auto":
        return "auto"
    code = code_of(text)
    if code is None:
        near = difflib.get_close_matches(text.lower(), [name.lower() for name in NAMES.values()], 3)
        meant = f"; perhaps {' or '.join(near)}" if near else ""
        raise argparse.ArgumentTypeError(
            f"{text!r} is no language that Whisper knows{meant}: `sightline models languages` lists all"
        )
    return code


def _named(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("a name is missing")
    return text


def _positive(text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) <= 6 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number of at most six digits")
    return number


def _threads(text: str) -> int:
    number = _positive(text)
    if number > MOST_THREADS:
        raise argparse.ArgumentTypeError(f"{text} threads are more than the {MOST_THREADS} at most")
    return number


def _port(text: str) -> int:
    number = _positive(text)
    if number > MOST_PORT:
        raise argparse.ArgumentTypeError(f"{text} is no port: they end at {MOST_PORT}")
    return number


def _names(text: str) -> str:
    if len(text) > MOST_HOT_WORDS:
        raise argparse.ArgumentTypeError(f"{len(text)} letters are more than the {MOST_HOT_WORDS} at most")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("the names are no text in UTF-8") from None
    return text


def _shared_flags() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--data-dir", type=Path, default=argparse.SUPPRESS, help="keep everything below DIR")
    shared.add_argument(
        "--debug", action="store_true", default=argparse.SUPPRESS, help="show tracebacks and log more"
    )
    return shared


def _run_flags(parser: argparse.ArgumentParser) -> None:
    _add_recogniser_flags(parser)
    parser.add_argument(
        "--task", choices=("transcribe", "translate"), default="transcribe", help="translate: to English"
    )
    parser.add_argument("--events", type=Path, metavar="FILE", help="write what is shown as JSON lines")
    parser.add_argument("--exit-at-end", action="store_true", help="end when the file has been captioned")
    parser.add_argument(
        "--metrics-port",
        type=_port,
        metavar="N",
        help="figures for Prometheus at http://localhost:N/metrics, for this user alone",
    )
    parser.add_argument("--no-window", action="store_true", help="captions in the terminal")


def make_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    shared = _shared_flags()
    parser: argparse.ArgumentParser = _Parser(
        prog="sightline", description="Live captions on your own computer.", parents=[shared]
    )
    parser.add_argument("--version", action="version", version=f"sightline {_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    run = commands.add_parser("run", parents=[shared], help="captions of live sound (the default)")
    run.add_argument(
        "--source", type=_named, metavar="loopback|microphone|both|FILE", help="what to listen to"
    )
    run.add_argument("--device", metavar="OUTPUT", help="listen to this output, not to the default one")
    run.add_argument("--microphone", metavar="NAME", help="this microphone, not the default one")
    run.add_argument("--app", metavar="NAME", help="only what this application plays (PulseAudio, PipeWire)")
    _run_flags(run)

    demo = commands.add_parser("demo", parents=[shared], help="captions of the clip that comes with it")
    _run_flags(demo)

    transcribe = commands.add_parser("transcribe", parents=[shared], help="captions of files")
    transcribe.add_argument("files", nargs="+", type=Path, metavar="FILE")
    _add_recogniser_flags(transcribe)
    transcribe.add_argument("--format", choices=("text", "srt", "vtt", "jsonl"), default="text")
    transcribe.add_argument("--output", type=Path, help="a file; with several inputs a folder")
    transcribe.add_argument("--task", choices=("transcribe", "translate"), default="transcribe")
    transcribe.add_argument(
        "--realtime", action="store_true", help="feed at real-time pace, emit what the window would show"
    )
    transcribe.add_argument("--history", action="store_true", help="keep the captions in the history too")
    transcribe.add_argument("--steady", action="store_true", help="with --realtime: committed words only")
    # For comparisons (tests/bench/compare_live.py): when words become final.
    transcribe.add_argument("--policy", choices=("local-agreement", "align-att"), help=argparse.SUPPRESS)

    doctor = commands.add_parser("doctor", parents=[shared], help="what works here, and how to mend the rest")
    doctor.add_argument("--json", action="store_true")
    _add_card_flag(doctor)
    doctor.add_argument("--sound", action="store_true", help="also play a test sound and listen for it")
    doctor.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="write findings to send to someone: no names, paths, captions",
    )

    from app.models_cli import add_models_parser

    add_models_parser(commands, parents=[shared])

    from app.history_cli import add_history_parser

    add_history_parser(commands, parents=[shared])

    from app.engine_cli import add_engine_parser

    engine_actions = add_engine_parser(commands, parents=[shared])
    verify = engine_actions.add_parser(
        "verify", parents=[shared], help="does it hear what the processor hears?"
    )
    _add_card_flag(verify)
    verify.add_argument("--model", help="speech model, as `sightline models list` names it")
    verify.add_argument("--engine", choices=("tensorrt", "cuda", "hosted-cpu"), metavar="tensorrt|cuda")

    bench = commands.add_parser("bench", parents=[shared], help="speed, latency and memory on this machine")
    _add_recogniser_flags(bench)
    bench.add_argument("--json", action="store_true")
    bench.add_argument("--profile", action="store_true", help="the layers of the model's TensorRT engines")
    bench.add_argument(
        "--streams",
        type=_positive,
        metavar="N",
        help="N live streams at once, not one pass after another",
    )
    bench.add_argument(
        "--seconds", type=_positive, default=10, help="how long the streams of --streams last (10)"
    )
    bench.add_argument("--passes", type=_positive, default=20, help="passes a figure is the median of")
    return parser


def _with_default_command(argv: list[str]) -> list[str]:
    """`sightline --source FILE` means `sightline run --source FILE`."""
    takes_value = False
    for argument in argv:
        if takes_value:
            takes_value = False
        elif argument in ("--data-dir",):
            takes_value = True
        elif argument in ("-h", "--help", "--version") or not argument.startswith("-"):
            return argv
    return ["run", *argv]


def run_command(argv: list[str]) -> int:
    """Parse and run; returns the exit code and never raises but for --debug's own traceback."""
    debug = "--debug" in argv
    try:
        arguments = make_parser().parse_args(_with_default_command(argv))
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 2
    try:
        return _dispatch(arguments)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except SightlineError as error:
        from app.notices import one_line

        if debug:
            traceback.print_exc()
        print(one_line(error), file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        # The reader of our output went away (head, a closed pager): nothing is wrong.
        _discard_output()
        return 0
    except OSError as error:
        if debug or error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
            return _report_fault(error, debug)
        _discard_output()
        print(f"sightline: the disk cannot be written ({error.strerror}). Make room on it.", file=sys.stderr)
        return StorageError.exit_code
    except Exception as error:
        return _report_fault(error, debug)


def _discard_output() -> None:
    """What is still to be printed would fail again when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_fault(error: Exception, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    else:
        print(
            f"sightline: an unexpected fault ({type(error).__name__}). "
            "Run the same command with --debug and report what it prints.",
            file=sys.stderr,
        )
    return 1


def _dispatch(arguments: argparse.Namespace) -> int:
    from app.logs import start_logging

    paths: Paths = find_paths(getattr(arguments, "data_dir", None))
    start_logging(paths.log_dir, debug=getattr(arguments, "debug", False))
    card_libraries.use(paths.libraries_dir)
    # Numbers as nvidia-smi gives them; engines in processes of their own see the same card.
    os.environ.setdefault("CUDA_DEVICE_ORDER", "PCI_BUS_ID")
    if getattr(arguments, "card", None):
        os.environ["CUDA_VISIBLE_DEVICES"] = arguments.card
    command: str = arguments.command
    if command in ("run", "demo"):
        from app.main import run

        return run(arguments, paths)
    if command == "history":
        from app.history_cli import run_history

        return run_history(arguments, paths.history_file)
    if command == "doctor":
        from app import doctor, figures

        checks = doctor.diagnose(paths, with_sound=arguments.sound)
        latest = figures.kept(paths.figures_file)
        print(doctor.render_json(checks, latest) if arguments.json else doctor.render_text(checks, latest))
        if arguments.report is not None:
            from app.doctor_report import write_report

            write_report(arguments.report, checks, paths)
        return doctor.exit_code(checks)
    if command == "engine":
        if arguments.action == "verify":
            from app.engine_verify import run_verify

            return run_verify(arguments, paths)
        from app.engine_cli import run_engine

        return run_engine(arguments, paths)
    if command == "bench":
        from app.bench import run_bench

        return run_bench(arguments, paths)
    if command == "models":
        from app.models_cli import run_models

        return run_models(arguments, paths)
    from app.commands import run_transcribe

    return run_transcribe(arguments, paths)
