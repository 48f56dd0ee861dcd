import numpy as np

from auditor.bench import contextref


def test_uses_without_a_picture_are_left_out_and_shared_pictures_joined(benchmarks):
    data = contextref.read(benchmarks / "contextref")
    assert [path.name for path in data.pictures] == ["red.png", "green.png", "blue.png"]
    assert data.owners.tolist() == [0, 1, 2, 0]


def test_a_description_is_never_compared_with_another_of_its_own_picture(benchmarks, encoder):
    metrics = contextref.run(benchmarks, encoder, 0, lambda items, _: items)
    # "all red" and "red wall" score alike: compared with each other, one would lose.
    assert metrics["shuffled_descriptions"].value == 100
    assert metrics["shuffled_descriptions"].n == 4


def test_an_equal_score_is_wrong(benchmarks):
    data = contextref.read(benchmarks / "contextref")
    metrics = contextref.evaluate(data, np.ones((3, 4)), seed=0)
    assert metrics["shuffled_descriptions"].value == 0
