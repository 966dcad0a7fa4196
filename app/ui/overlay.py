"""The captions over every other window: a dark rounded box that keeps its place and size. GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QMoveEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QScreen,
    QShowEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from app.captions.lines import Line
from app.captions.types import CaptionUpdate, UserNotice
from app.settings import Settings
from app.ui import message_panel, status_row, window_flags
from app.ui.actions import CaptionActions
from app.ui.bridge import Bridge, OverlayStatus
from app.ui.caption_box import draw_box, draw_strip
from app.ui.caption_painter import CaptionPainter, is_light
from app.ui.drag import DragHandler
from app.ui.scroller import Scroller

_NOTICE_MS = {"info": 6_000, "warning": 20_000}
_SIZE_STEP = 1.125
LABELS: Mapping[str, str] = {"microphone": "You:", "loopback": "Computer:"}


class OverlayWindow(QWidget):
    """Shows what the bridge brings. Never takes the keyboard by itself; a click gives it the keyboard."""

    geometrySettled = Signal(QRect)

    def __init__(self, bridge: Bridge, settings: Settings, actions: CaptionActions | None = None) -> None:
        super().__init__()
        window_flags.make_overlay(self, settings.above_fullscreen)
        self.setWindowTitle("Sightline captions")
        self.setAccessibleName("Live captions")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._bridge = bridge
        self._settings = settings
        self._painter = CaptionPainter(settings)
        self._status_row = status_row.StatusRow()
        self._status = OverlayStatus(paused=settings.paused_at_start)
        self._notice: UserNotice | None = None
        self._has_spoken = False
        self._tray_available = False
        self._scroller = Scroller(self._painter.measure, settings.line_count, self)
        self._scroller.is_smooth = settings.smooth_scroll
        self._scroller.changed.connect(self._update_captions)
        self._hold = self._timer(self._scroller.fade_out)
        self._notice_timer = self._timer(self.dismiss_notice)
        self._settle = self._timer(self._on_settled)
        self._screens_settle = self._timer(self.restore_position)
        self._drag = DragHandler(self)

        self.actions_shared = actions or CaptionActions(self)
        self._connect_actions(self.actions_shared)
        self._connect_bridge(bridge)
        self._watch_screens()
        self._status_row.update(self._status, None)
        self.restore_position()

    # --- what the program may call or read

    @property
    def settings(self) -> Settings:
        """What is in force now, with the window's place."""
        return self._settings

    @property
    def lines(self) -> list[Line]:
        """The lines that are drawn, oldest first."""
        return [line for line in self._scroller.shown if line.index >= self._scroller.top]

    @property
    def status(self) -> OverlayStatus:
        """The last status."""
        return self._status

    @property
    def notice(self) -> UserNotice | None:
        """The notice on screen."""
        return self._notice

    def set_tray_available(self, available: bool) -> None:
        """Clicks may pass through only where the tray offers the way back."""
        self._tray_available = available
        self.actions_shared.click_through.setEnabled(available)
        self.actions_shared.click_through.setVisible(available)

    # --- wiring

    def _timer(self, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(slot)
        return timer

    def _connect_actions(self, actions: CaptionActions) -> None:
        self.addActions(actions.all())
        actions.pause.triggered.connect(self.toggle_pause)
        actions.bigger.triggered.connect(lambda: self._scale_text(_SIZE_STEP))
        actions.smaller.triggered.connect(lambda: self._scale_text(1 / _SIZE_STEP))
        actions.usual_size.triggered.connect(lambda: self._change(font_size_px=Settings().font_size_px))
        actions.settings.triggered.connect(self._bridge.settingsRequested)
        actions.history.triggered.connect(self._bridge.historyRequested)
        actions.star.triggered.connect(self._bridge.momentMarked)
        actions.private.toggled.connect(self._bridge.historyPaused)
        actions.sample.triggered.connect(self._bridge.sampleRequested)
        actions.reset_position.triggered.connect(self.reset_position)
        actions.click_through.toggled.connect(self.set_click_through)
        actions.dismiss.triggered.connect(self.dismiss_notice)
        actions.quit.triggered.connect(self._bridge.quitRequested)
        actions.show_paused(self._status.paused)
        self.set_tray_available(False)

    def _connect_bridge(self, bridge: Bridge) -> None:
        bridge.captionUpdated.connect(self.show_caption)
        bridge.noticeRaised.connect(self.show_notice)
        bridge.noticeCleared.connect(self._on_notice_cleared)
        bridge.statusChanged.connect(self.show_status)
        bridge.settingsReplaced.connect(self.apply_settings)
        bridge.settingsChanged.connect(self.apply_settings)
        bridge.cleared.connect(self.clear)
        bridge.historyPaused.connect(self._on_private)

    def _watch_screens(self) -> None:
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.screenAdded.connect(self._on_screen_added)
        application.screenRemoved.connect(self._on_screens_changed)
        application.primaryScreenChanged.connect(self._on_screens_changed)
        for screen in application.screens():
            screen.availableGeometryChanged.connect(self._on_screens_changed)

    def _on_screen_added(self, screen: QScreen) -> None:
        screen.availableGeometryChanged.connect(self._on_screens_changed)
        self._on_screens_changed()

    def _on_screens_changed(self, *_: object) -> None:
        # several changes arrive together when a monitor comes or goes
        self._screens_settle.start(300)

    # --- captions

    def _labels(self) -> Mapping[str, str]:
        return LABELS if self._settings.show_labels and self._settings.source == "both" else {}

    def show_caption(self, caption: CaptionUpdate) -> None:
        """Take in one update; nothing is drawn when nothing looks different."""
        if not self._settings.show_tentative and not caption.is_final:
            caption = replace(caption, tentative="")
        self._scroller.take(caption)
        self._has_spoken = self._has_spoken or not self._scroller.is_empty
        if self._settings.hold_time_s > 0 and not self._status.paused:
            self._hold.start(round(self._settings.hold_time_s * 1000))

    def _update_captions(self) -> None:
        pad = self._pad_x()
        self.update(self._caption_rect().adjusted(-pad, 0, pad, 0).toAlignedRect())

    def clear(self) -> None:
        """Forget all captions, as when another source is opened."""
        self._hold.stop()
        self._scroller.reset()

    # --- status and notices

    def show_status(self, status: OverlayStatus) -> None:
        """Take in a status; the row is drawn again only when it looks different."""
        if status.paused != self._status.paused:
            self._on_paused(status.paused)
        before = (self._status.paused, self._status.state, self._status.source)
        self._status = replace(status, private=self._status.private)
        if not self._scroller.shown and before != (status.paused, status.state, status.source):
            self._update_captions()
        self._refresh_status()

    def _on_private(self, private: bool) -> None:
        """Say that captions are not kept, wherever that was chosen."""
        self.actions_shared.private.setChecked(private)
        self._status = replace(self._status, private=private)
        self._refresh_status()

    def _on_paused(self, paused: bool) -> None:
        self.actions_shared.show_paused(paused)
        if paused:
            # what is on screen stays while one reads
            self._hold.stop()
        elif self._settings.hold_time_s > 0:
            self._hold.start(round(self._settings.hold_time_s * 1000))

    def _refresh_status(self) -> None:
        if self._status_row.update(self._status, self._notice):
            self.setToolTip(self._status.detail)
            self.setAccessibleDescription(self._status_row.accessible_text())
            self.update(self._status_rect().toAlignedRect())

    def show_notice(self, notice: UserNotice) -> None:
        """Show a sentence; information hides by itself, an error stays until it is cleared or dismissed."""
        if self._notice is not None and self._notice.severity == "error" and notice.severity == "info":
            return
        self._notice = notice
        self._notice_timer.stop()
        if notice.severity in _NOTICE_MS:
            self._notice_timer.start(_NOTICE_MS[notice.severity])
        self._refresh_status()
        self.update()

    def dismiss_notice(self) -> None:
        """Hide the notice."""
        self._notice = None
        self._notice_timer.stop()
        self._refresh_status()
        self.update()

    def _on_notice_cleared(self, code: str) -> None:
        if self._notice is not None and self._notice.code == code:
            self.dismiss_notice()

    def toggle_pause(self) -> None:
        """Ask the program to pause or go on, and show it at once."""
        paused = not self._status.paused
        self.show_status(replace(self._status, paused=paused))
        self._bridge.pauseToggled.emit(paused)

    # --- appearance

    def _change(self, **changes: object) -> None:
        settings = replace(self._settings, **changes)  # type: ignore[arg-type]
        self._bridge.settingsChanged.emit(settings)

    def _scale_text(self, factor: float) -> None:
        size = self._settings.font_size_px
        scaled = round(size * factor)
        if scaled == size:
            scaled += 1 if factor > 1 else -1
        self._change(font_size_px=min(144, max(12, scaled)))

    def apply_settings(self, settings: Settings) -> None:
        """Take another appearance, live."""
        before, self._settings = self._settings, settings
        if settings == before:
            return
        if replace(settings, geometries=before.geometries) == before:
            return
        if settings.above_fullscreen != before.above_fullscreen:
            self._remake_window()
        self._painter.apply(settings)
        self._scroller.is_smooth = settings.smooth_scroll
        if settings.line_length != before.line_length:
            self._forget_width()
        self._resize_to_text()
        self._relayout()
        if settings.hold_time_s == 0:
            self._hold.stop()
        elif settings.hold_time_s != before.hold_time_s and not self._status.paused:
            self._hold.start(round(settings.hold_time_s * 1000))
        self.update()

    def _remake_window(self) -> None:
        place, was_visible = self.geometry(), self.isVisible()
        window_flags.make_overlay(self, self._settings.above_fullscreen)
        self.setGeometry(place)
        if was_visible:
            self.show()

    def _relayout(self) -> None:
        width = max(1.0, self._caption_rect().width())
        self._painter.forget_layouts()
        self._scroller.relayout(self._painter.measure, width, self._settings.line_count, self._labels())

    # --- geometry: the size depends on the settings and the user's hand, never on the text

    def _pad_x(self) -> int:
        return max(18, round(self._settings.font_size_px * 0.75))

    def _pad_top(self) -> int:
        return max(10, round(self._settings.font_size_px * 0.36))

    def _status_height(self) -> int:
        return status_row.HEIGHT_PX + 4 if self._settings.show_status else 0

    def _wanted_height(self) -> int:
        text = round(self._painter.line_height) * self._settings.line_count
        bottom = 8 if self._settings.show_status else self._pad_top()
        return self._pad_top() + text + self._status_height() + bottom

    def _natural_width(self) -> int:
        return round(self._painter.typical_width(self._settings.line_length)) + 2 * self._pad_x()

    def _caption_rect(self) -> QRectF:
        height = self._painter.line_height * self._settings.line_count
        return QRectF(self._pad_x(), self._pad_top(), self.width() - 2 * self._pad_x(), height)

    def _status_rect(self) -> QRectF:
        top = self.height() - 8 - status_row.HEIGHT_PX
        return QRectF(self._pad_x(), top, self.width() - 2 * self._pad_x(), status_row.HEIGHT_PX)

    def _areas(self) -> list[QRect]:
        return [screen.availableGeometry() for screen in QGuiApplication.screens()]

    def _layout_key(self) -> str:
        return window_flags.layout_key(QGuiApplication.screens())

    def _place(self, rect: QRect) -> None:
        rect = window_flags.clamp_rect(rect, self._areas())
        self.setMinimumSize(min(240, rect.width()), rect.height())
        self.setMaximumSize(16_777_215, rect.height())
        self.setGeometry(rect)

    def restore_position(self) -> None:
        """Where the user last put it on these screens, else bottom centre; always wholly visible."""
        self._screens_settle.stop()
        saved = self._settings.geometries.get(self._layout_key())
        height = self._wanted_height()
        if saved is not None:
            x, y, width = saved
            self._place(QRect(x, y, width or self._natural_width(), height))
            return
        primary = QGuiApplication.primaryScreen()
        area = primary.availableGeometry() if primary is not None else QRect(0, 0, 1280, 800)
        self._place(window_flags.default_rect(self._natural_width(), height, area))

    def reset_position(self) -> None:
        """Back to bottom centre of the main screen, with the usual width, and raised."""
        kept = {key: value for key, value in self._settings.geometries.items() if key != self._layout_key()}
        self._change(geometries=kept)
        self.restore_position()
        self.raise_()

    def _forget_width(self) -> None:
        kept = {key: (x, y, 0) for key, (x, y, _) in self._settings.geometries.items()}
        self._settings = replace(self._settings, geometries=kept)

    def _resize_to_text(self) -> None:
        """Another font or line count: grow away from the nearer screen edge, about the same centre."""
        old = self.geometry()
        saved = self._settings.geometries.get(self._layout_key())
        width = saved[2] if saved is not None and saved[2] else self._natural_width()
        screen = self.screen()
        is_low = screen is not None and old.center().y() > screen.availableGeometry().center().y()
        height = self._wanted_height()
        y = old.y() + old.height() - height if is_low else old.y()
        self._place(QRect(old.center().x() - width // 2 + 1, y, width, height))

    def _on_settled(self) -> None:
        """The user has stopped dragging: remember."""
        rect = window_flags.clamp_rect(self.geometry(), self._areas())
        if rect != self.geometry():
            # let go half outside: back in sight, since what is out of sight cannot be read
            self.setGeometry(rect)
        saved = self._settings.geometries.get(self._layout_key())
        has_own_width = self._drag.was_resized or (saved is not None and saved[2] > 0)
        place = (rect.x(), rect.y(), rect.width() if has_own_width else 0)
        self._drag.forget()
        if saved != place:
            self._change(geometries={**self._settings.geometries, self._layout_key(): place})
        self.geometrySettled.emit(rect)

    def showEvent(self, event: QShowEvent) -> None:
        """Movements make sense from now on."""
        super().showEvent(event)
        self._scroller.is_seen = True

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing moves where nobody looks."""
        super().hideEvent(event)
        self._scroller.is_seen = False

    def moveEvent(self, event: QMoveEvent) -> None:
        """Remember a place that the user chose."""
        super().moveEvent(event)
        if self._drag.is_by_user:
            self._settle.start(500)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._relayout()
        if self._drag.is_by_user:
            self._settle.start(500)

    # --- focus and mouse

    def take_keyboard(self) -> None:
        """After a click: shortcuts work until another window is chosen."""
        handle = self.windowHandle()
        if handle is not None:
            window_flags.allow_focus(handle, True)
        self.activateWindow()
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard is here."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Give the keyboard back for good, so that it never returns by itself."""
        super().focusOutEvent(event)
        handle = self.windowHandle()
        if handle is not None and event.reason() != Qt.FocusReason.PopupFocusReason:
            window_flags.allow_focus(handle, False)
        self.update()

    def set_click_through(self, enabled: bool) -> None:
        """Let the mouse reach the windows below; only with a tray to turn it off again."""
        handle = self.windowHandle()
        if handle is not None:
            window_flags.set_click_through(handle, enabled and self._tray_available)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """All actions, with their shortcuts."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.actions_shared.fill(menu)
        menu.popup(event.globalPos())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing the captions ends the program in order."""
        event.ignore()
        self._bridge.quitRequested.emit()

    # --- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Box, lines or message, status."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.setClipRect(event.rect())
        draw_box(painter, QRectF(self.rect()), self._settings, self.hasFocus())
        colour = QColor(self._settings.text_color)
        area = self._caption_rect()
        on_light = not is_light(self._settings.text_color)
        said_above = False
        if self._scroller.shown:
            painter.save()
            # an overhanging mark may use the padding; lines scrolled out may not use the rest
            painter.setClipRect(
                area.adjusted(-self._pad_x(), 0, self._pad_x(), 0), Qt.ClipOperation.IntersectClip
            )
            painter.setOpacity(self._scroller.opacity)
            self._painter.draw(painter, self._scroller.shown, self._scroller.top_drawn, area)
            painter.restore()
        else:
            message = message_panel.choose(self._status, self._notice, self._has_spoken)
            said_above = message is not None and message_panel.draw(painter, area, message, colour, on_light)
        if self._settings.show_status or self._notice is not None:
            row = self._status_rect()
            if self._painter.needs_strip:
                draw_strip(painter, row, on_light)
            self._status_row.draw(painter, row, colour, on_light, hide_notice=said_above)
        painter.end()
