"""Moving and widening a frameless window by hand, without snapping. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QWidget

EDGE_PX = 9


class DragHandler(QObject):
    """Watches a window's mouse events. A press that does not move calls the window's take_keyboard()."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._pressed_at: QPoint | None = None
        self._pressed_geometry = QRect()
        self._edge = Qt.Edge(0)
        self._is_manual = False
        self.is_by_user = False
        self.was_resized = False
        window.installEventFilter(self)

    def forget(self) -> None:
        """After the new place has been remembered."""
        self.is_by_user = False
        self.was_resized = False

    def edge_at(self, x: int) -> Qt.Edge:
        """Which side edge is under the mouse."""
        if x < EDGE_PX:
            return Qt.Edge.LeftEdge
        if x >= self._window.width() - EDGE_PX:
            return Qt.Edge.RightEdge
        return Qt.Edge(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the left button; everything else goes on."""
        if isinstance(event, QMouseEvent):
            if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
                self._press(event)
                return True
            if event.type() == QEvent.Type.MouseMove:
                self._move(event)
                return True
            if event.type() == QEvent.Type.MouseButtonRelease and event.button() == Qt.MouseButton.LeftButton:
                self._release()
                return True
        return super().eventFilter(watched, event)

    def _press(self, event: QMouseEvent) -> None:
        self._pressed_at = event.globalPosition().toPoint()
        self._pressed_geometry = self._window.geometry()
        self._edge = self.edge_at(round(event.position().x()))
        self._is_manual = False

    def _move(self, event: QMouseEvent) -> None:
        if self._pressed_at is None or not event.buttons() & Qt.MouseButton.LeftButton:
            over = self.edge_at(round(event.position().x()))
            self._window.setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.ArrowCursor)
            return
        moved = event.globalPosition().toPoint() - self._pressed_at
        if not self._is_manual:
            if moved.manhattanLength() < QGuiApplication.styleHints().startDragDistance():
                return
            self.is_by_user = True
            self.was_resized = bool(self._edge)
            if self._hand_to_compositor():
                self._pressed_at = None
                return
            self._is_manual = True
        self._window.setGeometry(self._moved(moved))

    def _hand_to_compositor(self) -> bool:
        """On Wayland only the compositor can move a window.

        Elsewhere we do it: window managers snap and tile what they move, and openbox 3.6 was seen to start
        a move of this window from twice its coordinates.
        """
        handle = self._window.windowHandle()
        if handle is None or not QGuiApplication.platformName().startswith("wayland"):
            return False
        return handle.startSystemResize(self._edge) if self._edge else handle.startSystemMove()

    def _moved(self, moved: QPoint) -> QRect:
        rect = QRect(self._pressed_geometry)
        least = self._window.minimumWidth()
        if self._edge == Qt.Edge.LeftEdge:
            rect.setLeft(min(rect.left() + moved.x(), rect.right() - least + 1))
        elif self._edge == Qt.Edge.RightEdge:
            rect.setRight(max(rect.right() + moved.x(), rect.left() + least - 1))
        else:
            rect.translate(moved)
        return rect

    def _release(self) -> None:
        was_click = self._pressed_at is not None and not self._is_manual
        self._pressed_at = None
        self._is_manual = False
        if was_click:
            take = getattr(self._window, "take_keyboard", None)
            if take is not None:
                take()
