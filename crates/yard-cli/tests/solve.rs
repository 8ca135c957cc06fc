//! `yard solve`, `yard exploit` and the agent `nash` through the command.

use std::fs;
use std::io::BufRead;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yard"));
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// Asserts exit code 2, nothing on standard output and just this message.
fn bad(args: &[&str], message: &str) {
    let output = command(args).output().expect("yard starts");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let printed = (text(&output.stdout), text(&output.stderr));
    assert_eq!(printed, (String::new(), format!("error: {message}\n")), "{args:?}");
}

/// Runs a command with a data folder of its own: exit code, standard output, standard error.
fn yard_in(data: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = command(args).env("YARD_DATA", data).output().expect("yard starts");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn json_in(data: &Path, args: &[&str]) -> Value {
    let (code, out, error) = yard_in(data, &[args, &["--json"]].concat());
    assert_eq!(code, Some(0), "{args:?}: {error}");
    serde_json::from_str(&out).expect("one JSON object")
}

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Perfect play on glasses wins 8 games of 9 for the detectives.
#[test]
fn glasses_is_solved_to_half_a_thousandth() {
    let data = tempfile::tempdir().expect("a folder");
    let solve = ["solve", "--rules", "glasses", "--precision", "0.0005"];
    let report = json_in(data.path(), &solve);
    let bounds: Vec<f64> = serde_json::from_value(report["detective_value"].clone()).expect("two");
    assert!(bounds[1] - bounds[0] <= 0.0005, "{report}");
    assert!(bounds[0] <= 8.0 / 9.0 && 8.0 / 9.0 <= bounds[1], "{report}");
    let exploitability = report["exploitability"].as_f64().expect("a number");
    assert!((exploitability - 0.5 * (bounds[1] - bounds[0])).abs() < 1e-12);
    assert!(report["seconds"].as_f64() >= Some(0.0));
    let policy = report["policy"].as_str().expect("a path");
    assert!(Path::new(policy).starts_with(data.path()), "{policy}");
    let (code, out, _) = yard_in(data.path(), &solve);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("glasses: the detectives win 0.888"), "{out}");
}

#[test]
fn the_values_of_shorter_games_come_along() {
    let data = tempfile::tempdir().expect("a folder");
    let solve = ["solve", "--rules", "grid:3,1,7", "--shorter"];
    let report = json_in(data.path(), &solve);
    let rounds = |game: &Value| game["rounds"].as_u64();
    let shorter = report["shorter"].as_array().expect("shorter games");
    assert_eq!(shorter.iter().filter_map(rounds).collect::<Vec<_>>(), [1, 4]);
    let (code, out, _) = yard_in(data.path(), &solve);
    assert_eq!(code, Some(0));
    assert!(out.contains("in 1 round: ") && out.contains("in 4 rounds: 0.38"), "{out}");
    let (_, out, _) = yard_in(data.path(), &["solve", "--rules", "glasses", "--shorter"]);
    assert!(out.contains("there are no shorter games in it"), "{out}");
}

/// The first game makes Yard solve the board and keep the policy; the second one finds it.
#[test]
fn nash_is_solved_on_first_use_and_kept() {
    let data = tempfile::tempdir().expect("a folder");
    let series = ["match", "--rules", "glasses", "--x", "nash", "--detectives", "nash", "--games"];
    let series = [&series[..], &["20"]].concat();
    let (code, first, error) = yard_in(data.path(), &series);
    assert_eq!((code, error.as_str()), (Some(0), "solving glasses for nash; this is done once\n"));
    let kept = files(&data.path().join("policies"));
    assert!(kept.len() == 1 && kept[0].ends_with("-0.001.policy"), "{kept:?}");
    let (_, second, error) = yard_in(data.path(), &series);
    assert_eq!(error, "");
    let games = |text: &str| text.lines().nth(1).map(str::to_owned);
    assert_eq!(games(&first), games(&second));
    // What is broken is solved again.
    let path = data.path().join("policies").join(&kept[0]);
    fs::write(&path, "nothing").expect("written");
    let (code, third, _) = yard_in(data.path(), &series);
    assert_eq!((code, games(&third)), (Some(0), games(&first)));
    assert!(fs::metadata(&path).expect("written again").len() > 20);
}

