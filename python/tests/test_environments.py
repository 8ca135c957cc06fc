"""The public conformance checks of the libraries, and our own."""

import warnings

import numpy as np
import pytest

import yard

gymnasium = pytest.importorskip("gymnasium")
pettingzoo_test = pytest.importorskip("pettingzoo.test")

import yard.gymnasium  # noqa: E402
import yard.pettingzoo  # noqa: E402
import yard.vector  # noqa: E402

PRESETS = ["classic", "modern", "bristol", "dash", "grid5", "grid7", "glasses"]


@pytest.mark.parametrize("rules", PRESETS)
def test_pettingzoo_accepts_the_environment_without_a_warning(rules):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Two warnings are the price of what we promise: a mask inside the observation makes it a
        # dictionary, and `mr_x_0` has one more underscore than the test expects.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "We recommend agents to be named in the format")
        pettingzoo_test.api_test(yard.pettingzoo.env(rules), num_cycles=300, verbose_progress=False)


@pytest.mark.parametrize("rules", ["grid5", "modern"])
def test_pettingzoo_finds_the_same_games_for_the_same_seed(rules):
    pettingzoo_test.seed_test(lambda: yard.pettingzoo.env(rules), num_cycles=60)


def test_a_game_can_be_cut_short():
    env = yard.pettingzoo.env("classic", max_cycles=10)
    env.reset(seed=1)
    steps = 0
    for _ in env.agent_iter():
        _, _, terminated, truncated, info = env.last()
        done = terminated or truncated
        steps += not done
        env.step(None if done else int(info["action_mask"].argmax()))
    assert steps == 10


def test_rendering_needs_a_mode():
    env = yard.pettingzoo.env("grid5", render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("yard-record 1")
    assert "<svg" in _svg()
    with pytest.raises(yard.YardError):
        yard.pettingzoo.env("grid5", render_mode="cinema")


def _svg():
    env = yard.pettingzoo.raw_env("grid5", render_mode="svg")
    env.reset(seed=1)
    return env.render()


@pytest.mark.parametrize("name", ["Yard/MrX-v0", "Yard/Detectives-v0"])
@pytest.mark.parametrize("rules", ["grid5", "classic"])
def test_gymnasium_accepts_the_environment(name, rules):
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make(name, rules=rules, opponent="random").unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


def test_gymnasium_renders_what_the_side_sees(capsys):
    for side in ("MrX", "Detectives"):
        shown = {}
        for mode in ("ansi", "svg", "human"):
            env = gymnasium.make(f"Yard/{side}-v0", rules="classic", render_mode=mode)
            env.reset(seed=1)
            shown[mode] = env.render()
        assert shown["svg"].startswith("<svg") and shown["human"] is None
        assert ("start ?" in shown["ansi"]) == (side == "Detectives")
        assert shown["ansi"] in capsys.readouterr().out
    with pytest.raises(yard.YardError, match="render_mode"):
        yard.gymnasium.YardEnv(render_mode="cinema")


def test_a_game_that_is_over_takes_no_step():
    env = gymnasium.make("Yard/MrX-v0", rules="grid5").unwrapped
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    with pytest.raises(gymnasium.error.ResetNeeded, match="over"):
        env.step(0)
    env = yard.pettingzoo.raw_env("grid5")
    env.reset(seed=1)
    while not env.terminations["mr_x_0"]:
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    with pytest.raises(ValueError):
        env.step(3)
    with pytest.raises(yard.YardError, match="max_cycles"):
        yard.pettingzoo.env("grid5", max_cycles=0)


def test_an_opponent_may_be_any_agent():
    class First:
        def choose(self, view):
            return view.moves()[0]

    for opponent in ("lookahead", yard.agent("lookahead"), First, First()):
        env = gymnasium.make("Yard/Detectives-v0", rules="grid5", opponent=opponent)
        _, info = env.reset(seed=3)
        over = False
        while not over:
            _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
        assert reward in (-1.0, 1.0)


@pytest.mark.parametrize("side", [None, "mr_x", "detectives"])
def test_the_vector_steps_the_same_games_on_any_number_of_threads(side):
    def run(threads):
        envs = yard.vector.make("classic", 40, side, threads, seed=5, copy=True)
        assert isinstance(envs, gymnasium.vector.VectorEnv)
        shown = [envs.reset()[0]]
        ended = 0
        for _ in range(120):
            observations, rewards, terminated, truncated, infos = envs.step(envs.sample())
            shown.append(observations)
            ended += int(terminated.sum())
            assert not truncated.any() and (np.abs(rewards[terminated]) == 1).all()
            assert envs.observation_space.contains(observations)
        return np.stack(shown), ended

    one, two = run(1), run(3)
    assert (one[0] == two[0]).all() and one[1] == two[1] > 0


def test_same_step_reset_shows_the_old_game_beside_the_new():
    envs = yard.vector.make("grid5", 16, autoreset_mode="same_step", seed=1, copy=True)
    envs.reset(seed=2)
    ended = 0
    for _ in range(100):
        observations, _, terminated, _, infos = envs.step(envs.sample())
        assert (observations[terminated, 1] == 0).all()
        if terminated.any():
            ended += 1
            assert (infos["final_obs"][terminated, 1] > 0).all()
    assert ended > 0
    with pytest.raises(yard.YardError, match="not legal|no action"):
        envs.step(np.full(16, 10_000))


def test_steps_that_make_no_sense_are_refused():
    envs = yard.vector.make("grid5", 4, seed=1)
    with pytest.raises(yard.YardError, match="call reset before step"):
        envs.step(np.zeros(4, int))
    before, _ = envs.reset()
    before = before.copy()
    for actions, words in [
        (np.zeros(3, int), r"shape \(4,\), not \(3,\)"),
        (np.zeros((4, 1), int), "shape"),
        (np.zeros(4), "whole numbers, not float64"),
        (np.full(4, np.nan), "whole numbers"),
        (["T1"] * 4, "whole numbers"),
        (np.full(4, -1), "no action -1; actions are 0 to 102"),
        (np.full(4, 2**63, np.uint64), "no action"),
    ]:
        with pytest.raises(yard.YardError, match=words):
            envs.step(actions)
    assert (envs.step(envs.sample())[0] != before).any()
    for number in (0, -3, 2**40):
        with pytest.raises(yard.YardError, match="num_envs must be from 1 to"):
            yard.vector.make("grid5", number)


def test_places_may_have_seeds_of_their_own():
    def first_games(seed):
        envs = yard.vector.make("classic", 3, seed=1, copy=True)
        shown = [envs.reset(seed=seed)[0]]
        for _ in range(20):
            shown.append(envs.step(envs.sample())[0])
        return np.stack(shown)

    seven, each = first_games(7), first_games([7, None, 7])
    assert (each[:, 0] == seven[:, 0]).all() and (each[:, 2] == seven[:, 0]).all()
    assert (each[:, 1] != seven[:, 1]).any()
    with pytest.raises(yard.YardError, match="seeds must have 3 numbers, not 1"):
        first_games([7])


def test_arrays_are_written_in_place_and_belong_to_the_vector():
    """Nothing is copied: each step writes into the arrays of the last one."""
    envs = yard.vector.make("classic", 64, seed=1)
    seen, infos = envs.reset()
    arrays = (seen, infos["action_mask"], infos["agent"])
    for _ in range(5):
        again, _, _, _, infos = envs.step(envs.sample())
        assert all(
            one is other
            for one, other in zip(
                arrays, (again, infos["action_mask"], infos["agent"]), strict=True
            )
        )
    assert all(array.flags["C_CONTIGUOUS"] and array.flags["OWNDATA"] for array in arrays)


def test_a_vector_works_in_threads_and_after_a_fork():
    import concurrent.futures
    import multiprocessing

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = list(pool.map(_steps, [1, 1, 2, 1]))
    assert found[0] == found[1] == found[3] != found[2]
    # A forked child has a copy of all but the threads. Old and new vectors, matches and solvers work there.
    _old.append(yard.vector.make("grid5", 8, seed=5))
    _old[0].reset()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(_forked).get(120) == found[0]


_old = []


def _forked():
    _old[0].step(_old[0].sample())
    yard.match("grid5", games=5)
    yard.solve("grid:3,1,2")
    yard.exploit("grid:3,1,2", x="random")
    return _steps(1)


def _steps(seed):
    envs = yard.vector.make("grid5", 8, seed=seed)
    envs.reset()
    return [int(envs.step(envs.sample())[0].sum()) for _ in range(30)]


def test_vector_and_single_environment_agree():
    """The same seed and actions give the same observations, one by one and many at once."""
    envs = yard.vector.make("classic", 1, seed=11, copy=True)
    observations, infos = envs.reset()
    core = yard.Env("classic")
    game = envs.game(0)
    assert game.turn == "mr_x" and core.actions == envs.single_action_space.n
    for _ in range(50):
        action = envs.sample()
        mask = infos["action_mask"][0]
        assert mask[action[0]] == 1
        observations, _, over, _, infos = envs.step(action)
        if over[0]:
            break
    assert observations.shape == (1, envs.single_observation_space.shape[0])


def test_a_detective_observes_nothing_of_the_hidden_station():
    """Play the same public game from two hidden starts and compare all that detectives get."""
    env = yard.pettingzoo.raw_env("classic", candidates=True)
    env.reset(seed=4)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        game = env._core.game
        if agent != "mr_x_0":
            assert observation["observation"][7:11].sum() == 0
            hidden = game.mr_x_view().station
            candidates = game.detective_view().candidates()
            shown = np.flatnonzero(observation["candidates"]) + 1
            assert shown.tolist() == candidates and hidden in candidates
        else:
            assert observation["observation"][7] == game.mr_x_view().station
        env.step(int(env.action_space(agent).sample(observation["action_mask"])))


def test_pettingzoo_renders_and_measures_the_environment(monkeypatch):
    from pettingzoo.test import performance_benchmark, render_test

    svg = {"svg": lambda text: text.startswith("<svg")}
    render_test(lambda render_mode: yard.pettingzoo.env("grid5", render_mode=render_mode), svg)
    # The library's benchmark runs for five seconds by its own clock; here it is over at once.
    clock = iter(range(0, 1000, 6))
    monkeypatch.setattr(performance_benchmark.__globals__["time"], "time", lambda: next(clock))
    performance_benchmark(yard.pettingzoo.env("grid5"))


def test_spaces_are_equal_padded_and_the_same_object():
    env = yard.pettingzoo.env("dash", observation="dash", candidates=True, belief=True)
    first = env.observation_space("mr_x_0")
    for agent in env.possible_agents:
        assert env.observation_space(agent) == first
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) == env.action_space("mr_x_0")
    env.reset(seed=1)
    seen, _, _, _, info = env.last()
    assert first.contains(seen) and (seen["action_mask"] == info["action_mask"]).all()
    assert abs(seen["belief"].sum() - 1) < 1e-5
    assert (seen["belief"][seen["candidates"] == 0] == 0).all()


