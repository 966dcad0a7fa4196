"""The same as for PulseAudio, with PipeWire behind: heard, followed, mended, named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.end2end.pipewire import PipewireServer

# Collected here, these tests take this module's server.
from tests.end2end.test_capture_pulse import (  # noqa: F401
    test_capture_comes_back_after_the_server,
    test_loopback_follows_the_default_output,
    test_loopback_hears_what_is_played_and_only_that,
    test_loopback_survives_the_loss_of_its_output,
    test_microphone_hears_its_feed_and_not_the_speakers,
)
from tests.end2end.test_sound_faults_pulse import (  # noqa: F401
    test_a_chosen_output_that_vanishes_is_waited_for,
    test_one_application_alone_is_heard,
    test_pause_closes_the_streams,
)

pytestmark = pytest.mark.desktop


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PipewireServer]:
    with PipewireServer() as started:
        started.patch(monkeypatch)
        yield started
