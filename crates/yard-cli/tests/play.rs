//! `yard play` and `yard replay`, driven through standard input.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use yard_core::{Record, RecordResult};

/// What the program answered.
struct Answer {
    out: String,
    err: String,
    code: Option<i32>,
}

fn yard(args: &[&str], input: &str) -> Answer {
    let output =
        cargo_bin_cmd!("yard").args(args).write_stdin(input).output().expect("the program starts");
    Answer {
        out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("the messages are UTF-8"),
        code: output.status.code(),
    }
}

/// Plays with this input, keeps the record and returns both.
fn played(args: &[&str], input: &str) -> (Answer, Record) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("game.txt");
    let mut all = vec!["play", "--save", path(&file)];
    all.extend(args);
    let answer = yard(&all, input);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let record = read(&file);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing but the record is left behind");
    (answer, record)
}

fn path(file: &Path) -> &str {
    file.to_str().expect("the path is UTF-8")
}

fn read(file: &Path) -> Record {
    let text = fs::read_to_string(file).expect("the record is there");
    text.parse().expect("the record can be read")
}

/// All that is shown before Mr X's way is revealed.
fn before_the_end(out: &str) -> &str {
    for headline in ["You win", "You lose", "You left the game"] {
        if let Some(at) = out.find(&format!("── {headline} ─")) {
            return &out[..at];
        }
    }
    panic!("no end in\n{out}");
}

/// Enough for any game.
fn always_the_first() -> String {
    "1\n".repeat(400)
}

#[test]
fn whole_games_on_every_side_end_and_replay() {
    let rules = ["classic", "modern", "dash", "glasses", "grid5", "grid7"];
    for rules in rules {
        for side in ["x", "detectives", "both", "watch"] {
            for seed in ["1", "2"] {
                let args = ["--rules", rules, "--as", side, "--seed", seed];
                let (answer, record) = played(&args, &always_the_first());
                assert_ne!(record.result, RecordResult::Open, "{rules} {side} {seed}");
                assert!(record.is_full());
                assert!(answer.err.is_empty(), "{}", answer.err);
                let end = &answer.out[answer.out.find("Mr X's way began on").unwrap()..];
                assert!(end.contains(&format!("--rules {rules} --as {side} --seed {seed}")));
                let loaded = std::sync::Arc::new(yard_core::presets::rules(rules).unwrap());
                let game = record.replay(loaded).expect("every move was legal");
                assert!(game.outcome().is_some());
            }
        }
    }
}

#[test]
fn the_end_names_the_winner_and_the_way() {
    for seed in 1..=12 {
        let seed = seed.to_string();
        let args = ["--rules", "grid5", "--as", "x", "--seed", &seed];
        let (answer, record) = played(&args, &always_the_first());
        let (verdict, how) = match record.result {
            RecordResult::MrX => ("── You win ─", "Mr X has escaped"),
            RecordResult::Detectives => ("── You lose ─", "Mr X"),
            RecordResult::Open => panic!("the game is not over"),
        };
        let end = &answer.out[answer.out.find(verdict).expect("a verdict")..];
        assert!(end.contains(how), "{end}");
        assert!(end.contains("Mr X's way began on ["), "{end}");
        assert!(end.contains(&format!("The seed was {seed}.")), "{end}");
    }
}

#[test]
fn yard_play_plays_the_detectives_without_a_terminal() {
    let answer = yard(&["play"], "");
    assert_eq!(answer.code, Some(0));
    assert!(answer.out.contains("You are the detectives."));
    assert!(answer.out.contains("detective 1> "));
    assert!(!answer.out.contains('\x1b'), "no colours into a pipe");
}

