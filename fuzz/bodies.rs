//! What is tried on arbitrary bytes, by libFuzzer (`fuzz_targets/`) and by `tests/fuzz.rs` of
//! yard-core on stable.
//!
//! Each body takes the bytes of one input. Whatever they are, nothing may panic; what is refused is
//! refused with a text; what is accepted goes through text and JSON unharmed, and can be used.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use yard_core::{
    Board, DetectiveText, DetectiveTickets, Draw, Faults, Game, Length, LengthPart, Move, MrXMove,
    MrXTickets, Order, Outcome, PublicMrXMove, Record, Rules, RulesParts, Setup, SetupTurn, Start,
    State, Transport, Turn, perft, presets,
};

/// The shipped boards, read once.
static BOARDS: LazyLock<Vec<Arc<Board>>> = LazyLock::new(|| {
    let boards = presets::BOARDS.iter();
    let names = boards.map(|preset| preset.name);
    names.map(|name| presets::board(name).expect("a shipped board is good")).collect()
});

/// The shipped rules, read once.
static RULES: LazyLock<Vec<Arc<Rules>>> = LazyLock::new(|| {
    let names = presets::RULES.iter().map(|preset| preset.name);
    names.map(|name| Arc::new(presets::rules(name).expect("shipped rules are good"))).collect()
});

fn find_board(name: &str) -> Result<Arc<Board>, Faults> {
    match BOARDS.iter().find(|board| board.name() == name) {
        Some(board) => Ok(Arc::clone(board)),
        None => presets::board(name),
    }
}

fn find_rules(name: &str) -> Result<Arc<Rules>, Faults> {
    match RULES.iter().find(|rules| rules.name() == name) {
        Some(rules) => Ok(Arc::clone(rules)),
        None => presets::rules(name).map(Arc::new),
    }
}

/// Chance that is the same in every run.
struct Dice(u64);

impl Draw for Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// A setup, as text or as JSON.
pub(crate) fn setup(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match text.parse::<Setup>() {
        Ok(setup) => {
            check_text(&setup);
            check_json(&setup);
            use_setup(&setup);
        }
        Err(faults) => check_faults(&faults, text),
    }
    if let Ok(setup) = serde_json::from_str::<Setup>(text) {
        check_json(&setup);
        use_setup(&setup);
    }
}

/// A rules file.
pub(crate) fn rules_toml(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match Rules::from_toml(text, &find_board) {
        Ok(rules) => use_rules(&Arc::new(rules)),
        Err(faults) => check_faults(&faults, text),
    }
    // The name of a preset or of a grid comes from the command line.
    if let Ok(rules) = presets::rules(text) {
        use_rules(&Arc::new(rules));
    }
}

/// A board file.
pub(crate) fn board_toml(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match Board::from_toml(text, &find_board) {
        Ok(board) => use_board(&Arc::new(board)),
        Err(faults) => check_faults(&faults, text),
    }
    if let Ok(board) = presets::board(text) {
        use_board(&board);
    }
}

/// A move, or tickets, as text or as JSON.
pub(crate) fn moves(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    parse_both::<MrXMove>(text);
    parse_both::<PublicMrXMove>(text);
    parse_both::<SetupTurn>(text);
    parse_both::<MrXTickets>(text);
    parse_both::<DetectiveTickets>(text);
    if let Some(text) = parse_both::<DetectiveText>(text) {
        for turn in [Turn::MrX, Turn::Team, Turn::Over(Outcome::Escaped)] {
            if let Ok(mv) = text.in_turn(turn) {
                assert_eq!(DetectiveText::new(mv, Order::Any), text);
            }
        }
    }
}

/// A record, as text or as JSON.
pub(crate) fn record(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match text.parse::<Record>() {
        Ok(record) => {
            check_text(&record);
            check_json(&record);
            use_record(&record);
        }
        Err(faults) => check_faults(&faults, text),
    }
    if let Ok(record) = serde_json::from_str::<Record>(text) {
        check_text(&record);
        check_json(&record);
        use_record(&record);
    }
}

/// Value to text to value.
fn check_text<T: Display + Debug + PartialEq + FromStr<Err: Debug>>(value: &T) {
    let text = value.to_string();
    let again = text.parse::<T>();
    assert_eq!(again.as_ref().ok(), Some(value), "{text:?}: {again:?}");
}

/// Value to JSON to value.
fn check_json<T: serde::Serialize + serde::de::DeserializeOwned + Debug + PartialEq>(value: &T) {
    let json = serde_json::to_string(value).expect("plain data can be written");
    let again = serde_json::from_str::<T>(&json);
    assert_eq!(again.as_ref().ok(), Some(value), "{json}: {again:?}");
}

/// Text to value, JSON to value, and both back. Returns what the text or the JSON was.
fn parse_both<T>(text: &str) -> Option<T>
where
    T: Display + Debug + PartialEq + FromStr<Err: Debug + Display>,
    T: serde::Serialize + serde::de::DeserializeOwned,
{
    let from_text = text.parse::<T>();
    if let Err(error) = &from_text {
        assert!(!error.to_string().is_empty());
    }
    let from_json = serde_json::from_str::<T>(text);
    for value in from_text.iter().chain(from_json.iter()) {
        check_text(value);
        check_json(value);
    }
    from_text.ok().or(from_json.ok())
}

/// There is a fault, each says something, and its line is one of the text.
fn check_faults(faults: &Faults, text: &str) {
    assert!(!faults.0.is_empty());
    let lines = text.split('\n').count();
    for fault in &faults.0 {
        assert!(!fault.text.is_empty());
        if let Some(line) = fault.line {
            assert!((1..=lines).contains(&line), "{fault} in {lines} lines");
        }
    }
    assert!(!faults.to_string().is_empty());
}

