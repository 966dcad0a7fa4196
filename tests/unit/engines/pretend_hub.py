"""A Hugging Face hub on this computer, with the faults of a real one: http.server in a thread."""

from __future__ import annotations

import contextlib
import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

COMMIT = "c0ffee" + "0" * 34


@dataclass
class PretendHub:
    """files: content by "REPO/NAME". Faults are taken from the front of their lists, one a GET.

    cuts: bytes after which the connection ends. codes: an answer instead of the file, with `headers`.
    lies: names whose bytes are others than the sha256 says.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    cuts: list[int] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    lies: set[str] = field(default_factory=set)
    without_range: bool = False
    without_etag: bool = False
    rate: float = 0.0
    """Bytes a second of each GET; 0 for no limit."""
    stall: threading.Event | None = None
    """Set to let a GET go on that has sent half of the file; so many GETs stall."""
    n_stalls: int = 1000
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    """(method, path, Range) of every request."""
    seen: list[dict[str, str]] = field(default_factory=list)
    url: str = ""

    def gets(self) -> list[tuple[str, str, str]]:
        return [each for each in self.asked if each[0] == "GET"]


class _Handler(BaseHTTPRequestHandler):
    hub: PretendHub

    def log_message(self, *_: Any) -> None:
        """Nothing on stderr."""

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def _answer(self, *, with_body: bool) -> None:
        hub = self.hub
        hub.asked.append((self.command, self.path, self.headers.get("Range", "")))
        hub.seen.append(dict(self.headers))
        if hub.codes:
            self.send_response(hub.codes.pop(0))
            for name, value in hub.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        owner, repo, _, revision, name = self.path.strip("/").split("/", 4)
        data = hub.files.get(f"{owner}/{repo}/{name}")
        if data is None:
            self.send_response(404)
            self.send_header("X-Error-Code", "EntryNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        sent = bytes(len(data)) if name in hub.lies else data
        range_from = 0 if hub.without_range else int(self.headers.get("Range", "bytes=0-")[6:-1])
        part = sent[range_from:]
        self.send_response(206 if range_from else 200)
        if range_from:
            self.send_header("Content-Range", f"bytes {range_from}-{len(data) - 1}/{len(data)}")
        self.send_header("X-Repo-Commit", COMMIT if revision == "main" else revision)
        if not hub.without_etag:
            self.send_header("ETag", f'"{etag_of(name, data)}"')
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        if not with_body:
            return
        if hub.cuts:
            self.wfile.write(part[: hub.cuts.pop(0)])
            self.close_connection = True
            return
        if hub.stall is not None and hub.n_stalls:
            hub.n_stalls -= 1
            self.wfile.write(part[: len(part) // 2])
            self.wfile.flush()
            hub.stall.wait(60)
            part = part[len(part) // 2 :]
        self._send(part)

    def _send(self, part: bytes) -> None:
        step = round(self.hub.rate / 20)
        if not step:
            self.wfile.write(part)
            return
        with contextlib.suppress(OSError):
            for at in range(0, len(part), step):
                self.wfile.write(part[at : at + step])
                time.sleep(0.05)


def etag_of(name: str, data: bytes) -> str:
    """As the hub's: sha256 of what is large, git's sha1 of a text."""
    if name.endswith(".json"):
        return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
    return hashlib.sha256(data).hexdigest()


@contextmanager
def serving(hub: PretendHub) -> Iterator[PretendHub]:
    """The hub at hub.url, until the end."""
    handler = type("Handler", (_Handler,), {"hub": hub})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    hub.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield hub
    finally:
        if hub.stall is not None:
            hub.stall.set()
        server.shutdown()
        thread.join()
        server.server_close()
