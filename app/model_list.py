"""What a person is told of each speech model before choosing one. Any thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.captions.text import harmless
from engines import hub, model_store, models, own_models
from engines.models import ModelSpec, Status

CARD_PARAMETERS_M = 500
"""From here on a processor of a few cores is too slow for live captions (README, "Measured": base takes a
third of the time of the sound on two cores, and time grows with the parameters)."""


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One model. n_begun: bytes of one whose getting was cut off. is_own: placed there by the user.

    languages: codes, or ("all",). source: where it comes from, in words. is_exact: megabytes is no estimate.
    """

    name: str
    status: Status
    megabytes: int
    languages: tuple[str, ...]
    licence: str
    title: str
    needs: str
    source: str
    is_exact: bool = True
    is_own: bool = False
    comes_installed: bool = False
    n_begun: int = 0

    @property
    def languages_in_words(self) -> str:
        """ "99 languages", "English" or "" for what is not known."""
        if "all" in self.languages:
            return "99 languages"
        return "English" if self.languages == ("en",) else ", ".join(self.languages)

    @property
    def status_in_words(self) -> str:
        """For a person."""
        if self.status == "installed":
            return "on this computer"
        if self.status == "damaged":
            return "damaged"
        return f"{self.n_begun / 1e6:.0f} MB have come" if self.n_begun else "to be got"


def list_rows(models_dir: Path) -> list[ModelRow]:
    """Every model of the registry, the most accurate last, then the user's own. Reads what is there."""
    rows = [_row(spec, models_dir) for spec in models.list_models()]
    rows += [
        ModelRow(
            name=own.name,
            status=own_models.own_status(own, models_dir),
            megabytes=round(own.n_bytes / 1e6),
            languages=(),
            licence="",
            title=f"Your own, in {own.path}",
            needs="",
            source="yours",
            is_own=True,
        )
        for own in own_models.list_own(models_dir)
    ]
    return rows


def _row(spec: ModelSpec, models_dir: Path) -> ModelRow:
    if spec.comes_installed:
        source = "comes with Sightline"
    else:
        source = f"{hub.endpoint()}/{spec.repo}"
        if any(file.parts for file in spec.files):
            source += ", or PyPI"
    return ModelRow(
        name=spec.name,
        status=models.model_status(spec.name, models_dir),
        megabytes=round(spec.n_bytes / 1e6),
        languages=spec.languages,
        licence=spec.licence,
        title=spec.title,
        needs=needs_in_words(spec),
        source=source,
        is_exact=spec.is_pinned,
        comes_installed=spec.comes_installed,
        n_begun=model_store.n_bytes_begun(spec.name, models_dir),
    )


MEMORY_BASE_MB, MEMORY_MB_A_MILLION = 116.0, 5.23


def memory_mb(parameters_m: int) -> int:
    """About what the program takes at most, its first load of a model on the processor included.

    `sightline bench --json` with an empty cache gave 320 MB for tiny.en and 503 MB for base (2026-12-01); the
    rest lies on the line through them.
    """
    return round((MEMORY_BASE_MB + MEMORY_MB_A_MILLION * parameters_m) / 100) * 100


def needs_in_words(spec: ModelSpec) -> str:
    """Memory and computer that a model needs."""
    memory = f"about {max(0.5, memory_mb(spec.parameters_m) / 1000):.1f} GB of memory"
    if spec.parameters_m >= CARD_PARAMETERS_M:
        return f"{memory}; a graphics card for live captions"
    cores = "two cores" if spec.parameters_m < 200 else "a fast processor"
    return f"{memory}, {cores}"


def in_lines(rows: Sequence[ModelRow]) -> list[str]:
    """Two lines a model for a terminal."""
    lines = []
    for row in rows:
        about = "" if row.is_exact else "about "
        size = f"{about}{row.megabytes} MB"
        lines.append(f"{row.name:18} {row.status:10} {size:>13}  {row.title}")
        rest = [each for each in (row.licence, row.needs, row.source if not row.is_own else "") if each]
        if rest:
            lines.append(f"{'':29} {'; '.join(rest)}")
    # A model of the user's own is named as its folder is.
    return [harmless(line) for line in lines]
