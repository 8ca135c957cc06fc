//! The fuzz bodies on stable: over random bytes and texts, and above all over good inputs that were
//! spoilt a little. Then files with many faults, whose list of faults must be complete.
//!
//! The runs are deterministic. `fuzz/` runs the same bodies under libFuzzer.

pub mod dice;

use std::sync::{Arc, LazyLock};

use dice::Dice;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use yard_core::{Board, Draw, Faults, Game, Record, Rules, Setup, State, presets};

#[path = "../../../fuzz/bodies.rs"]
mod bodies;

/// The same cases in every run, and no files beside the tests.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0x000f_0220),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    }
}

// ---------------------------------------------------------------------------------------------
// Good inputs

/// Good inputs of every kind; mutations mix them up.
struct Samples {
    setups: Vec<String>,
    rules: Vec<String>,
    boards: Vec<String>,
    moves: Vec<String>,
    records: Vec<String>,
}

static SAMPLES: LazyLock<Samples> = LazyLock::new(|| {
    let mut setups: Vec<String> = [
        "classic x 46 detectives 26,29,50,53,91",
        "classic x 46 detectives 26,29,50,53,91 turn 2 slot 7 x-tickets 4,3,3,5,0",
        "modern x 35 detectives 26,29,50,53,91 turn d moved 1,3 slot 9 candidates 35,36,48",
        "bristol x 199 detectives 1,2,3,4,5 slot 24 detective-tickets 0,0,1",
        "classic x ? detectives 26,29,50,53,91 turn 4 slot 7 candidates 46,58",
        "grid:4,2,12 x 7 detectives 1,16 turn 2 x-tickets -,0,0,0,-",
        "glasses x 6 detectives 1,11 detective-tickets 5,0,0/1,0,0 slot 4",
    ]
    .map(str::to_owned)
    .into();
    let json = setups.iter().map(|text| {
        let setup: Setup = text.parse().expect("a good setup");
        serde_json::to_string_pretty(&setup).expect("plain data")
    });
    let json: Vec<String> = json.collect();
    setups.extend(json);

    let moves = ["T46", "K108", "2T46K58", "T?", "2B?U1", "3:T46", "pass", "5:PASS", "4,3,3,5,2"];
    let mut moves: Vec<String> = moves.map(str::to_owned).into();
    moves.extend(["\"2T46K58\"", "\"3:T46\"", "[4,3,null,5,2]", "x", "d"].map(str::to_owned));

    let mut records = Vec::new();
    for (i, presets::Preset { name, .. }) in presets::RULES.iter().enumerate() {
        let rules = Arc::new(presets::rules(name).expect("a preset"));
        let mut dice = Dice(i as u64);
        let deal = rules.deal(&mut dice);
        let mut game = Game::new(Arc::clone(&rules), &deal);
        // Half of them end, the others are cut off.
        for _ in 0..if i % 2 == 0 { 200 } else { 17 } {
            let moves: Vec<_> = game.state().moves(&rules).collect();
            if moves.is_empty() {
                break;
            }
            let mv = moves[dice.below(moves.len() as u32) as usize];
            game.play(mv).expect("a listed move");
        }
        let full = Record::of(&game);
        let hidden = full.hide(Arc::clone(&rules)).expect("it replays");
        for record in [full, hidden] {
            records.push(record.to_string());
            records.push(serde_json::to_string_pretty(&record).expect("plain data"));
        }
    }
    Samples {
        setups,
        rules: presets::RULES.map(|preset| preset.text.to_owned()).into(),
        boards: presets::BOARDS.map(|preset| preset.text.to_owned()).into(),
        moves,
        records,
    }
});

#[test]
fn good_inputs_pass() {
    let samples = &*SAMPLES;
    let each = |list: &[String], body: fn(&[u8])| {
        assert!(!list.is_empty());
        list.iter().for_each(|text| body(text.as_bytes()));
    };
    each(&samples.setups, bodies::setup);
    each(&samples.rules, bodies::rules_toml);
    each(&samples.boards, bodies::board_toml);
    each(&samples.moves, bodies::moves);
    each(&samples.records, bodies::record);
}

// ---------------------------------------------------------------------------------------------
// Spoiling them

/// Numbers at and beyond every border there is.
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "5",
    "6",
    "199",
    "250",
    "251",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "-1",
    "99999999999999999999999999",
    "1_0",
];

