"""Prefix beam search with an n-gram language model and hot words, by ctc-beam-decoder; optional, any thread.

Chosen among what PyPI serves (November 2026; wheels looked up with `pip download --only-binary`), needing
CPython 3.11 to 3.14 on Linux and Windows: ctc-beam-decoder 0.2 is the one with such wheels (py3-none: Linux
x86-64 with glibc 2.35 or later, Windows, macOS arm64), and brings KenLM. Not: pyctcdecode (numpy < 2, no
release since 2023, its kenlm has no wheels), flashlight-text (none after 3.12), fast-ctc-decode and -decoder
(Windows: none, or 3.12 alone), camel-kenlm (no Windows), ctcdecode (source only). As it has no wheel for Arm
or older Linux, it is an extra, `sightline[ctc]`; without it the likeliest path is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engines.ctc.decoder import LogProbabilities, SpelledWord, Vocabulary, probability_of, written
from engines.errors import ModelDamagedError, ModelMissingError

BEAM_WIDTH = 32
"""The library's default of 100 is for n-best lists."""


def is_available() -> bool:
    """Whether the library is installed and loads here."""
    try:
        import ctc_beam_decoder

        # Asking loads the library itself; a version without KenLM is good for hot words.
        ctc_beam_decoder.has_kenlm()
        return True
    except (ImportError, OSError, RuntimeError):
        return False


def find_language_model(folder: Path) -> Path | None:
    """KenLM's or an ARPA file in `language_model/`, where transformers' Wav2Vec2ProcessorWithLM keeps it."""
    found = [*(folder / "language_model").glob("*.bin"), *(folder / "language_model").glob("*.arpa")]
    return min(found, default=None)


class BeamSearch:
    """The search of one vocabulary. language_model: KenLM's, or an ARPA file. Raises ModelError."""

    def __init__(self, vocabulary: Vocabulary, language_model: Path | None = None) -> None:
        try:
            from ctc_beam_decoder import build_ctcdecoder
        except ImportError as error:
            raise ModelMissingError(
                "The beam search that the model's language model needs is not installed.",
                "Install it: pip install ctc-beam-decoder, or take language_model out of its folder.",
            ) from error
        labels = []
        for i, text in enumerate(vocabulary.tokens):
            # A column that is never written still needs a label of its own.
            labels.append(text or chr(0xE000 + i))
        labels[vocabulary.blank] = ""
        if vocabulary.delimiter is not None:
            labels[vocabulary.delimiter] = " "
        unigrams = language_model.with_name("unigrams.txt") if language_model else None
        try:
            words = unigrams.read_text("utf-8").split() if unigrams and unigrams.is_file() else None
            self._decoder: Any = build_ctcdecoder(
                labels, kenlm_model_path=language_model, **({"unigrams": words} if words else {})
            )
        except (OSError, ValueError, RuntimeError) as error:
            said = str(error).splitlines()[-1].rstrip(".")
            raise ModelDamagedError(
                f"The language model {language_model} cannot be used: {said}.",
                "Copy it again from where it came from.",
            ) from error
        self._vocabulary = vocabulary

    def words(self, log_probabilities: LogProbabilities, hot_words: Sequence[str] = ()) -> list[SpelledWord]:
        """The words of the likeliest spelling. hot_words: favoured, in the vocabulary's own case."""
        scores = written(log_probabilities, self._vocabulary)
        if not len(scores):
            return []
        beams = self._decoder.decode_beams(
            scores, beam_width=BEAM_WIDTH, prune_history=True, hotwords=list(hot_words)
        )
        best = scores.argmax(axis=1)
        silent = {self._vocabulary.blank, self._vocabulary.delimiter}
        words = []
        for text, (first, after) in beams[0][2] if beams else ():
            # The library gives the blanks before a word to it, and of its last letter the first frame.
            letters = [i for i in range(first, after) if int(best[i]) not in silent]
            start, end = (letters[0], letters[-1] + 1) if letters else (first, after)
            while letters and start > 0 and best[start - 1] == best[start]:
                start -= 1
            while letters and end < len(best) and best[end] == best[end - 1]:
                end += 1
            found = probability_of(text, scores[start:end], self._vocabulary)
            words.append(SpelledWord(text, start, end, found))
        return words
