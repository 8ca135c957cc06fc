"""Games, views, records and boards."""

import copy
import pickle

import pytest

import yard


def play_out(game: yard.Game, seed: int = 1) -> None:
    agent = yard.agent("random", seed)
    while not game.over:
        view = game.mr_x_view() if game.turn == "mr_x" else game.detective_view()
        game.play(agent.choose(view))


@pytest.mark.parametrize("name", yard.preset_names())
def test_every_preset_plays_to_its_end_and_its_record_replays(name):
    game = yard.Game(name, seed=3)
    play_out(game)
    assert game.winner in ("mr-x", "detectives")
    assert game.moves() == [] and game.turn == "over"
    again = yard.Game.from_record(game.record())
    assert again == game
    assert yard.DetectiveView.from_record(again.detective_view().record()) == game.detective_view()


def test_the_same_seed_deals_the_same_game():
    deals = {yard.Game("classic", seed=s).record() for s in range(20)}
    assert len(deals) == 20
    assert yard.Game("classic", seed=5).record() == yard.Game("classic", seed=5).record()


def test_a_refused_move_says_why_and_changes_nothing():
    game = yard.Game("classic", start=[132, 26, 29, 50, 53, 91])
    before = game.record()
    for text, words in [
        ("T199", "no line for a taxi"),
        ("Q1", "ticket"),
        ("", "move|ticket"),
        ("pass", "move|ticket|pass"),
    ]:
        with pytest.raises(yard.IllegalMove, match=words):
            game.play(text)
    assert game.record() == before
    assert issubclass(yard.IllegalMove, ValueError)


def test_bad_input_is_an_exception_with_a_clear_text():
    with pytest.raises(yard.YardError, match="clasic"):
        yard.rules("clasic")
    with pytest.raises(yard.YardError, match="two"):
        yard.Game("classic", start=[1, 1, 2, 3, 4, 5])
    with pytest.raises(yard.YardError, match="playots"):
        yard.agent("pimbot:playots=5")
    with pytest.raises(yard.YardError, match="stations"):
        yard.Game("classic", start=[1])
    with pytest.raises(TypeError):
        yard.match("grid5", x=3)


def test_the_detectives_view_holds_nothing_of_the_hidden_station():
    """Two games that differ in the hidden station alone look the same from outside in every way."""
    setup = "classic x {} detectives 34,47,61,78,79 turn 1 slot 7 candidates 45,46,58,74"
    one, other = (yard.Game("classic", setup=setup.format(x)).detective_view() for x in (46, 58))
    assert one == other and repr(one) == repr(other) and one.svg() == other.svg()
    public = [name for name in dir(one) if not name.startswith("__")]
    for name in public:
        mine, theirs = getattr(one, name), getattr(other, name)
        if not callable(mine):
            assert mine == theirs or repr(mine) == repr(theirs), name
    for name in ("game", "state", "station", "truth", "path", "mr_x", "_game"):
        assert not hasattr(one, name)
    with pytest.raises((AttributeError, TypeError)):
        one.station = 5
    assert copy.copy(one) == copy.deepcopy(one) == one


def test_a_pickled_view_is_its_public_record():
    game = yard.Game("classic", seed=2)
    for _ in range(9):
        game.play(game.moves()[0])
    view = game.detective_view()
    data = pickle.dumps(view)
    assert pickle.loads(data) == view
    assert game.mr_x_view().path[1:] != [] and game.record().encode() not in data
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_view_can_be_driven_by_hand():
    view = yard.DetectiveView("classic", [26, 29, 50, 53, 91])
    assert view.turn == "mr_x" and len(view.candidates()) == 13
    view.mr_x_moved("U?")
    assert view.candidates() == [46, 67, 89]
    view.detective_moved("T27")
    assert view.detectives[0] == 27
    belief = view.belief()
    assert set(belief) <= {46, 67, 89} and abs(sum(belief.values()) - 1) < 1e-5
    with pytest.raises(yard.IllegalMove):
        view.mr_x_moved("T?")


def test_boards_from_data_and_from_networkx():
    networkx = pytest.importorskip("networkx")
    ring = yard.board([(n, n % 10 + 1, "taxi") for n in range(1, 11)], name="ring")
    graph = networkx.cycle_graph(range(1, 11))
    assert yard.board(graph, name="ring").lines == ring.lines
    text = """
        version = 1
        name = "ring-game"
        board = "ring"
        detectives = 1
        log_slots = 6
        surfaces_every = 2
        detective_tickets = { taxi = "unlimited" }
        mr_x_tickets = { taxi = "unlimited" }
        start = { anywhere = true }
    """
    rules = yard.Rules.from_toml(text, board=ring)
    game = yard.Game(rules, start=[1, 6])
    assert game.moves() == ["T2", "T10"]
    assert "<svg" in ring._repr_svg_() and "<svg" in game._repr_svg_()
    with pytest.raises(yard.YardError, match="tram"):
        yard.board([(1, 2, "tram")])