/// Pieces that mean something somewhere.
const PIECES: [&str; 28] = [
    "?",
    "|",
    ":",
    "#",
    "\"",
    "\n",
    "\r",
    "\t",
    "\0",
    "[",
    "]",
    "{",
    "}",
    ",",
    "-",
    "pass",
    "2T",
    "K",
    "\"unlimited\"",
    "\"per-detective\"",
    "true",
    "[]",
    "nan",
    "1979-05-27",
    "é",
    "\u{202e}",
    "🚕",
    "result detectives",
];

/// One small damage: what is done, and to which places (counted round and round).
type Damage = (u8, usize, usize);

fn damages() -> impl Strategy<Value = Vec<Damage>> {
    let damage = (0..14_u8, any::<u16>(), any::<u16>());
    let damage = damage.prop_map(|(kind, a, b)| (kind, usize::from(a), usize::from(b)));
    proptest::collection::vec(damage, 1..4)
}

/// The places of all runs of characters that are `inside`.
fn runs(text: &str, inside: impl Fn(char) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, letter) in text.char_indices().filter(|(_, letter)| inside(*letter)) {
        let end = at + letter.len_utf8();
        match runs.last_mut() {
            Some(run) if run.end == at => run.end = end,
            _ => runs.push(at..end),
        }
    }
    runs
}

/// Puts another text in the place of the n-th of these ranges.
fn replace(text: &mut String, ranges: &[std::ops::Range<usize>], n: usize, by: &str) {
    if !ranges.is_empty() {
        text.replace_range(ranges[n % ranges.len()].clone(), by);
    }
}

fn spoil(text: &str, damages: &[Damage], others: &[String]) -> String {
    let mut text = text.to_owned();
    for &(kind, a, b) in damages {
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let (i, j) = (a % lines.len(), b % lines.len());
        let words = runs(&text, |c| c.is_ascii_alphanumeric() || "_-.?".contains(c));
        let letters: Vec<_> = text.char_indices().map(|(at, c)| at..at + c.len_utf8()).collect();
        match kind {
            // Lines: gone, twice, swapped, or from another file.
            0 => drop(lines.remove(i)),
            1 => lines.insert(j, lines[i].clone()),
            2 => lines.swap(i, j),
            3 if !others.is_empty() => {
                let other: Vec<&str> = others[a % others.len()].split('\n').collect();
                lines[j] = other[b % other.len()].to_owned();
            }
            // Words: gone, twice, swapped, misspelt, or another number.
            4 => replace(&mut text, &words, a, ""),
            5 if !words.is_empty() => {
                let word = text[words[a % words.len()].clone()].to_owned();
                replace(&mut text, &words, a, &format!("{word} {word}"));
            }
            6 if !words.is_empty() => {
                let word = text[words[b % words.len()].clone()].to_owned();
                replace(&mut text, &words, a, &word);
            }
            7 => {
                let names = runs(&text, |c| c.is_ascii_alphabetic() || c == '_');
                if !names.is_empty() {
                    let name = names[a % names.len()].clone();
                    let mut bytes = text[name.clone()].as_bytes().to_vec();
                    let at = b % bytes.len();
                    if b & 256 == 0 {
                        bytes.remove(at);
                    } else {
                        bytes.swap(at, 0);
                    }
                    text.replace_range(name, str::from_utf8(&bytes).expect("ASCII"));
                }
            }
            8 => {
                let numbers = runs(&text, |c| c.is_ascii_digit());
                replace(&mut text, &numbers, a, NUMBERS[b % NUMBERS.len()]);
            }
            // Letters: gone, twice, replaced, put in; or the rest cut off.
            9 => replace(&mut text, &letters, a, ""),
            10 if !letters.is_empty() => {
                let letter = text[letters[a % letters.len()].clone()].to_owned();
                replace(&mut text, &letters, a, &letter.repeat(1 + b % 40));
            }
            11 => replace(&mut text, &letters, a, PIECES[b % PIECES.len()]),
            12 if !letters.is_empty() => {
                let place = letters[a % letters.len()].start;
                text.insert_str(place, PIECES[b % PIECES.len()]);
            }
            13 if a % 8 == 0 && !letters.is_empty() => {
                text.truncate(letters[b % letters.len()].start);
            }
            _ => {}
        }
        if kind < 4 {
            text = lines.join("\n");
        }
    }
    text
}

