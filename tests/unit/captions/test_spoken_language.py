"""The language of a source: found out, remembered, doubted, changed; with scripted guesses."""

import numpy as np
import pytest

from app.captions.session import CaptionSession, SessionSettings
from app.captions.spoken_language import LanguageFinding, SpokenLanguage
from app.captions.types import CaptionUpdate
from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest, SpeechChunk, Word


class Speaker:
    """Feeds a SpokenLanguage as a session would: passes over a growing utterance, each with a guess."""

    def __init__(self, spoken: SpokenLanguage) -> None:
        self.spoken = spoken
        self.at_s = 0.0
        self.n_utterances = 0

    def says(
        self, length_s: float, guess: str, sure: float = 0.95, average: float = -0.3, rejected: str = ""
    ) -> list[LanguageFinding]:
        """One utterance, a pass every half second; returns the findings."""
        self.n_utterances += 1
        start_s, findings = self.at_s, []
        for end_s in np.arange(start_s + 0.5, start_s + length_s + 0.01, 0.5):
            is_final = end_s > start_s + length_s - 0.25
            check = self.spoken.should_check(self.n_utterances, start_s, float(end_s))
            request = RecognitionRequest(
                np.zeros(round((end_s - start_s) * SAMPLE_RATE_HZ), np.float32),
                round(start_s * SAMPLE_RATE_HZ),
                language=self.spoken.language,
                check_language=check,
                is_final=is_final,
            )
            asked = check or self.spoken.language is None
            found = self.spoken.heard(
                request,
                Hypothesis(
                    self.n_utterances, 1, (), is_final, self.spoken.language or guess,
                    round(end_s * SAMPLE_RATE_HZ), 1.0, average,
                    language_probability=sure if asked else 1.0,
                    rejected=rejected, detected_language=guess if asked else "",
                ),
            )  # fmt: skip
            findings += [found] if found is not None else []
        self.at_s = start_s + length_s + 1.0
        return findings


def test_the_first_speech_settles_the_language_and_it_is_remembered() -> None:
    spoken = SpokenLanguage()
    speaker = Speaker(spoken)
    assert speaker.says(1.0, "en", 0.9) == []
    assert spoken.language is None, "a second of speech says nothing"
    assert speaker.says(3.0, "de") == []
    assert spoken.language == "de"
    assert speaker.says(1.0, "en") == []
    assert spoken.language == "de"


def test_a_doubtful_guess_needs_more_speech() -> None:
    spoken = SpokenLanguage()
    speaker = Speaker(spoken)
    speaker.says(2.5, "ca", 0.55)
    assert spoken.language is None
    speaker.says(3.0, "es", 0.55)
    assert spoken.language == "es"


def test_one_short_utterance_changes_nothing_and_steady_speech_does() -> None:
    spoken = SpokenLanguage()
    speaker = Speaker(spoken)
    speaker.says(3.0, "en")
    assert speaker.says(2.5, "fr") == []
    assert speaker.says(3.0, "en") == []
    assert speaker.says(2.5, "fr") == []
    assert speaker.says(2.5, "de") == [], "two languages, one guess each"
    assert speaker.says(2.5, "de") == [LanguageFinding("changed", "de")]
    assert spoken.language == "de"


@pytest.mark.parametrize(("average", "rejected"), [(-1.4, ""), (-0.3, "low-confidence")])
def test_a_guess_with_words_that_are_not_believed_is_enough(average: float, rejected: str) -> None:
    spoken = SpokenLanguage()
    speaker = Speaker(spoken)
    speaker.says(3.0, "en")
    assert speaker.says(2.5, "fr", average=average, rejected=rejected) == [LanguageFinding("changed", "fr")]


def test_after_a_long_silence_one_guess_is_enough() -> None:
    spoken = SpokenLanguage()
    speaker = Speaker(spoken)
    speaker.says(3.0, "en")
    speaker.at_s += 40.0
    assert speaker.says(2.5, "fr") == [LanguageFinding("changed", "fr")]


def test_unsure_guesses_never_change_it() -> None:
    spoken = SpokenLanguage()
    speaker = Speaker(spoken)
    speaker.says(3.0, "en")
    for _ in range(6):
        assert speaker.says(5.0, "nn", 0.6, average=-1.5) == []
    assert spoken.language == "en"


def test_a_chosen_language_stays_and_the_mismatch_is_said_once() -> None:
    spoken = SpokenLanguage("fr")
    speaker = Speaker(spoken)
    findings = [found for _ in range(6) for found in speaker.says(2.5, "de")]
    assert findings == [LanguageFinding("mismatch", "de")]
    assert spoken.language == "fr"
    speaker.says(2.5, "fr")
    again = [found for _ in range(6) for found in speaker.says(2.5, "de")]
    assert again == [LanguageFinding("mismatch", "de")]


def test_an_english_only_model_says_once_that_it_makes_nothing_out() -> None:
    speaker = Speaker(SpokenLanguage("en", can_tell=False))
    assert speaker.says(4.0, "", average=-1.4) == []
    assert speaker.says(3.0, "", average=-0.3) == [], "English in between"
    findings = [found for _ in range(5) for found in speaker.says(4.0, "", average=-1.4)]
    assert findings == [LanguageFinding("unclear", "")]


