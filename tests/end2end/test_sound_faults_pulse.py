"""What keeps sound from arriving is noticed and named, with a real, private PulseAudio."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.audio import sound_test, watch
from app.audio.loopback import ApplicationSource, LoopbackSource
from app.audio.microphone import MicrophoneSource
from app.doctor import Check, diagnose
from app.paths import find_paths
from app.settings import Settings, save
from tests.end2end.program import LIMIT_S, ROOT, Program
from tests.end2end.pulse import PulseServer
from tests.end2end.test_capture_pulse import PATIENCE_S, Ear, chirp, likeness

pytestmark = pytest.mark.desktop


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PulseServer]:
    with PulseServer() as started:
        started.patch(monkeypatch)
        yield started


def findings(folder: Path, *, with_sound: bool = False, settings: Settings | None = None) -> dict[str, Check]:
    paths = find_paths(folder / "data")
    if settings is not None:
        save(paths.settings_file, settings)
    return {check.id: check for check in diagnose(paths, with_sound=with_sound)}


def recorded_streams(server: PulseServer) -> list[str]:
    return server.pactl("list", "short", "source-outputs").splitlines()


def test_pause_closes_the_streams(server: PulseServer) -> None:
    """No recording is left, so that the system's microphone light goes out."""
    # The test's own microphone may be made with one.
    n_before = len(recorded_streams(server))
    for source in (LoopbackSource(), MicrophoneSource()):
        source.open()
        Ear(source).listen(0.3)
        assert len(recorded_streams(server)) == n_before + 1
        source.close()
        stop_s = time.monotonic() + 3
        while len(recorded_streams(server)) > n_before and time.monotonic() < stop_s:
            time.sleep(0.05)
        assert len(recorded_streams(server)) == n_before


def test_a_muted_output_and_sound_elsewhere_are_named(
    server: PulseServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "MUTED_AFTER_S", 0.5)
    monkeypatch.setattr(watch, "SILENT_AFTER_S", 0.5)
    chirp(tmp_path / "long.wav", 60.0)
    source = LoopbackSource()
    source.open()
    try:
        ear = Ear(source)
        server.play(tmp_path / "long.wav")
        ear.listen(4.0, until=lambda: source.level > 0.3)
        assert source.trouble == ""
        server.pactl("set-sink-mute", "speakers", "1")
        ear.listen(PATIENCE_S, until=lambda: bool(source.trouble))
        assert "muted" in source.trouble
        assert ear.has("sound-muted")
        server.pactl("set-sink-mute", "speakers", "0")
        ear.listen(5.0, until=lambda: not source.trouble)
        assert source.trouble == ""
        ear.listen(0.3)
        assert ear.has("capture-resumed")
        player = server.pactl("list", "short", "sink-inputs").split("\t")[0]
        server.pactl("move-sink-input", player, "headphones")
        ear.listen(PATIENCE_S, until=lambda: bool(source.trouble))
        assert "Headphones" in source.trouble
        assert "Speakers" in source.trouble
    finally:
        source.close()


