"""Captions read straight from the pages of a damaged SQLite file, where SQLite itself finds no way to them.

Table leaves carry their rows whole (sqlite.org/fileformat2.html, 1.6 and 2.1): each page is tried on its own,
so that a lost root, schema or header does not matter. Deleted captions were overwritten (secure_delete).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

Row = tuple[object, ...]

_TABLE_LEAF = 0x0D
_WAL_HEADER = 32
_FRAME_HEADER = 24
_MAX_TEXT = 1_000_000


def rows_in_pages(path: Path, page_size: int = 4096) -> Iterator[Row]:
    """Rows of the caption table, entry_id first and the other columns in order, as they are met.

    Also of the file's WAL. A row may come more than once; what only looks like a caption is left out.
    """
    for suffix, start, step, skip in (
        ("", 0, page_size, 0),
        ("-wal", _WAL_HEADER, page_size + _FRAME_HEADER, 24),
    ):
        try:
            data = Path(f"{path}{suffix}").read_bytes()
        except OSError:
            continue
        for at in range(start, len(data), step):
            page = data[at + skip : at + skip + page_size]
            first = 100 if not suffix and at == 0 else 0
            if len(page) == page_size and page[first] == _TABLE_LEAF:
                # Long texts go on in other pages, which only the file itself holds at known places.
                yield from _rows_of_page(page, first, data if not suffix else b"")


def _rows_of_page(page: bytes, first: int, file: bytes) -> Iterator[Row]:
    (n_cells,) = struct.unpack_from(">H", page, first + 3)
    for cell in range(n_cells):
        try:
            (at,) = struct.unpack_from(">H", page, first + 8 + 2 * cell)
            n_bytes, at = _varint(page, at)
            entry_id, at = _varint(page, at)
            if not 0 < n_bytes <= _MAX_TEXT or entry_id <= 0:
                continue
            row = _caption(_payload(page, at, n_bytes, file), entry_id)
        except (struct.error, IndexError, UnicodeDecodeError):
            continue
        if row is not None:
            yield row


def _payload(page: bytes, at: int, n_bytes: int, file: bytes) -> bytes:
    usable = len(page)
    most, least = usable - 35, (usable - 12) * 32 // 255 - 23
    if n_bytes <= most:
        return page[at : at + n_bytes]
    local = least + (n_bytes - least) % (usable - 4)
    payload = page[at : at + (local if local <= most else least)]
    at += len(payload)
    (number,) = struct.unpack_from(">I", page, at)
    while number and len(payload) < n_bytes:
        begin = (number - 1) * usable
        (number,) = struct.unpack_from(">I", file, begin)
        payload += file[begin + 4 : begin + usable]
    return payload[:n_bytes]


def _caption(payload: bytes, entry_id: int) -> Row | None:
    header_size, at = _varint(payload, 0)
    kinds = []
    while at < header_size:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    # The shape of a caption: its number is the row's own (NULL here), integers, two texts, marks, text.
    if (
        len(kinds) != 10
        or kinds[0] != 0
        or any(kind < 13 or kind % 2 == 0 for kind in (kinds[5], kinds[6], kinds[9]))
    ):
        return None
    values: list[object] = [entry_id]
    at = header_size
    for kind in kinds[1:]:
        if kind >= 12:
            size = (kind - 12) // 2
            raw = payload[at : at + size]
            if len(raw) != size:
                return None
            values.append(raw.decode("utf-8"))
        elif kind in (8, 9):
            size = 0
            values.append(kind - 8)
        elif 1 <= kind <= 6:
            size = (0, 1, 2, 3, 4, 6, 8)[kind]
            values.append(int.from_bytes(payload[at : at + size], "big", signed=True))
        else:
            return None
        at += size
    return tuple(values)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(9):
        byte = data[at]
        at += 1
        if place == 8:
            return (value << 8) | byte, at
        value = (value << 7) | (byte & 0x7F)
        if not byte & 0x80:
            break
    return value, at
