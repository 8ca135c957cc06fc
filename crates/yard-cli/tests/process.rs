//! Programs that play: good ones, `yard engine`, and every fault a program can have.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use yard_agents::Seed;
use yard_arena::samples::contender;
use yard_arena::{Series, Tally};
use yard_core::{Deal, Game, MrXMove, Record, Rules, Station, Turn};
use yard_protocol::messages::{Choose, FromProgram, RulesData, ToProgram};
use yard_roster::{AgentSpec, Roster, load_rules};

const YARD: &str = env!("CARGO_BIN_EXE_yard");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn yard(args: &[&str]) -> Output {
    Command::new(YARD).args(args).output().expect("yard starts")
}

/// Starts the program, writes all of this to it, and waits for its end.
fn said_to(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(YARD);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("yard starts");
    // One that has given up reads no more.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

fn json(args: &[&str]) -> serde_json::Value {
    let output = yard(&[args, &["--json"]].concat());
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn example_bot() -> String {
    format!("process:python3 '{ROOT}/examples/bot.py'")
}

fn engine(agent: &str) -> String {
    format!("process:'{YARD}' engine --agent {agent}")
}

fn faulty(parameters: &str, fault: &str, folder: &Path) -> String {
    let bot = format!("{}/tests/bots/faulty.py", env!("CARGO_MANIFEST_DIR"));
    format!("process{parameters}:python3 '{bot}' {fault} '{}'", folder.display())
}

/// Plays a series in this process, so that what it leaves behind would be our children.
fn series(rules: &str, mr_x: &str, detectives: &str, games: u64) -> Tally {
    let series = Series {
        rules: Arc::new(load_rules(rules).unwrap()),
        mr_x: contender(mr_x),
        detectives: contender(detectives),
        games,
        seed: Seed(5),
        threads: Some(2),
    };
    series.play(&AtomicBool::new(false), &|_, _| {}).unwrap()
}

#[test]
fn the_example_bot_plays_both_sides_and_beats_random() {
    let bot = example_bot();
    for rules in ["classic", "grid5", "modern"] {
        let as_x = series(rules, &bot, "random", 20);
        assert_eq!((as_x.games, as_x.fouls), (20, 0), "{rules}: {:?}", as_x.first_foul);
        assert!(as_x.detective_wins <= 4, "{rules}: {as_x:?}");
        let as_detectives = series(rules, "random", &bot, 20);
        assert_eq!(as_detectives.fouls, 0, "{rules}: {:?}", as_detectives.first_foul);
        assert!(as_detectives.detective_wins >= 12, "{rules}: {as_detectives:?}");
    }
}

#[test]
fn an_engine_plays_every_preset_and_the_same_seed_gives_the_same_games() {
    let random = engine("random");
    for yard_core::presets::Preset { name: rules, .. } in yard_core::presets::RULES {
        let first = series(rules, &random, &random, 3);
        assert_eq!((first.games, first.fouls), (3, 0), "{rules}: {:?}", first.first_foul);
        assert_eq!(first, series(rules, &random, &random, 3), "{rules}");
    }
}

#[test]
fn an_engine_plays_rules_from_a_file_and_with_fewer_detectives() {
    let path = format!("{ROOT}/crates/yard-core/data/rules/bristol.toml");
    let random = engine("random");
    let args = ["match", "--rules", &path, "--detectives-count", "3", "--games", "3", "--x"];
    let report = json(&[&args[..], &[&random, "--detectives", &random]].concat());
    assert_eq!(report["fouls"], 0, "{report}");
    assert_eq!(report["x"], random);
}

#[test]
fn an_engine_within_an_engine_plays_too() {
    let nested = format!("process:'{YARD}' engine --side x --agent \"{}\"", engine("random"));
    let tally = series("grid5", &nested, "random", 2);
    assert_eq!((tally.games, tally.fouls), (2, 0), "{:?}", tally.first_foul);
}

#[test]
fn an_engine_for_one_side_refuses_the_other() {
    let only_x = format!("process[stderr=drop]:'{YARD}' engine --side x");
    let tally = series("grid5", "random", &only_x, 2);
    assert_eq!(tally.fouls, 2);
    let (_, foul) = tally.first_foul.unwrap();
    assert!(foul.ends_with("gave up: \"this engine plays Mr X only\""), "{foul}");
}

#[cfg(target_os = "linux")]
fn assert_gone(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let pid = entry.unwrap().file_name().into_string().unwrap();
        // A killed grandchild dies when the system gets to it; nobody of ours can wait for it.
        let mut looks = 0;
        while let Some(stat) = living(&pid) {
            assert!(looks < 500, "process {pid} is still there: {stat}");
            std::thread::sleep(std::time::Duration::from_millis(20));
            looks += 1;
        }
    }
}

/// What the system says of a process that has not ended, or has not been waited for by us.
#[cfg(target_os = "linux")]
fn living(pid: &str) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat.rsplit(')').next().unwrap().split_whitespace();
    let (state, parent) = (fields.next().unwrap(), fields.next().unwrap());
    // Another's zombie (a grandchild's, in a container without an init) is dead as well.
    let ours = parent == std::process::id().to_string();
    (state != "Z" || ours).then_some(stat)
}