#[test]
fn a_policy_of_other_rules_or_version_is_refused() {
    let data = tempfile::tempdir().expect("a folder");
    let file = data.path().join("small.policy");
    let path = file.to_str().expect("UTF-8");
    let report = json_in(data.path(), &["solve", "--rules", "grid:3,1,4", "--out", path]);
    assert_eq!(report["policy"], path);
    bad(
        &["solve", "--rules", "grid:3,1,4", "--out", path],
        &format!("{path} exists already; --force overwrites it"),
    );
    let spec = format!("nash:policy={path}");
    let series = |rules| ["match", "--rules", rules, "--games", "2", "--x", spec.as_str()];
    assert_eq!(yard_in(data.path(), &series("grid:3,1,4")).0, Some(0));
    let refused = |rules, cause: &str| {
        let (code, out, error) = yard_in(data.path(), &series(rules));
        let text = format!("error: agent nash: cannot use the policy {path}: {cause}\n");
        assert_eq!((code, out.as_str(), error), (Some(2), "", text));
    };
    refused("grid:3,1,5", "it is a policy for other rules");
    let mut bytes = fs::read(&file).expect("written");
    bytes[12] = 7;
    fs::write(&file, &bytes).expect("written");
    refused("grid:3,1,4", "it is a policy of version 7; this program reads version 1");
    bytes[12] = 1;
    bytes[20] ^= 1;
    fs::write(&file, &bytes).expect("written");
    refused("grid:3,1,4", "it is damaged");
    fs::remove_file(&file).expect("removed");
    refused("grid:3,1,4", "there is no such file");
}

#[test]
fn a_board_too_large_is_refused_with_its_size() {
    let data = tempfile::tempdir().expect("a folder");
    for rules in ["classic", "grid15", "grid7"] {
        let (code, out, error) = yard_in(data.path(), &["solve", "--rules", rules]);
        assert_eq!((code, out.as_str()), (Some(3), ""), "{rules}");
        let begin = format!("error: {rules} is too large to be solved: about 10^");
        assert!(error.starts_with(&begin) && error.lines().count() == 1, "{error}");
    }
    let size = json_in(data.path(), &["solve", "--rules", "classic", "--estimate"]);
    assert_eq!(size["too_large"], true);
    let (code, _, error) = yard_in(data.path(), &["match", "--x", "nash", "--games", "1"]);
    assert_eq!(code, Some(2));
    assert!(error.starts_with("error: agent nash cannot play classic: too large"), "{error}");
    bad(&["solve", "--precision", "0"], "--precision must be from 0.000000001 to 1");
    let nowhere = ["solve", "--rules", "glasses", "--out", "no/such/place.policy"];
    bad(&nowhere, "cannot write no/such/place.policy: there is no such folder");
}

