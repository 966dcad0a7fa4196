"""Keys of every program under Wayland: the desktop asks its user and tells us (org.freedesktop.portal).

The portal's GlobalShortcuts interface over D-Bus (jeepney), on a thread of its own: the user may take long.
"""

from __future__ import annotations

import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from app.ui.actions import BY_NAME
from app.ui.key_names import Combination

log = logging.getLogger(__name__)

_BUS = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_SHORTCUTS = DBusAddress(_PATH, _BUS, "org.freedesktop.portal.GlobalShortcuts")
_WAKE_S = 0.3
_ANSWER_LIMIT_S = 300.0


class PortalKeys:
    """See global_keys.Grabber; which keys were granted is said through `bound` when the user has answered."""

    def __init__(self, pressed: Callable[[str], None], bound: Callable[[list[str]], None]) -> None:
        self._pressed, self._bound = pressed, bound
        self._asked: queue.SimpleQueue[dict[str, Combination] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="portal-keys", daemon=True)
        self._thread.start()

    def grab(self, wanted: Mapping[str, Combination]) -> list[str]:
        """Ask the portal; nothing is held until it answers."""
        self._asked.put(dict(wanted))
        return list(wanted) if not self._thread.is_alive() else []

    def close(self) -> None:
        """End the session; the portal then lets go of its keys."""
        self._asked.put(None)
        self._thread.join(2 * _WAKE_S)

    # --- the thread

    def _run(self) -> None:
        try:
            with open_dbus_connection() as connection:
                self._serve(connection)
        except Exception as fault:
            # no bus, no portal, an old portal: the program's own keys and the tray go on
            log.info("no keys from the portal: %s", type(fault).__name__)
            self._bound([])

    def _serve(self, connection: DBusConnection) -> None:
        for member, interface in (("Response", "Request"), ("Activated", "GlobalShortcuts")):
            rule = MatchRule(type="signal", interface=f"org.freedesktop.portal.{interface}", member=member)
            connection.send_and_get_reply(message_bus.AddMatch(rule))
        session = ""
        while True:
            try:
                wanted = self._asked.get_nowait()
            except queue.Empty:
                pass
            else:
                if session:
                    _call(connection, DBusAddress(session, _BUS, "org.freedesktop.portal.Session"), "Close")
                    session = ""
                if wanted is None:
                    return
                if wanted:
                    session = self._bind(connection, wanted)
            try:
                message = connection.receive(timeout=_WAKE_S)
            except TimeoutError:
                continue
            if _is_signal(message, "Activated") and message.body[0] == session:
                self._pressed(message.body[1])

    def _bind(self, connection: DBusConnection, wanted: Mapping[str, Combination]) -> str:
        token = f"sightline{secrets.token_hex(4)}"
        options = {"handle_token": ("s", token + "a"), "session_handle_token": ("s", token)}
        request = _call(connection, _SHORTCUTS, "CreateSession", "a{sv}", (options,))
        code, results = self._answer(connection, request)
        if code != 0:
            self._bound([])
            return ""
        session = str(results["session_handle"][1])
        keys = [
            (name, {"description": ("s", BY_NAME[name].text), "preferred_trigger": ("s", key.xdg)})
            for name, key in wanted.items()
        ]
        body = (session, keys, "", {"handle_token": ("s", token + "b")})
        request = _call(connection, _SHORTCUTS, "BindShortcuts", "oa(sa{sv})sa{sv}", body)
        code, results = self._answer(connection, request)
        granted = (
            [each[0] for each in results["shortcuts"][1]] if code == 0 and "shortcuts" in results else []
        )
        self._bound(granted)
        return session

    def _answer(self, connection: DBusConnection, request: str) -> tuple[int, dict[str, tuple[str, Any]]]:
        """What the user said: 0 and the results, or another code."""
        end = time.monotonic() + _ANSWER_LIMIT_S
        while time.monotonic() < end and self._asked.empty():
            try:
                message = connection.receive(timeout=_WAKE_S)
            except TimeoutError:
                continue
            if _is_signal(message, "Response") and message.header.fields[HeaderFields.path] == request:
                return message.body[0], message.body[1]
        return 2, {}


def _is_signal(message: Message, member: str) -> bool:
    is_signal: bool = message.header.message_type == MessageType.signal
    return is_signal and message.header.fields.get(HeaderFields.member) == member


def _call(
    connection: DBusConnection,
    to: DBusAddress,
    method: str,
    signature: str = "",
    body: tuple[object, ...] = (),
) -> str:
    """The reply's object path, if it has one. RuntimeError when the portal refuses."""
    call = new_method_call(to, method, signature or None, body)
    reply = connection.send_and_get_reply(call, timeout=10)
    if reply.header.message_type == MessageType.error:
        raise RuntimeError(str(reply.header.fields.get(HeaderFields.error_name)))
    return str(reply.body[0]) if reply.body else ""
