"""The benchmark set scores agents, and what it says is known is still so."""

import pytest

import yard
import yard.benchmark


class Uniform:
    """Tells its chances: all moves alike."""

    def chances(self, view):
        moves = view.moves()
        return dict.fromkeys(moves, 1 / len(moves))


def test_every_task_has_known_results():
    known = yard.benchmark.known()
    assert known["version"] == yard.benchmark.VERSION and known["games"] >= 200
    assert set(known["tasks"]) == {task["id"] for task in yard.benchmark.tasks()}
    for rates in known["tasks"].values():
        assert len(rates) >= 2 and all(0 <= rate <= 1 for rate in rates.values())


@pytest.mark.parametrize("rules", ["glasses", "grid:3,1,6"])
def test_known_values_are_those_of_the_solver(rules):
    known = yard.benchmark.known()["tasks"]
    low, high = yard.solve(rules, 0.0001)["detective_value"]
    assert low - 1e-4 <= known[f"{rules} detectives exact"]["value"] <= high + 1e-4


def test_known_rates_are_played_again_by_the_same_seed():
    facts = yard.benchmark.known()
    found = yard.benchmark.score("random", "random", facts["games"], ["grid5"])
    for row in found["tasks"]:
        assert round(row["rate"], 4) == row["known"]["random"], row


def test_an_agent_of_ones_own_is_scored_exactly_where_it_tells_its_chances():
    found = yard.benchmark.score(Uniform, Uniform, tasks=["grid:3,1,6"])
    assert [row["games"] for row in found["tasks"]] == [0, 0]
    for row in found["tasks"]:
        assert row["rate"] == pytest.approx(row["known"]["random"], abs=1e-4)
        assert row["rate"] < row["known"]["value"]
    text = yard.benchmark.table(found)
    assert text.count("\n") == 4 and "| exact |" in text
    with pytest.raises(yard.YardError, match="no task"):
        yard.benchmark.score("random", tasks=["chess"])