/// Starts a solver, stops it with Ctrl-C after a message that begins so, and returns its last one;
/// it was to write `grid.policy` in the data folder.
#[cfg(unix)]
fn interrupted_after(begin: &str, data: &Path, args: &[&str]) -> Option<String> {
    let file = data.join("grid.policy");
    let mut child =
        command(args).arg("--out").arg(file).env("YARD_DATA", data).spawn().expect("yard starts");
    let mut messages =
        std::io::BufReader::new(child.stderr.take().expect("piped")).lines().map_while(Result::ok);
    assert!(messages.any(|message| message.starts_with(begin)), "no message {begin}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    let last = messages.last();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    last
}

/// Ctrl-C leaves no policy behind, not even a part of one, but what is solved so far.
#[cfg(unix)]
#[test]
fn an_interrupted_solver_keeps_what_it_has() {
    let data = tempfile::tempdir().expect("a folder");
    // Far too long to end by itself. The first message comes when the handler is set.
    let args = ["solve", "--rules", "grid:6,2,240", "--precision", "0.000001"];
    let last = interrupted_after("solving grid:6,2,240: about ", data.path(), &args);
    let last = last.expect("a message");
    let kept = data.path().join("grid.policy.checkpoint");
    let end = format!(" segments are kept in {}; the same command goes on", kept.display());
    assert!(last.starts_with("interrupted: ") && last.ends_with(&end), "{last}");
    assert_eq!(files(data.path()), ["grid.policy.checkpoint"]);
}

/// What was solved before Ctrl-C is not lost with the shorter games, which take longer here.
#[cfg(unix)]
#[test]
fn an_interrupted_solver_of_shorter_games_keeps_the_long_one() {
    let data = tempfile::tempdir().expect("a folder");
    let args = ["solve", "--rules", "grid:3,2,240", "--shorter"];
    let last = interrupted_after("solving the shorter games", data.path(), &args);
    let last = last.expect("a message");
    assert!(last.ends_with("the same command goes on"), "{last}");
    assert_eq!(files(data.path()), ["grid.policy", "grid.policy.checkpoint"]);
}

/// Ten stations in a ring, and a Mr X with one black and one double ticket.
const RING: &str = "version = 1\nname = 'ring'\nstations = 10\n[lines]\n\
    taxi = [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 8], [8, 9], [9, 10], [10, 1]]\n";
const RING_RULES: &str = "version = 1\nname = 'ring'\nboard = './ring.toml'\ndetectives = 2\n\
    log_slots = 10\nsurfaces = [3, 6, 9]\n[detective_tickets]\ntaxi = 'unlimited'\n[mr_x_tickets]\n\
    taxi = 'unlimited'\nblack = 1\ndouble = 1\n[start]\nanywhere = true\n";

/// A kill at any moment costs no finished segment, and what comes out is the same.
#[test]
fn a_killed_solver_goes_on_to_the_same_bytes() {
    let data = tempfile::tempdir().expect("a folder");
    let [board, rules] = ["ring.toml", "rules.toml"].map(|name| data.path().join(name));
    fs::write(&board, RING).expect("written");
    fs::write(&rules, RING_RULES).expect("written");
    let rules = rules.to_str().expect("UTF-8");
    let place = |name: &str| data.path().join(name).to_str().expect("UTF-8").to_owned();
    let [whole, broken] = ["whole", "broken"].map(place);
    fn solve<'a>(rules: &'a str, out: &'a str) -> [&'a str; 7] {
        ["solve", "--rules", rules, "--threads", "1", "--out", out]
    }
    let (code, shown, error) = yard_in(data.path(), &solve(rules, &whole));
    assert_eq!(code, Some(0), "{error}");
    let checkpoint = place("broken.checkpoint");
    let bytes = || fs::metadata(&checkpoint).map_or(0, |about| about.len());
    let mut kills = 0;
    for wanted in [300, 6_000] {
        let mut child = command(&solve(rules, &broken)).spawn().expect("yard starts");
        while bytes() < wanted && child.try_wait().expect("it runs").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child.kill().expect("killed");
        kills += usize::from(!child.wait().expect("it ends").success());
    }
    assert!(kills > 0, "the game is too quick for this test");
    // A part of an entry is cut off; another game's checkpoint is refused.
    let kept = bytes();
    let mut cut = fs::read(&checkpoint).expect("kept");
    cut.truncate(cut.len() - 7);
    fs::write(&checkpoint, cut).expect("written");
    let other = ["solve", "--rules", "glasses", "--out", &broken];
    let refused = "it is the checkpoint of another game or precision; take it away to begin anew";
    bad(&other, &format!("{checkpoint}: {refused}"));
    assert_eq!(bytes(), kept - 7);
    let (code, again, error) = yard_in(data.path(), &solve(rules, &broken));
    assert_eq!(code, Some(0), "{error}");
    assert!(error.contains("going on with "), "{error}");
    assert_eq!(again.lines().next(), shown.lines().next());
    assert_eq!(fs::read(&broken).expect("a policy"), fs::read(&whole).expect("a policy"));
    assert!(!Path::new(&checkpoint).exists(), "nothing is left to go on with");
}

#[test]
fn exploit_tells_what_a_best_response_wins_and_how_it_knows() {
    let data = tempfile::tempdir().expect("a folder");
    let ask = |side: &str, agent: &str| {
        json_in(data.path(), &["exploit", "--rules", "glasses", side, agent, "--games", "100"])
    };
    let caught = ask("--x", "alphabeta");
    assert_eq!((caught["kind"].as_str(), caught["value"].as_f64()), (Some("exact"), Some(1.0)));
    assert_eq!(caught["side"], "mr-x");
    let random = ask("--detectives", "random");
    assert_eq!(random["kind"], "exact");
    assert!((random["value"].as_f64().expect("a number") - 0.4938).abs() < 1e-4, "{random}");
    let nash = ask("--x", "nash");
    assert!((nash["value"].as_f64().expect("a number") - 8.0 / 9.0).abs() < 0.001, "{nash}");
    let searcher = ask("--detectives", "mcts-sova:playouts=20");
    assert_eq!(searcher["kind"], "exact");
    assert!(searcher["value"].as_f64() >= Some(0.11), "{searcher}");
    let (code, _, error) = yard_in(data.path(), &["exploit", "--rules", "glasses"]);
    assert_eq!(code, Some(2), "{error}");
}

