"""Games, views, records and boards."""

import copy
import gc
import pickle
import sys

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


def test_nothing_can_be_dug_out_of_the_detectives_view():
    """Pickles, referents, reductions, records and drawings of two views are equal, wherever Mr X is."""
    setup = "classic x {} detectives 34,47,61,78,79 turn 1 slot 7 candidates 45,46,58,74"
    one, other = (yard.Game("classic", setup=setup.format(x)).detective_view() for x in (46, 58))
    assert pickle.dumps(one) == pickle.dumps(other)
    assert one.__reduce__()[1][0] == other.__reduce__()[1][0] and "x ?" in one.record()
    assert {type(found) for found in gc.get_referents(one)} <= {type}
    assert not hasattr(one, "__dict__") and sys.getsizeof(one) == sys.getsizeof(other)
    for view in (one, copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert yard.candidates(view) == [45, 46, 58, 74] and yard.belief(view) == yard.belief(other)
        assert [yard.agent("lookahead").choose(v) for v in (view, other)].count(
            yard.agent("lookahead").choose(view)
        ) == 2
    seen = []

    class Nosy:
        def choose(self, view):
            seen.append(sorted(name for name in dir(view) if "x" in name))
            for name in dir(view):
                found = getattr(view, name)
                assert not isinstance(found, (yard.Game, yard.MrXView)), name
            return view.moves()[0]

    assert yard.match("classic", "random", Nosy, games=1)["fouls"] == 0
    assert all("path" not in names and "station" not in names for names in seen)


def test_records_and_moves_are_data():
    game = yard.Game("classic", seed=2)
    for _ in range(7):
        game.play(game.moves()[0])
    record = yard.Record(game.record())
    assert record.game() == game and len(record.plies) == 7 and record.result == "open"
    assert str(record) == game.record() and pickle.loads(pickle.dumps(record)) == record
    assert yard.Record(game.detective_view().record()).start[0] is None
    double = yard.parse_move("2T46K58", "mr_x")
    assert double == {"detective": None, "steps": [("taxi", 46), ("black", 58)]}
    assert yard.parse_move("2:T46", "detectives") == {"detective": 2, "steps": [("taxi", 46)]}
    assert yard.parse_move("T?", "mr_x")["steps"] == [("taxi", None)]
    assert yard.parse_move("pass", "detectives")["steps"] == []
    with pytest.raises(yard.IllegalMove):
        yard.parse_move("2T46K58", "detectives")


def test_own_rules_and_boards_can_be_pickled():
    ring = yard.board([(n, n % 10 + 1, "taxi") for n in range(1, 11)], name="ring")
    assert pickle.loads(pickle.dumps(ring)) == ring
    for name in yard.preset_names() + ["grid:4,2,6"]:
        rules = yard.rules(name)
        assert pickle.loads(pickle.dumps(rules)) == rules
        assert pickle.loads(pickle.dumps(rules.board)).lines == rules.board.lines
    changed = yard.rules("classic", detectives=3, mr_x_may_enter_detective=True)
    assert pickle.loads(pickle.dumps(changed)) == changed


def test_agents_tell_their_chances():
    game = yard.Game("grid:3,1,4", seed=1)
    view = game.mr_x_view()
    assert sum(yard.agent("nash").chances(view).values()) == pytest.approx(1)
    assert set(yard.agent("random").chances(view)) == set(view.moves())
    assert yard.agent("pimbot:playouts=5").chances(view) is None
    assert pickle.loads(pickle.dumps(yard.agent("lookahead"))).spec == "lookahead"


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
    with pytest.raises(yard.YardError, match="numbers from 1, not 0"):
        yard.board(networkx.path_graph(4))
    for wrong in ([("a", "b", "taxi")], [(1, 2)], [(1.5, 2, "taxi")]):
        with pytest.raises(yard.YardError, match="a line is"):
            yard.board(wrong)
    with pytest.raises(yard.YardError, match="station 2 has no place"):
        yard.board([(1, 2, "taxi")], places={1: (0, 0)})
    graph.add_node(11)
    with pytest.raises(yard.YardError, match="station 11"):
        yard.board(graph)