/// One of the samples after some damage.
fn spoilt(list: fn(&Samples) -> &[String]) -> impl Strategy<Value = String> {
    (any::<prop::sample::Index>(), damages()).prop_map(move |(pick, damages)| {
        let samples = list(&SAMPLES);
        spoil(pick.get::<String>(samples), &damages, samples)
    })
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn any_bytes(data in proptest::collection::vec(any::<u8>(), 0..200)) {
        for body in [bodies::setup, bodies::rules_toml, bodies::board_toml, bodies::moves, bodies::record] {
            body(&data);
        }
    }

    #[test]
    fn any_text(text in "\\PC{0,80}", lines in proptest::collection::vec("[ -~]{0,20}", 0..8)) {
        for text in [text, lines.join("\n")] {
            for body in [bodies::setup, bodies::rules_toml, bodies::board_toml, bodies::moves, bodies::record] {
                body(text.as_bytes());
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn spoilt_setups(text in spoilt(|samples| &samples.setups)) {
        bodies::setup(text.as_bytes());
    }

    #[test]
    fn spoilt_moves(text in spoilt(|samples| &samples.moves)) {
        bodies::moves(text.as_bytes());
    }

    #[test]
    fn spoilt_records(text in spoilt(|samples| &samples.records)) {
        bodies::record(text.as_bytes());
    }

    #[test]
    fn spoilt_rules(text in spoilt(|samples| &samples.rules)) {
        bodies::rules_toml(text.as_bytes());
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn spoilt_boards(text in spoilt(|samples| &samples.boards)) {
        bodies::board_toml(text.as_bytes());
    }
}

// ---------------------------------------------------------------------------------------------
// Files with many faults

fn rules_faults(text: &str) -> Faults {
    Rules::from_toml(text, &presets::board).expect_err("the file is bad")
}

fn board_faults(text: &str) -> Faults {
    Board::from_toml(text, &presets::board).expect_err("the file is bad")
}

/// Good rules, with some lines in the place of others.
fn rules_with(changes: &[(&str, &str)]) -> String {
    let mut text = presets::RULES[0].text.to_owned();
    for (key, line) in changes {
        let old = text.lines().find(|line| line.starts_with(key)).expect("a line of the file");
        text = text.replacen(&old.to_owned(), line, 1);
    }
    text
}

#[test]
fn every_fault_of_a_rules_file_is_listed_at_once() {
    let text = r#"# Everything is wrong with these rules.
version    = 2
name       = "bad"
board      = "glasses"
detectives = 6
log_slots  = 5
surfaces   = [3, 3, 0, 6,
              300]
order      = "random"
hand_overs = true
hand_over  = "yes"
colour     = "red"

[detective_tickets]
taxi  = "unlimted"
ferry = 1

[mr_x_tickets]
taxi = 5
blak = 1

[start]
cards = [1, 2, 2, 12,
         300]
"#;
    let expected = r#"17 faults
  line 2: version 2 is not known, only 1 is
  line 5: 6 detectives; there are 1 to 5
  line 7: surfacing slot 3 is named twice
  line 7: surfacing in slot 0; slots are counted from 1
  line 7: surfacing in slot 6 is after the end (the log has 5)
  line 7: surfacing in slot 300 is after the end (the log has 5)
  line 9: order is "fixed" or "any", not "random"
  line 10: unknown key "hand_overs", did you mean "hand_over"?
  line 11: hand_over must be true or false, not a text
  line 12: unknown key "colour" (known: version, name, board, detectives, log_slots, turns, surfaces, surfaces_every, order, hand_over, mr_x_may_enter_detective, start_known, detective_tickets, mr_x_tickets, start)
  line 15: taxi must be a number from 0 to 254 or "unlimited", not a text
  line 16: unknown key "ferry" in [detective_tickets] (known: taxi, bus, underground)
  line 20: unknown key "blak" in [mr_x_tickets], did you mean "black"?
  line 22: cards: station 2 is named twice
  line 22: cards: too few start cards, 2 for 7
  line 23: cards: unknown station 12
  line 24: cards: unknown station 300"#;
    assert_eq!(rules_faults(text).to_string(), expected);
}

#[test]
fn every_missing_key_of_a_rules_file_is_listed_at_once() {
    let expected = r#"8 faults
  the key "version" is missing
  the key "board" is missing
  the key "name" is missing
  the key "detectives" is missing
  the key "log_slots" or "turns" is missing
  the key "detective_tickets" is missing
  the key "mr_x_tickets" is missing
  the key "start" is missing"#;
    assert_eq!(rules_faults("surfaces = []").to_string(), expected);
}

#[test]
fn every_fault_of_a_board_file_is_listed_at_once() {
    let text = r#"# Everything is wrong with this board.
version  = 1
name     = "bad"
stations = 8
colour   = "red"

[lines]
taxi = [
    [1, 2], [2, 3],
    [3, 3],
    [3, 4], [4, 3],
    [4, 9],
    [0, 1],
    [5, 6],
    [1, 2, 3],
]
bus  = [[1, 2], [2, 1]]
buss = [[1, 3]]

[remove]
underground = [[1, 2]]
"#;
    let expected = r#"13 faults
  line 5: unknown key "colour" (known: version, name, title, stations, base, lines, remove, drawing)
  line 10: taxi line 3-3 leads from a station to itself
  line 11: duplicate taxi line 4-3
  line 12: taxi line 4-9: unknown station 9 (there are 8)
  line 13: taxi line 0-1: unknown station 0 (there are 8)
  line 15: a line is a pair of stations, such as [1, 8]
  line 17: duplicate bus line 2-1
  line 18: unknown key "buss" in [lines], did you mean "bus"?
  line 21: underground line 1-2 is not there to be removed
  station 5 cannot be reached from station 1
  station 6 cannot be reached from station 1
  nobody can reach station 7: it has no line
  nobody can reach station 8: it has no line"#;
    assert_eq!(board_faults(text).to_string(), expected);
}

#[test]
fn a_board_has_255_stations_at_most() {
    let text = r#"version  = 1
name     = "big"
stations = 256
[lines]
taxi = [[1, 2], [255, 256], [256, 257]]
"#;
    let faults = board_faults(text).0;
    let texts: Vec<&str> = faults.iter().map(|fault| fault.text.as_str()).collect();
    let expected = [
        "256 stations; a board has at most 255",
        "taxi line 256-257: unknown station 257 (there are 256)",
    ];
    assert_eq!(texts, expected);
    let faults = board_faults("version = 1\nname = 'x'\nbase = 'pariss'\n[lines]\ntaxi = [[1, 1]]");
    let text =
        "line 3: base \"pariss\": unknown board \"pariss\" (known: london, london-2013, glasses)";
    assert_eq!(faults.to_string(), text, "nothing can be said of the rest");
    let faults = board_faults("version = 1\nname = 'x'\nbase = 'glasses'\nstations = 12");
    assert_eq!(faults.to_string(), "line 4: stations are those of the base");
    for stations in ["255", "256", "4294967295"] {
        let lines: Vec<String> = (1..255).map(|a| format!("[{a}, {}]", a + 1)).collect();
        let lines = lines.join(", ");
        let text = format!("version=1\nname='long'\nstations={stations}\n[lines]\ntaxi=[{lines}]");
        let board = Board::from_toml(&text, &presets::board);
        assert_eq!(board.is_ok(), stations == "255");
        bodies::board_toml(text.as_bytes());
    }
}

/// A fault of the whole file belongs to a key, too, and says on which line that is.
#[test]
fn faults_of_the_whole_file_have_a_line() {
    let turns = [("log_slots", "turns = 22"), ("double", "double = \"unlimited\"")];
    let grid = "version = 1\nname = 'x'\nbase = 'glasses'\n[drawing]\nplaces = [[0, 0]]";
    for (faults, text) in [
        (
            rules_faults(&rules_with(&[("log_slots", "log_slots = 251")])),
            "a travel log of 251 slots; at most 250 are allowed",
        ),
        (
            rules_faults(&rules_with(&turns)),
            "unlimited double moves need a game limited by log slots",
        ),
        (
            board_faults("version = 1\nname = 'big'\nstations = 256\n[lines]\ntaxi = [[1, 2]]"),
            "256 stations; a board has at most 255",
        ),
        (board_faults(grid), "1 places are drawn for 11 stations"),
    ] {
        assert_eq!(faults.0.len(), 1, "{faults}");
        assert_eq!(faults.0[0].text, text);
        assert!(faults.0[0].line.is_some(), "{text}");
    }
}

/// One slip does not hide the others: without a board, a name or a length, the rest is checked.
#[test]
fn an_unknown_board_does_not_hide_other_faults() {
    let text = rules_with(&[
        ("board", "board = \"londn\""),
        ("detectives", "detectives = 6"),
        ("surfaces", "surfaces = [3, 99]"),
    ]);
    let text = rules_faults(&text).to_string();
    assert!(text.contains("did you mean \"london\"?"), "{text}");
    assert!(text.contains("6 detectives; there are 1 to 5"), "{text}");
    assert!(text.contains("surfacing in slot 99 is after the end"), "{text}");
}

/// A number that is too large is a number all the same.
#[test]
fn a_number_out_of_range_is_not_called_a_wrong_type() {
    for (key, line) in [
        ("bus", "bus = 255"),
        ("bus", "bus = -1"),
        ("detectives", "detectives = -5"),
        ("log_slots", "log_slots = 4294967296"),
    ] {
        let text = rules_faults(&rules_with(&[(key, line)])).to_string();
        assert!(!text.contains("not a integer"), "{line}: {text}");
    }
}

#[test]
fn huge_numbers_of_detectives_are_refused() {
    for name in ["classic", "modern", "bristol", "grid5", "glasses"] {
        let rules = presets::rules(name).expect("a preset");
        assert!(rules.with_detectives(u32::MAX).is_err());
        assert!(rules.with_detectives(u32::MAX / 2).is_err());
    }
    assert!(presets::rules("grid:5,4294967295,15").is_err());
    rules_faults(&rules_with(&[("detectives", "detectives = 4294967295")]));
}

/// Deep nesting and long lines end in a fault, not in a full stack.
#[test]
fn deep_and_long_files_are_refused() {
    let deep = [
        "x = ".to_owned() + &"[".repeat(100_000),
        "x = ".to_owned() + &"{a=".repeat(50_000),
        "[".to_owned() + &"a.".repeat(50_000) + "a]",
        "a.".repeat(50_000) + "a = 1",
        "[[lines]]\n".repeat(2000),
        "\"".to_owned() + &"é".repeat(100_000) + "\" = 1",
    ];
    for text in deep {
        bodies::rules_toml(text.as_bytes());
        bodies::board_toml(text.as_bytes());
        rules_faults(&text);
        board_faults(&text);
    }
    let nested = "[".repeat(100_000);
    for text in [nested, "{\"rules\":".repeat(50_000), "T".repeat(100_000), "9".repeat(100_000)] {
        bodies::record(text.as_bytes());
        bodies::setup(text.as_bytes());
        bodies::moves(text.as_bytes());
    }
}

/// Syntax faults have lines as well, and there can be more than one.
#[test]
fn syntax_faults_have_lines() {
    let faults = rules_faults("version = 1\nname = = 2\n[start\n");
    let lines: Vec<Option<usize>> = faults.0.iter().map(|fault| fault.line).collect();
    assert!(lines.contains(&Some(2)) && lines.contains(&Some(3)), "{faults}");
}

#[test]
fn every_fault_of_a_setup_is_listed_at_once() {
    let text = "classic x 4x detectivs 1,2 slot 7 slot 8 x-tickets 1,2 turn 9 moved";
    let expected = r#"7 faults
  "4x" is no whole number
  unknown word "detectivs", did you mean "detectives"?
  "slot" is given twice
  "1,2": give five numbers: taxi, bus, underground, black, double
  a turn is x, 1 to 5, or d, not "9"
  "moved" has no value
  "detectives" is missing"#;
    let faults = text.parse::<Setup>().expect_err("a bad setup");
    assert_eq!(faults.to_string(), expected);

    let text =
        "classic x 200 detectives 1,1,256 turn d moved 6 slot 25 detective-tickets 1,1,1/2,2,2";
    let expected = r#"9 faults
  Mr X: unknown station 200
  detective 2 shares station 1 with a colleague
  detective 3: unknown station 256
  3 detectives are placed, the rules have 5
  slot 25; the log has 24
  turn d; classic has a fixed order, so name the detective, as in turn 1
  moved is for turn d, where detectives move in any order
  moved: there is no detective 6
  tickets for 2 detectives; give one set for all or one for each of 5"#;
    let setup: Setup = text.parse().expect("well written");
    let rules = presets::rules("classic").expect("a preset");
    let faults = State::from_setup(&rules, &setup).expect_err("a bad setup");
    assert_eq!(faults.to_string(), expected);
}

#[test]
fn every_fault_of_a_record_is_listed_at_once() {
    let text = "yard-record 1\nstart 1 256 # too far\n2 T5\n1 X5 | T6\n2 T5 | K6 T7\nresult won\n";
    let expected = r#"7 faults
  line 2: "256" is no station
  line 3: "2" where turn 1 was expected
  line 4: a turn before the start
  line 5: "2" where turn 1 was expected
  line 6: a result is open, detectives or mr-x, not "won"
  there is no line "rules NAME"
  there is no line "start MR-X DETECTIVE..""#;
    let faults = text.parse::<Record>().expect_err("a bad record");
    assert_eq!(faults.to_string(), expected);
}

// ---------------------------------------------------------------------------------------------
// Records that contradict themselves

fn replay_view(text: &str) -> Result<String, String> {
    let record: Record = text.parse().expect("well written");
    let rules = presets::rules(&record.rules).expect("a preset or a grid");
    match record.replay_view(Arc::new(rules)) {
        Ok(view) => Ok(format!("{:?}, {:?}", view.turn(), view.candidates())),
        Err(error) => Err(error.to_string()),
    }
}

/// The detectives cannot have won by Mr X's own move, unless he may step onto one of them (4.9).
#[test]
fn a_record_in_which_mr_x_gives_himself_up_is_refused() {
    for turns in ["1 T14", "1 2T14T15", "1 K14"] {
        let text = format!(
            "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n{turns}\nresult detectives"
        );
        let replayed = replay_view(&text);
        assert!(replayed.is_err(), "{turns}: {replayed:?}");
    }
}

/// Even where he may, it must be a detective's station, and a single move.
#[test]
fn a_record_in_which_mr_x_enters_no_detective_is_refused() {
    let rules = presets::rules("grid:3,1,9").expect("a grid");
    let rules = Arc::new(rules.with_mr_x_may_enter_detective(true));
    let replays = |turn: &str| {
        let text = format!("yard-record 1\nrules grid:3,1,9\nstart ? 5\n{turn}\nresult detectives");
        let record: Record = text.parse().expect("well written");
        record.replay_view(Arc::clone(&rules))
    };
    assert!(replays("1 T5").is_ok(), "he stepped onto detective 1");
    for turn in ["1 T4", "1 T?", "1 2T4T5"] {
        assert!(replays(turn).is_err(), "{turn}");
    }
}

/// Rule 3.3 at the start: there must be a station from which Mr X has no move.
#[test]
fn a_record_won_before_the_first_move_needs_a_corner() {
    let won = "yard-record 1\nrules grid:3,2,9\nstart ? 2 4\nresult detectives";
    assert_eq!(replay_view(won), Ok("Over(Cornered), Candidates({1})".to_owned()));
    let won = "yard-record 1\nrules grid:3,2,9\nstart ? 1 9\nresult detectives";
    let replayed = replay_view(won);
    assert!(replayed.is_err(), "{replayed:?}");
}

/// Nor can a game go on when every station that he can have drawn is a corner.
#[test]
fn a_record_goes_on_only_where_mr_x_has_a_place() {
    let open = "yard-record 1\nrules grid:2,3,9\nstart ? 1 2 3\nresult open";
    let replayed = replay_view(open);
    assert!(replayed.is_err(), "{replayed:?}");
}

/// The name of the rules stands on one line of a record, so it must fit there.
#[test]
fn names_of_rules_fit_into_a_record() {
    for name in ["", " ", " x", "a\\nb", "a\\rb", "#1", "a #1"] {
        bodies::rules_toml(rules_with(&[("name", &format!("name = \"{name}\""))]).as_bytes());
    }
    for name in ["a b", "a\rb", "a\u{a0}b", "x#1", "grid: 4, 2,12"] {
        bodies::record(format!("yard-record 1\nrules {name}\nstart ? 1 2\n").as_bytes());
    }
}