#[cfg(not(target_os = "linux"))]
fn assert_gone(_: &Path) {}

/// Each fault loses the game that it happens in, says what it was, and leaves nothing behind.
fn assert_foul(parameters: &str, fault: &str, message: &str) {
    let folder = tempfile::tempdir().unwrap();
    let spec = faulty(&format!("[stderr=drop{parameters}]"), fault, folder.path());
    let tally = series("grid5", "random", &spec, 3);
    assert_eq!((tally.games, tally.fouls), (3, 3), "{fault}: {tally:?}");
    assert_eq!(tally.detective_wins, 0, "{fault}: a foul loses");
    let (_, foul) = tally.first_foul.unwrap();
    assert!(foul.starts_with("the detectives: the program \"python3 "), "{fault}: {foul}");
    assert!(foul.ends_with(message), "{fault}: {foul}");
    assert!(fs::read_dir(folder.path()).unwrap().count() >= 3, "{fault}: it is started anew");
    assert_gone(folder.path());
}

#[test]
fn a_program_that_dies_loses_the_game() {
    assert_foul("", "die", "has ended (exit status: 3)");
    assert_foul("", "die-with-child", "has ended (exit status: 3)");
    assert_foul("", "half", "has ended (exit status: 0)");
}

#[test]
fn a_program_that_hangs_loses_by_the_clock() {
    assert_foul(",ms=300", "hang", "gave no answer within 300 ms");
    assert_foul(",ms=300", "hang-with-child", "gave no answer within 300 ms");
}

#[test]
fn a_program_that_sends_nonsense_loses_the_game() {
    let no_message = |fault, message: &str| assert_foul("", fault, message);
    no_message("garbage", "sent \"I think T46 is best\", which is no message: expected value");
    no_message("binary", "which is no message: expected value");
    no_message(
        "array",
        "sent \"[1, 2]\", which is no message: invalid type: integer `1`, expected variant identifier",
    );
    no_message("type", "unknown variant `moove`, expected one of `hello`, `move`, `error`");
    no_message("no-move", "which is no message: missing field `move`");
    no_message("hello-again", "said hello where a move was due");
    no_message("error", "gave up: \"I am lost\"");
    no_message("long", "sent a line of more than 1048576 bytes");
}

#[test]
fn a_program_that_plays_no_legal_move_loses_the_game() {
    assert_foul("", "illegal", "played \"U255\": no underground ticket is left for this");
    assert_foul("", "no-notation", "and a station, such as T46");
    // Whether the first or a later line of the flood is read as an answer is up to the system.
    assert_foul("", "flood", "");
}

