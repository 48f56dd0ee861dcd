import pytest

from auditor.texts.sources import source_alone


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ann Seton / AP", "en"),
        ("Photo: Ann Seton/AFP via Getty Images", "en"),
        ("(Image credit: Seton Games)", "en"),
        ("Photograph by Ann Seton", "en"),
        ("REUTERS/Ann Seton", "en"),
        ("Fig. 1", "en"),
        ("© Ann Seton/Kompass", "de"),
        ("Foto: dpa", "de"),
        ("Bild: the-seton.example", "de"),
        ("Crédits : Getty", "fr"),
        ("Źródło: Pixabay", "pl"),
        ("fot. Anna Seton", "pl"),
        ("Kuva: Anna Seton / Yle", "fi"),
        ("写真：共同通信", "ja"),
    ],
)
def test_notes_of_where_a_picture_is_from(text: str, language: str) -> None:
    assert source_alone(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A dog on a beach", "en"),
        ("Photo: A dog jumps over a fence", "en"),
        ("Image: the new library at night", "en"),
        ("The Getty Center in Los Angeles", "en"),
        ("Reuters headquarters in London", "en"),
        ("Ann Seton in Chicago", "en"),
        ("Ann Seton, par Jean Seton. Crédits : Getty", "fr"),
        ("Motivierte Gäste des Treffens in Egling. Foto: Anna Seton", "de"),
        ("Screenshot of https://seton.example/", "en"),
        ("Mountain biking credit: Seton", "en"),
        ("東京タワーの夜景", "ja"),
        ("", "en"),
    ],
)
def test_captions_that_tell(text: str, language: str) -> None:
    assert not source_alone(text, language)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Fig. 1", "number"),
        ("Photo by Ann Seton", "credit"),
        ("Photo: Ann Seton / AP", "credit"),
        ("© Ann Seton", "credit"),
        ("Reuters", "agency"),
        ("Photo: Ann Seton", "named"),
        ("Image: Ann Seton", "noted"),
    ],
)
def test_whose_picture_it_is_or_perhaps_who_is_seen(text: str, kind: str) -> None:
    assert source_alone(text, "en") == kind
