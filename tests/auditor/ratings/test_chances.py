"""What a team's decisions say of the queue's probabilities."""

from __future__ import annotations

import json

import numpy as np
import pytest

from auditor.decision import Choice, Decision, Subject
from auditor.findings import Finding, Outcome, Severity, Status, Verdict
from auditor.judge.harm import chance
from auditor.judge.verdict import harm_of
from auditor.ratings.chances import DecidedUse, learn_chances
from auditor.ratings.profile_file import read_profile
from auditor.rules.rule import Use
from auditor.scoring.tuning import from_json
from auditor.store.decisions import Decisions
from tests.auditor.conftest import record_of
from tests.auditor.scan_files import Image, write

NAME, CODE = ("alt-file-name", "failed"), ("alt-code-like", "failed")


def uses(share: dict[tuple[str, str], float], number: int, seed: int) -> list[DecidedUse]:
    """Images on 25 pages, on each of which one or two rules found something; a person calls each of
    these a fault with its share."""
    rng = np.random.default_rng(seed)
    found = []
    for place in range(number):
        causes = [NAME, CODE] if place % 3 == 0 else [(NAME, CODE)[place % 2]]
        is_fault = any(rng.random() < share[cause] for cause in causes)
        found.append(DecidedUse(f"page {place % 25}", dict.fromkeys(causes, 0.9), 0.0, is_fault))
    return found


def test_a_team_that_lets_codes_stand_is_followed():
    found = learn_chances(uses({NAME: 0.95, CODE: 0.1}, 200, 1))
    assert found
    assert found.after < found.before - 0.1
    assert found.low > 0
    assert found.chances["alt-code-like"]["failed"] < 0.3
    assert found.chances["alt-file-name"]["failed"] > 0.85


@pytest.mark.parametrize("seed", range(5))
def test_a_team_that_decides_as_is_expected_changes_nothing(seed):
    found = learn_chances(uses({NAME: 0.9, CODE: 0.9}, 200, seed), seed)
    assert found
    assert found.chances == {}
    assert found.after == found.before


def test_a_rule_that_holds_on_one_page_alone_is_not_believed():
    one = [DecidedUse("one", {CODE: 0.9}, 0.0, False) for _ in range(50)]
    others = [DecidedUse(f"page {n}", {CODE: 0.9}, 0.0, True) for n in range(20)]
    found = learn_chances([*one, *others])
    assert found
    assert found.chances == {}


def test_too_few_decisions_or_one_page_teach_nothing():
    assert learn_chances(uses({NAME: 0.5, CODE: 0.5}, 49, 0)) is None
    assert learn_chances([DecidedUse("one", {CODE: 0.9}, 0.0, True)] * 99) is None


def test_what_was_learned_of_a_rule_moves_its_images_in_the_queue():
    finding = Finding(NAME[0], Outcome.FAILED, Severity.SERIOUS, "It is a file's name.")
    use, verdict = Use(record_of("a.png")), Verdict(Status.WEAK, "", (finding,), 0.0)
    shipped = harm_of(use, verdict).priority
    team = {NAME[0]: {"failed": 0.1}}
    assert harm_of(use, verdict, team=team).priority < shipped / 2
    assert chance(NAME[0], Outcome.CANT_TELL, team) == chance(NAME[0], Outcome.CANT_TELL)


def test_tune_learns_from_decisions_alone_and_keeps_it_in_the_profile(run, tmp_path):
    images = [
        Image(f"IMG_{n}.png", page=f"/{n % 20}", picture=f"p{n}", quality=None) for n in range(80)
    ]
    path, profile = write(tmp_path / "scan.db", images), tmp_path / "team.json"
    made = [
        (Subject(f"p{n}", f"IMG_{n}.png", f"IMG_{n}.png"), Decision(Choice.RIGHT))
        for n in range(80)
    ]
    Decisions(path).put_all(made[:30])
    assert run("tune", path, "-o", profile)[0] == 1
    Decisions(path).put_all(made)
    code, out, error = run("tune", path, "-o", profile)
    assert code == 0
    assert "The score stays as it is shipped" in error
    assert "80 decisions" in out
    learned = read_profile(profile)
    assert not learned.changes
    assert learned.chances["alt-file-name"]["failed"] < 0.2
    _, out, _ = run("tune", path, "-o", profile, "--json")
    assert json.loads(out)["queue"]["after"] < 0.1


def test_a_profile_with_a_chance_out_of_bounds_is_refused(run, tmp_path):
    path = tmp_path / "team.json"
    images = [Image("a", page=f"/{n}", picture=f"p{n}", quality=None) for n in range(60)]
    scan = write(tmp_path / "scan.db", images)
    Decisions(scan).put_all(
        [(Subject(f"p{n}", "a", "a"), Decision(Choice.RIGHT)) for n in range(60)]
    )
    run("tune", scan, "-o", path)
    data = json.loads(path.read_text())
    for wrong in (1.0, 0.0, -1, float("nan"), "x"):
        data["chances"] = {"alt-file-name": {"failed": wrong}}
        with pytest.raises(ValueError, match=r"between 0 and 1|could not convert"):
            from_json(data)
