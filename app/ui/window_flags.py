"""What makes a window an overlay: on top, without focus, clicks let through, on a screen. GUI thread."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication, QScreen, QWindow
from PySide6.QtWidgets import QWidget

from app.captions.types import UserNotice
from app.ui.language import mark, tr

_MARGIN_PX = 24


def make_overlay(widget: QWidget, above_fullscreen: bool = False) -> None:
    """Frameless, translucent, above the others, shown without taking focus.

    Many X11 window managers put a full-screen window that has the focus above every window they manage;
    `above_fullscreen` goes round the window manager, which then neither moves nor lists the captions.
    """
    flags = (
        Qt.WindowType.Tool
        | Qt.WindowType.FramelessWindowHint
        | Qt.WindowType.WindowStaysOnTopHint
        | Qt.WindowType.WindowDoesNotAcceptFocus
        | Qt.WindowType.NoDropShadowWindowHint
    )
    if above_fullscreen and QGuiApplication.platformName() == "xcb":
        flags |= Qt.WindowType.BypassWindowManagerHint
    widget.setWindowFlags(flags)
    widget.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
    widget.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    # macOS hides tool windows of a program that is not in front; captions must stay
    widget.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)


def allow_focus(window: QWindow, allowed: bool) -> None:
    """Let the window take the keyboard, or not. Unlike QWidget.setWindowFlag this does not hide it."""
    window.setFlag(Qt.WindowType.WindowDoesNotAcceptFocus, not allowed)
    if allowed:
        window.requestActivate()


def set_click_through(window: QWindow, enabled: bool) -> None:
    """Let the mouse reach what lies below."""
    window.setFlag(Qt.WindowType.WindowTransparentForInput, enabled)


def exclude_from_capture(window: QWindow, excluded: bool) -> None:
    """On Windows, leave the window out of screen sharing and screenshots; elsewhere there is no such wish.

    learn.microsoft.com, "SetWindowDisplayAffinity": WDA_EXCLUDEFROMCAPTURE is 0x11 (Windows 10 2004).
    """
    if sys.platform == "win32" and QGuiApplication.platformName() == "windows":
        ctypes.windll.user32.SetWindowDisplayAffinity(int(window.winId()), 0x11 if excluded else 0)


def layout_key(screens: Sequence[QScreen]) -> str:
    """Names one arrangement of screens, such as "0,0,1920x1080;1920,0,1280x1024"."""
    rects = sorted(
        (s.geometry().x(), s.geometry().y(), s.geometry().width(), s.geometry().height()) for s in screens
    )
    return ";".join(f"{x},{y},{width}x{height}" for x, y, width, height in rects)


def clamp_rect(rect: QRect, areas: Sequence[QRect]) -> QRect:
    """The nearest place for `rect` wholly inside the area it overlaps most (else the nearest one).

    The width shrinks when the area is narrower; the height is kept, and then the top stays visible.
    """
    if not areas:
        return rect

    def overlap(area: QRect) -> tuple[int, int]:
        common = area.intersected(rect)
        shared = max(0, common.width()) * max(0, common.height())
        between = area.center() - rect.center()
        return shared, -between.manhattanLength()

    area = max(areas, key=overlap)
    width = min(rect.width(), area.width())
    x = min(max(rect.x(), area.left()), area.left() + area.width() - width)
    y = max(min(rect.y(), area.top() + area.height() - rect.height()), area.top())
    return QRect(x, y, width, rect.height())


def default_rect(width: int, height: int, area: QRect) -> QRect:
    """Bottom centre of `area`, with a little room below."""
    width = min(width, area.width() - 2 * _MARGIN_PX)
    x = area.x() + (area.width() - width) // 2
    return QRect(x, area.y() + area.height() - height - _MARGIN_PX, width, height)


_KEEP_ABOVE = {
    "GNOME": mark("Click the captions, press Alt+Space and choose “Always on Top”."),
    "KDE": mark("Click the captions, press Alt+F3, then “More Actions” and “Keep Above Others”."),
    "sway": mark("Add to sway's config: for_window [app_id=sightline] floating enable, sticky enable"),
    "Hyprland": mark("Add to hyprland.conf: windowrule = float, pin, class:sightline"),
}
"""The manual step of each desktop, by a part of $XDG_CURRENT_DESKTOP."""


def keep_above_notice() -> UserNotice | None:
    """On Wayland a program cannot raise itself above the others: say what to do, in this desktop's words.

    app.parts.choose_platform goes through XWayland, where this is not needed, as soon as there is one.
    """
    if not QGuiApplication.platformName().startswith("wayland"):
        return None
    desktop = os.environ.get("XDG_CURRENT_DESKTOP", "").split(":")
    step = next((_KEEP_ABOVE[name] for name in desktop if name in _KEEP_ABOVE), None)
    return UserNotice(
        "wayland-keep-above",
        "info",
        tr("Wayland does not let captions stay above other windows by themselves."),
        step
        or tr("Install XWayland, or tell your desktop to keep the window of “sightline” above the others."),
    )