def dash_of_mr_x(view):
    """Dash's numbers of Mr X as docs/reference/observation.md has them."""
    out = np.zeros(1213, np.float32)
    out[view.station - 1] = 1
    for at, ticket in enumerate(("taxi", "bus", "underground")):
        own = view.mr_x_tickets[ticket]
        out[199 + at] = 0 if own is None else own / 10
        for d, tickets in enumerate(view.detective_tickets):
            out[1197 + 3 * d + at] = tickets[ticket] / 10
    for d, station in enumerate(view.detectives):
        out[202 + 199 * d + station - 1] = 1
    out[1212] = (view.slot + 1) / 24
    return out


def dash_of_detective(view):
    """Dash's numbers of a detective as docs/reference/observation.md has them, without his own number."""
    out = np.zeros(1225, np.float32)
    if view.last_seen:
        out[view.last_seen[1] - 1] = 1
    later = [slot for slot in view.rules.surfacings if slot > view.slot]
    out[199] = (later[0] - view.slot) / 24 if later else 0
    for d, station in enumerate(view.detectives):
        out[200 + 199 * d + station - 1] = 1
    for at, ticket in enumerate(("taxi", "bus", "underground")):
        for d, tickets in enumerate(view.detective_tickets):
            out[1195 + 3 * d + at] = tickets[ticket] / 10
        for back, (_, used, _) in enumerate(view.log[::-1][:5]):
            out[1210 + 3 * back + at] = used == ticket
    return out


def test_the_numbers_of_dash_are_in_their_documented_places():
    single, each = yard.Env("dash", 3, "dash"), yard.Env("dash", 3, "dash-each")
    assert (single.observation_len, each.observation_len) == (1230, 1225)
    while single.agent is not None:
        number, game = single.agent, single.game
        if number == 0:
            wanted = dash_of_mr_x(game.mr_x_view())
            assert not single.observe(0)[1213:].any()
            tickets = game.mr_x_view().mr_x_tickets
            unlimited = [at for at, ticket in enumerate(tickets) if tickets[ticket] is None]
            found = single.observe(0)[:1213]
            keep = [at for at in range(1213) if at - 199 not in unlimited]
            assert np.allclose(found[keep], wanted[keep])
        else:
            wanted = dash_of_detective(game.detective_view())
            assert np.allclose(each.observe(number), wanted)
            assert np.allclose(single.observe(number)[:1225], wanted)
            assert single.observe(number)[1225:].argmax() == number - 1
        action = single.sample()
        single.act(action)
        each.act(action)


def test_the_vector_shows_other_observations_too():
    envs = yard.vector.make("dash", 6, seed=2, observation="dash", belief=True, copy=True)
    seen, infos = envs.reset()
    assert envs.observation_space.contains(seen) and seen.shape == (6, 1230)
    for _ in range(40):
        seen, _, _, _, infos = envs.step(envs.sample())
        for at in range(6):
            game = envs.game(at)
            if game.over:
                continue
            view = game.detective_view()
            if infos["agent"][at] == 0:
                assert (seen[at, :199] > 0).sum() == 1
                assert seen[at, game.mr_x_view().station - 1] == 1
            else:
                assert np.allclose(seen[at, :1225], dash_of_detective(view))
            assert np.allclose(infos["belief"][at], yard.belief(view).plane())
    with pytest.raises(yard.YardError, match="same_step"):
        yard.vector.make("dash", 2, observation="dash", autoreset_mode="same_step")
    with pytest.raises(yard.YardError, match="is not for"):
        yard.vector.make("classic", 2, observation="hrklova")


def test_environments_survive_a_pickle():
    import pickle

    env = yard.Env("modern", 5)
    for _ in range(40):
        env.act(env.sample())
    again = pickle.loads(pickle.dumps(env))
    assert again.game == env.game and again.legal() == env.legal()
    assert [again.knowledge(a) for a in (0, 1)] == [env.knowledge(a) for a in (0, 1)]
