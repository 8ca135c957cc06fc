"""Two independent programs agree: OpenSpiel's best responses win what ours win."""

import pytest

import yard

pyspiel = pytest.importorskip("pyspiel")

import yard.openspiel  # noqa: E402


@pytest.mark.parametrize("rules", ["glasses", "grid:3,1,6", "grid5", "modern", "classic"])
def test_openspiel_plays_random_games(rules):
    game = pyspiel.load_game("yard", {"rules": rules})
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_openspiel_and_yard_agree_on_a_best_response():
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import best_response

    game = pyspiel.load_game("yard", {"rules": "grid:3,1,2"})
    uniform = policies.UniformRandomPolicy(game)
    for player, side in ((0, "detectives"), (1, "x")):
        best = best_response.BestResponsePolicy(game, player, uniform)
        value = best.value(game.new_initial_state())
        ours = yard.exploit("grid:3,1,2", **{side: "random"})
        assert ours["kind"] == "exact"
        assert abs((value + 1) / 2 - ours["value"]) < 1e-6
