from pathlib import Path

from export_onnx.form.texts import FormSources, read_texts


def test_texts_of_other_languages_are_among_the_well_formed(data: Path, tmp_path: Path) -> None:
    alts = tmp_path / "alts.csv"
    alts.write_text("A red door in a wall\n", "utf-8")
    benchmarks = data / "benchmarks"
    contexts = benchmarks / "contextref" / "stimuli.json"
    described = read_texts(FormSources(data / "training", benchmarks, contexts, alts), 0).described
    assert {"ein red disc", "红色", "A red door in a wall"} <= set(described)