#[test]
fn wrong_input_is_answered_and_asked_again() {
    let wrong = [
        "T999",
        "T2",
        "foo",
        "0",
        "77",
        "1 2",
        "pass",
        "K15",
        "2T15T26",
        "2:T15",
        "9:T15",
        ">46",
        "save",
        "save /no/such/folder/file",
        "d",
        "\u{1}\u{7f}ünïcode \x1b[31m",
        "",
        "   ",
    ];
    let input = wrong.map(|line| format!("{line}\n")).concat();
    let input = format!("{input}{}\nquit\n", "x".repeat(100_000));
    let answer = yard(&["play", "--seed", "3"], &input);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    // Detective 1 is asked for each line, and never leaves his station.
    assert_eq!(answer.out.matches("detective 1> ").count(), wrong.len() + 2);
    assert_eq!(answer.out.matches("detective 2> ").count(), 0);
    assert!(!answer.out.contains('\x1b'), "what is typed is shown without control characters");
    for said in [
        "There is no move 77; the list goes from 1 to 3.",
        "Not possible: no line for a taxi ticket leads to 2.",
        "It is detective 1's turn.",
        "Not possible: detective 1 must move",
        "there is no such folder",
        "Only Mr X makes double moves.",
    ] {
        assert!(answer.out.contains(said), "{said}\n{}", answer.out);
    }
}

#[test]
fn bytes_that_are_no_text_do_not_end_the_game() {
    let output = cargo_bin_cmd!("yard")
        .args(["play", "--seed", "3"])
        .write_stdin(b"\xff\xfe\n\0\n1\n".to_vec())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("detective 2> "), "the third line is a move");
}

#[test]
fn moves_can_be_typed_in_any_way() {
    for text in ["1", "T15", "t15", "t 15", "1:T15", " 1:t15 "] {
        let (_, record) = played(&["--seed", "3"], &format!("{text}\n"));
        assert_eq!(record.turns[0].detectives[0].to_string(), "T15", "{text}");
    }
    let (_, record) = played(&["--seed", "3", "--as", "x"], "2t99k80\n");
    assert_eq!(record.turns[0].mr_x.to_string(), "2T99K80");
    let (_, record) = played(&["--rules", "modern", "--seed", "3"], "3:t99\nT15\n");
    let moves: Vec<String> = record.turns[0].detectives.iter().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["3:T99", "1:T15"]);
    let (_, record) = played(&["--rules", "grid5", "--seed", "3"], "w\na\nd\n");
    let moves: Vec<String> = record.turns[0].detectives.iter().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["T2", "T19"], "w leads over the edge");
}

#[test]
fn commands_answer_and_change_nothing() {
    let input = "help\n?\nlog\ncandidates\nboard\nc\nquit\n1\n";
    let (answer, record) = played(&["--rules", "grid5", "--seed", "3"], input);
    assert!(record.turns[0].detectives.is_empty());
    assert_eq!(answer.out.matches("You can type").count(), 2);
    assert!(answer.out.contains("Round  Mr X      detectives"));
    assert!(answer.out.contains("Mr X can be on 23 of 25 cells\n"));
    assert!(answer.out.contains("  1 |           |"), "c takes the dots away");
    let (answer, _) = played(&["--seed", "3", "--as", "x"], "d\nquit\n");
    assert!(answer.out.contains("Double moves; type both steps after a 2"));
}

#[test]
fn the_end_of_the_input_leaves_politely() {
    let (answer, record) = played(&["--seed", "3"], "1\n2");
    assert_eq!(record.result, RecordResult::Open);
    assert_eq!(record.turns[0].detectives.len(), 2, "a last line needs no end");
    assert!(answer.out.contains("── You left the game ─"));
    assert!(answer.out.contains("The seed was 3."));
}

/// Two games in which the detectives see the same and do the same look the same to them, wherever
/// Mr X is.
#[test]
fn the_detectives_screens_do_not_depend_on_where_mr_x_hides() {
    let mut games: BTreeMap<String, Vec<(String, Vec<String>)>> = BTreeMap::new();
    for seed in 1..=60 {
        let seed = seed.to_string();
        let args = ["--rules", "grid:4,1,6,6", "--seed", &seed, "--hints", "lookahead"];
        let input = "1\nlog\ncandidates\nprobabilities\nhint\nboard\nc\n1\n";
        let (answer, record) = played(&args, input);
        if record.result == RecordResult::Open && record.turns.len() == 3 {
            let truth = record.turns.iter().map(|turn| turn.mr_x.to_string()).collect();
            let shown = before_the_end(&answer.out).to_owned();
            let start = record.detectives[0].to_string();
            games.entry(start).or_default().push((shown, truth));
        }
    }
    let mut compared = 0;
    for alike in games.values() {
        for pair in alike.windows(2) {
            assert_eq!(pair[0].0, pair[1].0);
            compared += u32::from(pair[0].1 != pair[1].1);
        }
    }
    assert!(compared > 10, "only {compared} pairs were compared");
}

