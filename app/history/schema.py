"""The history file's shape: numbered migrations, how it is opened, and sqlite3's errors in our words."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sqlite3
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from engines.errors import StorageError

APPLICATION_ID = 0x53676874
"""'Sght' in the file's header: tells a history from any other SQLite file."""

BUSY_TIMEOUT_S = 5.0
"""How long a connection waits for another process before it says that the file is busy."""

# caption_words indexes every caption by word, without case or accents. Chinese, Japanese, Korean, Thai and
# their like have no spaces between words, so captions that hold any ("is_wide") are also in caption_parts, by
# every three characters. Two line feeds are put after the text there: with them each piece of one or two
# characters is the beginning of some triple, and a list of the triples (fts5vocab) finds pieces shorter than
# three.
_VERSION_1 = """
CREATE TABLE session (
    session_id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL DEFAULT '',
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER
);
CREATE TABLE caption (
    entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id INTEGER NOT NULL REFERENCES session(session_id) ON DELETE CASCADE,
    started_ms INTEGER NOT NULL,
    offset_ms INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    source TEXT NOT NULL,
    language TEXT NOT NULL,
    is_starred INTEGER NOT NULL DEFAULT 0,
    is_wide INTEGER NOT NULL DEFAULT 0,
    text TEXT NOT NULL
);
CREATE INDEX caption_by_session ON caption(session_id, entry_id);
CREATE INDEX caption_by_time ON caption(started_ms);
CREATE INDEX caption_starred ON caption(entry_id) WHERE is_starred;
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE VIEW caption_wide AS
    SELECT entry_id, text || char(10, 10) AS text FROM caption WHERE is_wide;
CREATE VIRTUAL TABLE caption_words USING fts5(
    text, content='caption', content_rowid='entry_id', columnsize=0,
    tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
CREATE VIRTUAL TABLE caption_parts USING fts5(
    text, content='caption_wide', content_rowid='entry_id', columnsize=0, tokenize='trigram'
);
"""

TRIGGERS = {
    "caption_added": """CREATE TRIGGER caption_added AFTER INSERT ON caption BEGIN
        INSERT INTO caption_words(rowid, text) VALUES (new.entry_id, new.text);
        INSERT INTO caption_parts(rowid, text)
            SELECT new.entry_id, new.text || char(10, 10) WHERE new.is_wide;
    END""",
    "caption_deleted": """CREATE TRIGGER caption_deleted AFTER DELETE ON caption BEGIN
        INSERT INTO caption_words(caption_words, rowid, text) VALUES ('delete', old.entry_id, old.text);
        INSERT INTO caption_parts(caption_parts, rowid, text)
            SELECT 'delete', old.entry_id, old.text || char(10, 10) WHERE old.is_wide;
    END""",
    "caption_changed": """CREATE TRIGGER caption_changed AFTER UPDATE OF text, is_wide ON caption BEGIN
        INSERT INTO caption_words(caption_words, rowid, text) VALUES ('delete', old.entry_id, old.text);
        INSERT INTO caption_parts(caption_parts, rowid, text)
            SELECT 'delete', old.entry_id, old.text || char(10, 10) WHERE old.is_wide;
        INSERT INTO caption_words(rowid, text) VALUES (new.entry_id, new.text);
        INSERT INTO caption_parts(rowid, text)
            SELECT new.entry_id, new.text || char(10, 10) WHERE new.is_wide;
    END""",
}

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (*(part for part in _VERSION_1.split(";\n") if part.strip()), *TRIGGERS.values()),
)
"""MIGRATIONS[n] takes a file from version n to n + 1 in one transaction, and is never edited again."""

VERSION = len(MIGRATIONS)


class DamagedError(StorageError):
    """The file's bytes are not what SQLite wrote."""


class GoneError(StorageError):
    """A session that a caption belongs to has been deleted."""


class BusyError(StorageError):
    """Another program holds the file."""


