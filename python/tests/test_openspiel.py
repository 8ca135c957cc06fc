"""The game in OpenSpiel's own tests, and two independent programs that agree on its value."""

import pickle
import random

import numpy as np
import pytest

import yard

pyspiel = pytest.importorskip("pyspiel")

import yard.openspiel  # noqa: E402


def load(rules):
    return pyspiel.load_game("yard", {"rules": rules})


def random_state(game, seed, most=400):
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(rng.randrange(most)):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("rules", ["glasses", "grid:3,1,6", "grid5", "modern", "classic"])
def test_openspiel_plays_random_games_and_saves_them(rules):
    pyspiel.random_sim_test(load(rules), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", ["glasses", "grid:3;1;6", "grid5", "modern", "classic"])
def test_states_and_games_survive_a_round_trip(rules):
    game = load(rules)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game) == f"yard(rules={rules})"
    assert pickle.loads(pickle.dumps(game)).rules == game.rules
    for seed in range(4):
        state = random_state(game, seed, 60)
        text = pyspiel.serialize_game_and_state(game, state)
        _, other = pyspiel.deserialize_game_and_state(text)
        for copy in (other, pickle.loads(pickle.dumps(state)), state.clone()):
            assert str(copy) == str(state) and copy.history() == state.history()
            assert copy.current_player() == state.current_player()
            if not state.is_terminal():
                assert copy.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("rules", ["glasses", "grid5", "classic"])
def test_openspiel_writes_a_playthrough(rules):
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough(f"yard(rules={rules})", None, seed=3)
    assert 'GameType.short_name = "yard"' in text
    assert "InformationStateTensor" in text and "ObservationTensor" in text
    assert "IsTerminal() = True" in text and "Returns() = [" in text
    again = generate_playthrough.playthrough(f"yard(rules={rules})", None, seed=3)
    assert text == again


def test_tensors_tell_apart_what_strings_tell_apart():
    """While a game goes on, the information state as numbers is the one as text, no finer, no coarser."""
    for rules in ("glasses", "grid5", "modern"):
        game = load(rules)
        for player in (0, 1):
            by_text, by_tensor = {}, {}
            for seed in range(60):
                state = random_state(game, seed, 30)
                if state.is_chance_node() or state.is_terminal():
                    continue
                text = state.information_state_string(player)
                tensor = np.array(state.information_state_tensor(player)).tobytes()
                assert by_text.setdefault(text, tensor) == tensor
                assert by_tensor.setdefault(tensor, text) == text
            assert len(by_text) > 5


def test_the_detectives_see_nothing_hidden():
    """Two games that differ in the hidden station look the same to player 1 in every way."""
    game = load("classic")
    states = []
    for start in (35, 45):
        state = game.new_initial_state()
        for station in (start, 26, 29, 50, 53, 91):
            state.apply_action(station)
        taxi = [a for a in state.legal_actions() if state.action_to_string(0, a)[0] == "T"]
        state.apply_action(taxi[0])
        states.append(state)
    one, other = states
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.observation_string(1) == other.observation_string(1)
    assert one.information_state_tensor(1) == other.information_state_tensor(1)
    assert one.observation_tensor(1) == other.observation_tensor(1)


def test_openspiel_and_yard_agree_on_a_best_response():
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import best_response

    game = load("grid:3,1,2")
    uniform = policies.UniformRandomPolicy(game)
    for player, side in ((0, "detectives"), (1, "x")):
        best = best_response.BestResponsePolicy(game, player, uniform)
        value = best.value(game.new_initial_state())
        ours = yard.exploit("grid:3,1,2", **{side: "random"})
        assert ours["kind"] == "exact"
        assert abs((value + 1) / 2 - ours["value"]) < 1e-6


def tree(rules, folder):
    path = folder / "game.efg"
    size = yard.write_efg(rules, path)
    return pyspiel.load_game("efg_game", {"filename": str(path)}), size


def bounds(game, policy):
    """The detectives' share of wins against the policy's detectives and its Mr X, by best responses."""
    root = game.new_initial_state()
    values = [
        pyspiel.TabularBestResponse(game, player, policy).value_from_state(root)
        for player in (0, 1)
    ]
    return (1 - values[0]) / 2, (1 + values[1]) / 2


def test_the_tree_is_that_of_the_registered_game(tmp_path):
    """OpenSpiel's CFR+ finds the same in both, iteration by iteration."""
    rules = "grid:3,1,2"
    game = load(rules)
    efg, size = tree(rules, tmp_path)
    assert size == {"nodes": 4346, "information_sets": [468, 33]}
    found = []
    for one in (game, efg):
        solver = pyspiel.CFRPlusSolver(one)
        for _ in range(2):
            solver.evaluate_and_update_policy()
        found.append(bounds(one, solver.average_policy()))
    assert found[0] == pytest.approx(found[1], abs=1e-9)


@pytest.mark.parametrize(("rules", "iterations"), [("glasses", 100), ("grid:3,1,3", 100)])
def test_cfr_plus_finds_our_value(rules, iterations, tmp_path):
    """The small version of research/scripts/openspiel.py."""
    game, _ = tree(rules, tmp_path)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    below, above = bounds(game, solver.average_policy())
    low, high = yard.solve(rules, 0.0001)["detective_value"]
    assert below <= high and low <= above and above - below < 0.02
    told = pyspiel.exploitability(game, solver.average_policy())
    assert told == pytest.approx(above - below, abs=1e-9)