#[test]
fn the_detectives_are_told_of_mr_x_what_is_public() {
    let seed = "987654321";
    let (answer, record) = played(&["--seed", seed], &always_the_first());
    let shown = before_the_end(&answer.out);
    assert!(!shown.contains(seed), "the seed gives Mr X's start away");
    assert!(answer.out.contains(&format!("The seed was {seed}.")));
    let seen = |line: &str| line.contains("surfac");
    let told = shown.lines().filter(|line| {
        ["Mr X took", "Mr X used", "Mr X made", "Mr X went"]
            .iter()
            .any(|start| line.starts_with(start))
    });
    let mut lines = 0;
    for line in told {
        lines += 1;
        let names_a_station = line.contains(|letter: char| letter.is_ascii_digit());
        assert!(!names_a_station || seen(line), "{line}");
    }
    assert!(lines >= record.turns.len());
    // His row of the table has no station unless there is only one candidate.
    let mut last_known = None;
    for line in shown.lines().rev() {
        if let Some(known) = line.strip_prefix("Mr X is on ") {
            last_known = Some(known.trim_end_matches('.').to_owned());
        } else if line.starts_with("Mr X can be on ") {
            last_known = None;
        } else if let Some(row) = line.strip_prefix("  Mr X  ") {
            let station = row.split_whitespace().next().unwrap_or_default();
            assert_eq!(station, last_known.as_deref().unwrap_or("?"), "{line}");
        }
    }
}

#[test]
fn a_save_in_the_middle_keeps_mr_x_hidden_from_the_detectives() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("middle.txt");
    let input = format!("1\nsave {}\n", path(&file));
    let answer = yard(&["play", "--seed", "3"], &input);
    assert!(answer.out.contains("with ? where Mr X is hidden."), "{}", answer.out);
    let record = read(&file);
    assert!(!record.is_full());
    assert_eq!(record.mr_x, None);
    let answer = yard(&["replay", path(&file)], "");
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.out.contains("The game is open"));
    let answer = yard(&["replay", path(&file), "--as", "x"], "");
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("hides"), "{}", answer.err);
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("notes.txt");
    fs::write(&other, "not a record\n").unwrap();
    let missing = folder.path().join("no/such/file");
    for bad in [path(&other), path(&missing), path(folder.path()), "/dev/null"] {
        let answer = yard(&["play", "--save", bad], "1\n");
        assert_eq!(answer.code, Some(2), "{bad}");
        assert!(answer.err.starts_with("error: cannot save to "), "{}", answer.err);
        assert!(answer.out.is_empty());
    }
    assert_eq!(fs::read_to_string(&other).unwrap(), "not a record\n");
}

#[test]
fn a_record_may_be_replaced_and_can_be_json() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    for input in ["1\n", "1\n1\n"] {
        let answer = yard(&["play", "--seed", "3", "--save", path(&file)], input);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
    }
    let record: Record = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(record.turns[0].detectives.len(), 2);
    assert_eq!(yard(&["replay", path(&file)], "").code, Some(0));
}

#[test]
fn json_is_one_object_and_the_screens_go_elsewhere() {
    let args = ["play", "--json", "--rules", "grid5", "--seed", "4"];
    let answer = yard(&args, &always_the_first());
    assert_eq!(answer.out.lines().count(), 1);
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(report["seed"], 4);
    let record: Record = serde_json::from_value(report["record"].clone()).unwrap();
    assert_eq!(report["result"], serde_json::to_value(record.result).unwrap());
    assert!(report["slots"].as_u64().unwrap() >= 1);
    let outcome = report["outcome"].as_str().unwrap();
    assert!(["captured", "cornered", "escaped", "stranded"].contains(&outcome));
    assert!(answer.err.contains("Travel log"));
    let open = yard(&args, "");
    let report: Value = serde_json::from_str(&open.out).unwrap();
    assert_eq!(report["result"], "open");
    assert_eq!(report["outcome"], Value::Null);
}

