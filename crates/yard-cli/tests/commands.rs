//! The command line as other programs see it: output, messages and exit codes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn yard(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yard"));
    command.args(args).env("YARD_DATA", "").output().expect("yard starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// Standard output of a command that must succeed.
fn ok(args: &[&str]) -> String {
    let output = yard(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&ok(args)).expect("one JSON object")
}

/// Asserts exit code 2, nothing on standard output and just this message.
fn bad(args: &[&str], message: &str) {
    let output = yard(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    assert_eq!(text(&output.stderr), format!("error: {message}\n"), "{args:?}");
}

/// Asserts exit code 2 and the first line of the message, for what the parser of arguments says.
fn bad_argument(args: &[&str], first: &str) {
    let output = yard(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let message = text(&output.stderr);
    assert_eq!(message.lines().next(), Some(first), "{args:?}");
    assert!(!message.contains("panicked"), "{message}");
}

fn record(lines: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(lines.as_bytes()).unwrap();
    file
}

fn path(file: &tempfile::NamedTempFile) -> &str {
    file.path().to_str().unwrap()
}

#[test]
fn moves_are_listed_one_a_line_and_as_json() {
    let args = ["moves", "--rules", "grid5", "--x", "13", "--detectives", "8,1"];
    assert_eq!(ok(&args), "T12\nT14\nT18\n");
    let moves = json(&[&args[..], &["--json"]].concat());
    assert_eq!(moves, serde_json::json!({"moves": ["T12", "T14", "T18"]}));
}

#[test]
fn moves_of_a_ferry_station_with_and_without_black() {
    let detectives = "26,29,50,53,91";
    let args = ["moves", "--x", "108", "--detectives", detectives, "--x-tickets"];
    let with = ok(&[&args[..], &["4,3,3,1,0"]].concat());
    assert_eq!(
        with.lines().collect::<Vec<_>>(),
        [
            "T105", "T117", "T119", "B105", "B116", "B135", "K105", "K115", "K116", "K117", "K119",
            "K135"
        ]
    );
    let without = ok(&[&args[..], &["-,0,-,0,0"]].concat());
    assert_eq!(without, "T105\nT117\nT119\n");
}

#[test]
fn mr_x_without_a_move_has_none_and_a_walled_in_detective_passes() {
    let stuck = ["moves", "--rules", "grid5", "--x", "1", "--detectives", "2,6", "--json"];
    assert_eq!(json(&stuck), serde_json::json!({"moves": []}));
    let walled = ["moves", "--rules", "grid:3,3,9", "--x", "9", "--detectives", "1,2,4"];
    assert_eq!(ok(&[&walled[..], &["--turn", "1"]].concat()), "pass\n");
    let last_slot = ["moves", "--x", "86", "--detectives", "26", "--slot", "24"];
    assert_eq!(ok(&last_slot), "");
}

#[test]
fn in_any_order_all_unmoved_detectives_are_listed_with_numbers() {
    let args = ["moves", "--rules", "modern", "--x", "86", "--detectives", "1,2,3", "--turn", "d"];
    let moves = ok(&[&args[..], &["--moved", "1,3"]].concat());
    assert_eq!(moves, "2:T10\n2:T20\n");
    bad(
        &["moves", "--rules", "modern", "--x", "86", "--detectives", "1", "--turn", "1"],
        "modern lets detectives move in any order: use turn d, with moved",
    );
}

#[test]
fn a_position_can_be_one_text() {
    let flags = ok(&["moves", "--x", "46", "--detectives", "26,29", "--turn", "2", "--slot", "7"]);
    let one = ok(&["moves", "--setup", "classic x 46 detectives 26,29 turn 2 slot 7"]);
    assert_eq!(flags, one);
}

#[test]
fn perft_counts_paths() {
    let position = ["--x", "86", "--detectives", "85,115,89,116,127", "--depth", "4"];
    let args = [&["perft"], &position[..]].concat();
    assert_eq!(ok(&args), "1 108\n2 324\n3 942\n4 8316\n");
    let counts = json(&[&args[..], &["--json"]].concat());
    assert_eq!(counts, serde_json::json!({"perft": [108, 324, 942, 8316]}));
}

const TABLE_SIDE: &str = "yard-record 1
rules classic
start ? 26 29 50 53 91              # Mr X first; his station when known (here 132)
1 T? | T15 T16 T37 T69 T105
2 2K?T82 | T5 T15 T23 T52 B72       # slots 2 and 3; the second step surfaced
3 T? | T16 T14 T12 B13 B105
result open                         # or: detectives, mr-x
";

#[test]
fn candidates_of_a_table_side_log() {
    let file = record(TABLE_SIDE);
    assert_eq!(ok(&["candidates", path(&file)]), "65 66 81 101\n");
    let report = json(&["candidates", path(&file), "--json"]);
    assert_eq!(report, serde_json::json!({"candidates": [65, 66, 81, 101]}));
}

#[test]
fn candidates_from_standard_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yard"))
        .args(["candidates", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(TABLE_SIDE.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stdout), "65 66 81 101\n");
}

#[test]
fn a_bad_record_says_where() {
    let file =
        record("yard-record 1\nrules classic\nstart ? 26 29\n1 T9x | T15\n3 T?\nresult won\n");
    let p = path(&file);
    bad(
        &["candidates", p],
        &format!(
            "{p}: 3 faults\n  \
             line 4: \"T9x\" is no move; write a ticket letter (T, B, U or K) and a station, such as T46\n  \
             line 5: \"3\" where turn 2 was expected\n  \
             line 6: a result is open, detectives or mr-x, not \"won\""
        ),
    );
    let file = record("yard-record 1\nrules classic\nstart ? 26 29\n1 T? | T99\n");
    let p = path(&file);
    bad(
        &["candidates", p],
        &format!("{p}: turn 1, detective 1: T99: no line for a taxi ticket leads to 99"),
    );
    let file = record("yard-record 3\n");
    let p = path(&file);
    let message = format!(
        "{p}: 3 faults\n  line 1: version \"3\" is not known, only 1 and 2 are\n  \
         there is no line \"rules NAME\"\n  there is no line \"start MR-X DETECTIVE..\""
    );
    bad(&["candidates", p], &message);
}

#[test]
fn matches_give_the_same_bytes_on_any_number_of_threads() {
    let run = |threads: &str| {
        let args = ["match", "--games", "300", "--seed", "9", "--json", "--threads", threads];
        let mut report = json(&args);
        let seconds = report.as_object_mut().unwrap().remove("seconds");
        assert!(seconds.is_some_and(|seconds| seconds.is_number()));
        report
    };
    let report = run("1");
    assert_eq!(report, run("2"));
    assert_eq!(report, run("5"));
    let number = |key: &str| report[key].as_f64().unwrap();
    assert_eq!(number("games"), 300.0);
    assert_eq!(number("detective_wins") + number("mr_x_wins"), 300.0);
    assert_eq!(number("detective_rate"), number("detective_wins") / 300.0);
    let (lo, hi) = (report["ci95"][0].as_f64().unwrap(), report["ci95"][1].as_f64().unwrap());
    assert!(lo < number("detective_rate") && number("detective_rate") < hi);
    let captures: f64 = report["capture_rounds"]
        .as_object()
        .unwrap()
        .values()
        .map(|wins| wins.as_f64().unwrap())
        .sum();
    assert_eq!(captures, number("detective_wins"));
    assert!(number("mean_rounds") > 10.0);
}

#[test]
fn match_writes_records_that_replay() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("a/b");
    let target = records.to_str().unwrap();
    ok(&["match", "--games", "5", "--rules", "modern", "--records", target]);
    for game in 1..=5 {
        let file = records.join(format!("game-{game:06}.txt"));
        let replayed = ok(&["candidates", file.to_str().unwrap()]);
        assert!(!replayed.trim().is_empty());
    }
}

const MIDDLE: &str = "grid5 x ? detectives 1,25 turn 2 slot 4 candidates 7,9,13";

/// Games from a setup: nothing is dealt, a hidden Mr X is drawn, and records and results remember it.
#[test]
fn a_match_begins_from_a_setup() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (records, results) = (place("records"), place("results.jsonl"));
    let series = ["match", "--setup", MIDDLE, "--games", "60", "--json", "--seed", "5"];
    let kept = [&series[..], &["--records", &records, "--results", &results]].concat();
    let report = json(&kept);
    assert_eq!((report["setup"].as_str(), report["rules"].as_str()), (Some(MIDDLE), Some("grid5")));
    assert_eq!(report["fouls"], 0);
    let mut starts = std::collections::BTreeMap::new();
    for game in 1..=60 {
        let path = format!("{records}/game-{game:06}.txt");
        let record = std::fs::read_to_string(&path).unwrap();
        assert!(record.starts_with("yard-record 2\nrules grid5\nsetup x "), "{record}");
        assert!(record.contains(" detectives 1,25 turn 2 slot 4 ") && record.contains("\n0 | T2"));
        let station = record.split_whitespace().nth(6).unwrap().to_owned();
        *starts.entry(station).or_insert(0) += 1;
        ok(&["replay", &path]);
        ok(&["candidates", &path]);
    }
    // Each candidate is drawn about 20 times.
    assert_eq!(starts.keys().map(String::as_str).collect::<Vec<_>>(), ["13", "7", "9"]);
    assert!(starts.values().all(|count| (10..=30).contains(count)), "{starts:?}");
    let header = std::fs::read_to_string(&results).unwrap();
    assert!(header.starts_with("{\"yard_results\":3,"), "{header}");
    let one = [&series[..], &["--threads", "1"]].concat();
    for key in ["detective_wins", "capture_rounds", "mean_rounds"] {
        assert_eq!(json(&one)[key], report[key], "{key}");
    }
    // Results of another beginning are not gone on with.
    let dealt = ["match", "--rules", "grid5", "--games", "60", "--seed", "5"];
    let resumed = [&dealt[..], &["--results", &results, "--resume"]].concat();
    let other = "these are results of another experiment: its beginning is";
    bad(&resumed, &format!("{results}: {other} {MIDDLE}, not a deal"));
}

#[test]
fn a_bad_setup_is_refused_with_all_its_faults() {
    bad(
        &["match", "--setup", "grid5 x 99 detectives 1,1 slot 20 candidates 30"],
        "setup: 4 faults\n  Mr X: unknown station 99\n  detective 2 shares station 1 with a colleague\n  \
         slot 20; the log has 15\n  candidates: unknown station 30",
    );
    let stuck = "setup: Mr X has no move, so no game can begin here";
    bad(&["match", "--setup", "grid5 x 1 detectives 2,6"], stuck);
    bad(&["play", "--setup", "grid5 x 1 detectives 2,6"], stuck);
    bad(&["match", "--setup", "grid5 detectives 2,6"], "setup: \"x\" is missing");
    let both = ["match", "--setup", MIDDLE, "--rules", "grid5"];
    assert_eq!(yard(&both).status.code(), Some(2));
}

#[test]
fn bench_agrees_with_itself() {
    let report = json(&["bench", "--only", "rules", "--games", "2000", "--runs", "1", "--json"]);
    assert_eq!(report["agree"], serde_json::json!(true));
    assert!(report["playouts"]["per_second"].as_f64().unwrap() > 0.0);
    assert_eq!(report.get("agents"), None, "nothing else was asked for");
}

#[test]
fn bench_measures_one_case() {
    let args = ["bench", "--only", "mcts-gerza/grid5", "--runs", "1"];
    let report = json(&[&args[..], &["--json"]].concat());
    let case = &report["agents"][0];
    assert_eq!((&case["name"], &case["games"]), (&"mcts-gerza/grid5".into(), &40.into()));
    for key in ["searches", "playouts_per_second", "nodes_per_second", "mean_ms", "worst_ms"] {
        assert!(case[key].as_f64().unwrap() > 0.0, "{key}");
    }
    assert_eq!(report.get("signature"), None);
    assert!(ok(&args).contains("\nmcts-gerza/grid5 "));
}

#[test]
fn bench_signature_is_the_same_as_json() {
    let text = ok(&["bench", "--signature"]);
    let report = json(&["bench", "--signature", "--json"]);
    let total = report["signature"]["total"].as_str().unwrap();
    assert!(text.ends_with(&format!("\n{total} total\n")), "{text}");
    for agent in report["signature"]["agents"].as_array().unwrap() {
        let line = format!("{} ", agent["signature"].as_str().unwrap());
        assert!(text.contains(&line), "{line}");
    }
}

#[test]
fn agents_are_listed() {
    assert!(ok(&["agents"]).starts_with("random "));
    assert_eq!(json(&["agents", "--json"])["agents"][0]["name"], "random");
}

#[test]
fn the_version_tells_what_was_built() {
    let told = ok(&["--version"]);
    let mut lines = told.lines();
    assert_eq!(lines.next(), Some(concat!("yard ", env!("CARGO_PKG_VERSION"))));
    let names: Vec<&str> = lines.filter_map(|line| Some(line.split_once(": ")?.0)).collect();
    assert_eq!(names, ["commit", "target", "features"], "{told}");
    assert_eq!(ok(&["-V"]), concat!("yard ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn completions_and_manual_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let text = ok(&["completions", shell]);
        for word in ["serve", "tournament", "--keep-finished"] {
            assert!(text.contains(word.trim_start_matches('-')), "{shell}: {word}");
        }
    }
    bad_argument(&["completions", "tcl"], "error: invalid value 'tcl' for '<SHELL>'");
    let folder = tempfile::tempdir().unwrap();
    ok(&["man", folder.path().to_str().unwrap()]);
    let page = std::fs::read_to_string(folder.path().join("yard-serve.1")).unwrap();
    assert!(page.contains("keep\\-finished"), "{page}");
    bad(
        &["man", "/no/such/folder"],
        "cannot write into /no/such/folder: No such file or directory (os error 2)",
    );
}

#[test]
fn bad_input_gets_one_message_and_exit_code_2() {
    bad(&["match", "--rules", "clasic"], "unknown rules \"clasic\", did you mean \"classic\"?");
    bad(&["match", "--games", "0"], "--games must be at least 1");
    bad(&["match", "--threads", "0"], "--threads must be from 1 to 1024");
    bad(&["match", "--rules", "nowhere.toml"], "cannot read nowhere.toml: there is no such file");
    bad(
        &["match", "--rules", "."],
        "unknown rules \".\" (known: classic, modern, bristol, dash, grid5, grid5-30, grid7, grid15, glasses)",
    );
    bad(&["match", "--rules", "./"], "cannot read ./: it is a folder");
    bad(&["match", "--rules", "grid:16,2,9"], "a grid of 16 × 16; grids go from 2 × 2 to 15 × 15");
    bad(
        &["match", "--rules", "grid:5,2"],
        "\"grid:5,2\" is no grid; write grid:SIZE,DETECTIVES,ROUNDS[,EVERY], such as grid:5,2,15",
    );
    bad(&["match", "--rules", "grid:2,4,9"], "too few stations to start from, 4 for 5");
    bad(
        &["match", "--detectives-count", "6"],
        "--detectives-count: 6 detectives; there are 1 to 5",
    );
    bad(&["candidates", "no-such-file"], "cannot read no-such-file: there is no such file");
    bad(
        &["perft", "--x", "1", "--detectives", "2", "--depth", "0"],
        "--depth must be from 1 to 1000",
    );
    bad(
        &["moves", "--x", "200", "--detectives", "200,26,26"],
        "3 faults\n  Mr X: unknown station 200\n  detective 1: unknown station 200\n  \
         detective 3 shares station 26 with a colleague",
    );
    bad(
        &["moves", "--rules", "grid5", "--x", "1", "--detectives", "2,3,4"],
        "3 detectives are placed, the rules have 2",
    );
    bad(&["bench", "--runs", "0"], "--runs must be from 1 to 1000");
    bad(
        &["bench", "--only", "alphabeta/grid77"],
        "--only: there is no part \"alphabeta/grid77\", did you mean \"alphabeta/grid7\"?",
    );
}

#[test]
fn an_agent_that_cannot_play_is_bad_input() {
    // What is wrong with the text of an agent is told before anything is loaded.
    let argument = |x: &str, message: &str| {
        let first = format!("error: invalid value '{x}' for '--x <AGENT>': {message}");
        bad_argument(&["match", "--x", x, "--rules", "grid5", "--games", "2"], &first);
    };
    argument(
        "mcts-sova:playouts=0",
        "agent mcts-sova: playouts must be a number from 1 to 100000000, not \"0\"",
    );
    argument(
        "alphabeta:depth=deep",
        "agent alphabeta: depth must be a number from 1 to 6, not \"deep\"",
    );
    argument(
        "mcts-gerza:playouts=5,nodes=9",
        "agent mcts-gerza: give one budget, not playouts and nodes",
    );
    argument(
        "mcts-sova:opponent=helps",
        "agent mcts-sova: opponent must be opposes, follows or paired, not \"helps\"",
    );
    bad(
        &["match", "--x", "mcts-gerza", "--rules", "classic", "--games", "2"],
        "agent mcts-gerza cannot play classic: it plays grids with the detectives in fixed order only",
    );
}

#[test]
fn a_file_that_is_no_text_is_bad_input() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&[0xff, 0xfe, 0x00]).unwrap();
    let p = path(&file);
    let message = format!("cannot read {p}: it is no UTF-8 text");
    bad(&["candidates", p], &message);
    bad(&["replay", p], &message);
    bad(&["tournament", p], &message);
    let folder = tempfile::tempdir().unwrap();
    let p = folder.path().to_str().unwrap();
    bad(&["candidates", p], &format!("cannot read {p}: it is a folder"));
}