FILE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file raises; the second where sqlite3 cannot spell its own message about it."""


def storage_error(error: sqlite3.Error | OSError | UnicodeDecodeError, path: Path) -> StorageError:
    """`error` as a StorageError that says what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or isinstance(error, UnicodeDecodeError):
        return DamagedError(
            f"The history file {path} is damaged.", "It is set aside and what can be read is kept."
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return GoneError("The session was deleted.", "A new one begins.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BusyError(
            f"The history file {path} is in use by another program.", "Close that program; captions go on."
        )
    if code == sqlite3.SQLITE_FULL or (isinstance(error, OSError) and error.errno == errno.ENOSPC):
        return StorageError(
            f"The disk is full: captions cannot be kept in {path}.", "Free some space; captions go on."
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM) or (
        isinstance(error, OSError) and error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    ):
        return StorageError(
            f"The history file {path} cannot be written.", "Check the folder's permissions; captions go on."
        )
    if isinstance(error, OSError):
        return StorageError(
            f"The history file {path}: {error.strerror or error}.", "Captions go on without it."
        )
    return StorageError(f"The history file {path}: {error}.", "Captions go on without it.")


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """sqlite3's and the system's errors come out as StorageError."""
    try:
        yield
    except (*FILE_ERRORS, OSError) as error:
        raise storage_error(error, path) from error


def make_private(path: Path) -> None:
    """Create `path` and its folder so that only their owner can read them."""
    if not path.parent.is_dir():
        path.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if os.name == "posix":
        for file in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
            with contextlib.suppress(OSError):
                if file.stat().st_mode & 0o077:
                    file.chmod(0o600)


def connect_to_write(path: Path, busy_timeout_s: float = BUSY_TIMEOUT_S) -> sqlite3.Connection:
    """A connection in autocommit mode to the file at VERSION, made or migrated when needed.

    Every commit is on the disk when it returns (WAL, synchronous=FULL), deleted bytes are overwritten.
    Raises StorageError.
    """
    with translated(path):
        make_private(path)
        connection = sqlite3.connect(
            path, timeout=busy_timeout_s, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")
            _refuse_what_is_not_ours(connection, path)
            _refuse_programs(connection, path)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            # A small WAL, written back every 30 captions or so: a disk that fills up loses little room to it.
            connection.execute("PRAGMA wal_autocheckpoint = 250")
            _migrate(connection, path)
            _check_shape(connection)
            _watch_terms(connection)
        except BaseException:
            connection.close()
            raise
        return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, also where the folder is read-only. Raises StorageError."""
    if not path.is_file():
        raise StorageError(
            f"There is no history yet ({path}).", "Captions that are shown will be kept there."
        )
    with translated(path):
        address = path.absolute().as_uri()
        for options in ("mode=ro", "mode=ro&immutable=1"):
            connection = sqlite3.connect(
                f"{address}?{options}",
                uri=True,
                timeout=BUSY_TIMEOUT_S,
                isolation_level=None,
                check_same_thread=False,
            )
            try:
                _refuse_what_is_not_ours(connection, path)
                _refuse_programs(connection, path)
                if connection.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                    raise StorageError(f"The history file {path} is not ready yet.", "Start sightline once.")
                _watch_terms(connection)
                return connection
            except sqlite3.OperationalError as error:
                connection.close()
                code = getattr(error, "sqlite_errorcode", 0) & 0xFF
                if options != "mode=ro" or code not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                    raise
            except BaseException:
                connection.close()
                raise
    raise StorageError(f"The history file {path} cannot be opened.")


def _watch_terms(connection: sqlite3.Connection) -> None:
    connection.execute(
        "CREATE VIRTUAL TABLE temp.caption_part_terms USING fts5vocab(main, caption_parts, row)"
    )


def _refuse_what_is_not_ours(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    application_id = connection.execute("PRAGMA application_id").fetchone()[0]
    n_tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application_id != APPLICATION_ID and n_tables:
        raise StorageError(
            f"{path} is not a Sightline history.", "Move that file away, or use another folder."
        )
    if version > VERSION:
        raise StorageError(
            f"The history file {path} was written by a newer Sightline (form {version}; this one knows"
            f" {VERSION}).",
            "Update Sightline to read it. It is left untouched, and captions go on without history.",
        )


def _refuse_programs(connection: sqlite3.Connection, path: Path) -> None:
    """A trigger or view runs when a table is used, and need not end: only ours may be there.

    Raises DamagedError where reading runs none of it, so that the captions can be kept; else StorageError.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    strange = set(connection.execute(_PROGRAMS)) - _our_programs(version)
    if all(_TRIGGER.match(sql) for (sql,) in strange):
        if strange:
            raise DamagedError(
                f"The history file {path} was changed.", "It is set aside and what can be read is kept."
            )
        return
    raise StorageError(
        f"The history file {path} holds what another program put there.",
        "Move that file away; captions go on without it.",
    )


# By their words, since SQLite goes by them and not by the type beside them; as bytes: damage is no text.
_PROGRAMS = """SELECT CAST(sql AS BLOB) FROM sqlite_master
    WHERE sql NOT LIKE 'CREATE TABLE%' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'
    AND sql NOT LIKE 'CREATE INDEX%' AND sql NOT LIKE 'CREATE UNIQUE INDEX%'"""
_TRIGGER = re.compile(rb"CREATE TRIGGER\b", re.IGNORECASE)


@lru_cache
def _our_programs(version: int) -> frozenset[tuple[bytes, ...]]:
    """What the migrations up to a version leave there."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for statements in MIGRATIONS[:version]:
            for statement in statements:
                connection.execute(statement)
        return frozenset(connection.execute(_PROGRAMS))


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    while version < VERSION:
        with transaction(connection):
            # Another process may have done it while this one waited for the lock.
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version < VERSION:
                for statement in MIGRATIONS[version]:
                    connection.execute(statement)
                version += 1
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {version}")
    _refuse_what_is_not_ours(connection, path)


def _check_shape(connection: sqlite3.Connection) -> None:
    """Touch every table, so that a damaged page at a root shows at once and not with the first caption."""
    for table in (
        "session",
        "caption",
        "setting",
        "caption_words_data",
        "caption_parts_data",
        "caption_words_config",
    ):
        connection.execute(f"SELECT * FROM {table} ORDER BY 1 DESC LIMIT 1").fetchall()


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """One write transaction: all of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(*FILE_ERRORS):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise
