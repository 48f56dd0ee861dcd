import pytest

from auditor.bench.crawl import paces, run, served
from auditor.bench.errors import BenchError


def test_every_way_is_held_against_the_first() -> None:
    found = paces({"bare": [1.0, 3.0], "scan": [4.0, 4.0]}, pages=8)
    assert found["bare"].pages_per_s == 4
    assert found["bare"].rounds == (8, pytest.approx(8 / 3))
    assert found["bare"].of_bare == 1
    assert found["scan"].pages_per_s == 2
    assert found["scan"].of_bare == 0.5


def test_a_folder_without_pages_is_refused(tmp_path) -> None:
    with pytest.raises(BenchError, match="holds no page"):
        run(tmp_path, None)


def test_a_small_folder_is_read_in_every_way(tmp_path) -> None:
    (tmp_path / "a page.html").write_text("<title>A</title><p>Some text.")
    found = run(tmp_path, None)
    assert {"open, settle, snapshot", "scan without scores"} <= found.keys()
    assert all(pace.pages_per_s > 0 for pace in found.values())


def test_the_pages_are_served_by_a_process_that_ends(tmp_path) -> None:
    with served(tmp_path) as root:
        assert root.startswith("http://127.0.0.1:")
