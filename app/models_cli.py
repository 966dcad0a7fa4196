"""`models list|get|verify|remove|recommend|languages`: the speech models from the terminal."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app import model_advice, model_list
from app.languages import NAMES, code_of
from app.notices import one_line
from app.paths import Paths
from app.settings import load as load_settings
from engines import model_store, models, own_models
from engines.errors import SightlineError, UsageError


def add_models_parser(commands: Any, parents: list[argparse.ArgumentParser]) -> None:
    """The command and its actions."""
    parser = commands.add_parser("models", parents=parents, help="the speech models")
    metavar = "list|get|verify|remove|recommend|languages"
    actions = parser.add_subparsers(dest="action", metavar=metavar, required=True)
    listing = actions.add_parser("list", parents=parents, help="what there is, and what each needs")
    listing.add_argument("--json", action="store_true")
    for action, what in (
        ("get", "fetch a model, or go on where it was cut off"),
        ("verify", "look whether every file is what it should be"),
        ("remove", "take a model away"),
    ):
        names = actions.add_parser(action, parents=parents, help=what)
        names.add_argument("names", nargs="*" if action == "verify" else "+", metavar="MODEL")
        if action == "get":
            names.add_argument(
                "--from",
                dest="source",
                type=Path,
                metavar="PATH",
                help="a folder or zip that you have; MODEL may then be a name of your own",
            )
    actions.add_parser("languages", parents=parents, help="the languages that the models of many know")
    advice = actions.add_parser("recommend", parents=parents, help="which one suits this computer")
    advice.add_argument("--language", default="auto", help="the language that is spoken; auto for any")
    advice.add_argument("--retest", action="store_true", help="measure again")
    advice.add_argument("--json", action="store_true")


def run_models(arguments: argparse.Namespace, paths: Paths) -> int:
    """Returns the exit code: that of the first model that failed."""
    if arguments.action == "list":
        return _list(arguments, paths)
    if arguments.action == "languages":
        print("\n".join(f"{code:4} {name}" for code, name in sorted(NAMES.items(), key=lambda each: each[1])))
        return 0
    if arguments.action == "recommend":
        return _recommend(arguments, paths)
    source: Path | None = getattr(arguments, "source", None)
    if source is not None and len(arguments.names) != 1:
        raise UsageError("--from is about one model.", "Name one MODEL.")
    code = 0
    for name in arguments.names or _all_here(paths):
        try:
            _act(arguments.action, name, paths, source)
        except SightlineError as error:
            print(one_line(error), file=sys.stderr)
            code = code or error.exit_code
    return code


def _all_here(paths: Paths) -> list[str]:
    specs = [
        s.name for s in models.list_models() if models.model_status(s.name, paths.models_dir) != "missing"
    ]
    return [*specs, *(own.name for own in own_models.list_own(paths.models_dir))]


def _act(action: str, name: str, paths: Paths, source: Path | None) -> None:
    if action == "get":
        _get(name, paths, source)
    elif action == "verify":
        if not own_models.verify_own(name, paths.models_dir):
            models.verify_model(name, paths.models_dir)
        print(f"{name}: every file is as it should be.")
    elif own_models.remove_own(name, paths.models_dir) or model_store.remove_model(name, paths.models_dir):
        print(f"{name}: removed.")
    else:
        print(f"{name}: nothing of yours to remove.")


def _list(arguments: argparse.Namespace, paths: Paths) -> int:
    rows = model_list.list_rows(paths.models_dir)
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows]))
    else:
        print("\n".join(model_list.in_lines(rows)))
    return 0


def _get(name: str, paths: Paths, source: Path | None) -> None:
    from tqdm import tqdm

    hidden = not sys.stderr.isatty()
    if source is None:
        spec = models.model_spec(name)
        if models.model_status(name, paths.models_dir) != "installed":
            print(f"{name}: {spec.title}; licence {spec.licence}.")
    # Speed and time left are tqdm's own.
    with tqdm(unit="B", unit_scale=True, desc=name, leave=False, disable=hidden, file=sys.stderr) as bar:

        def progress(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        def told(text: str) -> None:
            bar.write(f"sightline: {text}", file=sys.stderr)

        model_store.get_model(name, paths.models_dir, progress, told=told, source=source)
    print(f"{name}: ready.")


def _recommend(arguments: argparse.Namespace, paths: Paths) -> int:
    from app.parts import engine_loader, sample_sound

    language = "auto" if arguments.language == "auto" else code_of(arguments.language)
    if language is None:
        raise UsageError(f"{arguments.language!r} is no language that Whisper knows.", "See the README.")
    engine = load_settings(paths.settings_file)[0].engine
    load = engine_loader(paths, engine)
    test = model_advice.measured(paths.speed_file, engine, None, load, sample_sound, retest=arguments.retest)
    advice = model_advice.advise(test, language)
    if advice is None:
        raise SightlineError("The speed could not be measured.", "Run `sightline doctor`.")
    is_here = models.is_present(advice.model, paths.models_dir)
    print(json.dumps(asdict(advice)) if arguments.json else advice.sentence(is_here))
    return 0