def pieces(texts: str, start_s: float, step_s: float = 0.4) -> tuple[Word, ...]:
    """Words of `texts`, apart at "|"."""
    return tuple(
        Word(text, start_s + i * step_s, start_s + (i + 1) * step_s, 0.9)
        for i, text in enumerate(texts.split("|"))
    )


def latest_texts(updates: list[CaptionUpdate]) -> list[str]:
    return list({update.caption_id: update.text for update in updates}.values())


class Listener:
    """A session with a recogniser whose words depend on the language that it is asked for."""

    def __init__(self, settings: SessionSettings, said: dict[str, str], spoken: str) -> None:
        self.session = CaptionSession("file", settings)
        self.said = said
        self.spoken = spoken
        self.updates: list[CaptionUpdate] = []
        self.requests: list[RecognitionRequest] = []

    def hear(self, utterance: int, start_s: float, length_s: float) -> None:
        n = round(length_s / 0.5)
        for i in range(n):
            at = round((start_s + i * 0.5) * SAMPLE_RATE_HZ)
            self.session.add(SpeechChunk(utterance, np.zeros(8000, np.float32), at, i == n - 1, 0))
            while (request := self.session.next_request()) is not None:
                self.requests.append(request)
                self.updates += self.session.accept(request, self.recognised(request, start_s))

    def recognised(self, request: RecognitionRequest, start_s: float) -> Hypothesis:
        language = request.language or self.spoken
        end = request.start_sample + len(request.samples)
        words = [
            word
            for word in pieces(self.said[language], start_s)
            if word.end_s <= end / SAMPLE_RATE_HZ
            and word.start_s >= request.start_sample / SAMPLE_RATE_HZ - 0.01
        ]
        asked = request.check_language or request.language is None
        return Hypothesis(
            request.utterance_id, request.revision, tuple(words[len(request.prefix) :]), request.is_final,
            language, end, 1.0, -0.3, language_probability=0.95 if asked else 1.0,
            detected_language=self.spoken if asked else "",
        )  # fmt: skip


def test_captions_carry_the_language_and_nothing_shows_before_it_is_known() -> None:
    listener = Listener(SessionSettings(), {"de": " Der| Raum| wird| heute| wieder| genutzt."}, "de")
    listener.hear(1, 0.0, 1.0)
    assert listener.requests[0].language is None
    assert [update.is_final for update in listener.updates] == [True], "a guess is shown at the end only"
    listener.hear(2, 2.0, 4.0)
    assert {update.language for update in listener.updates} == {"de"}
    assert listener.requests[-1].language == "de"
    assert latest_texts(listener.updates)[-1] == "Der Raum wird heute wieder genutzt."


def test_another_language_is_heard_afresh_after_the_committed_words() -> None:
    said = {
        "en": "| ".join([" one", *["two"] * 24]),
        "de": "| ".join([" eins", *["zwei"] * 24]),
    }
    listener = Listener(SessionSettings(), said, "en")
    listener.hear(1, 0.0, 4.0)
    listener.spoken = "de"
    listener.hear(2, 5.0, 10.0)
    final = [update for update in listener.updates if update.is_final]
    assert final[0].language == "en"
    assert final[-1].language == "de"
    text = "".join(latest_texts(listener.updates)[1:])
    assert "two zwei" in text
    assert "zwei two" not in text
    assert len(text.split()) == 25, "no word is lost or said twice"
    committed: dict[int, str] = {}
    for update in listener.updates:
        assert update.committed.startswith(committed.get(update.caption_id, ""))
        committed[update.caption_id] = update.committed


def test_a_translation_is_english_text() -> None:
    settings = SessionSettings(task="translate")
    listener = Listener(settings, {"de": " The| room| is| used."}, "de")
    listener.hear(1, 0.0, 4.0)
    assert {update.language for update in listener.updates} == {"en"}
    assert listener.requests[-1].language == "de"
    assert listener.requests[-1].task == "translate"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh", "欢|迎|大|家|来|体|验|达|摩|院|推|出|的|语|音|识|别|模|型。"),
        ("ja", "客|観|的|実|在|の|判|断|的|知|識|が|成|立|す|る|の|で|あ|る。"),
        ("th", "ขอ|บ|คุ|ณ|มา|ก|ค|รั|บ"),
        ("ar", " السَّلامُ| عَلَيْكُمْ| كَيْفَ| حالُكَ| اليَوْمَ؟"),
        ("he", " שָׁלוֹם| לְכֻלָּם| מַה| שְׁלוֹמְכֶם?"),
    ],
)
def test_text_of_every_script_is_whole_and_without_stray_spaces(language: str, text: str) -> None:
    listener = Listener(SessionSettings(language=language), {language: text}, language)
    listener.hear(1, 0.0, 9.0)
    assert latest_texts(listener.updates) == [text.replace("|", "").strip()]
    final = listener.updates[-1]
    assert "".join(word.text for word in final.words) == final.text


def test_what_was_said_before_is_told_with_a_space_only_where_the_script_has_them() -> None:
    for language, said, expected in (("en", " Good| morning.", "Good morning. Good morning."),
                                     ("zh", "你|好。", "你好。你好。")):  # fmt: skip
        listener = Listener(SessionSettings(language=language), {language: said}, language)
        for i in range(3):
            listener.hear(i + 1, i * 4.5, 2.0)
        assert listener.requests[-1].context == expected