/// The games of the search are kept one by one: a run that was cut off goes on to the same answer, and parts
/// of it are joined.
#[test]
fn a_search_for_a_response_goes_on_and_is_split() {
    let data = tempfile::tempdir().expect("a folder");
    let path = |name: &str| data.path().join(name).to_str().expect("UTF-8").to_owned();
    let ask = |more: &[&str]| {
        let search = ["exploit", "--rules", "glasses", "--detectives", "mcts-sova:playouts=5"];
        let budget = ["--search", "--games", "12", "--playouts", "20", "--questions", "200"];
        json_in(data.path(), &[&search[..], &budget[..], more].concat())
    };
    let whole = ask(&["--out", &path("whole")]);
    assert_eq!((whole["kind"].as_str(), whole["games"].as_u64()), (Some("lower_bound"), Some(12)));
    let value = whole["value"].as_f64().expect("a number");
    let ci95: Vec<f64> = serde_json::from_value(whole["ci95"].clone()).expect("two");
    assert!(ci95[0] <= value && value <= ci95[1], "{whole}");
    assert!(whole["questions"].as_f64().is_some_and(|asked| (1.0..=210.0).contains(&asked)));
    assert_eq!(whole["respond"]["playouts"], 20);
    let text = fs::read_to_string(path("whole")).expect("written");
    let cut: Vec<&str> = text.lines().take(6).collect();
    fs::write(path("cut"), cut.join("\n") + "\n{\"cell\":0,\"ind").expect("written");
    let resumed = ask(&["--out", &path("cut"), "--resume", "--threads", "1"]);
    for key in ["value", "ci95", "games"] {
        assert_eq!(resumed[key], whole[key], "{key}");
    }
    for part in ["1/2", "2/2"] {
        ask(&["--out", &path(&part.replace('/', "-")), "--shard", part]);
    }
    let merge = ["merge", &path("1-2"), &path("2-2"), "--out", &path("merged")];
    assert_eq!(yard_in(data.path(), &merge).0, Some(0));
    let sorted = |name: &str| {
        let text = fs::read_to_string(path(name)).expect("written");
        let mut lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted("merged"), sorted("whole"));
    let refuse = |more: &[&str], message: &str| {
        bad(&[&["exploit", "--rules", "glasses", "--x", "random"], more].concat(), message);
    };
    refuse(&["--games", "0"], "--games must be at least 1");
    refuse(&["--threads", "0"], "--threads must be from 1 to 1024");
}

#[test]
fn show_prints_and_draws_the_solution() {
    let data = tempfile::tempdir().expect("a folder");
    let file = data.path().join("record.txt");
    fs::write(&file, "yard-record 1\nrules glasses\nstart 6 1 11\n1 T? | T2 T10\n")
        .expect("written");
    let svg = data.path().join("shown.svg");
    let (record, drawn) = (file.to_str().expect("UTF-8"), svg.to_str().expect("UTF-8"));
    let report = json_in(data.path(), &["solve", "--show", record, "--svg", drawn]);
    let places = report["places"].as_array().expect("a list");
    let stations: Vec<_> = places.iter().map(|place| place["station"].as_u64()).collect();
    assert_eq!(stations, [Some(5), Some(7)]);
    for place in places {
        let chances = place["moves"].as_array().expect("a list").iter();
        let sum: f64 = chances.filter_map(|row| row["chance"].as_f64()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{place}");
        // He can do nothing better than 8 of 9, nor worse if he plays his plan.
        assert!((place["detective_value"].as_f64().expect("a number") - 8.0 / 9.0).abs() < 0.001);
    }
    let picture = fs::read_to_string(&svg).expect("drawn");
    assert!(picture.contains("class=\"heat\"") && picture.contains("class=\"arrow\""));
    let (code, out, _) = yard_in(data.path(), &["solve", "--show", record]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("Mr X on  likely   detectives win\n      5  0."), "{out}");
}

#[test]
fn a_curve_tells_exploitability_by_iterations_and_keeps_nothing() {
    let data = tempfile::tempdir().unwrap();
    let curve = ["solve", "--rules", "glasses", "--curve", "33,300"];
    let report = json_in(data.path(), &curve);
    let at = |point: usize| report["curve"][point]["exploitability_plus_minus"].as_f64().unwrap();
    assert_eq!(report["curve"][0]["iterations"], 33);
    assert!(at(0) < 0.05 && at(1) < 0.001, "{report}");
    assert!(files(data.path()).is_empty());
    bad(
        &["solve", "--rules", "glasses", "--curve", "0"],
        "--curve takes numbers from 1 to 1000000",
    );
    bad(
        &["solve", "--rules", "grid:3,1,4", "--curve", "5"],
        "grid:3,1,4: --curve needs a small game in which Mr X is never seen before the end",
    );
}
