"""When a pass is not to be believed: loops, text without speech, phrases Whisper says to silence; pure."""

from __future__ import annotations

from collections.abc import Sequence

from engines.types import Word
from engines.whisper.decoder import COMPRESSION_LIMIT, Decoding, compression_ratio

NO_SPEECH_LIMIT = 0.6
LOG_PROBABILITY_LIMIT = -1.0
"""openai/whisper's own limits (transcribe.py)."""

MAX_WORDS_A_SECOND = 8.0
"""Fast speech is 5 to 6 words a second; short bursts a little more."""

MAX_CHARACTERS_A_SECOND = 20.0
"""Fast Thai is about 15 characters a second, fast Japanese 10."""

WORTH_ANOTHER_PASS = ("repetition", "compression", "too-many-words")

SILENCE_PHRASES = frozenset(
    {
        "you", "thank you", "thanks for watching", "thank you for watching", "thank you very much", "bye",
        "bye bye", "so", "the", "oh", "okay", "subscribe", "please subscribe", "mm", "hmm", "i",
        "subtitles by the amara org community",
    }
)  # fmt: skip
"""What Whisper writes for silence and noise; real speech says them too, but then with certainty."""

SILENCE_PHRASE_LOG_PROBABILITY = -0.7


def verdict(words: Sequence[Word], decoding: Decoding, seconds: float) -> str:
    """ "" when the pass is believed, else why not."""
    if decoding.looped:
        return "repetition"
    text = "".join(word.text for word in words)
    if len(text) > 60 and compression_ratio(text) > COMPRESSION_LIMIT:
        return "compression"
    # Where words have no spaces between them, every character is a word.
    most = MAX_WORDS_A_SECOND if len(text) >= 2 * len(words) else MAX_CHARACTERS_A_SECOND
    if len(words) > 4 and len(words) > most * max(1.0, seconds):
        return "too-many-words"
    average = decoding.avg_log_probability
    if average < LOG_PROBABILITY_LIMIT and decoding.no_speech_probability > NO_SPEECH_LIMIT:
        return "no-speech"
    plain = "".join(c for c in text.lower() if c.isalnum() or c == " ").strip()
    if words and not plain:
        return "no-words"
    if plain in SILENCE_PHRASES and (
        average < SILENCE_PHRASE_LOG_PROBABILITY or decoding.no_speech_probability > NO_SPEECH_LIMIT
    ):
        return "silence-phrase"
    if words and average < 2 * LOG_PROBABILITY_LIMIT:
        return "low-confidence"
    return ""


HOT_WORD_NO_SPEECH_LIMIT = 0.3
HOT_WORD_LOG_PROBABILITY = -0.6
"""Of five names said alone by flite, tiny.en gave those it heard 0.25 and -0.32 or better (base 0.05 and
-0.12); of 20 times that silence, noise and music brought a name, none was within both."""


def says_hot_words_alone(words: Sequence[Word], hot_words: Sequence[str], decoding: Decoding) -> bool:
    """Whether a pass says nothing but hot words, and not surely: Whisper reads its prompt into noise."""
    if not words:
        return False
    named = {_plain(part) for name in hot_words for part in name.split()}
    if not {_plain(word.text) for word in words} <= named:
        return False
    doubtful = decoding.no_speech_probability > HOT_WORD_NO_SPEECH_LIMIT
    return doubtful or decoding.avg_log_probability < HOT_WORD_LOG_PROBABILITY


def _plain(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def before_loop(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words up to the end of the first copy of what repeats at the end."""
    texts = [word.text.strip().lower().strip(".,?!") for word in words]
    best = len(words)
    for n in range(1, min(12, len(words) // 2) + 1):
        kept = len(words)
        while kept >= 2 * n and texts[kept - n : kept] == texts[kept - 2 * n : kept - n]:
            kept -= n
        if len(words) - kept >= 2 * n:
            best = min(best, kept)
    return tuple(words[:best])


MIN_SECONDS_A_WORD = 0.07
MIN_CRAMMED_WORDS = 3
N_IMPOSSIBLE_WORDS = 5
CRAMMED_S = 0.021
"""One frame of the encoder, and a little for rounding."""


def without_crammed_words(words: Sequence[Word]) -> tuple[Word, ...]:
    """Cut the words where alignment could give them no time: the model said them without any sound for them.

    Often they are what was said before, over again. Five words that start within one frame are never speech;
    three are not when all that follows has less than 70 ms a word.
    """
    for i in range(len(words) - MIN_CRAMMED_WORDS + 1):
        if words[i + MIN_CRAMMED_WORDS - 1].start_s - words[i].start_s > CRAMMED_S:
            continue
        last = i + N_IMPOSSIBLE_WORDS - 1
        impossible = last < len(words) and words[last].start_s - words[i].start_s <= CRAMMED_S
        left_s = words[-1].end_s - words[i].start_s
        if impossible or left_s < MIN_SECONDS_A_WORD * (len(words) - i):
            return tuple(words[:i])
    return tuple(words)
