"""Buttons of the windows that are not the captions. GUI thread."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton


def text_button(text: str, done: object, *, name: str = "") -> QPushButton:
    """One that Return does not press from elsewhere in the window. name: for a screen reader, where the text
    does not say it."""
    button = QPushButton(text)
    button.setAutoDefault(False)
    if name:
        button.setAccessibleName(name)
    button.clicked.connect(done)
    return button