fn use_setup(setup: &Setup) {
    let Ok(rules) = find_rules(&setup.rules) else {
        return;
    };
    let state = match State::from_setup(&rules, setup) {
        Ok(state) => state,
        Err(faults) => return check_faults(&faults, ""),
    };
    use_state(&rules, &state);
    match Game::from_setup(Arc::clone(&rules), setup) {
        Ok(game) => {
            assert_eq!(game.state(), state);
            play_on(game, 12);
        }
        Err(faults) => check_faults(&faults, ""),
    }
}

/// Lists the moves of a state and plays each of them.
fn use_state(rules: &Rules, state: &State) {
    let listed: Vec<Move> = state.moves(rules).collect();
    assert!(listed.is_sorted_by(|a, b| a < b), "{listed:?}");
    assert_eq!(perft(rules, state, 1), listed.len() as u64);
    for mv in listed {
        let mut next = *state;
        assert_eq!(next.play(rules, mv), Ok(()), "{mv:?}");
        assert!(next.moves(rules).next().is_some() || next.outcome().is_some());
    }
}

/// Plays at random for some plies; Mr X is always a candidate.
fn play_on(mut game: Game, plies: u32) -> Game {
    let mut dice = Dice(1);
    for _ in 0..plies {
        let mv = match game.turn() {
            Turn::Over(_) => break,
            _ if game.state().moves(game.rules()).next().is_none() => break,
            Turn::MrX => Move::MrX(game.mr_x_view().draw_move(&mut dice)),
            Turn::Detective(_) | Turn::Team => {
                Move::Detective(game.detective_view().draw_move(&mut dice))
            }
        };
        assert_eq!(game.play(mv), Ok(()), "{mv:?}");
        let candidates = game.detective_view().candidates();
        assert!(candidates.contains(game.state().mr_x()), "{candidates:?}");
    }
    game
}

/// Rules that were accepted make games, for any number of detectives, and these can be saved.
fn use_rules(rules: &Arc<Rules>) {
    assert!(rules.slots() >= 1);
    assert!(match rules.length() {
        Length::Slots(slots) => slots == rules.slots(),
        Length::Turns(turns) => (1..=rules.slots()).contains(&turns),
    });
    for seed in 0..2 {
        let deal = rules.deal(&mut Dice(seed));
        let state = State::new(rules, &deal);
        use_state(rules, &state);
        let game = play_on(Game::new(Arc::clone(rules), &deal), 20);
        let record = Record::of(&game);
        check_text(&record);
        check_json(&record);
        let again = record.replay(Arc::clone(rules));
        assert_eq!(again.as_ref(), Ok(&game));
    }
    for detectives in [0, 1, 2, 5, 6] {
        if let Ok(fewer) = rules.with_detectives(detectives) {
            assert_eq!(u32::from(fewer.detectives()), detectives);
            let deal = fewer.deal(&mut Dice(2));
            play_on(Game::new(Arc::new(fewer), &deal), 7);
        }
    }
}

/// A board that was accepted has consistent tables and can be played on.
fn use_board(board: &Arc<Board>) {
    let stations = board.stations();
    assert!(!stations.is_empty());
    for line in board.lines() {
        assert!(line.a < line.b && stations.contains(line.b), "{line:?}");
        assert_eq!(board.mr_x_distance(line.a, line.b), Some(1));
        let by_ferry = line.transport == Transport::Ferry;
        assert!(by_ferry || board.detective_distance(line.b, line.a) == Some(1));
    }
    if let Some(drawing) = board.drawing() {
        assert_eq!(drawing.places.len(), stations.len());
        assert!(drawing.width > 0.0 && drawing.height > 0.0);
    }
    let rules = Rules::new(RulesParts {
        name: "fuzz".to_owned(),
        board: Arc::clone(board),
        detectives: 1,
        length: LengthPart::Turns(8),
        surfaces: vec![3],
        order: Order::Any,
        hand_over: true,
        mr_x_may_enter_detective: false,
        start_known: false,
        detective_tickets: "3,3,3".parse().expect("three numbers"),
        mr_x_tickets: "2,2,2,2,2".parse().expect("five numbers"),
        black_per_detective: false,
        start: Start::Anywhere,
    });
    match rules {
        Ok(rules) => use_rules(&Arc::new(rules)),
        Err(faults) => assert_eq!(stations.len(), 1, "{faults:?}"),
    }
}

/// A record replays or says why not; what replays leaves Mr X a place to be.
fn use_record(record: &Record) {
    let rules = find_rules(&record.rules).unwrap_or_else(|_| Arc::clone(&RULES[0]));
    match record.replay(Arc::clone(&rules)) {
        Ok(game) => {
            assert!(record.is_full());
            let again = Record::of(&game).replay(Arc::clone(&rules));
            assert_eq!(again.as_ref(), Ok(&game));
            let view = record.replay_view(Arc::clone(&rules));
            assert_eq!(view.as_ref(), Ok(game.detective_view()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match record.replay_view(Arc::clone(&rules)) {
        Ok(view) => {
            assert!(!view.candidates().is_empty(), "nowhere to be:\n{record}");
            let hidden = record.hide(Arc::clone(&rules)).expect("it replays");
            assert_eq!(hidden, Record::of_view(&view));
            check_text(&hidden);
            assert_eq!(hidden.hide(Arc::clone(&rules)), Ok(hidden.clone()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