#[test]
fn a_program_that_closes_its_pipes_loses_the_game() {
    assert_foul("", "close-output", "closed its standard output");
    assert_foul(",ms=300", "close-input", "gave no answer within 300 ms");
    assert_foul(",ms=300", "close-input-early", "");
}

#[test]
fn after_a_fault_the_series_goes_on_with_a_new_program() {
    let folder = tempfile::tempdir().unwrap();
    let spec = faulty("", "once", folder.path());
    // Each thread has programs of its own, so one thread makes their number certain.
    let one =
        ["match", "--rules", "grid5", "--threads", "1", "--games", "5", "--json", "--x", &spec];
    let output = yard(&one);
    assert_eq!(output.status.code(), Some(0));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["games"], &report["fouls"]), (&5.into(), &1.into()), "{report}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "tried, died, played on");
    let spec = faulty("", "die", folder.path());
    let output = yard(&["match", "--rules", "grid5", "--x", &spec, "--games", "2", "--json"]);
    assert_eq!(output.status.code(), Some(0), "a foul is a result, not an error");
    let said = text(&output.stderr);
    assert!(said.contains("warning: 2 fouls; the first in game 1: Mr X: the program \""), "{said}");
    assert!(said.contains("a word to standard error"), "{said}");
    let spec = faulty("[stderr=drop]", "die", folder.path());
    let output = yard(&["match", "--rules", "grid5", "--x", &spec, "--games", "2"]);
    assert!(!text(&output.stderr).contains("a word to standard error"));
}

#[test]
fn a_program_that_cannot_start_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |spec: &str, message: &str| {
        let output = yard(&["match", "--rules", "grid5", "--x", spec, "--games", "2"]);
        assert_eq!(
            (output.status.code(), text(&output.stdout)),
            (Some(2), String::new()),
            "{spec}"
        );
        let said = text(&output.stderr);
        assert!(said.starts_with("error: agent process: "), "{said}");
        assert!(said.trim_end().ends_with(message), "{said}");
    };
    refused(
        "process:/no/such/bot -x",
        "\"/no/such/bot -x\" cannot be started: there is no such program",
    );
    let start = |fault, message: &str| refused(&faulty("", fault, folder.path()), message);
    start("mute-start", "has ended (exit status: 1)");
    start("garbage-start", "sent \"Bot 1.0 ready\", which is no message: expected value");
    start("version-start", "speaks version 2 of the protocol, not 1");
    start("move-start", "sent a move where a hello was due");
}

