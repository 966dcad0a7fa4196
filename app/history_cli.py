"""`sightline history search|export|import|clear`: the caption history from a terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from app.history import moments
from app.history.export import FORMATS, Advance, as_json, export_history, export_to_file, one_line
from app.history.imports import import_file
from app.history.query import clean, parse_query
from app.history.reader import Filter, HistoryReader
from app.history.schema import DamagedError
from app.history.search import HistorySearch
from app.history.store import HistoryStore
from app.notices import said
from engines.errors import InputFileError, UsageError

_PAGE = 200


def add_history_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],
    parents: Sequence[argparse.ArgumentParser] = (),
) -> argparse.ArgumentParser:
    """Add `history` and its commands to the program's command line."""
    parser = subparsers.add_parser(
        "history", parents=list(parents), help="search, export or clear the captions"
    )
    actions = parser.add_subparsers(dest="action", metavar="search|export|import|clear", required=True)

    search = actions.add_parser("search", parents=list(parents), help="find captions, the newest first")
    search.add_argument(
        "query", nargs="+", metavar="QUERY", help='words; a "quoted phrase"; the beginning of a word*'
    )
    _add_filters(search)
    search.add_argument("--limit", type=_positive, default=50, help="captions at most (50)")
    search.add_argument("--json", action="store_true", help="JSON lines")

    export = actions.add_parser("export", parents=list(parents), help="write the captions to a file")
    export.add_argument("--format", choices=FORMATS, help="txt, or what --output ends in")
    export.add_argument("--output", type=Path, metavar="FILE", help="standard output when left out")
    export.add_argument("--session", type=_positive, metavar="N", help="one session only")
    export.add_argument("--plain", action="store_true", help="txt and md without times and labels")
    _add_filters(export)

    importing = actions.add_parser("import", parents=list(parents), help="add the captions of files")
    importing.add_argument("files", nargs="+", type=Path, metavar="FILE", help="jsonl, csv, srt or vtt")

    clear = actions.add_parser("clear", parents=list(parents), help="delete captions for good")
    clear.add_argument("--before", metavar="DATE", help="only what is older than DATE")
    clear.add_argument("--session", type=_positive, metavar="N", help="one session only")
    clear.add_argument("--yes", action="store_true", help="do not ask")
    return parser


def _add_filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--source", default="", help="loopback, microphone or file")
    parser.add_argument("--language", default="", help="code such as en, de or ja")
    parser.add_argument("--since", metavar="DATE", help="2026-12-01 or 2026-12-01T14:30")
    parser.add_argument("--until", metavar="DATE", help="up to and with that day, or before that moment")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return number


def run_history(arguments: argparse.Namespace, history_file: Path) -> int:
    """Run a parsed `history` command; returns the exit code. Raises SightlineError."""
    if arguments.action == "clear":
        return _clear(arguments, history_file)
    if arguments.action == "import":
        with HistoryStore(history_file) as store:
            for file in arguments.files:
                n_added = import_file(store, file)
                print(f"sightline: {n_added} captions of {file} added to the history.", file=sys.stderr)
        return 0
    where = Filter(
        session_id=getattr(arguments, "session", None),
        source=arguments.source,
        language=arguments.language,
        since_ms=moments.parse_asked(arguments.since) if arguments.since else None,
        until_ms=moments.parse_asked(arguments.until, end=True) if arguments.until else None,
    )
    if not history_file.is_file():
        print(f"sightline: there is no history yet ({history_file}).", file=sys.stderr)
        return 0
    try:
        return _read(arguments, history_file, where)
    except DamagedError:
        with HistoryStore(history_file) as store:
            store.check()
            for notice in store.take_notices():
                print(said(notice), file=sys.stderr)
        return _read(arguments, history_file, where)


def _read(arguments: argparse.Namespace, history_file: Path, where: Filter) -> int:
    with HistoryReader(history_file) as reader:
        if arguments.action == "search":
            return _search(arguments, reader, where)
        return _export(arguments, reader, where)


def _search(arguments: argparse.Namespace, reader: HistoryReader, where: Filter) -> int:
    _make_output_utf8()
    query = parse_query(" ".join(arguments.query), as_you_type=False)
    search = HistorySearch(reader)
    n_found, before = 0, None
    while n_found < arguments.limit:
        hits = search.find(query, where, limit=min(_PAGE, arguments.limit - n_found), before=before)
        if not hits:
            break
        for hit in hits:
            row = hit.row
            if arguments.json:
                print(as_json(row))
            else:
                time = moments.to_local(row.started_ms)
                print(
                    f"{time}  {row.entry.session_id:>4}  {row.entry.source:<10}  {one_line(row.entry.text)}"
                )
        n_found += len(hits)
        before = hits[-1].row.entry.entry_id
    if not n_found:
        print("sightline: nothing found.", file=sys.stderr)
    return 0


def _export(arguments: argparse.Namespace, reader: HistoryReader, where: Filter) -> int:
    form = arguments.format
    target: Path | None = arguments.output
    if target is not None and target.is_dir():
        raise InputFileError(f"{target} is a folder.", "Give --output a file name.")
    if form is None:
        suffix = target.suffix.lstrip(".").lower() if target is not None else ""
        form = suffix if suffix in FORMATS else "txt"
    if target is None:
        _make_output_utf8()
        export_history(reader, form, sys.stdout, where, plain=arguments.plain)
        sys.stdout.flush()
        return 0
    with _Progress(reader.count(where)) as progress:
        n_rows = export_to_file(reader, form, target, where, plain=arguments.plain, advance=progress.advance)
    print(f"sightline: {n_rows} captions written to {target}.", file=sys.stderr)
    return 0


class _Progress:
    """A bar on a terminal; silent elsewhere and for short exports."""

    def __init__(self, n_rows: int) -> None:
        self._bar = None
        if sys.stderr.isatty() and n_rows > 20_000:
            from tqdm import tqdm

            self._bar = tqdm(total=n_rows, unit=" captions", leave=False)

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    @property
    def advance(self) -> Advance | None:
        return None if self._bar is None else self._advance

    def _advance(self, n_rows: int) -> bool:
        if self._bar is not None:
            self._bar.update(n_rows - self._bar.n)
        return True


def _clear(arguments: argparse.Namespace, history_file: Path) -> int:
    before_ms = moments.parse_asked(arguments.before) if arguments.before else None
    if before_ms is not None and arguments.session is not None:
        raise UsageError("--before and --session cannot be used together.", "Choose one of them.")
    if not history_file.is_file():
        print("sightline: there is nothing to delete.", file=sys.stderr)
        return 0
    with HistoryReader(history_file) as reader:
        n_captions = reader.count(Filter(session_id=arguments.session, until_ms=before_ms))
    if not n_captions:
        print("sightline: there is nothing to delete.", file=sys.stderr)
        return 0
    if not arguments.yes:
        if not sys.stdin.isatty():
            raise UsageError("Deleting cannot be undone.", "Add --yes to delete without being asked.")
        answer = input(f"Delete {n_captions} captions for good? Type yes: ")
        if clean(answer).strip().lower() not in ("yes", "y"):
            print("sightline: nothing was deleted.", file=sys.stderr)
            return 0
    with HistoryStore(history_file) as store:
        if arguments.session is not None:
            n_erased = store.delete_session(arguments.session)
        elif before_ms is not None:
            n_erased = store.delete_range(-(2**62), before_ms)
        else:
            n_erased = store.delete_all()
    print(f"sightline: {n_erased} captions deleted.", file=sys.stderr)
    return 0


def _make_output_utf8() -> None:
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", newline="")
