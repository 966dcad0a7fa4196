"""Rolling caption lines: words wrapped to a width, where a committed word never changes its line. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from app.captions.types import CaptionUpdate

Measure = Callable[[str], float]
"""The width of a text, in any unit; the line width is in the same unit."""

_NO_START = frozenset(
    "、。，．・：；！？」』）】〉》〕］｝〗〙ーっゃゅょぁぃぅぇぉッャュョァィゥェォ々…‥’”,.!?:;)]}%"
)
_NO_END = frozenset("「『（【〈《〔［｛〖〘‘“([{")
_KEPT_LINES = 24


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of one line that looks the same."""

    text: str
    is_committed: bool
    is_label: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line on screen. `index` counts from 0 since the last clear(); it stays for committed words."""

    index: int
    source: str
    runs: tuple[Run, ...]

    @property
    def text(self) -> str:
        """All runs joined."""
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class _Atom:
    """A piece that is kept on one line; `is_glued` when no break is allowed before it."""

    text: str
    has_space: bool
    is_glued: bool


def _is_ideograph(char: str) -> bool:
    """Characters between which a line may break: kana, Han, full-width forms (Hangul has spaces)."""
    code = ord(char)
    return (
        0x2E80 <= code <= 0x30FF
        or 0x31F0 <= code <= 0x4DBF
        or 0x4E00 <= code <= 0x9FFF
        or 0xF900 <= code <= 0xFAFF
        or 0xFE30 <= code <= 0xFE4F
        or 0xFF00 <= code <= 0xFF65
        or 0x20000 <= code <= 0x3FFFF
    )


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _clusters(text: str) -> Iterator[str]:
    """Characters with the marks, joiners and selectors that belong to them."""
    cluster = ""
    for char in text:
        joins = unicodedata.category(char) in ("Mn", "Mc", "Me") or char in "\u200d\ufe0e\ufe0f"
        # skin tones and the tags of regional flags; two regional indicators make one flag
        joins = joins or "\U0001f3fb" <= char <= "\U0001f3ff" or "\U000e0020" <= char <= "\U000e007f"
        joins = joins or (_is_regional(char) and len(cluster) == 1 and _is_regional(cluster))
        if cluster and not (joins and not cluster.isspace()) and not cluster.endswith("\u200d"):
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


def _may_break(before: str, after: str) -> bool:
    """Whether a line may end between these two clusters, with no space between them."""
    if after[0] in _NO_START or before[-1] in _NO_END:
        return False
    return _is_ideograph(before[0]) or _is_ideograph(after[0])


def _gap_after(before: str) -> str:
    """What parts a new caption from the text before: nothing where a full-width mark brings its own space."""
    last = before[-1:]
    is_wide_mark = bool(last) and unicodedata.category(last)[0] == "P" and _is_ideograph(last)
    return "" if is_wide_mark else " "


def _atoms(text: str, before: str) -> list[_Atom]:
    """The pieces of `text`, which follows the text `before` ("" at the start of a line)."""
    atoms: list[_Atom] = []
    last = before[-1:]
    has_space = not last or last.isspace()
    piece, piece_has_space, piece_is_glued = "", False, False
    for cluster in _clusters(text):
        if cluster.isspace():
            has_space = True
            continue
        if not piece:
            piece, piece_has_space = cluster, has_space
            piece_is_glued = not has_space and not _may_break(last, cluster)
        elif has_space or _may_break(last, cluster):
            atoms.append(_Atom(piece, piece_has_space, piece_is_glued))
            piece, piece_has_space, piece_is_glued = cluster, has_space, False
        else:
            piece += cluster
        last, has_space = cluster, False
    if piece:
        atoms.append(_Atom(piece, piece_has_space, piece_is_glued))
    return atoms


def _flow(
    atoms: Iterable[_Atom], current: str, measure: Measure, width: float, prefix: str = ""
) -> Iterator[tuple[bool, str]]:
    """(starts a new line, text to add) for each atom, after the line `current`.

    `prefix` will stand before the first new line, so its width counts.

    A glued mark that comes later than its word may hang over the edge by one ideograph's width: moving the
    word would break the promise that a committed word stays where it is.
    """
    slack = measure("国")
    for atom in atoms:
        piece = (" " if atom.has_space and current and not current.endswith(" ") else "") + atom.text
        needed = measure(current + piece)
        if needed <= width or (atom.is_glued and current and needed <= width + slack):
            current += piece
            yield False, piece
            continue
        starts = bool(current)
        lead, prefix = (prefix, "") if starts else ("", prefix)
        if measure(lead + atom.text) <= width:
            current = lead + atom.text
            yield starts, atom.text
            continue
        part = ""
        for cluster in _clusters(atom.text):
            if part and measure(lead + part + cluster) > width:
                yield starts, part
                starts, part, lead = True, "", ""
            part += cluster
        current = lead + part
        yield starts, part


def wrap(text: str, measure: Measure, width: float) -> list[str]:
    """`text` in lines no wider than `width`; a word is split only where it alone is wider than a line."""
    lines: list[str] = []
    for starts, piece in _flow(_atoms(text, ""), "", measure, width):
        if starts or not lines:
            lines.append(piece)
        else:
            lines[-1] += piece
    return lines


@dataclass(slots=True)
class _Row:
    source: str
    label: str
    text: str = ""
    continues: bool = False
    """The row goes on with the row before it (the same source, no space lost at the break: see `joiner`)."""
    joiner: str = " "
    language: str = ""

    @property
    def shown(self) -> str:
        return self.label + self.text


@dataclass(slots=True)
class _Open:
    committed: str = ""
    tentative: str = ""
    is_new: bool = True
    language: str = ""


@dataclass(slots=True)
class RollingLines:
    """Turns caption updates of any number of sources into the last lines on screen.

    Each source goes on with its own last line while that is among the `n_lines` newest; otherwise it opens a
    new line at the end. Labels stand where the source changes from one line to the next; {} shows none.
    With `language_name` (code to name) a change of language opens a new line that begins with its name.
    """

    measure: Measure
    width: float
    n_lines: int = 2
    labels: Mapping[str, str] = field(default_factory=dict)
    language_name: Callable[[str], str] | None = None
    _rows: list[_Row] = field(default_factory=list)
    _base: int = 0
    _own: dict[str, _Row] = field(default_factory=dict)
    _open: dict[tuple[str, int], _Open] = field(default_factory=dict)
    _last_final: dict[str, tuple[int, str]] = field(default_factory=dict)
    _bottom: int = 0
    _last_language: str = ""

    def update(self, caption: CaptionUpdate) -> None:
        """Take in one update. A repeated final one is ignored."""
        key = (caption.source, caption.caption_id)
        if key not in self._open and self._last_final.get(caption.source) == (key[1], caption.text):
            return
        state = self._open.setdefault(key, _Open())
        final = caption.text if caption.is_final else caption.committed
        added = final[len(state.committed) :]
        if state.is_new:
            # once a word stands, so does its language
            state.language = caption.language
        if added.strip():
            own = self._own.get(caption.source)
            gap = _gap_after(own.text if own is not None else "") if state.is_new else ""
            self._commit(caption.source, gap + added, state.language)
            state.is_new = False
            state.committed = final
        state.tentative = "" if caption.is_final else caption.tentative
        if caption.is_final:
            del self._open[key]
            self._last_final[caption.source] = (caption.caption_id, caption.text)
            # a caption left open by a source that has moved on can no longer grow
            for old in [
                old for old in self._open if old[0] == caption.source and old[1] < caption.caption_id
            ]:
                del self._open[old]
        self._trim()

    def clear(self) -> None:
        """Forget what is shown; open captions go on with their next words."""
        if self._rows:
            self._last_language = self._rows[-1].language
        self._rows.clear()
        self._own.clear()
        self._base = 0
        self._bottom = 0
        for state in self._open.values():
            state.tentative = ""

    def reset(self) -> None:
        """Forget everything, as at the start of a session."""
        self.clear()
        self._open.clear()
        self._last_final.clear()
        self._last_language = ""

    def relayout(
        self,
        measure: Measure,
        width: float,
        n_lines: int,
        labels: Mapping[str, str],
        language_name: Callable[[str], str] | None = None,
    ) -> None:
        """Wrap again for another font, width, count of lines or labels. Only here do committed words move."""
        rows = list(self._rows)
        self.measure, self.width, self.n_lines, self.labels = measure, width, n_lines, labels
        self.language_name = language_name
        self._rows.clear()
        self._own.clear()
        self._base = 0
        self._bottom = 0
        for row in rows:
            self._commit(row.source, (row.joiner if row.continues else " ") + row.text, row.language)
        self._trim()

    @property
    def is_empty(self) -> bool:
        """Nothing to show."""
        return not self._rows and not any(state.tentative.strip() for state in self._open.values())

    def lines(self) -> list[Line]:
        """All kept lines with their tentative tails, oldest first."""
        rows: list[_Row] = list(self._rows)
        tails: dict[int, str] = {}
        own = dict(self._own)
        for (source, _), state in sorted(self._open.items(), key=lambda item: (item[0][0], item[0][1])):
            if not state.tentative.strip():
                continue
            row = own.get(source)
            label = self._label(source, rows, state.language)
            if row is not None and self._is_recent(row, rows) and self._is_same(row, state.language):
                before = row.shown + tails.get(id(row), "")
            else:
                row, before = None, label
            tentative = (_gap_after(before) if state.is_new else "") + state.tentative
            for starts, piece in _flow(_atoms(tentative, before), before, self.measure, self.width, label):
                if row is None or starts:
                    row = _Row(source, label, language=state.language)
                    label = ""
                    rows.append(row)
                tails[id(row)] = tails.get(id(row), "") + piece
            if row is not None:
                own[source] = row
        shown: list[Line] = []
        for offset, row in enumerate(rows):
            runs: list[Run] = []
            if row.label:
                runs.append(Run(row.label, True, is_label=True))
            if row.text:
                runs.append(Run(row.text, True))
            if tails.get(id(row)):
                runs.append(Run(tails[id(row)], False))
            shown.append(Line(self._base + offset, row.source, tuple(runs)))
        return shown

    def visible(self) -> tuple[int, list[Line]]:
        """(index of the top line, the lines from there on, at most `n_lines`).

        When a tentative tail gets shorter the view stays where it is, with an empty last line, so that
        nothing jumps back and forth.
        """
        lines = self.lines()
        top = self.top_of(lines)
        return top, [line for line in lines if line.index >= top]

    def top_of(self, lines: list[Line]) -> int:
        """The index of the top line on screen, given all lines()."""
        end = self._base + len(lines)
        self._bottom = min(max(self._bottom, end), end + self.n_lines - 1) if lines else 0
        return max(0, self._bottom - self.n_lines)

    def _is_recent(self, row: _Row, rows: list[_Row]) -> bool:
        return any(row is recent for recent in rows[-max(1, self.n_lines) :])

    def _is_same(self, row: _Row, language: str) -> bool:
        return self.language_name is None or row.language == language

    def _label(self, source: str, rows: list[_Row], language: str) -> str:
        label = self.labels.get(source, "")
        parts = [label] if label and (not rows or rows[-1].source != source) else []
        before = rows[-1].language if rows else self._last_language
        if self.language_name is not None and language and language != before:
            parts.append(f"[{self.language_name(language)}]")
        return "".join(f"{part} " for part in parts)

    def _commit(self, source: str, text: str, language: str) -> None:
        row = self._own.get(source)
        if row is not None and not (self._is_recent(row, self._rows) and self._is_same(row, language)):
            row = None
        label = self._label(source, self._rows, language)
        before = row.shown if row is not None else label
        for starts, piece in _flow(_atoms(text, before), before, self.measure, self.width, label):
            if row is None or starts:
                continues = row is not None
                joiner = " "
                if row is not None and row.text and _may_break(row.text[-1], piece[0]):
                    joiner = ""
                row = _Row(source, label, "", continues, joiner, language)
                label = ""
                self._rows.append(row)
                self._own[source] = row
            row.text += piece

    def _trim(self) -> None:
        extra = len(self._rows) - _KEPT_LINES
        if extra > 0:
            del self._rows[:extra]
            self._base += extra
