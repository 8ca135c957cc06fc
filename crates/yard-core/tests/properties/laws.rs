//! The laws.

use super::*;

/// All four ends occur in the walks, so the laws are checked on each of them.
#[test]
fn walks_end_in_every_way() {
    let mut ends = BTreeMap::new();
    for (game, (name, _)) in GAMES.iter().enumerate() {
        for seed in 0..20 {
            let walk = Walk::new(game, seed, usize::MAX);
            let outcome = walk.game.outcome().expect("a walk ends");
            ends.entry(outcome).or_insert_with(BTreeSet::new).insert(name);
        }
    }
    for outcome in [Outcome::Captured, Outcome::Cornered, Outcome::Escaped, Outcome::Stranded] {
        let games = ends.get(&outcome).map_or(0, BTreeSet::len);
        assert!(games >= 2, "{outcome:?} occurs in {games} games");
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    /// Rules 2.3 and 2.4: a counted stock changes by what is spent and handed over, and by nothing
    /// else; an unlimited one never changes.
    #[test]
    fn tickets_are_conserved(walk in all_walks()) {
        check_tickets(&walk);
    }

    /// Rule 7.3: his true station is a candidate, at every moment and after the end.
    #[test]
    fn the_true_station_is_a_candidate(walk in all_walks()) {
        for game in walk.matches() {
            let candidates = game.detective_view().candidates();
            assert!(candidates.contains(game.state().mr_x()), "{candidates:?}");
        }
    }

    /// The game, the state and both views tell the same story.
    #[test]
    fn match_and_state_agree(walk in all_walks()) {
        let rules = &walk.rules;
        let mut state = State::new(rules, &walk.deal);
        let mut path = vec![walk.deal.mr_x];
        for (game, mv) in walk.matches().zip(walk.moves.iter().map(Some).chain([None])) {
            let (mr_x, detectives) = (game.mr_x_view(), game.detective_view());
            assert_eq!(game.state(), state);
            assert_eq!(mr_x.state(), state);
            assert_eq!(mr_x.path(), path);
            assert_eq!(mr_x.detective_view(), detectives);
            assert_eq!(detectives.public(), state.public());
            assert_eq!(detectives.log().slots().count(), usize::from(state.public().slots_used()));
            assert!(mr_x.legal_moves().eq(state.mr_x_moves(rules)));
            assert!(detectives.legal_moves().eq(state.detective_moves(rules)));
            if let Some(&mv) = mv {
                state.play(rules, mv).expect("it was legal before");
                if let Move::MrX(mv) = mv {
                    path.extend(mv.steps().map(|step| step.to));
                }
            }
        }
    }

    /// A view that is told every ply by hand knows what the view of the game knows.
    #[test]
    fn a_view_driven_by_hand_agrees(walk in all_walks()) {
        let mut matches = walk.matches();
        let first = matches.next().expect("the start");
        if first.outcome().is_none() {
            let known = walk.rules.start_known().then_some(walk.deal.mr_x);
            let detectives = &walk.deal.detectives;
            let mut view = DetectiveView::new(Arc::clone(&walk.rules), detectives, known);
            assert_eq!(&view, first.detective_view());
            for game in matches {
                let end = game.outcome();
                let ply = *game.detective_view().log().plies().last().expect("a ply was made");
                assert_eq!(view.moved(ply, end), Ok(()), "{ply:?}");
                assert_eq!(&view, game.detective_view());
            }
            let mut replay = view.replay();
            while replay.play_next().expect("the log of a game").is_some() {}
            assert_eq!(replay.view(), &view, "also when it is played again");
        }
    }

    /// Rule 7.7: after the end nobody has a move, every move is refused, and the views stay whole.
    #[test]
    fn views_stay_valid_after_the_end(walk in all_walks()) {
        let walk = Walk::new(
            GAMES.iter().position(|(name, _)| name == walk.name).expect("listed"),
            walk.seed,
            usize::MAX,
        );
        let game = &walk.game;
        let turn = game.turn();
        assert!(matches!(turn, Turn::Over(_)), "{turn:?}");
        assert_eq!(game.state().moves(&walk.rules).count(), 0);
        assert_eq!(game.detective_view().legal_moves().count(), 0);
        assert_eq!(game.mr_x_view().legal_moves().count(), 0);
        assert_eq!(yard_core::perft(&walk.rules, &game.state(), 1), 0);
        let candidates = game.detective_view().candidates();
        assert!(!candidates.is_empty());
        if game.outcome() == Some(Outcome::Captured) {
            assert_eq!(candidates.only(), Some(game.state().mr_x()));
        }
        let refused = Err(PlayError::OutOfTurn { turn });
        let mut again = game.clone();
        let mut view = game.detective_view().clone();
        for mv in some_moves(&walk.rules, &mut Dice(walk.seed)) {
            assert_eq!(again.play(mv), refused);
            match mv {
                Move::MrX(mv) => assert_eq!(view.mr_x_moved(mv.into(), None), refused),
                Move::Detective(mv) => assert_eq!(view.detective_moved(mv, None), refused),
            }
        }
        assert_eq!(&again, game);
        assert_eq!(&view, game.detective_view());
    }

    /// Drawn moves are legal ones.
    #[test]
    fn drawn_moves_are_legal(walk in all_walks()) {
        let mut dice = Dice(walk.seed);
        for game in walk.matches() {
            for _ in 0..4 {
                let mv = match game.turn() {
                    Turn::Over(_) => break,
                    Turn::MrX => Move::MrX(game.mr_x_view().draw_move(&mut dice)),
                    Turn::Detective(_) | Turn::Team => {
                        Move::Detective(game.detective_view().draw_move(&mut dice))
                    }
                };
                assert!(game.state().is_legal(&walk.rules, mv), "{mv:?}");
            }
        }
    }

    /// A whole round that is drawn at once is the round that is drawn ply by ply.
    #[test]
    fn a_round_drawn_at_once_is_the_same(walk in all_walks()) {
        let rules = &walk.rules;
        for game in walk.matches() {
            let (mut state, mut dice) = (game.state(), Dice(walk.seed));
            let (mut at_once, mut same_dice) = (state, Dice(walk.seed));
            if !matches!(state.turn(), Turn::Detective(_) | Turn::Team) {
                continue;
            }
            let plies = at_once.play_random_detectives(rules, &mut same_dice);
            assert!(plies >= 1);
            for _ in 0..plies {
                let mv = state.public().draw_detective_move(rules, &mut dice);
                state.play(rules, mv.into()).expect("a drawn move is legal");
            }
            assert_eq!(state, at_once);
            assert_eq!(dice.0, same_dice.0);
        }
    }

    /// A state of the middle can be set up by hand and is the same state.
    #[test]
    fn a_setup_describes_the_state(walk in all_walks()) {
        // With unlimited double moves nobody can tell how many turns so many slots were.
        let countable = walk.rules.mr_x_tickets().doubles() != Stock::UNLIMITED;
        if walk.game.outcome().is_none() && countable {
            let state = walk.game.state();
            let setup = setup_of(&walk.game);
            assert_eq!(setup.to_string().parse(), Ok(setup.clone()));
            assert_eq!(State::from_setup(&walk.rules, &setup), Ok(state));
            let again = Game::from_setup(Arc::clone(&walk.rules), &setup).expect("a good setup");
            assert_eq!(again.state(), state);
            assert_eq!(
                again.detective_view().candidates(),
                walk.game.detective_view().candidates()
            );
            assert!(again.state().moves(&walk.rules).eq(state.moves(&walk.rules)));
        }
    }
}

/// Plays the same random moves in both games to the end.
fn play_both(one: &mut Game, two: &mut Game, dice: &mut Dice) {
    while one.outcome().is_none() {
        let moves: Vec<Move> = one.state().moves(one.rules()).collect();
        assert!(two.state().moves(two.rules()).eq(moves.iter().copied()));
        let mv = moves[dice.below(moves.len() as u32) as usize];
        one.play(mv).expect("a legal move");
        two.play(mv).expect("a legal move");
        assert_eq!(one.state(), two.state());
        assert_eq!(one.detective_view().candidates(), two.detective_view().candidates());
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// A game that begins from a setup goes on like the one that came there. Its record parses, replays and
    /// round-trips, full and hidden, and what the detectives see does not depend on where Mr X is.
    #[test]
    fn a_game_from_a_setup_goes_on_as_before(walk in all_walks(), pick in any::<u64>()) {
        let countable = walk.rules.mr_x_tickets().doubles() != Stock::UNLIMITED;
        if walk.game.outcome().is_some() || !countable {
            return Ok(());
        }
        let rules = || Arc::clone(&walk.rules);
        let setup = setup_of(&walk.game);
        let begun = setup.game(rules()).expect("a good setup");
        // Elsewhere, the detectives know and see the same.
        let hidden = Setup { x: None, ..setup.clone() };
        let choose = |set: &Candidates| set.nth((pick % set.len() as u64) as usize).expect("one");
        let elsewhere = hidden.game_with(rules(), choose).expect("a good setup");
        assert_eq!(elsewhere.detective_view(), begun.detective_view());
        assert_eq!(&hidden.view(rules()).expect("a good setup"), begun.detective_view());
        let hide = |game: &Game| Record::of(game).hide(rules()).expect("it replays").to_string();
        assert_eq!(hide(&elsewhere), hide(&begun));
        let (mut old, mut new) = (walk.game.clone(), begun);
        play_both(&mut old, &mut new, &mut Dice(pick));
        assert_eq!(new.outcome(), old.outcome());
        let record = Record::of(&new);
        assert!(record.is_full());
        assert_eq!(record.to_string().parse(), Ok(record.clone()));
        let json = serde_json::to_string(&record).expect("plain data");
        assert_eq!(serde_json::from_str::<Record>(&json).expect("a record"), record);
        assert_eq!(record.replay(rules()), Ok(new.clone()));
        let seen = record.hide(rules()).expect("it replays");
        assert!(!seen.to_string().contains("x-ticket") || seen.mr_x.is_none());
        assert_eq!(seen.to_string().parse(), Ok(seen.clone()));
        assert_eq!(seen.replay_view(rules()).as_ref(), Ok(new.detective_view()));
        let again = new.detective_view().at_start();
        assert_eq!(again.log().plies().len(), 0);
        assert_eq!(again.candidates(), new.detective_view().log().setup().expect("it began there").1);
    }
}

proptest! {
    #![proptest_config(cases(400))]

    /// Every candidate, and nothing else, has a hidden path that fits the public log; and whichever
    /// of these paths was taken, the detectives know the same. So no bit of the hidden station gets
    /// through to them.
    #[test]
    fn another_hidden_path_leaves_the_detectives_view_equal(walk in all_walks()) {
        let worlds = Worlds::of(&walk);
        for (plies, game) in walk.matches().enumerate() {
            let candidates = game.detective_view().candidates().to_set();
            assert_eq!(candidates, worlds.stations(plies), "after {plies} plies");
        }
        let view = walk.game.detective_view();
        let text = format!("{view:?}");
        for candidate in view.candidates().iter() {
            let other = worlds.witness(&walk, candidate);
            assert_eq!(other.detective_view(), view, "{candidate}");
            assert_eq!(format!("{:?}", other.detective_view()), text);
            let assumed = view.assume(candidate);
            assert_eq!(assumed.public(), other.state().public());
            assert_eq!(assumed.mr_x(), candidate);
            assert_eq!(assumed, other.state());
            assert_eq!(format!("{assumed:?}"), format!("{:?}", walk.game.state()));
        }
    }

    /// What is saved for the detectives is the same to the byte, whichever hidden path was taken.
    #[test]
    fn a_hidden_record_hides(walk in all_walks(), pick in any::<prop::sample::Index>()) {
        let candidates: Vec<Station> = walk.game.detective_view().candidates().iter().collect();
        let other = Worlds::of(&walk).witness(&walk, *pick.get(&candidates));
        let hidden = |game: &Game| {
            let record = Record::of(game).hide(Arc::clone(&walk.rules)).expect("it replays");
            assert_eq!(record, Record::of_view(game.detective_view()));
            let json = serde_json::to_string(&record).expect("a record is plain data");
            (record.to_string(), json, format!("{record:?}"))
        };
        assert_eq!(hidden(&walk.game), hidden(&other));

        // Seen from the other side: no station is there that nobody has shown.
        let record = Record::of_view(walk.game.detective_view());
        if !walk.rules.start_known() {
            assert_eq!(record.mr_x, None);
        }
        let steps = record.turns.iter().flat_map(|turn| turn.mr_x.steps());
        let caught = walk.game.outcome() == Some(Outcome::Captured);
        let last = walk.game.state().public().slots_used();
        for (slot, step) in (1..).zip(steps) {
            let may_show = walk.rules.surfaces_after(slot) || caught && slot == last;
            assert!(step.seen.is_none() || may_show, "slot {slot}: {step}");
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// A record replays to the same game and goes through text and JSON unharmed, and so does what
    /// the detectives saw of it: at every moment of the game and after its end.
    #[test]
    fn records_replay_at_every_moment(walk in all_walks()) {
        for game in walk.matches() {
            check_records(&walk.rules, &game);
        }
    }

    /// Rules 4.3 and 5.5: the listed moves are sorted, all different, and just those that are legal.
    #[test]
    fn listed_moves_are_the_legal_ones_on_small_boards(walk in walks(small_games())) {
        let all = all_moves(&walk.rules);
        for game in walk.matches().collect::<Vec<_>>().iter().rev().take(3) {
            check_listed(&walk.rules, &game.state(), &all);
        }
    }

    /// The same on every board, with all single steps, all double moves that begin with a legal
    /// step, and some that are drawn.
    #[test]
    fn listed_moves_are_the_legal_ones(walk in all_walks()) {
        let mut dice = Dice(walk.seed);
        for game in walk.matches().collect::<Vec<_>>().iter().rev().take(2) {
            let state = game.state();
            let mut tried = all_single_moves();
            for mv in state.mr_x_moves(&walk.rules).take_while(|mv| !is_double((*mv).into())) {
                let MrXMove::Single(first) = mv else { continue };
                let seconds = all_steps(200);
                tried.extend(seconds.map(|second| Move::MrX(MrXMove::Double(first, second))));
            }
            tried.extend(some_moves(&walk.rules, &mut dice));
            tried.sort_unstable();
            tried.dedup();
            check_listed(&walk.rules, &state, &tried);
        }
    }

    /// The candidates once more, without any merging: on small boards all hidden paths are played
    /// through from every start, as whole games, and those whose public log is the true one end
    /// on the candidates. No other station has such a path.
    #[test]
    fn no_other_station_has_a_witness(walk in walks(small_games())) {
        let cut = cut_to_turns(&walk, 4);
        let rules = &cut.rules;
        let log = cut.game.detective_view().log().plies();
        let mut ends = StationSet::EMPTY;
        for mr_x in rules.board().stations().iter() {
            let known = rules.start_known() && mr_x != cut.deal.mr_x;
            let drawn = rules.mr_x_starts().contains(mr_x);
            if known || !drawn || cut.deal.detectives.contains(&mr_x) {
                continue;
            }
            let deal = Deal { mr_x, ..cut.deal.clone() };
            let game = Game::new(Arc::clone(rules), &deal);
            follow(&game, log, cut.game.turn(), &mut ends);
        }
        assert_eq!(cut.game.detective_view().candidates().to_set(), ends);
    }
}

/// Where Mr X was cornered, the hidden record replays to that end, too, unless he could have been
/// captured by the last move: then docs/reference/record.md reads it as a capture.
#[test]
fn a_hidden_record_replays_a_cornering() {
    let (mut cornered, mut unclear) = (0, 0);
    for game in small_games() {
        for seed in 0..200 {
            let walk = Walk::new(game, seed, usize::MAX);
            if walk.game.outcome() != Some(Outcome::Cornered) {
                continue;
            }
            let view = walk.game.detective_view();
            let hidden = Record::of_view(view);
            let seen = hidden.replay_view(Arc::clone(&walk.rules)).expect("it replays");
            let before =
                walk.matches().nth(walk.moves.len().saturating_sub(1)).expect("one ply less");
            let before = before.detective_view().candidates();
            if let Some(Move::Detective(DetectiveMove::Ride { step, .. })) = walk.moves.last()
                && before.contains(step.to)
            {
                unclear += 1;
            } else {
                assert_eq!(&seen, view, "{walk:?}");
                cornered += 1;
            }
        }
    }
    assert!(cornered > 50 && unclear > 0, "only {cornered} and {unclear}");
}

/// A hidden record gives the detectives' view back, whatever the end. Here Mr X sits in corner 1 of a
/// grid, and the last detective walls him in from 2, where he could have been as well.
#[test]
fn a_hidden_record_tells_cornering_from_capture() {
    let rules = Arc::new(presets::rules("grid:3,2,9").expect("a grid"));
    let text = "yard-record 1\nrules grid:3,2,9\nstart 2 7 3\n1 T1 | T4 T2\nresult detectives";
    let record: Record = text.parse().expect("well written");
    let view = record.replay_view(Arc::clone(&rules)).expect("it replays");
    assert_eq!(view.turn(), Turn::Over(Outcome::Cornered));
    assert_eq!(view.candidates().only(), Some(at(1)));
    let hidden = record.hide(Arc::clone(&rules)).expect("it replays");
    assert_eq!(hidden.replay_view(rules).as_ref(), Ok(&view));
}

/// Adds to `ends` where Mr X stands after each way to make these plies and end with this turn.
fn follow(game: &Game, log: &[PublicPly], turn: Turn, ends: &mut StationSet) {
    let Some((ply, later)) = log.split_first() else {
        if game.turn() == turn {
            ends.insert(game.state().mr_x());
        }
        return;
    };
    let tried: Vec<Move> = match ply {
        PublicPly::MrX(_) => game.state().moves(game.rules()).collect(),
        PublicPly::Detective(mv) => vec![Move::Detective(*mv)],
    };
    for mv in tried {
        let mut next = game.clone();
        if next.play(mv).is_ok() && next.detective_view().log().plies().last() == Some(ply) {
            follow(&next, later, turn, ends);
        }
    }
}

/// The walk up to the end of the n-th turn of Mr X, so that all paths can be counted.
fn cut_to_turns(walk: &Walk, turns: usize) -> Walk {
    let is_mr_x = |mv: &&Move| matches!(mv, Move::MrX(_));
    let mut plies = walk.moves.len();
    while walk.moves[..plies].iter().filter(is_mr_x).count() > turns {
        plies -= 1;
    }
    let game = walk.matches().nth(plies).expect("it is that long");
    Walk { moves: walk.moves[..plies].to_vec(), game, ..walk.clone() }
}

fn check_tickets(walk: &Walk) {
    let rules = &walk.rules;
    // Paid by Mr X (double moves last), and by each detective, so far.
    let mut by_mr_x = [0_u32; 5];
    let mut by_detective = [[0_u32; 3]; 5];
    for (game, mv) in walk.matches().zip(std::iter::once(None).chain(walk.moves.iter().map(Some))) {
        match mv {
            None | Some(Move::Detective(DetectiveMove::Pass { .. })) => {}
            Some(Move::MrX(mv)) => {
                mv.steps().for_each(|step| by_mr_x[step.ticket as usize] += 1);
                by_mr_x[4] += u32::from(is_double((*mv).into()));
            }
            Some(Move::Detective(DetectiveMove::Ride { by, step })) => {
                by_detective[by.index()][step.ticket as usize] += 1;
            }
        }
        let state = game.state();
        let table = state.public();
        for ticket in Ticket::DETECTIVES {
            let kind = ticket as usize;
            let spent: u32 = by_detective.iter().map(|spent| spent[kind]).sum();
            let came = if rules.hand_over() { spent } else { 0 };
            let (before, now) = (rules.mr_x_tickets().of(ticket), table.mr_x_tickets().of(ticket));
            assert_eq!(counted(now), counted(before).map(|n| n + came - by_mr_x[kind]));
            let mut all = counted(now);
            let mut at_start = counted(before);
            for id in rules.detective_ids() {
                let before = rules.detective_tickets().of(ticket);
                let now = table.detective_tickets(id).of(ticket);
                let left = counted(before).map(|n| n - by_detective[id.index()][kind]);
                assert_eq!(counted(now), left);
                all = all.zip(counted(now)).map(|(a, b)| a + b);
                at_start = at_start.zip(counted(before)).map(|(a, b)| a + b);
            }
            // The same as one sum: what is on the table and what Mr X has paid is always the same,
            // where tickets are handed over; otherwise what the detectives pay is gone as well.
            let gone = by_mr_x[kind] + if rules.hand_over() { 0 } else { spent };
            assert_eq!(all.map(|n| n + gone), at_start);
        }
        let (before, now) = (rules.mr_x_tickets(), table.mr_x_tickets());
        let black = counted(before.of(Ticket::Black)).map(|n| n - by_mr_x[3]);
        assert_eq!(counted(now.of(Ticket::Black)), black);
        let doubles = counted(before.doubles()).map(|n| n - by_mr_x[4]);
        assert_eq!(counted(now.doubles()), doubles);
    }
}

fn counted(stock: Stock) -> Option<u32> {
    stock.tickets().map(u32::from)
}

fn check_records(rules: &Arc<Rules>, game: &Game) {
    let record = Record::of(game);
    assert!(record.is_full());
    let again = record.replay(Arc::clone(rules)).expect("a record replays");
    assert_eq!(&again, game);
    check_record_forms(&record);

    let view = game.detective_view();
    let hidden = record.hide(Arc::clone(rules)).expect("a full record can be hidden");
    assert_eq!(hidden, Record::of_view(view));
    check_record_forms(&hidden);
    if game.outcome() != Some(Outcome::Cornered) {
        let seen = hidden.replay_view(Arc::clone(rules));
        assert_eq!(seen.as_ref(), Ok(view), "\n{hidden}");
    }
    assert_eq!(hidden.hide(Arc::clone(rules)), Ok(hidden.clone()), "hiding twice is hiding once");
    if view.log().slots().any(|slot| slot.step.seen.is_none()) {
        assert!(!hidden.is_full());
        assert!(hidden.replay(Arc::clone(rules)).is_err());
    }
}

/// Text and JSON give the record back, and the same bytes again.
fn check_record_forms(record: &Record) {
    let text = record.to_string();
    let from_text: Record = text.parse().expect("what is written can be read");
    assert_eq!(&from_text, record);
    assert_eq!(from_text.to_string(), text);
    let json = serde_json::to_string(record).expect("a record is plain data");
    let from_json: Record = serde_json::from_str(&json).expect("what is written can be read");
    assert_eq!(&from_json, record);
}

/// Every ticket to every station up to this number.
fn all_steps(last: u8) -> impl Iterator<Item = Step> + Clone {
    Ticket::ALL
        .into_iter()
        .flat_map(move |ticket| (1..=last).map(move |number| Step { ticket, to: at(number) }))
}

/// All single steps of anybody to any number, and all passes.
fn all_single_moves() -> Vec<Move> {
    let mut moves: Vec<Move> =
        all_steps(255).map(|step| Move::MrX(MrXMove::Single(step))).collect();
    for by in DetectiveId::ALL {
        moves.extend(all_steps(255).map(|step| Move::Detective(DetectiveMove::Ride { by, step })));
        moves.push(Move::Detective(DetectiveMove::Pass { by }));
    }
    moves.sort_unstable();
    moves
}

/// All moves that anybody can think of on a small board, and on one station beyond it.
fn all_moves(rules: &Rules) -> Vec<Move> {
    let last = rules.board().stations().len() as u8 + 1;
    let mut moves = all_single_moves();
    for first in all_steps(last) {
        let seconds = all_steps(last);
        moves.extend(seconds.map(|second| Move::MrX(MrXMove::Double(first, second))));
    }
    moves.sort_unstable();
    moves
}

/// Moves of all kinds, drawn without regard to the rules.
fn some_moves(rules: &Rules, dice: &mut Dice) -> Vec<Move> {
    let last = rules.board().stations().len() as u32;
    let step = |dice: &mut Dice| Step {
        ticket: Ticket::ALL[dice.below(4) as usize],
        to: at(dice.below(last) as u8 + 1),
    };
    let mut moves = Vec::new();
    for _ in 0..100 {
        let (first, second) = (step(dice), step(dice));
        let by = DetectiveId::ALL[dice.below(5) as usize];
        moves.push(Move::MrX(MrXMove::Single(first)));
        moves.push(Move::MrX(MrXMove::Double(first, second)));
        moves.push(Move::Detective(DetectiveMove::Ride { by, step: first }));
        moves.push(Move::Detective(DetectiveMove::Pass { by }));
    }
    moves
}

/// `tried` must be sorted, and hold all moves of the state.
fn check_listed(rules: &Rules, state: &State, tried: &[Move]) {
    let listed: Vec<Move> = state.moves(rules).collect();
    assert!(listed.is_sorted_by(|a, b| a < b), "{listed:?}");
    let legal: Vec<Move> = tried.iter().copied().filter(|mv| state.is_legal(rules, *mv)).collect();
    assert_eq!(listed, legal);
    for &mv in tried {
        let mut next = *state;
        if next.play(rules, mv).is_err() {
            assert_eq!(next, *state, "a refused move changes nothing: {mv:?}");
        }
    }
    assert_eq!(yard_core::perft(rules, state, 1), listed.len() as u64);
}

/// The setup that describes where a game stands.
fn setup_of(game: &Game) -> Setup {
    let state = game.state();
    let table = state.public();
    let rules = game.rules();
    Setup {
        rules: rules.name().to_owned(),
        x: Some(state.mr_x().number().into()),
        detectives: table.detectives().map(|at| at.number().into()).collect(),
        turn: match table.turn() {
            Turn::MrX | Turn::Over(_) => SetupTurn::MrX,
            Turn::Detective(id) => SetupTurn::Detective(id),
            Turn::Team => SetupTurn::Team,
        },
        moved: rules
            .detective_ids()
            .filter(|id| table.has_moved(*id))
            .map(|id| id.number().into())
            .collect(),
        slot: table.slots_used().into(),
        x_tickets: Some(table.mr_x_tickets()),
        detective_tickets: rules.detective_ids().map(|id| table.detective_tickets(id)).collect(),
        candidates: game
            .detective_view()
            .candidates()
            .iter()
            .map(|at| at.number().into())
            .collect(),
    }
}
