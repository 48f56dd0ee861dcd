from __future__ import annotations

from pathlib import Path

import pytest

from auditor.bench.crawl import site_in
from auditor.bench.data.files import benchmark, folder_of


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder that holds all data."""
    for name in ("benchmarks/coco", "training/web", "conformance"):
        (tmp_path / name).mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize("named", ["", "benchmarks", "benchmarks/coco"])
def test_a_benchmark_is_found_from_the_one_folder_and_from_those_in_it(data, named) -> None:
    assert benchmark(data / named, "coco") == data / "benchmarks" / "coco"


def test_so_are_the_training_data_and_the_cases(data) -> None:
    for named in ("", "training"):
        assert folder_of(data / named, "training", "web") == data / "training" / "web"
    for named in ("", "conformance"):
        assert folder_of(data / named, "conformance") == data / "conformance"


def test_what_is_not_there_is_looked_for_where_it_should_be(data) -> None:
    for named in ("", "benchmarks"):
        assert benchmark(data / named, "flickr8k") == data / "benchmarks" / "flickr8k"
    assert folder_of(data / "nowhere", "wikipedia") == data / "nowhere" / "wikipedia"


def test_pages_are_those_of_sites_where_all_data_is_named(data) -> None:
    (data / "sites").mkdir()
    assert site_in(data) == data / "sites"
    assert site_in(data / "sites") == data / "sites"
    (data / "training" / "sites").mkdir()
    assert site_in(data / "training") == data / "training"
