"""A private, headless PipeWire with WirePlumber and its PulseAudio server, for tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import suppress

import pytest

from tests.end2end.pulse import START_LIMIT_S, PulseServer

NEEDED = ("dbus-daemon", "pipewire", "wireplumber", "pipewire-pulse", "pactl", "paplay")


def require_pipewire() -> None:
    """Skip, loudly, when a program is not installed."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        pytest.skip(
            f"PIPEWIRE NOT TESTED: {', '.join(missing)} missing "
            "(apt install dbus-daemon pipewire wireplumber pipewire-pulse pulseaudio-utils)"
        )


class PipewireServer(PulseServer):
    """As PulseServer: the same devices, `pactl` and players, with PipeWire behind them.

    `kill` ends pipewire-pulse and pipewire as a crash would, and WirePlumber with them.
    """

    def __init__(self) -> None:
        require_pipewire()
        super().__init__()
        self.socket = self.folder / "pulse" / "native"
        places = ("HOME", "PIPEWIRE_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
        self.changes = {
            **dict.fromkeys(places, str(self.folder)),
            "PULSE_RUNTIME_PATH": str(self.folder / "pulse"),
            "PULSE_SERVER": f"unix:{self.socket}",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.folder}/bus",
        }
        self.env = {**os.environ, **self.changes}
        self._programs: list[subprocess.Popen[bytes]] = []

    def start(self) -> PipewireServer:
        # What a crash leaves behind: sockets and locks of the dead.
        for left in (*self.folder.glob("pipewire-*"), *self.folder.glob("pulse/*"), self.folder / "bus"):
            with suppress(OSError):
                left.unlink()
        bus = f"--address={self.changes['DBUS_SESSION_BUS_ADDRESS']}"
        self._run("dbus-daemon", "--session", "--nofork", bus)
        self._run("pipewire")
        self._wait_for(["pw-cli", "info", "0"])
        self._run("wireplumber")
        self._run("pipewire-pulse")
        self._wait_for(["pactl", "info"])
        for name in ("speakers", "headphones", "mic_feed"):
            self.pactl(
                "load-module", "module-null-sink", f"sink_name={name}",
                f"sink_properties=device.description={name.capitalize()}",
            )  # fmt: skip
        self.pactl(
            "load-module", "module-remap-source", "master=mic_feed.monitor", "source_name=mic",
            "source_properties=device.description=TestMicrophone",
        )  # fmt: skip
        self._choose("sink", "speakers")
        self._choose("source", "mic")
        return self

    def _run(self, *command: str) -> None:
        quiet = subprocess.DEVNULL
        self._programs.append(subprocess.Popen(command, env=self.env, stdout=quiet, stderr=quiet))

    def _wait_for(self, command: list[str]) -> None:
        limit = time.monotonic() + START_LIMIT_S
        while subprocess.run(command, env=self.env, capture_output=True).returncode != 0:
            if time.monotonic() > limit:
                raise RuntimeError(f"the test's PipeWire did not start: {command}")
            time.sleep(0.05)

    def _choose(self, kind: str, name: str) -> None:
        """WirePlumber takes a moment until it knows a new device."""
        limit = time.monotonic() + START_LIMIT_S
        while True:
            self.pactl(f"set-default-{kind}", name)
            time.sleep(0.1)
            if self.pactl(f"get-default-{kind}").strip() == name:
                return
            if time.monotonic() > limit:
                raise RuntimeError(f"{name} did not become the default {kind}")

    def kill(self) -> None:
        for program in reversed(self._programs):
            program.kill()
            program.wait()
        self._programs.clear()