#[test]
fn bad_arguments_get_exit_code_2() {
    bad_argument(
        &["match", "--x", "rndom"],
        "error: invalid value 'rndom' for '--x <AGENT>': unknown agent \"rndom\", did you mean \"random\"?",
    );
    bad_argument(
        &["match", "--x", "random:depth=3"],
        "error: invalid value 'random:depth=3' for '--x <AGENT>': agent random: unknown parameter \"depth\" (it has none)",
    );
    bad_argument(
        &["match", "--detectives", "mcts-sova:playout=3"],
        "error: invalid value 'mcts-sova:playout=3' for '--detectives <AGENT>': agent mcts-sova: \
         unknown parameter \"playout\", did you mean \"playouts\"?",
    );
    bad_argument(
        &["match", "--x", "alphabeta:depth"],
        "error: invalid value 'alphabeta:depth' for '--x <AGENT>': agent alphabeta: \"depth\" is \
         not written key=value",
    );
    bad_argument(
        &["match", "--x", "alphabeta:depth=2,depth=3"],
        "error: invalid value 'alphabeta:depth=2,depth=3' for '--x <AGENT>': agent alphabeta: \
         \"depth\" is given twice",
    );
    bad_argument(&["match", "--games", "-1"], "error: unexpected argument '-1' found");
    bad_argument(&["mtach"], "error: unrecognized subcommand 'mtach'");
    bad_argument(
        &["moves", "--x", "1"],
        "error: the following required arguments were not provided:",
    );
    bad_argument(
        &["moves", "--x", "1", "--detectives", "2", "--x-tickets", "1,2"],
        "error: invalid value '1,2' for '--x-tickets <T,B,U,K,D>': \"1,2\": give five numbers: taxi, bus, underground, black, double",
    );
}

