"""What a run's figures need beside the captions: the cards asked, the figures kept, the port; own threads."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from app.captions.types import UserNotice
from app.figures import keep
from app.metrics import Metrics
from app.notices import metrics_port_notice
from engines.runtime.card_state import CardWatcher

log = logging.getLogger(__name__)

CARD_PERIOD_S = 2.0
KEPT_EVERY = 5
"""Looks at the cards between two times that the figures are kept."""
PATIENCE_S = 1.0
"""A driver that hangs is not waited for longer at the end."""


@contextmanager
def watched(
    metrics: Metrics, file: Path, port: int | None, on_notice: Callable[[UserNotice], None]
) -> Iterator[None]:
    """While it lasts the cards are looked at, `file` holds the figures, and `port` (None: none) tells them.

    A port that cannot be had is a notice.
    """
    with ExitStack() as stack:
        stack.enter_context(_kept(metrics, file))
        if port is not None:
            # Here: a start without a port need not load a server.
            from app.metrics_endpoint import MetricsEndpoint

            try:
                stack.callback(MetricsEndpoint(metrics, port).close)
            except OSError as error:
                log.warning("metrics: port %d: %s", port, error.strerror or error)
                notice = metrics_port_notice(port, error)
                metrics.noticed(notice.code)
                on_notice(notice)
        yield


@contextmanager
def _kept(metrics: Metrics, file: Path) -> Iterator[None]:
    ending = threading.Event()

    def keep_any() -> None:
        # A run that captioned nothing leaves the figures of the one before.
        snapshot = metrics.snapshot()
        if snapshot.n_passes:
            keep(file, snapshot)

    def watch() -> None:
        watcher = CardWatcher()
        n_looks, is_card_used = 0, False
        while not ending.wait(CARD_PERIOD_S):
            # A laptop's card that nothing uses sleeps, and a question would wake it.
            is_card_used = is_card_used or metrics.snapshot(0.0).engine not in ("", "cpu")
            if is_card_used:
                metrics.set_cards(watcher.read())
            n_looks += 1
            if n_looks % KEPT_EVERY == 0:
                keep_any()
        watcher.close()

    thread = threading.Thread(target=watch, name="metrics watch", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join(PATIENCE_S)
        keep_any()
