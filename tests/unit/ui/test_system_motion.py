"""The system's wish for less movement: from a real bus with a portal of ours, and from GNOME's settings."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest
from jeepney import HeaderFields, MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

from app.ui import system_motion
from tests.unit.ui.test_keys import a_bus

NEEDS_BUS = pytest.mark.skipif(
    shutil.which("dbus-daemon") is None, reason="MOTION NOT TESTED: apt install dbus-daemon"
)


class SettingsPortal:
    """Answers Read for the values it is given, nested as old portals do, and an error for the rest."""

    def __init__(self, values: dict[tuple[str, str], tuple[str, object]]) -> None:
        self._values = values
        self._connection = open_dbus_connection()
        self._connection.send_and_get_reply(message_bus.RequestName("org.freedesktop.portal.Desktop"))
        self._stopping = False
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while not self._stopping:
            try:
                call = self._connection.receive(timeout=0.05)
            except TimeoutError:
                continue
            if call.header.message_type != MessageType.method_call:
                continue
            assert call.header.fields[HeaderFields.member] == "Read"
            value = self._values.get(tuple(call.body))
            if value is None:
                self._connection.send(new_error(call, "org.freedesktop.portal.Error.NotFound"))
            else:
                self._connection.send(new_method_return(call, "v", (("v", value),)))

    def close(self) -> None:
        self._stopping = True
        self._thread.join()
        self._connection.close()


@NEEDS_BUS
@pytest.mark.parametrize(
    ("values", "is_reduced"),
    [
        ({("org.freedesktop.appearance", "reduced-motion"): ("u", 1)}, True),
        ({("org.freedesktop.appearance", "reduced-motion"): ("u", 0)}, False),
        ({("org.gnome.desktop.interface", "enable-animations"): ("b", False)}, True),
        ({("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): ("s", "0")}, True),
        ({("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): ("s", "1")}, False),
    ],
)
def test_the_portal_is_asked(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    values: dict[tuple[str, str], tuple[str, object]],
    is_reduced: bool,
) -> None:
    with a_bus(monkeypatch, tmp_path):
        portal = SettingsPortal(values)
        assert system_motion.is_motion_reduced() is is_reduced
        portal.close()


def test_without_a_portal_gnomes_settings_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
    monkeypatch.setattr(system_motion.sys, "platform", "linux")
    monkeypatch.setattr(system_motion.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system_motion, "_output", lambda command: "false")
    assert system_motion.is_motion_reduced()
    monkeypatch.setattr(system_motion.shutil, "which", lambda name: None)
    assert not system_motion.is_motion_reduced()