#[test]
fn a_rules_file_of_ones_own_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let board = "version = 1\nname = \"square\"\nstations = 4\n[lines]\ntaxi = [[1, 2], [2, 3], [3, 4], [4, 1]]\n";
    std::fs::write(folder.path().join("square.toml"), board).unwrap();
    let rules = "version = 1\nname = \"mine\"\nboard = \"square.toml\"\ndetectives = 1\nlog_slots = 3\n\
                 surfaces = [2]\n[detective_tickets]\ntaxi = 3\n[mr_x_tickets]\ntaxi = \"unlimited\"\n\
                 [start]\nanywhere = true\n";
    let file = folder.path().join("rules.toml");
    std::fs::write(&file, rules).unwrap();
    let report = json(&["match", "--rules", file.to_str().unwrap(), "--games", "50", "--json"]);
    assert_eq!(report["games"], 50);
    let wrong =
        rules.replace("surfaces = [2]", "surfaces = [4]\nsurfces = 1").replace("3\n[mr", "x\n[mr");
    std::fs::write(&file, wrong).unwrap();
    let output = yard(&["match", "--rules", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!text(&output.stderr).contains("panicked"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_yard"))
        .args(["match", "--games", "1000000000", "--json", "--records"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first record shows that games are being played, however slow the machine is.
    while folder.path().read_dir().unwrap().next().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = report["games"].as_u64().unwrap();
    assert!(games > 0 && games < 1_000_000_000);
    assert!(text(&output.stderr).starts_with(&format!("interrupted: {games} of 1000000000 games")));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let script = format!(
        "{} perft --rules grid5 --x 13 --detectives 1,25 --depth 9 | head -1; exit ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_yard")
    );
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(text(&output.stdout), "1 4\n");
    assert!(!text(&output.stderr).contains("panicked"), "{}", text(&output.stderr));
}

#[test]
fn a_cornering_is_replayed_full_and_hidden() {
    for (start, mv) in [("4", "T1"), ("?", "T?")] {
        let file = record(&format!(
            "yard-record 1\nrules grid:3,2,8\nstart {start} 3 7\n1 {mv} | T2 T4\nresult detectives cornered\n"
        ));
        assert_eq!(ok(&["candidates", path(&file)]), "1\n");
        let report = json(&["replay", path(&file), "--json"]);
        assert_eq!(report["result"], "detectives");
        assert_eq!(report["turns"][0]["candidates"], serde_json::json!([1]));
    }
}

#[cfg(unix)]
#[test]
fn every_command_answers_ctrl_c_with_130() {
    let position = ["--x", "46", "--detectives", "26,29,50,53,91", "--depth", "60"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_yard"))
        .arg("perft")
        .args(position)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The first count shows that the handler is set.
    let mut first = [0];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn location_tables_are_learned_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.toml");
    let path = file.to_str().unwrap();
    let agent = "pimbot:playouts=5,locations=none";
    let train = ["train", "location-tables", "--games", "4", "--agent", agent, "--seed", "3"];
    let text = ok(&train);
    assert!(text.contains("games   = 4") && text.contains("[station]"), "{text}");
    let report = json(&[&train[..], &["--out", path, "--threads", "2", "--json"]].concat());
    assert_eq!(report["games"], 4);
    assert_eq!(report["min"].as_array().unwrap().len(), 5);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text, "any number of threads");
    let spec = format!("pimbot:playouts=5,tables={path}");
    let played = json(&["match", "--detectives", &spec, "--games", "2", "--json"]);
    assert_eq!(played["games"], 2);
    bad(&["train", "location-tables", "--games", "0"], "--games must be at least 1");
    bad_argument(
        &["match", "--games", "1", "--detectives", "pimbot:trees=many"],
        "error: invalid value 'pimbot:trees=many' for '--detectives <AGENT>': agent pimbot: trees must \
         be single, separate or vote, not \"many\"",
    );
}

/// What is no plain file is written to, not replaced; a folder is refused before any game.
#[cfg(unix)]
#[test]
fn what_is_learned_replaces_plain_files_only() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let train = |out: &std::path::Path| {
        let out = out.to_str().unwrap().to_owned();
        let agent = "pimbot:playouts=2,locations=none";
        ["train", "location-tables", "--games", "1", "--agent", agent, "--out", &out]
            .map(str::to_owned)
    };
    let learn = |out: &std::path::Path| {
        ok(&[&train(out).each_ref().map(String::as_str)[..], &["--force"]].concat())
    };
    std::fs::write(at("mine"), "old").unwrap();
    std::os::unix::fs::symlink(at("mine"), at("link")).unwrap();
    for place in ["mine", "link"] {
        let message = format!("{} exists already; --force overwrites it", at(place).display());
        bad(&train(&at(place)).each_ref().map(String::as_str), &message);
    }
    assert_eq!(std::fs::read_to_string(at("mine")).unwrap(), "old");
    std::fs::write(at("mine.part"), "a file of the user's").unwrap();
    learn(&at("link"));
    assert!(std::fs::symlink_metadata(at("link")).unwrap().is_symlink());
    let learned = std::fs::read_to_string(at("mine")).unwrap();
    assert!(learned.contains("games   = 1"), "{learned}");
    learn(&at("mine"));
    learn(std::path::Path::new("/dev/null"));
    assert!(!std::fs::symlink_metadata("/dev/null").unwrap().is_file());
    assert_eq!(std::fs::read_to_string(at("mine.part")).unwrap(), "a file of the user's");
    assert_eq!(folder.path().read_dir().unwrap().count(), 3, "no drafts are left");
    let place = folder.path();
    let args = train(place);
    bad(
        &args.each_ref().map(String::as_str),
        &format!("cannot write {}: it is a folder", place.display()),
    );
    let nowhere = at("nowhere").join("x");
    let args = train(&nowhere);
    let message = format!("cannot write {}: there is no such folder", nowhere.display());
    bad(&args.each_ref().map(String::as_str), &message);
}

/// One rule for every command that writes a file: what is there stays, unless `--force` is given.
#[test]
fn no_command_overwrites_a_file_unless_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("precious");
    let file = file.to_str().unwrap();
    let message = format!("{file} exists already; --force overwrites it");
    let agent = "pimbot:playouts=2,locations=none";
    for (args, flag) in [
        (&["board", "london"][..], "--svg"),
        (&["solve", "--rules", "grid:3,1,2"], "--out"),
        (&["train", "location-tables", "--games", "1", "--agent", agent], "--out"),
        (&["train", "move-model", "--games", "10", "--agent", "random"], "--out"),
        (&["merge", file], "--out"),
    ] {
        std::fs::write(file, "text").unwrap();
        bad(&[args, &[flag, file]].concat(), &message);
        assert_eq!(std::fs::read_to_string(file).unwrap(), "text", "{args:?}");
    }
    for args in [&["board", "london", "--svg"][..], &["solve", "--rules", "grid:3,1,2", "--out"]] {
        std::fs::write(file, "text").unwrap();
        ok(&[args, &[file, "--force"]].concat());
        assert_ne!(std::fs::read(file).unwrap(), b"text", "{args:?}");
    }
}

/// A model is learned, written, and played with; a model of another shape is refused.
#[test]
fn a_move_model_is_learned_from_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.toml");
    let path = path.to_str().unwrap();
    let train = ["train", "move-model", "--games", "20", "--agent", "lookahead", "--seed", "3"];
    let report = json(&[&train[..], &["--out", path, "--threads", "2", "--json"]].concat());
    assert_eq!((&report["games"], &report["rules"]), (&20.into(), &"classic".into()));
    assert!(report["samples"].as_u64() > Some(20), "{report}");
    assert_eq!(ok(&train), std::fs::read_to_string(path).unwrap(), "on any number of threads");
    let team = format!("pimbot:playouts=5,locations=belief,model={path}");
    let series = ["match", "--detectives", &team, "--games", "2", "--json"];
    assert_eq!(json(&series)["fouls"], 0);
    std::fs::write(path, ok(&train).replace("step    = [", "step    = [0.5, ")).unwrap();
    bad(
        &series,
        &format!("agent pimbot: model: {path}: line 8: step: 44 weights are wanted, not 45"),
    );
    bad(&["train", "move-model", "--games", "9"], "--games must be at least 10");
}

/// A model of several Mr Xs is learned from as many games of each, on any number of threads.
#[test]
fn a_move_model_is_learned_from_several_mr_xs() {
    let train = ["train", "move-model", "--games", "12", "--agent", "lookahead", "--seed", "3"];
    let both = [&train[..], &["--mr-x", "random", "--mr-x", "lookahead"]].concat();
    let report = json(&[&both[..], &["--threads", "2", "--json"]].concat());
    assert_eq!(report["games"], 24);
    assert_eq!(report["agent"], "random and lookahead against lookahead");
    let text = ok(&both);
    assert_eq!(text, ok(&[&both[..], &["--threads", "1"]].concat()));
    assert_ne!(text, ok(&train));
}
