"""What a person can do with the captions, for menu, keys and tray; the keys may be chosen. GUI thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from app.settings import Settings
from app.ui.language import mark, tr

GROUPS = (
    mark("Captions"),
    mark("Text"),
    mark("Windows"),
    mark("Place"),
    mark("Program"),
    mark("History"),
)


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action: its name in the settings, its words, its standard keys, the one for every program."""

    name: str
    group: str
    text: str
    keys: tuple[str, ...] = ()
    global_key: str | None = None
    """None where no key of every program is offered."""
    is_toggle: bool = False
    window: str = "captions"
    """The window it belongs to, "captions" or "history": a key may do one thing in each."""


def _in_history(name: str, text: str, *keys: str) -> ActionSpec:
    return ActionSpec(f"history_{name}", "History", text, keys, window="history")


SPECS = (
    ActionSpec("pause", "Captions", "Pause captions", ("Space", "P"), "Meta+Alt+P"),
    ActionSpec("visible", "Captions", "Hide captions", ("Ctrl+W",), "Meta+Alt+V"),
    ActionSpec("keyboard", "Captions", "Give the captions the keyboard", (), "Meta+Alt+J"),
    ActionSpec("star", "Captions", "Mark this moment", ("Ctrl+M",), ""),
    ActionSpec("private", "Captions", "Private: keep no captions", ("Ctrl+Shift+P",), "", is_toggle=True),
    ActionSpec("sample", "Captions", "Play the sample clip", ("Ctrl+Shift+S",)),
    ActionSpec("mend", "Captions", "Do what the notice offers", ("Return",)),
    ActionSpec("dismiss", "Captions", "Hide the notice", ("Escape",)),
    ActionSpec("bigger", "Text", "Larger text", ("Ctrl++", "Ctrl+="), "Meta+Alt+PgUp"),
    ActionSpec("smaller", "Text", "Smaller text", ("Ctrl+-",), "Meta+Alt+PgDown"),
    ActionSpec("usual_size", "Text", "Usual text size", ("Ctrl+0",)),
    ActionSpec("settings", "Windows", "Settings…", ("Ctrl+,",), ""),
    ActionSpec("history", "Windows", "History…", ("Ctrl+H",), "Meta+Alt+Y"),
    ActionSpec("help", "Windows", "Keys…", ("F1",), ""),
    ActionSpec("setup", "Windows", "First steps…", ("Shift+F1",)),
    ActionSpec("models", "Windows", "Speech models…", ("Ctrl+Shift+M",)),
    ActionSpec("doctor", "Windows", "Check this computer…", ("Ctrl+Shift+D",)),
    ActionSpec("figures", "Windows", "Show or hide the figures", ("Ctrl+Shift+F",)),
    ActionSpec("menu", "Windows", "Open the menu", ("Ctrl+Space",)),
    ActionSpec("click_through", "Place", "Let clicks through", ("Ctrl+T",), "Meta+Alt+C", is_toggle=True),
    ActionSpec("left", "Place", "Move left", ("Left",)),
    ActionSpec("right", "Place", "Move right", ("Right",)),
    ActionSpec("up", "Place", "Move up", ("Up",)),
    ActionSpec("down", "Place", "Move down", ("Down",)),
    ActionSpec("wider", "Place", "Wider", ("Shift+Right",)),
    ActionSpec("narrower", "Place", "Narrower", ("Shift+Left",)),
    ActionSpec("dock_top", "Place", "Dock to the top edge", ("Ctrl+Up",)),
    ActionSpec("dock_bottom", "Place", "Dock to the bottom edge", ("Ctrl+Down",)),
    ActionSpec("next_screen", "Place", "To the next screen", ("N",), ""),
    ActionSpec("reset_position", "Place", "Reset position", ("Ctrl+Shift+0", "Home"), ""),
    ActionSpec("quit", "Program", "Quit Sightline", ("Ctrl+Q",), ""),
    _in_history("search", "Search; Enter goes to the results", "Ctrl+F"),
    _in_history("around", "What was said around a result", "Return", "Enter"),
    _in_history("next", "Next match, an older one", "F3", "N"),
    _in_history("previous", "Match before, a newer one", "Shift+F3", "Shift+N"),
    _in_history("back", "Back to the results, then to the newest captions", "Esc"),
    _in_history("oldest", "Oldest captions", "Home"),
    _in_history("newest", "Newest captions, followed live", "Ctrl+End", "End"),
    _in_history("star", "Star the selected captions, or take the star away", "S"),
    _in_history("next_star", "Next star", "B"),
    _in_history("previous_star", "Star before", "Shift+B"),
    _in_history("copy", "Copy the text", "Ctrl+C"),
    _in_history("copy_times", "Copy with times and labels", "Ctrl+Shift+C"),
    _in_history("copy_markdown", "Copy as Markdown", "Ctrl+Alt+C"),
    _in_history("export", "Export what is shown to a file", "Ctrl+E"),
    _in_history("delete", "Delete the selected captions or sessions for good", "Del"),
    _in_history("name", "Name the session", "F2"),
    _in_history("merge", "Merge the selected sessions", "M"),
    _in_history("private", "Private: pause the keeping of captions", "Ctrl+P"),
    _in_history("next_part", "Next part of the window", "F6"),
    _in_history("previous_part", "Part of the window before", "Shift+F6"),
    _in_history("help", "Keys of the history", "F1"),
)
BY_NAME = {spec.name: spec for spec in SPECS}
CAPTION_SPECS = tuple(spec for spec in SPECS if spec.window == "captions")


