"""One file of a model from the Hugging Face hub: resumed where it was cut off, and checked. Any thread.

$HF_ENDPOINT, $HF_HUB_OFFLINE and the system's proxies are honoured. No account's token is sent, and no more
is said of this computer than the versions of the library and of Python.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from engines.errors import FetchStoppedError, ModelDamagedError, ModelMissingError
from engines.models import sha256_of

DEFAULT_ENDPOINT = "https://huggingface.co"
STALL_S = 30.0
"""A connection that brings nothing for so long is begun anew."""
N_TRIES = 4
"""Tries in a row that bring nothing, before a person is asked."""
PAUSE_S = 1.0
"""Before the second try; twice as long before each further one."""
MOST_WAIT_S = 20.0
"""A hub that asks for more patience (Retry-After) is left to the person."""
RETRY_CODES = (408, 425, 429, 500, 502, 503, 504)

Arrived = Callable[[int], None]
"""Bytes of the file that are there; may raise to stop."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """What the hub says of one file. etag: its sha256 (64 digits), or git's sha1 of a small one (40)."""

    url: str
    commit: str
    etag: str
    n_bytes: int


def endpoint() -> str:
    """Where the hub is: $HF_ENDPOINT or huggingface.co."""
    return (os.environ.get("HF_ENDPOINT") or DEFAULT_ENDPOINT).rstrip("/")


def look(repo: str, name: str, revision: str) -> RemoteFile:
    """What the hub has. revision: a commit, or "" for the newest. Raises ModelMissingError."""
    library = _library()
    where = endpoint()
    with _translated(repo, name):
        url = library.hf_hub_url(repo, name, revision=revision or "main", endpoint=where)
        found = _patiently(
            lambda: library.get_hf_file_metadata(
                url, token=False, timeout=STALL_S, library_name="sightline", endpoint=where
            )
        )
        commit, etag = found.commit_hash or "", (found.etag or "").lower()
        if revision and commit and commit != revision:
            raise ModelMissingError(f"{where} answers with another version of {repo}.", "Try again later.")
        return RemoteFile(url, commit, etag, found.size or 0)


def fetch(remote: RemoteFile, sha256: str, path: Path, arrived: Arrived, what: str) -> str:
    """Bring a file to `path`, going on where an earlier try ended; returns its sha256.

    sha256: what it must be; "" to take the hub's word. Raises ModelMissingError, ModelDamagedError (nothing
    of it is kept then), OSError.
    """
    if not sha256 and not re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", remote.etag):
        raise ModelDamagedError(
            f"The hub does not say what sha256 {path.name} of {what} has.", "Get it from another place."
        )
    with _translated(what, path.name):
        _stream(remote, path, arrived)
    found = sha256_of(path)
    if sha256:
        whole = found == sha256
    else:
        whole = remote.etag == (found if len(remote.etag) == 64 else _git_sha1(path))
    if not whole:
        path.unlink()
        raise ModelDamagedError(
            f"What was fetched for the model {what} is not what it should be ({path.name}).",
            f"Try again; if it stays so, {endpoint()} serves a different file.",
        )
    return found


def _git_sha1(path: Path) -> str:
    digest = hashlib.sha1(b"blob %d\0" % path.stat().st_size, usedforsecurity=False)
    digest.update(path.read_bytes())
    return digest.hexdigest()


def _stream(remote: RemoteFile, path: Path, arrived: Arrived) -> None:
    while True:
        n_before = _size(path)
        if n_before > remote.n_bytes > 0:
            path.unlink()
            continue
        if n_before == remote.n_bytes > 0:
            arrived(n_before)
            return
        # Whoever sends something may go on sending: only tries without a byte are counted.
        _patiently(lambda: _bring_more(remote, path, arrived))
        if _size(path) >= remote.n_bytes:
            return