#[test]
fn one_who_is_walled_in_passes_by_himself() {
    // Always the first move is always a taxi, so those tickets run out.
    let args = ["--rules", "dash", "--seed", "1"];
    let (answer, record) = played(&args, &always_the_first());
    let moves = || record.turns.iter().flat_map(|turn| &turn.detectives);
    let passes = moves().filter(|mv| mv.step.is_none()).count();
    assert!(passes > 0, "nobody passed");
    assert!(answer.out.contains("Detective 1 cannot move and passes."));
    let asked = answer.out.matches("> 1\n").count();
    assert_eq!(asked, moves().count() - passes, "nobody is asked to pass");
}

#[test]
fn wrong_arguments_are_refused() {
    for args in [
        &["play", "--as", "nobody"][..],
        &["play", "--rules", "clasic"],
        &["play", "--against", "nobody"],
        &["play", "--as", "both", "--against", "random"],
        &["play", "--detectives-count", "9"],
        &["play", "--level", "hardest"],
        &["play", "--level", "hard", "--against", "random"],
        &["play", "--as", "both", "--level", "hard"],
        &["play", "--hints", "nobody"],
        &["play", "--hints", "paranoid"],
        &["replay", "/no/such/file"],
        &["replay"],
    ] {
        let answer = yard(args, "");
        assert_eq!(answer.code, Some(2), "{args:?}");
        assert!(answer.out.is_empty());
    }
}

/// What is said to be wrong is the flag that is wrong.
#[test]
fn a_wrong_level_or_giver_of_hints_is_named() {
    let said = |args: &[&str]| yard(args, "").err;
    let levels = said(&["play", "--level", "hardest"]);
    assert!(levels.contains("easy, medium, hard, best"), "{levels}");
    let hints = said(&["play", "--hints", "paranoid"]);
    assert!(hints.starts_with("error: --hints: "), "{hints}");
    let both = said(&["play", "--as", "both", "--level", "hard"]);
    assert!(both.starts_with("error: --level has no use with --as both"), "{both}");
}

#[test]
fn levels_are_those_of_the_board() {
    for (rules, level) in [("glasses", "medium"), ("grid5", "hard"), ("dash", "easy")] {
        for side in ["x", "detectives", "watch"] {
            let args = ["--rules", rules, "--as", side, "--level", level, "--seed", "2"];
            let (answer, record) = played(&args, &always_the_first());
            assert_ne!(record.result, RecordResult::Open, "{rules} {side} {level}");
            let again = format!("--rules {rules} --as {side} --level {level} --seed 2");
            assert!(answer.out.contains(&again), "{}", answer.out);
        }
    }
    let hard = yard_coach::Level::find("hard").unwrap();
    let named = ["--rules", "grid5", "--against", hard.mr_x, "--seed", "2"];
    let level = ["--rules", "grid5", "--level", "hard", "--seed", "2"];
    assert_eq!(played(&named, "1\n1\n").1, played(&level, "1\n1\n").1);
}

/// A hint is a legal move of whoever is asked, and changes nothing.
#[test]
fn hints_can_be_played() {
    for (rules, side, prompt) in [
        ("classic", "detectives", "detective 1> "),
        ("modern", "detectives", "detectives> "),
        ("classic", "x", "Mr X> "),
        ("grid5", "x", "Mr X> "),
        ("glasses", "both", "Mr X> "),
    ] {
        let args = ["--rules", rules, "--as", side, "--seed", "3", "--hints", "lookahead"];
        let (answer, record) = played(&args, "hint\nhint\n");
        let hint = |line: &str| line.strip_prefix("Hint: ").map(str::to_owned);
        let hints: Vec<String> = answer.out.lines().filter_map(hint).collect();
        assert!(hints.len() == 2 && hints[0] == hints[1], "{hints:?}");
        assert!(answer.out.matches(prompt).count() == 3, "{}", answer.out);
        let (mv, reason) = hints[0].split_once(" – ").expect("a move and a reason");
        assert!(reason.len() > 10, "{reason}");
        let mv = mv.split(" to ").next().and_then(|mv| mv.rsplit(' ').next()).unwrap();
        let plies = |record: &Record| -> usize {
            record.turns.iter().map(|turn| 1 + turn.detectives.len()).sum()
        };
        let (_, played) = played(&args, &format!("{mv}\n"));
        assert!(plies(&played) > plies(&record), "{rules} {side}: {mv}");
    }
}

