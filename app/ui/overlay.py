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
    QHideEvent,
    QMoveEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QWidget

from app.captions.lines import Line
from app.captions.types import CaptionUpdate, UserNotice
from app.languages import NAMES
from app.settings import Settings
from app.ui import mending, message_panel, status_row, window_flags
from app.ui.actions import CaptionActions
from app.ui.announcer import Announcer
from app.ui.bridge import Bridge, OverlayStatus, Progress
from app.ui.caption_box import draw_box, draw_strip
from app.ui.caption_commands import CaptionCommands
from app.ui.caption_painter import CaptionPainter, is_light
from app.ui.language import mark, tr
from app.ui.mending import MendButton
from app.ui.placement import Placement
from app.ui.scroller import Scroller

_NOTICE_MS = {"info": 6_000, "warning": 20_000}
LABELS: Mapping[str, str] = {"microphone": mark("You:"), "loopback": mark("Computer:")}


def language_name(code: str) -> str:
    """ "de" as "German"; the code itself where it is not known."""
    return NAMES.get(code, code)


class OverlayWindow(QWidget):
    """Shows what the bridge brings. Never takes the keyboard by itself; a click gives it the keyboard."""

    geometrySettled = Signal(QRect)

    def __init__(self, bridge: Bridge, settings: Settings, actions: CaptionActions | None = None) -> None:
        super().__init__()
        window_flags.make_overlay(self, settings.above_fullscreen)
        self.setWindowTitle(tr("Sightline captions"))
        self.setAccessibleName(tr("Live captions"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._bridge = bridge
        self._settings = settings
        self._painter = CaptionPainter(settings)
        self._status_row = status_row.StatusRow()
        self._status_row.resize(settings.font_size_px)
        self._status = OverlayStatus(paused=settings.paused_at_start)
        self._notice: UserNotice | None = None
        self._has_spoken = False
        self._announcer = Announcer(self)
        self._mend = MendButton(self)
        self._mend.clicked.connect(self.mend)
        self._is_motion_reduced = False
        self._scroller = Scroller(self._painter.measure, settings.line_count, self)
        self._set_movement()
        self._scroller.changed.connect(self._update_captions)
        self._hold = self._timer(self._on_hold_over)
        self._notice_timer = self._timer(self.dismiss_notice)
        self._n_lines = settings.line_count
        self.placement = Placement(self)

        self.actions_shared = actions or CaptionActions(self)
        self.commands = CaptionCommands(self, bridge, self.actions_shared)
        self._connect_bridge(bridge)
        self._status_row.update(self._status, None)
        self._dress_mend()
        self.placement.restore()

    # --- what the program may call or read

    @property
    def settings(self) -> Settings:
        """What is in force now, with the window's place."""
        return self._settings

    @property
    def lines(self) -> list[Line]:
        """The lines that are drawn, oldest first."""
        return self._scroller.lines

    @property
    def status(self) -> OverlayStatus:
        """The last status."""
        return self._status

    @property
    def notice(self) -> UserNotice | None:
        """The notice on screen."""
        return self._notice

    # --- wiring

    def _timer(self, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(slot)
        return timer

    def _connect_bridge(self, bridge: Bridge) -> None:
        bridge.captionUpdated.connect(self.show_caption)
        bridge.noticeRaised.connect(self.show_notice)
        bridge.noticeCleared.connect(self._on_notice_cleared)
        bridge.statusChanged.connect(self.show_status)
        bridge.settingsReplaced.connect(self.apply_settings)
        bridge.settingsChanged.connect(self.apply_settings)
        bridge.cleared.connect(self.clear)
        bridge.modelProgressed.connect(self._on_model_progress)
        bridge.historyPaused.connect(self._on_private)

    # --- captions

    def _labels(self) -> Mapping[str, str]:
        # the command line may ask for another source than the settings
        is_both = "both" in (self._status.source, self._settings.source)
        return (
            {name: tr(label) for name, label in LABELS.items()}
            if self._settings.show_labels and is_both
            else {}
        )

    def show_caption(self, caption: CaptionUpdate) -> None:
        """Take in one update; nothing is drawn when nothing looks different."""
        if self._settings.announce_captions:
            self._announcer.take(caption)
        if not self._settings.show_tentative and not caption.is_final:
            caption = replace(caption, tentative="")
        self._scroller.take(caption)
        self._has_spoken = self._has_spoken or not self._scroller.is_empty
        if self._settings.hold_time_s > 0 and not self._status.paused:
            self._hold.start(round(self._settings.hold_time_s * 1000))

    def _set_movement(self) -> None:
        pacer = self._scroller.pacer
        pacer.min_show_s, pacer.words_per_minute = self._settings.min_show_s, self._settings.reading_wpm
        is_calm = self._settings.follow_system_motion and self._is_motion_reduced
        self._scroller.is_smooth = self._settings.smooth_scroll and not is_calm

    def set_motion_reduced(self, reduced: bool) -> None:
        """What the system says about movement."""
        self._is_motion_reduced = reduced
        self._set_movement()

    def _on_hold_over(self) -> None:
        if self._scroller.is_behind:
            self._hold.start(1000)
        else:
            self._scroller.fade_out()

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
        kept = self._status
        self._status = replace(status, private=kept.private, clicks_pass=kept.clicks_pass)
        if status.source != kept.source:
            self._relayout()
        if not self._scroller.shown and before != (status.paused, status.state, status.source):
            self._update_captions()
        self._refresh_status()

    def _on_model_progress(self, progress: Progress) -> None:
        """Say how far the getting of a model is, while no captions come."""
        if not progress.is_done:
            self.show_status(replace(self._status, state=tr(progress.sentence)))

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
        self._mend.offer(mending.mend_for(self._notice, self._settings), self._notice)
        self._put_mend()
        if self._status_row.update(self._status, self._notice):
            said = f"{self._notice.title} {self._notice.advice}" if self._notice is not None else ""
            self.setToolTip(said or self._status.detail)
            self.setAccessibleDescription(self._status_row.accessible_text())
            self.update(self._status_rect().toAlignedRect())

    def show_notice(self, notice: UserNotice) -> None:
        """Show a sentence; information hides by itself, an error stays until it is cleared or dismissed."""
        if self._notice is not None and self._notice.severity == "error" and notice.severity == "info":
            return
        self._notice = replace(notice, title=tr(notice.title), advice=tr(notice.advice))
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

    def mend(self) -> None:
        """Do what the button beside the notice says."""
        mend = mending.mend_for(self._notice, self._settings)
        if mend is not None:
            self.dismiss_notice()
            mending.do(mend, self._bridge, self._settings)

    def _put_mend(self) -> None:
        row = self._status_rect()
        top = round(row.center().y()) - self._mend.height() // 2
        self._mend.move(round(row.right()) - self._mend.width(), top)

    def toggle_pause(self) -> None:
        """Ask the program to pause or go on, and show it at once."""
        paused = not self._status.paused
        self.show_status(replace(self._status, paused=paused))
        self._bridge.pauseToggled.emit(paused)

    # --- appearance

    def change(self, **changes: object) -> None:
        """Change some settings, for all windows."""
        settings = replace(self._settings, **changes)  # type: ignore[arg-type]
        self._bridge.settingsChanged.emit(settings)

    def adopt(self, settings: Settings) -> None:
        """Make settings known whose effect the window has already."""
        self._settings = settings
        self._bridge.settingsChanged.emit(settings)

    def apply_settings(self, settings: Settings) -> None:
        """Take another appearance, live."""
        before, self._settings = self._settings, settings
        if settings == before:
            return
        if replace(settings, geometries=before.geometries) == before:
            return
        self.commands.apply(settings)
        if settings.above_fullscreen != before.above_fullscreen:
            self._remake_window()
        self._exclude_from_capture()
        self._painter.apply(settings)
        self._status_row.resize(settings.font_size_px)
        self._dress_mend()
        self._set_movement()
        if settings.line_length != before.line_length:
            self._settings = replace(settings, geometries=self.placement.without_widths())
        if settings.dock != before.dock:
            self.placement.restore()
        else:
            self.placement.resize_to_text()
        self._relayout()
        if settings.hold_time_s == 0:
            self._hold.stop()
        elif settings.hold_time_s != before.hold_time_s and not self._status.paused:
            self._hold.start(round(settings.hold_time_s * 1000))
        self.update()

    def _dress_mend(self) -> None:
        letters_px = status_row.text_px(self._settings.font_size_px)
        self._mend.dress(not is_light(self._settings.text_color), letters_px)
        self._put_mend()

    def _exclude_from_capture(self) -> None:
        handle = self.windowHandle()
        if handle is not None:
            window_flags.exclude_from_capture(handle, self._settings.hide_from_capture)

    def _remake_window(self) -> None:
        place, was_visible = self.geometry(), self.isVisible()
        window_flags.make_overlay(self, self._settings.above_fullscreen)
        self.setGeometry(place)
        if was_visible:
            self.show()
        if self._status.clicks_pass:
            # the new flags know nothing of it
            self.commands.set_click_through(True)

    def _relayout(self) -> None:
        width = max(1.0, self._caption_rect().width())
        self._painter.forget_layouts()
        self._scroller.relayout(
            self._painter.measure,
            width,
            self._n_lines,
            self._labels(),
            language_name if self._settings.show_language else None,
        )

    # --- geometry: the size depends on the settings and the user's hand, never on the text

    def _pad_x(self) -> int:
        return max(18, round(self._settings.font_size_px * 0.75))

    def _pad_top(self) -> int:
        return max(10, round(self._settings.font_size_px * 0.36))

    def _status_height(self) -> int:
        return self._row_height() + 4 if self._settings.show_status else 0

    def _row_height(self) -> int:
        return status_row.height_px(self._settings.font_size_px)

    def _pad_bottom(self) -> int:
        return 8 if self._settings.show_status else self._pad_top()

    def wanted_height(self) -> int:
        """Padding, lines and status row, in px."""
        text = round(self._painter.line_height) * self._n_lines
        return self._pad_top() + text + self._status_height() + self._pad_bottom()

    def natural_width(self) -> int:
        """For lines of the length asked for, in px."""
        return round(self._painter.typical_width(self._settings.line_length)) + 2 * self._pad_x()

    def _caption_rect(self) -> QRectF:
        height = self._painter.line_height * self._n_lines
        return QRectF(self._pad_x(), self._pad_top(), self.width() - 2 * self._pad_x(), height)

    def _status_rect(self) -> QRectF:
        height = self._row_height()
        return QRectF(self._pad_x(), self.height() - 8 - height, self.width() - 2 * self._pad_x(), height)

    def fit_lines(self) -> None:
        """As many of the lines asked for as the screen has room for: none is ever cut off."""
        room = self.placement.area().height() - self._pad_top() - self._pad_bottom() - self._status_height()
        n_lines = max(1, min(self._settings.line_count, int(room // round(self._painter.line_height))))
        if n_lines != self._n_lines:
            self._n_lines = n_lines
            self._relayout()

    def showEvent(self, event: QShowEvent) -> None:
        """Movements make sense from now on."""
        super().showEvent(event)
        self._scroller.is_seen = True
        self.actions_shared.show_visible(True)
        if self._settings.hide_from_capture:
            self._exclude_from_capture()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing moves where nobody looks."""
        super().hideEvent(event)
        self._scroller.is_seen = False
        self.actions_shared.show_visible(False)

    def moveEvent(self, event: QMoveEvent) -> None:
        """Remember a place that the user chose."""
        super().moveEvent(event)
        self.placement.on_moved()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap for the new width."""
        super().resizeEvent(event)
        self._put_mend()
        if event.size().width() != event.oldSize().width():
            self._relayout()
        self.placement.on_moved()

    # --- focus and mouse

    def take_keyboard(self) -> None:
        """After a click or by its key: shortcuts work until another window is chosen."""
        self.commands.bring_back()
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

    def show_clicks_pass(self, passes: bool) -> None:
        """Say in the row that clicks reach what lies below, or no longer do."""
        self._status = replace(self._status, clicks_pass=passes)
        self._refresh_status()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """All actions, with their shortcuts."""
        self.commands.open_menu(event.globalPos())

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
            said_above = message is not None and message_panel.draw(
                painter, area, message, colour, on_light, status_row.text_px(self._settings.font_size_px)
            )
        if self._settings.show_status or self._notice is not None:
            row = self._status_rect()
            if self._painter.needs_strip:
                draw_strip(painter, row, on_light)
            if not self._mend.isHidden():
                row.setRight(row.right() - self._mend.width() - 12)
            self._status_row.draw(painter, row, colour, on_light, hide_notice=said_above)
        painter.end()
