"""Two independent programs agree: OpenSpiel's algorithms find our values."""

import pytest

import yard

pyspiel = pytest.importorskip("pyspiel")

import yard.openspiel  # noqa: E402


@pytest.mark.parametrize("rules", ["glasses", "grid:3,1,6", "grid5", "modern", "classic"])
def test_openspiel_plays_random_games(rules):
    game = pyspiel.load_game("yard", {"rules": rules})
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("rules", ["glasses", "grid:3,1,4"])
def test_openspiel_reads_states_from_text(rules):
    game = pyspiel.load_game("yard", {"rules": rules})
    state = game.new_initial_state()
    while not state.is_terminal():
        text = pyspiel.serialize_game_and_state(game, state)
        _, again = pyspiel.deserialize_game_and_state(text)
        assert str(again) == str(state) and again.history() == state.history()
        state.apply_action(state.legal_actions()[0])


def test_openspiel_finds_our_values():
    """CFR+ of OpenSpiel ends within its own exploitability of the value that we have proven."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = pyspiel.load_game("yard", {"rules": "grid:3,1,4"})
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    error = exploitability.nash_conv(game, policy)
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[1]
    share = (value + 1) / 2
    low, high = yard.solve("grid:3,1,4", precision=1e-5)["detective_value"]
    assert error < 0.2
    assert low - error / 2 <= share <= high + error / 2


def test_openspiel_and_yard_agree_on_a_best_response():
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import best_response

    game = pyspiel.load_game("yard", {"rules": "grid:3,1,4"})
    uniform = policies.UniformRandomPolicy(game)
    for player, side in ((0, "detectives"), (1, "x")):
        best = best_response.BestResponsePolicy(game, player, uniform)
        value = best.value(game.new_initial_state())
        ours = yard.exploit("grid:3,1,4", **{side: "random"})
        assert ours["kind"] == "exact"
        assert abs((value + 1) / 2 - ours["value"]) < 1e-6