#[test]
fn a_look_back_has_every_move() {
    let args = ["play", "--rules", "grid:5,2,2", "--seed", "3", "--review", "--json"];
    let answer = yard(&args, &always_the_first());
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    let record: Record = serde_json::from_value(report["record"].clone()).unwrap();
    let moves: usize = record.turns.iter().map(|turn| 1 + turn.detectives.len()).sum();
    let review = report["review"].as_array().unwrap();
    assert_eq!(review.len(), moves);
    assert!(review.iter().zip(0..).all(|(judged, ply)| judged["ply"] == ply));
    assert!(answer.err.contains("── Looking back ─"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    fs::write(&file, record.to_string()).unwrap();
    let again = yard(&["replay", path(&file), "--review", "--json"], "");
    let again: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(&again["review"], &report["review"], "the same moves are worth the same");
    let rules = std::sync::Arc::new(yard_core::presets::rules("grid:5,2,2").unwrap());
    fs::write(&file, record.hide(rules).unwrap().to_string()).unwrap();
    let hidden = yard(&["replay", path(&file), "--review"], "");
    assert_eq!((hidden.code, hidden.out.as_str()), (Some(2), ""));
    assert_eq!(hidden.err, "error: --review: the record hides Mr X\n");
}

/// A game that begins in the detectives' round, played to its end by two agents and saved.
#[test]
fn a_game_begins_from_a_setup() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let setup = "grid5 x ? detectives 1,25 turn 2 slot 4 candidates 7,9,13";
    let args = ["play", "--setup", setup, "--as", "watch", "--against", "random", "--seed", "3"];
    let answer = yard(&[&args[..], &["--save", path(&file)]].concat(), "");
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(
        answer.out.contains(&format!("yard play --setup '{setup}' --as watch")),
        "{}",
        answer.out
    );
    let record = fs::read_to_string(&file).unwrap();
    assert!(record.starts_with("yard-record 2\nrules grid5\nsetup x "), "{record}");
    let shown = yard(&["replay", path(&file)], "");
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    assert!(shown.out.contains("Turn 0") && shown.out.contains("Detective 2 went from [4,4] to "));
    let json = yard(&["replay", path(&file), "--json"], "");
    assert!(json.out.contains("{\"turn\":0,\"mr_x\":null,\"detectives\":[\"T2"), "{}", json.out);
    let review = yard(&["replay", path(&file), "--review"], "");
    assert_eq!(review.code, Some(0), "{}", review.err);
}

/// Where Mr X is hidden, the person who plays the detectives is not told.
#[test]
fn a_setup_does_not_tell_the_detectives_where_he_is() {
    let setup = "grid5 x ? detectives 1,25 turn 1 slot 4 candidates 7,9,13";
    let shown = |seed: &str| {
        let answer =
            yard(&["play", "--setup", setup, "--as", "detectives", "--seed", seed], "quit\n");
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        answer.out.split("--seed").next().unwrap().split("quit").next().unwrap().to_owned()
    };
    let all: std::collections::BTreeSet<String> = (1..=12)
        .map(|seed| shown(&seed.to_string()))
        .map(|text| text.split("Mr X was").next().unwrap().to_owned())
        .collect();
    assert_eq!(all.len(), 1, "{all:?}");
}

const RECORD: &str = "yard-record 1
rules grid5
start 7 23 14
1 T6 | T24 T15
2 T7 | T23 T14
3 T6 | T24 T15
4 T1
result open
";

#[test]
fn replay_shows_every_turn_and_the_board() {
    let answer = yard(&["replay", "-"], RECORD);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    for part in [
        "detective 1 on [4,2], detective 2 on [2,3]",
        "Turn 1",
        "Mr X moved to [1,0].",
        "Detective 2 went from [2,3] to [2,4].",
        "Mr X moved and surfaced on [1,0].",
        "  0 | X         |\n  1 | - ·       |",
        "Mr X is on [0,0]; by what is known he can be on 3 cells: [0,0] [1,1] [2,0]",
        "The game is open",
    ] {
        assert!(answer.out.contains(part), "{part}\n{}", answer.out);
    }
}

#[test]
fn replay_with_the_detectives_eyes_hides_mr_x() {
    let answer = yard(&["replay", "-", "--as", "detectives"], RECORD);
    assert!(!answer.out.contains("Mr X is on"));
    assert!(answer.out.contains("Mr X moved.\n"));
    assert!(!answer.out.contains("| X "));
    // Another way that looks the same to the detectives gives the same text.
    let other = RECORD
        .replace("start 7", "start 1")
        .replace("2 T7 |", "2 T1 |")
        .replace("\n4 T1\n", "\n4 T7\n");
    let twin = yard(&["replay", "-", "--as", "detectives"], &other);
    assert_eq!(twin.code, Some(0), "{}", twin.err);
    assert_eq!(twin.out, answer.out);
}

#[test]
fn replay_as_json() {
    let answer = yard(&["replay", "-", "--json", "--as", "detectives"], RECORD);
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(report["result"], "open");
    let turns = report["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 4);
    assert_eq!(turns[0]["turn"], 1);
    assert_eq!(turns[0]["mr_x"], "T?");
    assert_eq!(turns[2]["mr_x"], "T6");
    assert_eq!(turns[2]["detectives"], serde_json::json!(["T24", "T15"]));
    assert_eq!(turns[3]["candidates"], serde_json::json!([1, 7, 11]));
    let answer = yard(&["replay", "-", "--json", "--turn", "1"], RECORD);
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(report["turns"].as_array().unwrap().len(), 1);
    assert_eq!(report["turns"][0]["mr_x"], "T6");
}

#[test]
fn replay_of_one_turn() {
    let answer = yard(&["replay", "-", "--turn", "3"], RECORD);
    assert!(answer.out.contains("Turn 3"));
    assert!(!answer.out.contains("Turn 2"));
    assert!(answer.out.contains("3 of 15 log slots used, Mr X surfaces after slot 6"));
    assert_eq!(yard(&["replay", "-", "--turn", "0"], RECORD).code, Some(0));
    let answer = yard(&["replay", "-", "--turn", "5"], RECORD);
    assert_eq!(answer.code, Some(2));
    assert_eq!(answer.err, "error: --turn 5: the record has 4 turns\n");
}

#[test]
fn replay_refuses_what_is_no_game() {
    for bad in [
        "",
        "hello",
        "{}",
        &RECORD.replace("\n4 T1\n", "\n4 T9\n"),
        &RECORD.replace("result open", "result mr-x"),
        &RECORD.replace("start 7", "start 99"),
    ] {
        let answer = yard(&["replay", "-"], bad);
        assert_eq!(answer.code, Some(2), "{bad}");
        assert!(answer.err.starts_with("error: -: "), "{}", answer.err);
        assert!(answer.out.is_empty());
    }
}

/// Ctrl-C leaves with 130, and the record is written all the same.
#[cfg(unix)]
#[test]
fn an_interrupt_saves_the_game() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("yard"))
        .args(["play", "--seed", "3", "--save", path(&file)])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdin.write_all(b"1\n").unwrap();
    let mut shown = Vec::new();
    while !String::from_utf8_lossy(&shown).contains("detective 2> ") {
        let mut some = [0; 4096];
        let read = stdout.read(&mut some).unwrap();
        assert!(read > 0, "the game ended by itself");
        shown.extend(&some[..read]);
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(stdin);
    let record = read(&file);
    assert_eq!(record.result, RecordResult::Open);
    assert_eq!(record.turns[0].detectives.len(), 1);
}
