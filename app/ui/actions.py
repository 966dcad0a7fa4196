"""What a person can do with the captions, shared by menu, shortcuts and tray. GUI thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu


class CaptionActions(QObject):
    """Actions with their shortcuts; the overlay connects them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pause = self._action("Pause captions", "Space", "P")
        self.bigger = self._action("Larger text", "Ctrl++", "Ctrl+=")
        self.smaller = self._action("Smaller text", "Ctrl+-")
        self.usual_size = self._action("Usual text size", "Ctrl+0")
        self.settings = self._action("Settings…", "Ctrl+,")
        self.history = self._action("History…", "Ctrl+H")
        self.star = self._action("Mark this moment", "Ctrl+M")
        self.private = self._action("Private: keep no captions", "Ctrl+Shift+P")
        self.private.setCheckable(True)
        self.sample = self._action("Play the sample clip")
        self.reset_position = self._action("Reset position", "Ctrl+Shift+0", "Home")
        self.click_through = self._action("Let clicks through")
        self.click_through.setCheckable(True)
        self.dismiss = self._action("Hide the notice", "Escape")
        self.quit = self._action("Quit Sightline", "Ctrl+Q")

    def _action(self, text: str, *shortcuts: str) -> QAction:
        action = QAction(text, self)
        action.setShortcuts([QKeySequence(shortcut) for shortcut in shortcuts])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setShortcutVisibleInContextMenu(True)
        return action

    def all(self) -> list[QAction]:
        """Every action, for QWidget.addActions."""
        return [
            self.pause,
            self.bigger,
            self.smaller,
            self.usual_size,
            self.settings,
            self.history,
            self.star,
            self.private,
            self.sample,
            self.reset_position,
            self.click_through,
            self.dismiss,
            self.quit,
        ]

    def show_paused(self, paused: bool) -> None:
        """The pause action says what it will do."""
        self.pause.setText("Resume captions" if paused else "Pause captions")

    def fill(self, menu: QMenu, add_first: Callable[[QMenu], None] | None = None) -> QMenu:
        """Put the actions into `menu` in the usual order."""
        if add_first is not None:
            add_first(menu)
        menu.addAction(self.pause)
        menu.addSeparator()
        menu.addActions([self.bigger, self.smaller, self.usual_size])
        menu.addSeparator()
        menu.addActions([self.settings, self.sample])
        menu.addSeparator()
        menu.addActions([self.history, self.star, self.private])
        menu.addSeparator()
        menu.addActions([self.reset_position, self.click_through])
        menu.addSeparator()
        menu.addAction(self.quit)
        return menu