def test_a_microphone_that_is_plugged_in_later_is_heard(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chirp(tmp_path / "long.wav", 60.0)
    with PulseServer(with_microphone=False) as server:
        server.patch(monkeypatch)
        source = MicrophoneSource()
        source.open(wait=True)
        try:
            ear = Ear(source)
            ear.listen(1.0)
            assert source.trouble
            server.pactl("load-module", "module-null-sink", "norewinds=1", "sink_name=feed")
            server.pactl(
                "load-module", "module-remap-source", "master=feed.monitor", "source_name=mic",
                "source_properties=device.description=LateMicrophone",
            )  # fmt: skip
            server.play(tmp_path / "long.wav", sink="feed")
            took_s = ear.listen(PATIENCE_S, until=lambda: source.level > 0.3)
            assert source.level > 0.3
            assert source.device == "LateMicrophone"
            assert source.trouble == ""
            print(f"late microphone heard after {took_s:.2f} s")
        finally:
            source.close()


def test_a_chosen_output_that_vanishes_is_waited_for(server: PulseServer, tmp_path: Path) -> None:
    chirp(tmp_path / "long.wav", 60.0)
    source = LoopbackSource("headphones")
    source.open()
    try:
        ear = Ear(source)
        ear.listen(0.3)
        modules = server.pactl("list", "short", "modules").splitlines()
        number = next(line.split("\t")[0] for line in modules if "sink_name=headphones" in line)
        server.pactl("unload-module", number)
        ear.listen(4.0, until=lambda: ear.has("device-missing"))
        assert ear.has("device-missing")
        assert "Headphones" in source.trouble
        # The default output is offered, never taken by itself.
        assert source.device == "Monitor of Headphones"
        server.pactl(
            "load-module", "module-null-sink", "norewinds=1", "sink_name=headphones",
            "sink_properties=device.description=Headphones",
        )  # fmt: skip
        server.play(tmp_path / "long.wav", sink="headphones")
        ear.listen(PATIENCE_S, until=lambda: source.level > 0.3)
        assert source.level > 0.3
        source.choose(None)
        ear.listen(5.0, until=lambda: source.device == "Monitor of Speakers")
        assert source.device == "Monitor of Speakers"
    finally:
        source.close()


def test_one_application_alone_is_heard(server: PulseServer, tmp_path: Path) -> None:
    played = chirp(tmp_path / "wanted.wav", 2.0)
    chirp(tmp_path / "other.wav", 12.0, 4000.0, 6000.0)
    server.play(tmp_path / "other.wav")
    source = ApplicationSource("Film")
    source.open(wait=True)
    player: subprocess.Popen[bytes] | None = None
    try:
        ear = Ear(source)
        ear.listen(1.2)
        assert "Film" in source.trouble
        # Muted loudspeakers do not matter to an application's own sound.
        server.pactl("set-sink-mute", "speakers", "1")
        player = subprocess.Popen(
            ["paplay", "--latency-msec=200", "--client-name=Film", tmp_path / "wanted.wav"],
            env={**os.environ, **server.env},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        ear.listen(5.0, until=lambda: source.level > 0.3)
        ear.listen(2.2)
        assert source.device == "Film"
        # Its first moments pass while the new stream is opened.
        tail = played[int(0.8 * 16_000) :]
        assert likeness(ear.sound, tail) > 0.9
    finally:
        source.close()
        if player is not None:
            player.wait(10)


def test_the_test_sound_checks_itself(server: PulseServer, tmp_path: Path) -> None:
    checks = findings(tmp_path, with_sound=True)
    assert checks["sound-service"].sentence == "PulseAudio 16.1 answers."
    assert checks["sound-test"].state == "ok"
    assert "Monitor of Speakers" in checks["sound-test"].sentence
    assert "at -14 dB" in checks["sound-test"].sentence
    server.pactl("set-sink-mute", "speakers", "1")
    result = sound_test.play_and_listen()
    assert not result.is_heard
    assert "muted" in result.advice


def test_the_doctor_names_what_is_wrong_and_what_to_do(server: PulseServer, tmp_path: Path) -> None:
    checks = findings(tmp_path)
    assert (checks["loopback"].state, checks["microphone"].state) == ("ok", "warning")
    assert "silent now" in checks["loopback"].sentence
    # Nothing is played into the test's microphone: digital zeros, which no real one delivers.
    assert "Not even noise arrives" in checks["microphone"].sentence
    server.pactl("set-sink-mute", "speakers", "1")
    server.pactl("set-source-mute", "mic", "1")
    chirp(tmp_path / "long.wav", 60.0)
    server.play(tmp_path / "long.wav", sink="headphones")
    checks = findings(tmp_path, settings=Settings(loopback_device="kitchen"))
    assert "kitchen" in checks["loopback"].sentence
    assert "captions wait" in checks["loopback"].mend
    assert "paplay" in checks["applications"].sentence
    assert (checks["microphone"].state, "muted" in checks["microphone"].sentence) == ("problem", True)
    checks = findings(tmp_path, settings=Settings())
    assert (checks["loopback"].state, "muted" in checks["loopback"].sentence) == ("problem", True)
    server.pactl("set-sink-mute", "speakers", "0")
    server.pactl("set-sink-volume", "speakers", "5%")
    checks = findings(tmp_path, settings=Settings())
    assert (checks["loopback"].state, "very low" in checks["loopback"].sentence) == ("warning", True)
    for name in ("loopback", "microphone", "applications", "sound-service"):
        assert checks[name].state == "ok" or checks[name].mend
    server.pactl("set-sink-volume", "speakers", "100%")
    server.pactl("suspend-sink", "speakers", "1")
    server.pactl("suspend-source", "mic", "1")
    checks = findings(tmp_path)
    for name in ("loopback", "microphone"):
        assert (checks[name].state, "suspended" in checks[name].sentence) == ("warning", True)
    server.kill()
    checks = findings(tmp_path)
    for name in ("sound-service", "loopback", "microphone"):
        assert checks[name].state == "problem"
        assert "sound service" in checks[name].sentence
        assert "Start the sound service" in checks[name].mend


def test_the_doctor_names_a_sound_service_that_hangs(server: PulseServer, tmp_path: Path) -> None:
    command = Program(tmp_path).command("doctor", "--json")
    server.freeze()
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=server.env, capture_output=True, text=True, timeout=LIMIT_S
        )
    finally:
        server.thaw()
    checks = {check["id"]: check for check in json.loads(done.stdout)["checks"]}
    for name in ("sound-service", "loopback", "microphone", "applications"):
        assert checks[name]["state"] == "problem"
        assert "Start the sound service" in checks[name]["mend"]


def test_the_program_ends_though_the_sound_service_hangs(server: PulseServer, tmp_path: Path) -> None:
    """A stopped server answers nothing: neither the end of a run nor that of the process waits for it."""
    program = subprocess.Popen(
        Program(tmp_path).command("run", "--no-window", "--source", "loopback", "--model", "tiny.en"),
        cwd=ROOT,
        env=server.env,
        stderr=subprocess.PIPE,
    )
    stop_s = time.monotonic() + LIMIT_S
    while "native" not in "".join(recorded_streams(server)) and time.monotonic() < stop_s:
        time.sleep(0.1)
    assert program.stderr is not None
    server.freeze()
    try:
        # It is noticed and said.
        assert b"No sound comes" in program.stderr.readline()
        program.terminate()
        _, errors = program.communicate(timeout=LIMIT_S)
    finally:
        server.thaw()
        program.kill()
        program.wait()
    assert program.returncode == 0
    assert b"Assertion" not in errors
    assert b"nanobind" not in errors