def _bring_more(remote: RemoteFile, path: Path, arrived: Arrived) -> None:
    """One connection. Raises the library's errors; _Nothing where it ended before anything came."""
    n_before = _size(path)
    headers = {"Accept-Encoding": "identity", "User-Agent": "sightline"}
    if n_before:
        headers["Range"] = f"bytes={n_before}-"
    import httpx2

    library = _library()
    session = library.utils.get_session()
    n_had = n_before
    try:
        with session.stream(
            "GET", remote.url, headers=headers, timeout=STALL_S, follow_redirects=True
        ) as response:
            if response.status_code == 416:
                path.unlink(missing_ok=True)
                raise _Nothing
            library.utils.hf_raise_for_status(response)
            goes_on = response.status_code == 206
            if goes_on and not response.headers.get("Content-Range", "").startswith(f"bytes {n_before}-"):
                path.unlink(missing_ok=True)
                raise _Nothing
            n_before = n_before if goes_on else 0
            with _open_private(path, goes_on) as file:
                for chunk in response.iter_bytes():
                    n_before += len(chunk)
                    if remote.n_bytes and n_before > remote.n_bytes:
                        break
                    file.write(chunk)
                    arrived(n_before)
    except httpx2.TransportError:
        if _size(path) <= n_had:
            raise
    if remote.n_bytes and n_before > remote.n_bytes:
        # More than was said, such as the page of a captive portal: the hash would find it, later.
        path.unlink()
        raise ModelDamagedError(f"More came for {path.name} than the hub said.", "Try again.")
    if remote.n_bytes and _size(path) <= n_had:
        raise _Nothing


class _Nothing(Exception):
    """A connection that brought nothing."""


def _open_private(path: Path, goes_on: bool) -> IO[bytes]:
    flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if goes_on else os.O_TRUNC)
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _patiently(act: Callable[[], Any]) -> Any:
    """`act`, again after a pause where the connection or the hub failed for the moment."""
    import httpx2

    errors = _library().errors
    pause_s = PAUSE_S
    for attempt in range(1, N_TRIES + 1):
        try:
            return act()
        except (httpx2.TransportError, _Nothing):
            if attempt == N_TRIES:
                raise
            wait_s = pause_s
        except errors.HfHubHTTPError as error:
            wait_s = max(pause_s, _asked_wait_s(error))
            is_hopeless = error.response.status_code not in RETRY_CODES or wait_s > MOST_WAIT_S
            if is_hopeless or attempt == N_TRIES:
                raise
        time.sleep(wait_s)
        pause_s *= 2
    raise AssertionError


def _asked_wait_s(error: Any) -> float:
    asked = error.response.headers.get("Retry-After", "")
    return float(asked) if re.fullmatch(r"\d{1,6}", asked) else 0.0


@contextlib.contextmanager
def _translated(repo: str, name: str) -> Iterator[None]:
    """The library's errors in a person's words."""
    import httpx2

    errors, where = _library().errors, endpoint()
    again = "Check the connection, then try again: what has come is kept."
    try:
        yield
    except (FetchStoppedError, ModelMissingError, ModelDamagedError):
        raise
    except errors.OfflineModeIsEnabled as error:
        raise ModelMissingError(
            "$HF_HUB_OFFLINE forbids to ask the hub.", "Unset it, then try again."
        ) from error
    except errors.HfHubHTTPError as error:
        raise _refused(repo, name, error) from error
    except (httpx2.InvalidURL, httpx2.UnsupportedProtocol, errors.HFValidationError) as error:
        raise ModelMissingError(
            f"{where} is no address of a hub.", "Correct or unset HF_ENDPOINT, then try again."
        ) from error
    except httpx2.ConnectError as error:
        raise ModelMissingError(f"{where} could not be reached.", again) from error
    except httpx2.TimeoutException as error:
        raise ModelMissingError(f"{where} stopped sending {name}.", again) from error
    except (httpx2.HTTPError, _Nothing) as error:
        raise ModelMissingError(f"The connection to {where} broke at {name}.", again) from error


def _refused(repo: str, name: str, error: Any) -> ModelMissingError:
    code, where = error.response.status_code, endpoint()
    if code == 404:
        return ModelMissingError(
            f"{where} does not have {name} of {repo} any more (404).",
            "Update Sightline, or get the model as a folder or zip: sightline models get NAME --from PATH",
        )
    if code in (401, 403):
        return ModelMissingError(
            f"{where} does not give {name} of {repo} away ({code}).", "Choose another model."
        )
    if code == 429:
        wait_s = _asked_wait_s(error)
        minutes = f"in {max(1, round(wait_s / 60))} min" if wait_s > 60 else "in a minute"
        return ModelMissingError(
            f"{where} is asked too often (429).", f"Try again {minutes}: what has come is kept."
        )
    return ModelMissingError(f"{where} is out of order ({code}).", "Try again later: what has come is kept.")


def _library() -> Any:
    """Imported when a model is asked for and not before; it says no more of this computer than it must."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    import huggingface_hub
    import huggingface_hub.errors
    import huggingface_hub.utils

    # Its warnings about retries would stand between the lines of our own.
    library: Any = huggingface_hub
    library.utils.logging.set_verbosity_error()
    return library
