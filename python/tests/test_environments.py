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
        yard.pettingzoo.env("grid5", render_mode="human")


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
        check_env(env, skip_render_check=True)


def test_an_opponent_may_be_any_agent():
    for opponent in ("lookahead", yard.agent("lookahead")):
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
