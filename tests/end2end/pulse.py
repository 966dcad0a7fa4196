"""A private, headless PulseAudio for tests: null sink "speakers" and a microphone, in a temp folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

NEEDED = ("pulseaudio", "pactl", "paplay")
START_LIMIT_S = 10.0


def require_pulse() -> None:
    """Skip, loudly, when PulseAudio's programs are not installed."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        pytest.skip(
            f"SOUND NOT TESTED: {', '.join(missing)} missing (apt install pulseaudio pulseaudio-utils)"
        )


class PulseServer:
    """One PulseAudio server of the test's own.

    Sinks: "speakers" (the default), "headphones" and "mic_feed" (what is played there is what the
    microphone hears). Sources: their monitors and "mic" (the default source). `env` is what a client process
    needs; `patch(monkeypatch)` puts it into this process.

    is_brisk: sinks render 50 ms at a time, as a sound card does (`norewinds`). A plain null sink that was
    idle renders 2 s at once, and gives a new recorder nothing for so long.
    """

    def __init__(self, *, with_microphone: bool = True, is_brisk: bool = True) -> None:
        require_pulse()
        self.folder = Path(tempfile.mkdtemp(prefix="sightline-pulse-"))
        self.folder.chmod(0o700)
        self.socket = self.folder / "native"
        self.with_microphone = with_microphone
        self.is_brisk = is_brisk
        self.changes = {
            "XDG_RUNTIME_DIR": str(self.folder),
            "PULSE_RUNTIME_PATH": str(self.folder),
            "PULSE_STATE_PATH": str(self.folder),
            "PULSE_SERVER": f"unix:{self.socket}",
        }
        self.env = {**os.environ, **self.changes}
        self._server: subprocess.Popen[bytes] | None = None
        self._players: list[subprocess.Popen[bytes]] = []

    def patch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make this process a client of this server."""
        for key, value in self.changes.items():
            monkeypatch.setenv(key, value)

    def start(self) -> PulseServer:
        """Start (or start again after `kill`) and wait until it answers."""
        brisk = "norewinds=1 " if self.is_brisk else ""
        modules = [
            f"module-native-protocol-unix socket={self.socket} auth-anonymous=1",
            f"module-null-sink {brisk}sink_name=speakers sink_properties=device.description=Speakers",
            f"module-null-sink {brisk}sink_name=headphones sink_properties=device.description=Headphones",
        ]
        if self.with_microphone:
            modules += [
                f"module-null-sink {brisk}sink_name=mic_feed",
                "module-remap-source master=mic_feed.monitor source_name=mic "
                "source_properties=device.description=TestMicrophone",
            ]
        command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
        command += ["--disallow-exit", "--disable-shm=yes", "--log-target=stderr", "--log-level=error"]
        for module in modules:
            command += ["-L", module]
        self.socket.unlink(missing_ok=True)
        self._server = subprocess.Popen(
            command, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        limit = time.monotonic() + START_LIMIT_S
        while subprocess.run(["pactl", "info"], env=self.env, capture_output=True).returncode != 0:
            if time.monotonic() > limit or self._server.poll() is not None:
                raise RuntimeError("the test's PulseAudio did not start")
            time.sleep(0.05)
        self.pactl("set-default-sink", "speakers")
        if self.with_microphone:
            self.pactl("set-default-source", "mic")
        return self

    def pactl(self, *words: str) -> str:
        done = subprocess.run(["pactl", *words], env=self.env, capture_output=True, text=True, check=True)
        return done.stdout

    def play(self, clip: Path, sink: str = "speakers") -> subprocess.Popen[bytes]:
        """Play a WAV or FLAC file into a sink, in the background."""
        player = subprocess.Popen(
            ["paplay", "--latency-msec=200", f"--device={sink}", str(clip)],
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._players.append(player)
        return player

    def kill(self) -> None:
        """End the server as a crash would."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None

    def freeze(self) -> None:
        """Have the server answer nothing, until `thaw`."""
        assert self._server is not None
        self._server.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._server is not None
        self._server.send_signal(signal.SIGCONT)

    def close(self) -> None:
        for player in self._players:
            if player.poll() is None:
                player.kill()
            player.wait()
        self._players.clear()
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> PulseServer:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()