#[test]
fn yard_play_works_with_programs_and_says_when_they_fail() {
    let watch = ["play", "--rules", "grid5", "--as", "watch", "--seed", "3", "--against"];
    let output = yard(&[&watch[..], &[&example_bot()]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let folder = tempfile::tempdir().unwrap();
    let spec = faulty("[stderr=drop]", "die", folder.path());
    let output = yard(&[&watch[..], &[&spec]].concat());
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("Mr X: the program \"python3 "), "{said}");
}

/// A hint that cannot be had is an error message and no move, and the game goes on.
#[test]
fn a_giver_of_hints_that_fails_gives_none() {
    for side in ["detectives", "x"] {
        // With this seed nobody is caught by the first move.
        let args = ["play", "--rules", "grid5", "--as", side, "--against", "random", "--seed", "3"];
        let said = said_to(
            &[&args[..], &["--hints", "process:/bin/false"]].concat(),
            "hint\n1\nhint\nquit\n",
        );
        assert!(said.status.success(), "{side}: {}", text(&said.stderr));
        let out = text(&said.stdout);
        assert!(!out.contains("Hint: "), "{side}: {out}");
        let message = "There is no hint: the program \"/bin/false\" has ended (exit status: 1)";
        assert_eq!(out.matches(message).count(), 2, "{side}: {out}");
        assert!(out.contains("You left the game"), "{side}: {out}");
    }
}

/// An engine whose agent fails says so in the protocol's own words.
#[test]
fn an_engine_without_a_move_sends_an_error() {
    let (input, _) = documented_session();
    let output = said_to(&["engine", "--agent", "process:/bin/false"], &input);
    assert_eq!(output.status.code(), Some(2));
    let out = text(&output.stdout);
    let last = serde_json::from_str::<FromProgram>(out.lines().last().unwrap()).unwrap();
    let FromProgram::Error { message } = last else { panic!("{out}") };
    assert_eq!(message, "the program \"/bin/false\" has ended (exit status: 1)");
    assert!(!out.contains("\"move\""), "{out}");
}

/// Mr X's start and his moves.
type Way = (Station, Vec<MrXMove>);

/// Lets the detectives play their first legal moves, as the scribe does.
fn detectives_move(game: &mut Game) {
    while let Turn::Detective(_) | Turn::Team = game.turn() {
        let mv = game.detective_view().legal_moves().next().unwrap();
        game.play(mv.into()).unwrap();
    }
}

/// All ways of Mr X with these tickets, by what the detectives see of them.
fn ways(
    rules: &Arc<Rules>,
    detectives: &[Station],
    tickets: &[&str],
) -> BTreeMap<String, Vec<Way>> {
    let mut open: Vec<(Way, Game)> = Vec::new();
    for start in rules.mr_x_starts().iter().filter(|start| !detectives.contains(start)) {
        let deal = Deal { mr_x: start, detectives: detectives.iter().copied().collect() };
        open.push(((start, Vec::new()), Game::new(Arc::clone(rules), &deal)));
    }
    for wanted in tickets {
        let mut longer = Vec::new();
        for ((start, moves), game) in open.iter().filter(|(_, game)| game.turn() == Turn::MrX) {
            for mv in game.mr_x_view().legal_moves() {
                let written = mv.to_string();
                if written.trim_start_matches('2').replace(char::is_numeric, "") != *wanted {
                    continue;
                }
                let mut game = game.clone();
                game.play(mv.into()).unwrap();
                detectives_move(&mut game);
                longer.push(((*start, [&moves[..], &[mv]].concat()), game));
            }
        }
        open = longer;
    }
    let mut seen: BTreeMap<String, Vec<Way>> = BTreeMap::new();
    for (way, game) in open {
        seen.entry(Record::of_view(game.detective_view()).to_string()).or_default().push(way);
    }
    seen
}

/// Plays one game with the scribe as detectives while Mr X goes the given way, and returns every
/// byte that the scribe was sent.
fn sent_to_detectives(rules: &Arc<Rules>, detectives: &[Station], way: &Way) -> String {
    let deal = Deal { mr_x: way.0, detectives: detectives.iter().copied().collect() };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sent");
    let bot = format!("{}/tests/bots/scribe.py", env!("CARGO_MANIFEST_DIR"));
    let spec: AgentSpec = format!("process:python3 '{bot}' '{}'", file.display()).parse().unwrap();
    let mut agent = Roster::default().detectives(&spec, rules).unwrap();
    let mut rng = Seed(1).stream("detectives");
    let mut game = Game::new(Arc::clone(rules), &deal);
    agent.begin();
    for mv in &way.1 {
        game.play((*mv).into()).unwrap();
        while let Turn::Detective(_) | Turn::Team = game.turn() {
            let mv = agent.choose(game.detective_view(), &mut rng).unwrap();
            game.play(mv.into()).unwrap();
        }
    }
    agent.end(game.detective_view());
    drop(agent);
    text(&fs::read(file).unwrap())
}

/// What the detectives' program is sent does not depend on where Mr X is hidden.
#[test]
fn a_detectives_program_is_sent_nothing_hidden() {
    for (rules, detectives, tickets) in [
        ("grid5", &[21, 25][..], &["T", "T", "T", "T", "T"][..]),
        // A double move that surfaces, black tickets, hand-over; fixed order and any order.
        ("classic", &[26, 29, 50, 53, 91], &["T", "KT", "T"]),
        ("modern", &[26, 29, 50, 53, 91], &["T", "KT", "B"]),
    ] {
        let rules = Arc::new(load_rules(rules).unwrap());
        let detectives: Vec<Station> = detectives.iter().filter_map(|n| Station::new(*n)).collect();
        let seen = ways(&rules, &detectives, tickets);
        let differ = |ways: &&Vec<Way>| ways.last().unwrap().0 != ways[0].0;
        let twins = seen.values().find(differ).expect("two ways that look the same");
        let (one, other) = (&twins[0], twins.last().unwrap());
        let sent = sent_to_detectives(&rules, &detectives, one);
        assert_eq!(sent, sent_to_detectives(&rules, &detectives, other), "{one:?}, {other:?}");
        assert!(sent.contains(r#""log":["T?","#) && sent.contains(r#""start":{"mr_x":null"#));
        assert!(
            sent.contains(r#""type":"end""#) && sent.ends_with("{\"type\":\"quit\"}\n"),
            "{sent}"
        );
        assert!(!sent.contains("\"station\"") && !sent.contains("\"path\""), "{sent}");
    }
}

/// When the game is over both sides are told Mr X's way, and his own log has his stations before.
#[test]
fn the_end_tells_the_whole_way_and_mr_x_knows_his_own() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let bot = format!("{}/tests/bots/scribe.py", env!("CARGO_MANIFEST_DIR"));
    let scribe = |name: &str| format!("process:python3 '{bot}' '{}'", at(name).display());
    let tally = series("grid5", &scribe("x"), &scribe("d"), 1);
    assert_eq!(tally.fouls, 0);
    let messages = |name: &str| -> Vec<ToProgram> {
        let sent = text(&fs::read(at(name)).unwrap());
        sent.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let end = |name: &str| {
        let last = messages(name).into_iter().find_map(|message| match message {
            ToProgram::End(end) => Some(end),
            ToProgram::Hello(_)
            | ToProgram::Begin(_)
            | ToProgram::Choose(_)
            | ToProgram::Quit {} => None,
        });
        last.expect("an end")
    };
    let (mr_x, team) = (end("x"), end("d"));
    assert_eq!(mr_x, team);
    assert!(mr_x.way.len() > 1);
    let mut questions = 0;
    for message in messages("x") {
        let ToProgram::Choose(question) = message else { continue };
        questions += 1;
        assert!(!question.log.iter().any(|ply| ply.contains('?')), "{:?}", question.log);
        assert_eq!(question.path[..], mr_x.way[..question.path.len()]);
    }
    assert!(questions > 0);
}

/// A question may bring its own position; the next one without it is about the game again.
#[test]
fn an_engine_answers_from_a_position() {
    let (session, _) = documented_session();
    let mut lines: Vec<&str> = session.lines().collect();
    let position = r#"{"type":"choose","turn":"1","slot":2,"turns":2,"setup":"grid:3,1,3,2 x ? detectives 9 turn 1 slot 2 candidates 5","log":[],"detectives":[9],"detective_tickets":[[null,0,0]],"mr_x_tickets":[null,0,0,0,0],"moved":[],"candidates":[5],"moves":["1:T6","1:T8"]}"#;
    lines.insert(3, position);
    let output = said_to(&["engine", "--agent", "random"], &(lines.join("\n") + "\n"));
    let said = text(&output.stdout);
    assert!(output.status.success() && !said.contains("error"), "{said}");
    let answer = said.lines().nth(2).unwrap();
    assert!(answer.contains("1:T6") || answer.contains("1:T8"), "{said}");
    let wrong = position.replace("detectives 9", "detectives 99");
    lines[3] = &wrong;
    let output = said_to(&["engine", "--agent", "random"], &(lines.join("\n") + "\n"));
    assert!(text(&output.stdout).contains("there is no station 99"), "{output:?}");
}

/// Processor time is counted apart from the clock, and sleeping costs none.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_works_too_long_loses_by_its_processor_time() {
    assert_foul(",cpu=200", "spin", "used more than 200 ms of processor time");
    let folder = tempfile::tempdir().unwrap();
    let tally = series("grid5", &faulty("[cpu=200]", "doze", folder.path()), "random", 1);
    assert_eq!(tally.fouls, 0, "{:?}", tally.first_foul);
}

/// The question of either side is all that the engine needs, and comes back as it was sent.
#[test]
fn messages_survive_json() {
    let rules = Arc::new(load_rules("modern").unwrap());
    let deal = rules.deal(&mut Seed(2).stream("deal"));
    let game = Game::new(Arc::clone(&rules), &deal);
    let question = Choose::of_mr_x(game.mr_x_view());
    assert_eq!(question.station, Some(deal.mr_x));
    let message = ToProgram::Choose(Box::new(question));
    let line = serde_json::to_string(&message).unwrap();
    assert_eq!(serde_json::from_str::<ToProgram>(&line).unwrap(), message);
    let data = RulesData::new(&rules);
    let line = serde_json::to_string(&data).unwrap();
    assert_eq!(serde_json::from_str::<RulesData>(&line).unwrap(), data);
}

/// What docs/reference/protocol.md sends to a program in its example, and how many answers it shows.
fn documented_session() -> (String, usize) {
    let page = fs::read_to_string(format!("{ROOT}/docs/reference/protocol.md")).unwrap();
    let session = page.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let mut input = String::new();
    let mut answers = 0;
    for line in session.lines() {
        if let Some(sent) = line.strip_prefix("> ") {
            serde_json::from_str::<ToProgram>(sent).unwrap_or_else(|e| panic!("{sent}: {e}"));
            input += &format!("{sent}\n");
        } else if let Some(said) = line.strip_prefix("< ") {
            serde_json::from_str::<FromProgram>(said).unwrap_or_else(|e| panic!("{said}: {e}"));
            answers += 1;
        } else {
            panic!("{line}");
        }
    }
    (input, answers)
}

/// The session in docs/reference/protocol.md is a real one: an engine can follow it, and answers in kind.
#[test]
fn the_session_in_the_documentation_is_real() {
    let (input, answers) = documented_session();
    let output = said_to(&["engine"], &input);
    assert!(output.status.success());
    let said = text(&output.stdout);
    assert_eq!(said.lines().count(), answers, "{said}");
    assert!(!said.contains("error"), "{said}");
}

/// A program that hears of nobody's end, and has started something, ends all the same when yard is killed.
#[cfg(target_os = "linux")]
#[test]
fn programs_end_when_yard_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let bot = faulty("[ms=600000]", "hang-with-child", folder.path());
    let mut command = Command::new(YARD);
    command.args(["match", "--rules", "grid5", "--games", "1", "--x", &bot]);
    let mut yard = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // One is tried before the series; the second one is asked for a move, and hangs beside its child.
    while fs::read_dir(folder.path()).unwrap().count() < 3 {
        assert!(yard.try_wait().unwrap().is_none(), "it has ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    yard.kill().unwrap();
    yard.wait().unwrap();
    assert_gone(folder.path());
}

/// The size that a device tells means nothing: what is read is counted.
#[cfg(target_os = "linux")]
#[test]
fn endless_files_are_refused_with_little_memory() {
    for (agent, rules) in [
        ("nash:policy=/dev/zero", "grid5"),
        ("pimbot:tables=/dev/zero", "classic"),
        ("dqn:model=/dev/zero", "grid5"),
    ] {
        // 2 GiB of addresses: enough for all that is read, and not for more.
        let script = "ulimit -v 2097152; exec \"$@\"";
        let args = ["match", "--rules", rules, "--games", "1", "--x", agent];
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script, "sh", YARD]).args(args).env("RAYON_NUM_THREADS", "1");
        let output = command.output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{agent}: {said}");
        assert!(said.starts_with("error: agent ") && said.contains("/dev/zero"), "{said}");
    }
}
