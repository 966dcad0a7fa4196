"""The list of all keys (F1): searched as one types, each one to be changed, conflicts said. GUI thread."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.settings import Settings
from app.ui.actions import BY_NAME, GROUPS, SPECS, conflict, global_key, local_keys
from app.ui.bridge import Bridge
from app.ui.buttons import text_button
from app.ui.icons import sightline_icon
from app.ui.language import mark, tr

_NAME = Qt.ItemDataRole.UserRole
_WHERE = {"captions": mark("while the captions have the keyboard"), "history": mark("in the history window")}


def shown(keys: tuple[str, ...]) -> str:
    """Keys as people read them: Qt's "Meta" is the Windows key of most keyboards."""
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(native).replace("Meta+", "Windows+") for key in keys if key)


class KeyDialog(QDialog):
    """Asks for one key combination, and says at once when it is taken."""

    def __init__(
        self, settings: Settings, name: str, *, is_global: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._settings, self._name, self._is_global = settings, name, is_global
        self.setWindowTitle(tr("Change a key"))
        window = BY_NAME[name].window
        where = tr("in every program") if is_global else tr(_WHERE[window])
        label = QLabel(tr(f"Press the new key for “{tr(BY_NAME[name].text).rstrip('…')}”, {where}:"))
        label.setWordWrap(True)
        self.field = QKeySequenceEdit()
        self.field.setMaximumSequenceLength(1)
        self.field.setAccessibleName(tr("New key"))
        keys = (global_key(settings, name),) if is_global else local_keys(settings, name)
        self.field.setKeySequence(QKeySequence(next(iter(keys), "")))
        label.setBuddy(self.field)
        self.said = QLabel()
        self.said.setWordWrap(True)
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        none = self._buttons.addButton(tr("&No key"), QDialogButtonBox.ButtonRole.ActionRole)
        none.clicked.connect(self.field.clear)
        none.setAutoDefault(False)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (label, self.field, self.said, self._buttons):
            layout.addWidget(widget)
        self.field.keySequenceChanged.connect(self._judge)
        self.field.setFocus()

    @property
    def key(self) -> str:
        """What was pressed, in the settings' form."""
        return self.field.keySequence().toString(QKeySequence.SequenceFormat.PortableText)

    def fault(self) -> str:
        """Why the key cannot be used, or ""."""
        if not self.key:
            return ""
        other = conflict(self._settings, self._name, self.key, is_global=self._is_global)
        if other is not None:
            return tr(f"{shown((self.key,))} belongs to “{tr(BY_NAME[other].text)}”. Choose another key.")
        has_modifier = any(part in self.key for part in ("Ctrl+", "Alt+", "Meta+"))
        if self._is_global and not has_modifier:
            return tr(
                "A key for every program needs Ctrl, Alt or the Windows key, or typing would set it off."
            )
        return ""

    def _judge(self) -> None:
        fault = self.fault()
        self.said.setText(fault)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not fault)
        if self.key and not fault:
            self._buttons.button(QDialogButtonBox.StandardButton.Ok).setFocus()


