"""What stands in the caption area while there are no captions: a notice, "Paused", "Starting". GUI thread."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from app.captions.types import UserNotice
from app.ui.bridge import OverlayStatus
from app.ui.fonts import caption_font
from app.ui.language import tr
from app.ui.status_row import draw_sign, severity_colour

_SIZES_PX = ((20, 15), (17, 13), (14, 12))
"""Title and advice beside a status row of 13 px."""
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


@dataclass(frozen=True, slots=True)
class Message:
    """A title, a sentence under it, and a severity for notices."""

    title: str
    advice: str
    severity: str = ""


def choose(status: OverlayStatus, notice: UserNotice | None, has_spoken: bool) -> Message | None:
    """The most important thing to say, or None for an empty box."""
    if notice is not None:
        return Message(notice.title, notice.advice, notice.severity)
    if status.paused:
        return Message(tr("Paused"), tr("Click here and press Space, or use the menu, to go on."))
    if status.state == "starting":
        return Message(tr("Starting…"), tr("The captions appear here in a moment."))
    if status.state == "ended":
        return None if has_spoken else Message(tr("The sound has ended"), tr("Nothing was said in it."))
    if status.state in ("listening", "speaking", "silent"):
        return None if has_spoken else Message(tr("Listening"), tr("What is said appears here."))
    return Message(status.state, "")


def draw(
    painter: QPainter, area: QRectF, message: Message, colour: QColor, on_light: bool, text_px: int
) -> bool:
    """Draw the message as large as there is room for, up to its usual size beside a status row of text_px;
    False when there is no room at all, so that the status row has to say it."""
    large = tuple((round(title * text_px / 13), round(advice * text_px / 13)) for title, advice in _SIZES_PX)
    for title_px, advice_px in dict.fromkeys((*large, *_SIZES_PX)):
        title_font, advice_font = caption_font("", title_px, 600), caption_font("", advice_px, 400)
        indent = title_px * 1.5 if message.severity else 0.0
        room = QRectF(area.left() + indent, area.top(), area.width() - indent, 4000)
        title = QFontMetricsF(title_font).boundingRect(room, _WRAP, message.title)
        advice = QFontMetricsF(advice_font).boundingRect(room, _WRAP, message.advice)
        gap = 4.0 if message.advice else 0.0
        height = title.height() + gap + advice.height()
        if height <= area.height() + 4:
            break
    else:
        return False
    top = area.top() + (area.height() - height) / 2
    calm = QColor(colour)
    calm.setAlphaF(0.78)
    tint = calm
    if message.severity:
        tint = QColor(severity_colour(message.severity, on_light))
        side = title_px * 1.0
        line = QFontMetricsF(title_font).height()
        draw_sign(painter, QRectF(area.left(), top + (line - side) / 2, side, side), message.severity, tint)
    painter.setFont(title_font)
    painter.setPen(tint)
    painter.drawText(QRectF(room.left(), top, room.width(), title.height() + 2), _WRAP, message.title)
    painter.setFont(advice_font)
    painter.setPen(calm)
    painter.drawText(
        QRectF(room.left(), top + title.height() + gap, room.width(), advice.height() + 2),
        _WRAP,
        message.advice,
    )
    return True
