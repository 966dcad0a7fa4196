"""What takes a while beside the captions, on threads of its own: models, speed, the doctor."""

from __future__ import annotations

import argparse
import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from app import model_advice, speed_test
from app.captions.types import UserNotice
from app.download_pace import DownloadPace
from app.model_choice import expected, remembered
from app.model_list import list_rows
from app.notices import notice_for
from app.paths import Paths
from app.settings import load as load_settings
from app.ui.bridge import Bridge, DoctorsWords, Progress
from engines import own_models
from engines.errors import FetchStoppedError, SightlineError
from engines.model_store import get_model as fetch_model
from engines.model_store import remove_model

SAY_EVERY_S = 0.2
"""A progress bar needs no more."""


class Errands:
    """One thread an errand; the same one is not begun twice. Answers go through the bridge."""

    def __init__(self, arguments: argparse.Namespace, paths: Paths, bridge: Bridge) -> None:
        self._data_dir: Path | None = getattr(arguments, "data_dir", None)
        self._paths = paths
        self._bridge = bridge
        self._under_way: set[str] = set()
        self._stopped: set[str] = set()
        self._failed: tuple[str, Path | None] | None = None
        self._is_ending = False
        bridge.modelWanted.connect(self.get_model)
        bridge.modelImportWanted.connect(lambda name, path: self.get_model(name, Path(path)))
        bridge.modelRetried.connect(self._retry)
        bridge.modelStopped.connect(lambda name: self._stopped.add(name))
        bridge.modelRemoved.connect(self.remove_model)
        bridge.modelsRequested.connect(self.list_models)
        bridge.adviceRequested.connect(self.advise)
        bridge.speedWanted.connect(self.measure_speed)
        bridge.doctorAsked.connect(self.examine)

    def end(self) -> None:
        """The program ends: what is being got stops, and goes on at the next time."""
        self._is_ending = True

    def get_model(self, name: str, source: Path | None = None) -> None:
        """Fetch and check a model, or take it from a folder or zip; the bridge tells how far it is."""
        if source is None:
            name = expected(name, self._paths.models_dir, self._paths.speed_file)
        pace = DownloadPace()
        last_s = [-SAY_EVERY_S]
        self._stopped.discard(name)

        def say(fraction: float, sentence: str, *, done: bool = False, well: bool = True) -> None:
            self._bridge.modelProgressed.emit(Progress(name, fraction, sentence, done, well))

        def progress(n: int, total: int) -> None:
            now_s = time.monotonic()
            if now_s - last_s[0] >= SAY_EVERY_S or n == total:
                last_s[0] = now_s
                say(n / max(1, total), f"Getting {name}: {pace.sentence(now_s, n, total)}")

        def get() -> None:
            say(0.0, f"Getting {name}…")
            try:
                fetch_model(
                    name,
                    self._paths.models_dir,
                    progress,
                    told=lambda text: say(0.0, text),
                    is_stopped=lambda: self._is_ending or name in self._stopped,
                    source=source,
                )
            except SightlineError as error:
                notice = notice_for(error)
                say(0.0, f"{notice.title} {notice.advice}", done=True, well=False)
                if not isinstance(error, FetchStoppedError):
                    self._failed = (name, source)
                    self._bridge.noticeRaised.emit(replace(notice, code="model-not-fetched"))
            else:
                say(1.0, f"{name} is ready.", done=True)
            self._tell_list()

        self._run(f"get {name}", get)

    def _retry(self) -> None:
        if self._failed is not None:
            self.get_model(*self._failed)

    def remove_model(self, name: str) -> None:
        """Take a model away; the bridge has the new list."""

        def remove() -> None:
            try:
                if not own_models.remove_own(name, self._paths.models_dir):
                    remove_model(name, self._paths.models_dir)
            except (SightlineError, OSError) as error:
                notice = UserNotice(
                    "model-not-removed",
                    "warning",
                    f"{name} could not be removed ({getattr(error, 'strerror', None) or error}).",
                    f"Check that you may write in {self._paths.models_dir}.",
                )
                self._bridge.noticeRaised.emit(notice)
            self._tell_list()

        self._run(f"remove {name}", remove)

    def list_models(self) -> None:
        """The bridge has every model, and whether it is whole."""
        self._run("list", self._tell_list)

    def _tell_list(self) -> None:
        self._bridge.modelsListed.emit(tuple(list_rows(self._paths.models_dir)))

    def advise(self, language: str) -> None:
        """The bridge tells which model suits this computer; measured first where that was never done."""

        def ask() -> None:
            settings = load_settings(self._paths.settings_file)[0]
            test = remembered(self._paths.speed_file)
            if test is None or not test.passes_s:
                speed_test.recommend(language, self._data_dir)
                test = remembered(self._paths.speed_file)
            advice = model_advice.advise(test, language or settings.language) if test is not None else None
            if advice is None:
                self._bridge.adviceGiven.emit("", "The speed of this computer could not be measured.")
                return
            here = {row.name for row in list_rows(self._paths.models_dir) if row.status == "installed"}
            self._bridge.adviceGiven.emit(advice.model, advice.sentence(advice.model in here))

        self._run("advice", ask)

    def measure_speed(self, model: str, engine: str) -> None:
        """The bridge tells the result in a sentence."""
        self._run(
            "speed",
            lambda: self._bridge.speedMeasured.emit(speed_test.measure(model, engine, self._data_dir)),
        )

    def examine(self) -> None:
        """The bridge has the doctor's findings, and the report that may be sent to someone."""

        def look() -> None:
            # Imported here: the captions are there sooner.
            from app import doctor
            from app.doctor_report import make_report

            checks = doctor.diagnose(self._paths)
            settings = load_settings(self._paths.settings_file)[0]
            findings = tuple((c.id, doctor.MARKS[c.state], c.sentence, c.mend) for c in checks)
            self._bridge.doctorAnswered.emit(
                DoctorsWords(findings, make_report(checks, settings, self._paths))
            )

        self._run("doctor", look)

    def _run(self, what: str, errand: Callable[[], None]) -> None:
        if what in self._under_way:
            return
        self._under_way.add(what)

        def go() -> None:
            try:
                # after the program's end nobody is there to be told
                with contextlib.suppress(RuntimeError):
                    errand()
            finally:
                self._under_way.discard(what)

        threading.Thread(target=go, name=what, daemon=True).start()