class KeysWindow(QDialog):
    """Emits bridge.settingsChanged for each change, and follows changes made elsewhere."""

    def __init__(self, bridge: Bridge, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Sightline keys"))
        self.setWindowIcon(sightline_icon())
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        self._bridge = bridge
        self._settings = settings
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search what it does, or the key"))
        self.search.setAccessibleName(tr("Search keys"))
        self.search.setClearButtonEnabled(True)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Keys"))
        self.tree.setColumnCount(3)
        self.tree.setHeaderLabels([tr("What it does"), tr("Key in its window"), tr("Key in every program")])
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setAllColumnsShowFocus(True)
        self.change_local = text_button(tr("Change &key…"), lambda: self._ask(is_global=False))
        self.change_global = text_button(
            tr("Change key in e&very program…"), lambda: self._ask(is_global=True)
        )
        self.standard = text_button(tr("&Standard key"), self._restore_one)
        self.standard_all = text_button(tr("&All standard"), self._restore_all)
        close = text_button(tr("&Close"), self.close)
        label = QLabel(tr("&Find:"))
        label.setBuddy(self.search)
        top = QHBoxLayout()
        top.addWidget(label)
        top.addWidget(self.search)
        bottom = QHBoxLayout()
        for button in (self.change_local, self.change_global, self.standard, self.standard_all):
            bottom.addWidget(button)
        bottom.addStretch()
        bottom.addWidget(close)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(self.tree)
        layout.addLayout(bottom)
        self.resize(760, 560)
        self._rows: dict[str, QTreeWidgetItem] = {}
        self._fill()
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._to_first)
        self.tree.itemActivated.connect(lambda *_: self._ask(is_global=False))
        self.tree.currentItemChanged.connect(lambda *_: self._enable())
        bridge.settingsChanged.connect(self.follow)
        self.search.setFocus()
        self._enable()

    def _fill(self) -> None:
        for group in GROUPS:
            for spec in SPECS:
                if spec.group == group:
                    where = tr("In the history: ") if spec.window == "history" else ""
                    item = QTreeWidgetItem([where + tr(spec.text).rstrip("…")])
                    item.setData(0, _NAME, spec.name)
                    self._rows[spec.name] = item
                    self.tree.addTopLevelItem(item)
        self._show_keys()
        for column in (0, 1, 2):
            self.tree.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.setCurrentItem(self._rows[SPECS[0].name])

    def _show_keys(self) -> None:
        for name, item in self._rows.items():
            offered = BY_NAME[name].global_key is not None
            item.setText(1, shown(local_keys(self._settings, name)) or tr("none"))
            everywhere = shown((global_key(self._settings, name),))
            if everywhere and not self._settings.global_keys_on:
                everywhere += tr(" (switched off)")
            item.setText(2, (everywhere or tr("none")) if offered else tr("not offered"))

    def follow(self, settings: Settings) -> None:
        """Show keys that were changed elsewhere."""
        self._settings = settings
        self._show_keys()

    def _filter(self, text: str) -> None:
        wanted = text.casefold().split()
        first = None
        for row in range(self.tree.topLevelItemCount()):
            item = self.tree.topLevelItem(row)
            if item is None:
                continue
            words = " ".join(item.text(column) for column in range(3)).casefold()
            item.setHidden(not all(word in words for word in wanted))
            if first is None and not item.isHidden():
                first = item
        if first is not None:
            self.tree.setCurrentItem(first)

    def _to_first(self) -> None:
        self.tree.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _current(self) -> str | None:
        item = self.tree.currentItem()
        name = item.data(0, _NAME) if item is not None else None
        return name if isinstance(name, str) else None

    def _enable(self) -> None:
        name = self._current()
        self.change_local.setEnabled(name is not None)
        self.standard.setEnabled(name is not None)
        self.change_global.setEnabled(name is not None and BY_NAME[name].global_key is not None)

    def _ask(self, *, is_global: bool) -> None:
        name = self._current()
        if name is None:
            return
        dialog = KeyDialog(self._settings, name, is_global=is_global, parent=self)
        if dialog.exec() and not dialog.fault():
            self.set_key(name, dialog.key, is_global=is_global)
        dialog.deleteLater()

    def set_key(self, name: str, key: str, *, is_global: bool) -> None:
        """Give an action another key; "" takes it away."""
        if is_global:
            changed = replace(self._settings, global_keys={**self._settings.global_keys, name: key})
        else:
            keys = (key,) if key else ()
            changed = replace(self._settings, keys={**self._settings.keys, name: keys})
        self._bridge.settingsChanged.emit(changed)

    def _restore_one(self) -> None:
        name = self._current()
        if name is None:
            return
        keys = {each: key for each, key in self._settings.keys.items() if each != name}
        everywhere = {each: key for each, key in self._settings.global_keys.items() if each != name}
        restored = replace(self._settings, keys=keys, global_keys=everywhere)
        spec = BY_NAME[name]
        taken = [conflict(restored, name, key, is_global=False) for key in spec.keys]
        taken += [conflict(restored, name, spec.global_key, is_global=True)] if spec.global_key else []
        # the standard key may have been given to another action, which then gets its own back too
        for other in {each for each in taken if each is not None}:
            restored = replace(
                restored,
                keys={each: key for each, key in restored.keys.items() if each != other},
                global_keys={each: key for each, key in restored.global_keys.items() if each != other},
            )
        self._bridge.settingsChanged.emit(restored)

    def _restore_all(self) -> None:
        self._bridge.settingsChanged.emit(replace(self._settings, keys={}, global_keys={}))