def local_keys(settings: Settings, name: str) -> tuple[str, ...]:
    """The keys of an action while the captions have the keyboard."""
    return settings.keys.get(name, BY_NAME[name].keys)


def global_key(settings: Settings, name: str) -> str:
    """The key of an action in every program; "" is none."""
    return settings.global_keys.get(name, BY_NAME[name].global_key or "")


def global_keys(settings: Settings) -> dict[str, str]:
    """All that are to be had from the system, by the name of the action; {} when they are switched off."""
    if not settings.global_keys_on:
        return {}
    found = {spec.name: global_key(settings, spec.name) for spec in SPECS if spec.global_key is not None}
    return {name: key for name, key in found.items() if key}


def conflict(settings: Settings, name: str, key: str, *, is_global: bool) -> str | None:
    """The name of another action that `key` belongs to already, in the same window or in every program."""
    wanted = QKeySequence(key)
    for spec in SPECS:
        taken: list[str] = []
        if is_global and spec.global_key is not None:
            taken = [global_key(settings, spec.name)]
        elif not is_global and spec.window == BY_NAME[name].window:
            taken = list(local_keys(settings, spec.name))
        if spec.name != name and any(each and QKeySequence(each) == wanted for each in taken):
            return spec.name
    return None


class CaptionActions(QObject):
    """Actions with their keys; the overlay connects them. Each is an attribute with the name of its spec."""

    pause: QAction
    visible: QAction
    keyboard: QAction
    star: QAction
    private: QAction
    sample: QAction
    mend: QAction
    dismiss: QAction
    bigger: QAction
    smaller: QAction
    usual_size: QAction
    settings: QAction
    history: QAction
    help: QAction
    setup: QAction
    models: QAction
    doctor: QAction
    figures: QAction
    menu: QAction
    click_through: QAction
    reset_position: QAction
    next_screen: QAction
    quit: QAction

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.by_name: dict[str, QAction] = {}
        for spec in CAPTION_SPECS:
            action = QAction(tr(spec.text), self)
            action.setCheckable(spec.is_toggle)
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.setShortcutVisibleInContextMenu(True)
            self.by_name[spec.name] = action
            setattr(self, spec.name, action)
        self.apply_keys({})

    def apply_keys(self, chosen: Mapping[str, tuple[str, ...]]) -> None:
        """Take the keys that the user has chosen; the standard ones for the rest."""
        for spec in CAPTION_SPECS:
            keys = chosen.get(spec.name, spec.keys)
            self.by_name[spec.name].setShortcuts([QKeySequence(key) for key in keys if key])

    def all(self) -> list[QAction]:
        """Every action, for QWidget.addActions."""
        return list(self.by_name.values())

    def show_paused(self, paused: bool) -> None:
        """The pause action says what it will do."""
        self.pause.setText(tr("Resume captions") if paused else tr("Pause captions"))

    def show_visible(self, visible: bool) -> None:
        """So does this one."""
        self.visible.setText(tr("Hide captions") if visible else tr("Show captions"))

    def fill(self, menu: QMenu, add_first: Callable[[QMenu], None] | None = None) -> QMenu:
        """Put the actions into `menu` in the usual order."""
        if add_first is not None:
            add_first(menu)
        menu.addActions([self.pause, self.visible])
        menu.addSeparator()
        menu.addActions([self.bigger, self.smaller, self.usual_size])
        menu.addSeparator()
        menu.addActions([self.settings, self.models, self.help, self.setup])
        menu.addActions([self.doctor, self.figures, self.sample])
        menu.addSeparator()
        menu.addActions([self.history, self.star, self.private])
        menu.addSeparator()
        place = menu.addMenu(tr("Place"))
        place.addActions([self.by_name[spec.name] for spec in SPECS if spec.group == "Place"])
        menu.addActions([self.reset_position, self.click_through])
        menu.addSeparator()
        menu.addAction(self.quit)
        return menu
