"""The keys of the history window as the user has chosen them, some in its lists alone. GUI thread."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.settings import Settings
from app.ui.actions import SPECS, local_keys

HISTORY_SPECS = tuple(spec for spec in SPECS if spec.window == "history")

_EVERYWHERE = re.compile(r"(Ctrl|Alt|Meta)\+|(^|\+)(F\d+|Esc)$")


def is_for_lists(key: QKeySequence) -> bool:
    """Whether the key is one that types or moves in the search field, and so works in the lists alone."""
    return not _EVERYWHERE.search(key.toString(QKeySequence.SequenceFormat.PortableText))


class HistoryKeys(QObject):
    """Gives each action of `done`, by the name of its spec, its keys.

    menu_actions: those that stand in a menu, which shows their keys. lists: where keys work that would type
    elsewhere.
    """

    def __init__(
        self,
        window: QWidget,
        lists: Sequence[QWidget],
        done: Mapping[str, Callable[[], object]],
        menu_actions: Mapping[str, QAction],
    ) -> None:
        super().__init__(window)
        self._in_window: dict[str, QAction] = {}
        self._in_lists: dict[str, list[QAction]] = {}
        for spec in HISTORY_SPECS:
            name = spec.name
            action = menu_actions.get(name) or self._action(window, done[name])
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            self._in_window[name] = action
            self._in_lists[name] = [self._action(each, action.trigger) for each in lists]
            for inner in self._in_lists[name]:
                inner.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.apply(Settings())

    def _action(self, widget: QWidget, done: Callable[[], object]) -> QAction:
        action = QAction(self)
        action.triggered.connect(lambda: done())
        widget.addAction(action)
        return action

    def apply(self, settings: Settings) -> None:
        """Take the keys that the user has chosen; the standard ones for the rest."""
        for spec in HISTORY_SPECS:
            keys = [QKeySequence(key) for key in local_keys(settings, spec.name) if key]
            plain = [key for key in keys if is_for_lists(key)]
            self._in_window[spec.name].setShortcuts([key for key in keys if key not in plain])
            for action in self._in_lists[spec.name]:
                action.setShortcuts(plain)
