"""What a screen reader sees: the tree of accessible objects and the announcements, over AT-SPI's own D-Bus.

Needs the Debian packages dbus-daemon and at-spi2-core.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

_ROOT = "/org/a11y/atspi/accessible/root"
_REGISTRY = "org.a11y.atspi.Registry"
_STATE_SHOWING, _STATE_FOCUSABLE = 25, 11
"""AT-SPI's state numbers (atspi-constants.h)."""


def missing_tools() -> list[str]:
    """The Debian packages of what is not installed."""
    missing = [] if shutil.which("dbus-daemon") else ["dbus-daemon"]
    if not Path("/usr/share/dbus-1/services/org.a11y.Bus.service").exists():
        missing.append("at-spi2-core")
    return missing


@dataclass(slots=True)
class Node:
    """One accessible object. role: AT-SPI's name of it, such as "push button"."""

    name: str
    role: str
    is_showing: bool
    is_focusable: bool
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """This one and all below."""
        yield self
        for child in self.children:
            yield from child.walk()


class Session:
    """A session bus of the test's own, with the accessibility bus that it starts. `env` is for clients."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        command = [
            "dbus-daemon",
            "--session",
            "--nofork",
            "--print-address=1",
            f"--address=unix:dir={folder}",
        ]
        self._daemon = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **env}
        )
        assert self._daemon.stdout is not None
        address = self._daemon.stdout.readline().strip()
        self.env = {"DBUS_SESSION_BUS_ADDRESS": address, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
        with open_dbus_connection(bus=address) as session:
            bus = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
            reply = session.send_and_get_reply(new_method_call(bus, "GetAddress"), timeout=30)
            assert reply.header.message_type == MessageType.method_return, reply.body
        self._bus: DBusConnection = open_dbus_connection(bus=reply.body[0])

    def _ask(
        self, address: DBusAddress, method: str, signature: str | None = None, body: tuple[Any, ...] = ()
    ) -> Any:
        reply = self._bus.send_and_get_reply(new_method_call(address, method, signature, body), timeout=20)
        assert reply.header.message_type == MessageType.method_return, (method, reply.body)
        return reply.body[0] if reply.body else None

    def _node(self, bus: str, path: str) -> Node:
        accessible = DBusAddress(path, bus, "org.a11y.atspi.Accessible")
        properties = DBusAddress(path, bus, "org.freedesktop.DBus.Properties")
        name = self._ask(properties, "Get", "ss", ("org.a11y.atspi.Accessible", "Name"))[1]
        states = self._ask(accessible, "GetState")
        has = [bool(states[number // 32] >> number % 32 & 1) for number in (_STATE_SHOWING, _STATE_FOCUSABLE)]
        children = [self._node(*child) for child in self._ask(accessible, "GetChildren") if child[1] != _ROOT]
        return Node(name, self._ask(accessible, "GetRoleName"), has[0], has[1], children)

    def windows(self) -> list[Node]:
        """The top windows of every program."""
        registry = DBusAddress(_ROOT, _REGISTRY, "org.a11y.atspi.Accessible")
        windows: list[Node] = []
        for bus, path in self._ask(registry, "GetChildren"):
            root = DBusAddress(path, bus, "org.a11y.atspi.Accessible")
            windows += [self._node(*child) for child in self._ask(root, "GetChildren")]
        return windows

    def listen(self) -> None:
        """From now on announcements are kept for `announced`."""
        registry = DBusAddress("/org/a11y/atspi/registry", _REGISTRY, "org.a11y.atspi.Registry")
        self._ask(registry, "RegisterEvent", "sass", ("object:announcement", [], ""))
        rule = MatchRule(type="signal", interface="org.a11y.atspi.Event.Object", member="Announcement")
        self._bus.send_and_get_reply(message_bus.AddMatch(rule))

    def announced(self, seconds: float) -> list[str]:
        """What was announced within that time."""
        said = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                message = self._bus.receive(timeout=max(0.01, end - time.monotonic()))
            except TimeoutError:
                break
            if message.header.fields.get(HeaderFields.member) == "Announcement":
                said.append(message.body[3][1])
        return said

    def close(self) -> None:
        self._bus.close()
        self._daemon.terminate()
        self._daemon.wait(10)
        assert self._daemon.stdout is not None
        self._daemon.stdout.close()
