"""Whisper's tokens: special tokens by name, the decoder's prompt, and tokens to words with their spaces."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engines.errors import ModelDamagedError
from engines.types import Task

if TYPE_CHECKING:
    from tokenizers import Tokenizer

NO_SPACE_LANGUAGES = frozenset({"zh", "ja", "th", "lo", "my", "yue"})
"""Written without spaces between words (openai/whisper, tokenizer.py): every character is a word."""

_FOLLOWING_VOWELS = "ะาำๅๆະາຳໆ\u200d"
"""Thai and Lao letters that are never first, though Unicode calls them letters; the joiner."""

_OPENERS = "\"'“¿([{-"


@dataclass(frozen=True, slots=True)
class WordTokens:
    """One word as text, with its tokens first..last - 1 in the list that was split. From `sounded` on they
    are marks, which have no sound: attention reads them from the pause."""

    text: str
    first: int
    last: int
    sounded: int


class WhisperTokens:
    """One model's tokenizer.json. Raises ModelDamagedError when it is none."""

    def __init__(self, path: Path, n_vocab: int) -> None:
        from tokenizers import Tokenizer

        try:
            self._tokenizer: Tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:
            raise ModelDamagedError(f"{path.name} is not a tokenizer.", "Get the model again.") from error
        self._n_vocab = n_vocab
        self.multilingual = n_vocab >= 51865
        self.end = self._id("<|endoftext|>")
        self.start = self._id("<|startoftranscript|>")
        self.previous = self._id("<|startofprev|>")
        self.no_timestamps = self._id("<|notimestamps|>")
        self.no_speech = self._maybe("<|nospeech|>") or self._id("<|nocaptions|>")
        self.first_timestamp = self.no_timestamps + 1
        self.languages = self._languages() if self.multilingual else {"en": -1}

    def _maybe(self, name: str) -> int | None:
        found: int | None = self._tokenizer.token_to_id(name)
        return found

    def _id(self, name: str) -> int:
        found = self._maybe(name)
        if found is None:
            raise ModelDamagedError(f"The tokenizer has no {name}.", "Get the model again.")
        return found

    def _languages(self) -> dict[str, int]:
        """Code to token: every token between the start and the tasks."""
        first, last = self.start + 1, self._id("<|translate|>")
        codes = {i: str(self._tokenizer.id_to_token(i)) for i in range(first, last)}
        return {name.strip("<|>"): i for i, name in codes.items()}

    def start_sequence(self, language: str | None, task: Task, *, with_times: bool = False) -> list[int]:
        """The tokens that begin a transcript, without times unless they are asked for."""
        last = [] if with_times else [self.no_timestamps]
        if not self.multilingual:
            return [self.start, *last]
        assert language is not None
        return [self.start, self.languages[language], self._id(f"<|{task}|>"), *last]

    def special(self) -> list[int]:
        """Every token that is never text, the end of text excepted."""
        return list(range(self.end + 1, self._n_vocab))

    def encode(self, text: str) -> list[int]:
        """Text to tokens; whatever in it reads like a special token is left out."""
        ids = self._tokenizer.encode(text, add_special_tokens=False).ids
        return [token for token in ids if token < self.end]

    def decode(self, tokens: Sequence[int]) -> str:
        text: str = self._tokenizer.decode([t for t in tokens if t < self.end])
        return text

    def words(self, tokens: Sequence[int], language: str) -> list[WordTokens]:
        """Split tokens to words, each with its own leading space; a lone mark joins its neighbour.

        An incomplete character at the end (its bytes still to come) is left out.
        """
        pieces = self._characters(tokens)
        words: list[WordTokens] = []
        for piece in pieces:
            begins = piece.text.startswith(" ") or (
                language in NO_SPACE_LANGUAGES and not _is_mark(piece.text) and not _continues(piece.text)
            )
            opened = bool(words) and words[-1].text.strip() != "" and words[-1].text.strip() in _OPENERS
            if words and (opened or not begins):
                word = words[-1]
                sounded = word.sounded if _is_mark(piece.text) and not opened else piece.sounded
                words[-1] = WordTokens(word.text + piece.text, word.first, piece.last, sounded)
            else:
                words.append(piece)
        return words

    def _characters(self, tokens: Sequence[int]) -> list[WordTokens]:
        """The shortest runs of tokens that are whole Unicode text; bytes that can be none are dropped."""
        pieces: list[WordTokens] = []
        whole = self.decode(tokens).rstrip("\ufffd")
        first = n_characters = 0
        for i in range(len(tokens)):
            text = self.decode(tokens[first : i + 1])
            at = text.find("\ufffd")
            # What is still a replacement in the whole text never becomes a character (openai/whisper).
            if text and (at < 0 or whole[n_characters + at : n_characters + at + 1] == "\ufffd"):
                n_characters += len(text)
                text = text.replace("\ufffd", "")
                if text:
                    pieces.append(WordTokens(text, first, i + 1, i + 1))
                first = i + 1
        return pieces


def _continues(text: str) -> bool:
    """True when `text` begins with a mark or vowel sign of the character before it."""
    return unicodedata.category(text[0])[0] == "M" or text[0] in _FOLLOWING_VOWELS


def _is_mark(text: str) -> bool:
    return all(unicodedata.category(c)[0] in "PZ" for c in text)
