//! `yard train PRESET|FILE.toml`: files, resuming, and errors.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn yard(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yard")).args(args).output().expect("yard starts")
}

fn ok(args: &[&str]) -> String {
    let output = yard(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn bad(args: &[&str], part: &str) {
    let output = yard(args);
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {messages}");
    assert!(messages.contains(part), "{args:?}: {messages}");
}

/// A small training on a small grid.
fn plan(folder: &Path) -> String {
    let path = folder.join("small.toml");
    let text = "version = 1\nbase = \"hrklova-x\"\nrules = \"grid:3,1,6,2\"\ngames = 600\n\
                checkpoint = 20\nopponents = [\"random\"]\n[learner]\nbatch = 32\nreplay = 500\n\
                [gate]\nevery = 200\ngames = 20\n";
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_training_writes_models_metrics_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = (plan(folder.path()), folder.path().join("run"));
    let path = out.to_str().unwrap();
    let report = ok(&["train", &plan, "--games", "60", "--out", path, "--json", "--threads", "2"]);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["name"], &report["games"]), (&"small".into(), &60.into()));
    for name in [
        "plan.toml",
        "run.json",
        "state.safetensors",
        "model.safetensors",
        "model-f16.safetensors",
        "metrics.csv",
        "metrics.json",
        "rates.svg",
        "loss.png",
        "performance.svg",
    ] {
        assert!(out.join(name).is_file(), "{name} is missing");
    }
    let csv = fs::read_to_string(out.join("metrics.csv")).unwrap();
    assert!(csv.starts_with("games,updates,epsilon,loss,detective_rate,performance,gate\n1,"));
    assert_eq!(csv.lines().count(), 61);
    // The model plays, and the folder is not trained in twice by mistake.
    let model = format!("dqn:model={path}/model.safetensors");
    ok(&["match", "--rules", "grid:3,1,6,2", "--x", &model, "--games", "20"]);
    bad(&["train", &plan, "--out", path], "has a training already");
    bad(&["train", &plan, "--resume", path], "was begun with another plan");
    ok(&["train", "--resume", path]);
    fs::write(out.join("state.safetensors"), "no checkpoint").unwrap();
    bad(&["train", "--resume", path], "the checkpoint cannot be read");
}

/// `--games` with `--resume` makes a training longer, or says why it cannot.
#[test]
fn a_training_can_be_made_longer() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = (plan(folder.path()), folder.path().join("run"));
    let path = out.to_str().unwrap();
    ok(&["train", &plan, "--games", "40", "--out", path]);
    bad(&["train", "--resume", path, "--games", "39"], "has 40 games to play");
    bad(&["train", "--resume", path, "--games", "60", "--seed", "5"], "another plan");
    let report = ok(&["train", "--resume", path, "--games", "60", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["games"], &report["all_games"]), (&60.into(), &60.into()));
    // The plan may be named again; its own games do not count.
    ok(&["train", &plan, "--resume", path, "--games", "60"]);
    let london = folder.path().join("london.toml");
    let text = "version = 1\nbase = \"dash-1\"\ngames = 8\ntest_games = 8\n[mr_x]\nhidden = [4]\n";
    fs::write(&london, text).unwrap();
    let out = folder.path().join("london");
    let path = out.to_str().unwrap();
    ok(&["train", london.to_str().unwrap(), "--out", path]);
    bad(&["train", "--resume", path, "--games", "16"], "the testing phase has begun");
}

/// Forms of a training are compared by the tests that they made.
#[test]
fn learning_curves_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(folder.path());
    let runs = ["1", "2"].map(|seed| {
        let run = folder.path().join(seed).to_str().unwrap().to_owned();
        ok(&["train", &plan, "--seed", seed, "--out", &run]);
        run
    });
    let picture = folder.path().join("picture");
    let out = picture.to_str().unwrap();
    let table = ok(&["train", "curves", &runs[0], &runs[1], "--reach", "0", "--out", out]);
    assert!(table.contains("| small | 1, 2 | 201, 201 | 201 |"), "{table}");
    assert!(picture.join("learning.svg").is_file());
    bad(&["train", "curves", &runs[0], "--reach", "101"], "--reach must lie");
    let short = folder.path().join("short").to_str().unwrap().to_owned();
    ok(&["train", &plan, "--games", "20", "--out", &short]);
    fs::write(folder.path().join("short/metrics.json"), "[]").unwrap();
    bad(&["train", "curves", &short], "no tests were made there");
}

/// Killed without warning, as often as it takes, a training ends with the bytes of an unbroken one.
#[test]
fn a_killed_training_goes_on_to_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(folder.path());
    let [whole, broken] = ["whole", "broken"].map(|name| folder.path().join(name));
    ok(&["train", &plan, "--out", whole.to_str().unwrap()]);
    let state = broken.join("state.safetensors");
    let path = broken.to_str().unwrap();
    let mut args = vec!["train", &plan, "--out", path, "--threads", "1"];
    for _ in 0..2 {
        let before = fs::read(&state).unwrap_or_default();
        let mut child = Command::new(env!("CARGO_BIN_EXE_yard"))
            .args(&args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("yard starts");
        while fs::read(&state).unwrap_or_default() == before {
            if child.try_wait().unwrap().is_some() {
                break;
            }
            sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        args = vec!["train", "--resume", path];
    }
    ok(&args);
    for name in ["model.safetensors", "state.safetensors", "metrics.csv", "rates.svg"] {
        assert!(
            fs::read(whole.join(name)).unwrap() == fs::read(broken.join(name)).unwrap(),
            "{name}"
        );
    }
}

#[test]
fn presets_are_listed_and_wrong_ones_refused() {
    let list = ok(&["train", "--list"]);
    for name in ["hrklova-x ", "grid5-detectives ", "dash-7 "] {
        assert!(list.lines().any(|line| line.starts_with(name)), "{name}");
    }
    bad(&["train"], "name a preset or a file");
    bad(&["train", "hrklowa-x"], "did you mean \"hrklova-x\"?");
    bad(&["train", "no/such.toml"], "cannot read no/such.toml");
    bad(&["train", "dash-1", "--games", "0"], "games must be at least 1");
    bad(&["train", "--resume", "no/such"], "cannot read");
    bad(
        &["match", "--rules", "grid5", "--x", "dqn:model=no/such.safetensors"],
        "cannot read no/such",
    );
    bad(&["match", "--rules", "classic", "--x", "dqn"], "it plays grids");
    bad(&["match", "--rules", "grid5", "--x", "qnet"], "it plays `dash`");
    let cargo = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let model = format!("dqn:model={cargo}");
    bad(&["match", "--rules", "grid5", "--x", &model], "no safetensors file");
}

/// A training is found by its name wherever one stands.
#[test]
fn the_folder_of_runs_is_not_where_one_stands() {
    let (runs, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let plan = plan(runs.path());
    let yard = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yard"));
        command.args(args).env("YARD_RUNS", runs.path()).current_dir(here.path());
        let output = command.output().expect("yard starts");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    yard(&["train", &plan, "--games", "20"]);
    assert!(runs.path().join("small/model.safetensors").is_file());
    let x = "dqn:model=runs/small/model.safetensors";
    yard(&["match", "--rules", "grid:3,1,6,2", "--x", x, "--games", "2"]);
    assert_eq!(here.path().read_dir().unwrap().count(), 0, "nothing is left where one stands");
}
