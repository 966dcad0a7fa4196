"""The list of keys: searched, changed, conflicts said; keys of every program from a portal; ways back."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from jeepney import DBusAddress, HeaderFields, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from app.settings import Settings, from_mapping, to_mapping
from app.ui.actions import SPECS, CaptionActions, conflict, global_key, global_keys, local_keys
from app.ui.bridge import Bridge
from app.ui.key_names import parse
from app.ui.keys_window import KeyDialog, KeysWindow, shown
from app.ui.overlay import OverlayWindow
from app.ui.portal_keys import PortalKeys


def wait_for(condition: Callable[[], bool], milliseconds: int = 10_000) -> None:
    for _ in range(milliseconds // 10):
        if condition():
            return
        QTest.qWait(10)
    raise AssertionError("it did not happen in time")


def test_everything_has_a_key_and_none_is_given_twice(bridge: Bridge) -> None:
    usual = Settings()
    for spec in SPECS:
        assert local_keys(usual, spec.name) or global_key(usual, spec.name), spec.name
        for key in spec.keys:
            assert not QKeySequence(key).isEmpty()
            assert conflict(usual, spec.name, key, is_global=False) is None
        if spec.global_key:
            assert parse(spec.global_key) is not None
            assert conflict(usual, spec.name, spec.global_key, is_global=True) is None


def test_the_list_is_searched_as_one_types(bridge: Bridge) -> None:
    window = KeysWindow(bridge, Settings())
    window.show()

    def found() -> list[str]:
        items = (window.tree.topLevelItem(row) for row in range(window.tree.topLevelItemCount()))
        return [item.text(0) for item in items if item is not None and not item.isHidden()]

    assert len(found()) == len(SPECS)
    window.search.setText("larger")
    assert found() == ["Larger text"]
    window.search.setText("ctrl+h")
    assert "History" in found()
    window.search.setText("copy markdown")
    assert found() == ["In the history: Copy as Markdown"]
    assert window.change_local.isEnabled()
    assert not window.change_global.isEnabled()
    window.close()
    window.deleteLater()


def test_a_key_may_do_one_thing_in_each_window() -> None:
    usual = Settings()
    assert conflict(usual, "star", "Ctrl+P", is_global=False) is None
    assert conflict(usual, "history_star", "Ctrl+P", is_global=False) == "history_private"
    assert conflict(usual, "history_star", "Ctrl+M", is_global=False) is None
    assert conflict(usual, "pause", "Ctrl+M", is_global=False) == "star"


def test_a_changed_key_works_at_once_and_is_kept(overlay: OverlayWindow, bridge: Bridge) -> None:
    window = KeysWindow(bridge, overlay.settings)
    asked: list[str] = []
    bridge.historyRequested.connect(lambda: asked.append("history"))
    window.set_key("history", "Ctrl+J", is_global=False)
    overlay.take_keyboard()
    QTest.keyClick(overlay, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(overlay, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert asked == ["history"]
    kept = from_mapping(to_mapping(overlay.settings))
    assert local_keys(kept, "history") == ("Ctrl+J",)
    window._restore_all()
    assert overlay.settings.keys == {}
    window.deleteLater()


def test_a_key_that_is_taken_is_refused_with_the_reason(bridge: Bridge) -> None:
    dialog = KeyDialog(Settings(), "history", is_global=False)
    dialog.field.setKeySequence(QKeySequence("Ctrl+Q"))
    assert "Quit Sightline" in dialog.fault()
    dialog.field.setKeySequence(QKeySequence("Ctrl+J"))
    assert dialog.fault() == ""
    everywhere = KeyDialog(Settings(), "pause", is_global=True)
    everywhere.field.setKeySequence(QKeySequence("Shift+A"))
    assert "needs Ctrl" in everywhere.fault()
    everywhere.field.clear()
    assert everywhere.fault() == ""
    for each in (dialog, everywhere):
        each.deleteLater()


def test_a_standard_key_comes_back_from_whoever_has_it(bridge: Bridge) -> None:
    taken = Settings(keys={"history": ("Ctrl+J",), "quit": ("Ctrl+H",)})
    window = KeysWindow(bridge, taken)
    sent: list[Settings] = []
    bridge.settingsChanged.connect(sent.append)
    window.tree.setCurrentItem(window._rows["history"])
    window._restore_one()
    assert sent[-1].keys == {}
    window.deleteLater()


def test_no_way_in_without_a_way_back(overlay: OverlayWindow) -> None:
    actions: CaptionActions = overlay.actions_shared
    assert not actions.click_through.isEnabled()
    assert not actions.visible.isEnabled()
    overlay.commands.set_global_keys(frozenset({"click_through", "visible"}))
    actions.click_through.setChecked(True)
    assert overlay.status.clicks_pass
    actions.visible.trigger()
    assert not overlay.isVisible()
    overlay.commands.set_global_keys(frozenset())
    assert not actions.click_through.isChecked()
    assert not overlay.status.clicks_pass
    assert overlay.isVisible()


@pytest.mark.parametrize(
    ("keys", "xdg", "code"),
    [
        ("Meta+Alt+P", "ALT+LOGO+p", 0x50),
        ("Ctrl+Shift+F8", "CTRL+SHIFT+F8", 0x77),
        ("Meta+Alt+PgUp", "ALT+LOGO+Prior", 0x21),
        ("Ctrl+Alt++", "CTRL+ALT+plus", 0xBB),
        ("Ctrl+Alt+7", "CTRL+ALT+7", 0x37),
    ],
)
def test_keys_in_the_words_of_each_system(bridge: Bridge, keys: str, xdg: str, code: int) -> None:
    found = parse(keys)
    assert found is not None
    assert (found.xdg, found.windows_code) == (xdg, code)
    assert parse("") is None


# --- a desktop's portal


class FakePortal:
    """Owns org.freedesktop.portal.Desktop on a bus; grants all shortcuts but one, and presses on demand."""

    def __init__(self, refused: str) -> None:
        self.bound: dict[str, str] = {}
        self.n_closed = 0
        self._refused = refused
        self._session = ""
        self._connection = open_dbus_connection()
        self._connection.send_and_get_reply(message_bus.RequestName("org.freedesktop.portal.Desktop"))
        self._stopping = False
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while not self._stopping:
            try:
                call = self._connection.receive(timeout=0.1)
            except TimeoutError:
                continue
            if call.header.message_type != MessageType.method_call:
                continue
            member = call.header.fields[HeaderFields.member]
            if member == "Close":
                self.n_closed += 1
                self._connection.send(new_method_return(call))
                continue
            token = call.body[-1]["handle_token"][1]
            request = f"/org/freedesktop/portal/desktop/request/1_1/{token}"
            self._connection.send(new_method_return(call, "o", (request,)))
            results: dict[str, tuple[str, object]] = {}
            if member == "CreateSession":
                self._session = "/org/freedesktop/portal/desktop/session/1_1/s"
                results = {"session_handle": ("s", self._session)}
            else:
                self.bound = {
                    name: about["preferred_trigger"][1]
                    for name, about in call.body[1]
                    if name != self._refused
                }
                granted = [(name, {"trigger_description": ("s", key)}) for name, key in self.bound.items()]
                results = {"shortcuts": ("a(sa{sv})", granted)}
            self._signal(request, "Request", "Response", "ua{sv}", (0, results))

    def _signal(
        self, path: str, interface: str, member: str, signature: str, body: tuple[object, ...]
    ) -> None:
        emitter = DBusAddress(path, interface=f"org.freedesktop.portal.{interface}")
        self._connection.send(new_signal(emitter, member, signature, body))

    def press(self, name: str) -> None:
        path = "/org/freedesktop/portal/desktop"
        self._signal(path, "GlobalShortcuts", "Activated", "osta{sv}", (self._session, name, 1, {}))

    def close(self) -> None:
        self._stopping = True
        self._thread.join()
        self._connection.close()


@contextlib.contextmanager
def a_bus(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[None]:
    command = ["dbus-daemon", "--session", "--nofork", "--print-address=1", f"--address=unix:dir={folder}"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert daemon.stdout is not None
    try:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
        yield
    finally:
        daemon.terminate()
        daemon.wait(10)
        daemon.stdout.close()


@pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="PORTAL NOT TESTED: apt install dbus-daemon")
def test_the_desktops_portal_is_asked_and_heard(
    bridge: Bridge, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted = {name: parse(key) for name, key in global_keys(Settings()).items()}
    usable = {name: key for name, key in wanted.items() if key is not None}
    with a_bus(monkeypatch, tmp_path):
        portal = FakePortal(refused="history")
        pressed: list[str] = []
        bound: list[list[str]] = []
        keys = PortalKeys(pressed.append, bound.append)
        assert keys.grab(usable) == []
        wait_for(lambda: bool(bound))
        assert sorted(bound[0]) == sorted(set(usable) - {"history"})
        assert portal.bound["pause"] == "ALT+LOGO+p"
        portal.press("pause")
        wait_for(lambda: pressed == ["pause"])
        keys.grab({"visible": usable["visible"]})
        wait_for(lambda: len(bound) == 2)
        assert bound[1] == ["visible"]
        assert portal.n_closed == 1
        keys.close()
        wait_for(lambda: portal.n_closed == 2)
        portal.close()


def test_without_a_portal_there_are_no_such_keys(bridge: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
    bound: list[list[str]] = []
    keys = PortalKeys(lambda name: None, bound.append)
    wait_for(lambda: bool(bound))
    assert bound == [[]]
    keys.close()


def test_keys_of_every_program_can_be_switched_off() -> None:
    assert "pause" in global_keys(Settings())
    assert global_keys(Settings(global_keys_on=False)) == {}
    assert "pause" not in global_keys(replace(Settings(), global_keys={"pause": ""}))


def test_keys_are_called_what_keyboards_call_them() -> None:
    assert shown(("Meta+Alt+P", "", "Ctrl+H")) == "Windows+Alt+P, Ctrl+H"
