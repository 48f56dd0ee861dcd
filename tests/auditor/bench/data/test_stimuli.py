from auditor.bench.data import stimuli


def test_every_use_is_read_with_its_context_and_the_picture_that_is_there(benchmarks):
    rows = stimuli.read(benchmarks / "contextref")
    assert [row.img_id for row in rows] == [
        "red.png",
        "green.png",
        "blue.png",
        "red.png",
        "away.png",
    ]
    assert [row.sample.picture is None for row in rows] == [False] * 4 + [True]
    context = rows[0].sample.context
    assert context.page_title == context.heading == "Article 0"
    assert context.caption == "The caption of Article 0"
    assert context.text_before == "What Article 0 is about."


def test_rows_with_a_picture_are_always_reported(benchmarks):
    rows = stimuli.read(benchmarks / "contextref")
    assert stimuli.reported(rows)[:4] == rows[:4]
