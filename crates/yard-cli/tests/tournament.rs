//! Tournaments, results files and sequential tests: above all, that nothing is lost or played twice.

mod run;

use std::fs;
use std::path::{Path, PathBuf};

#[cfg(unix)]
use run::interrupt_at;
use run::{bad, command, kill_at, lines, ok, sorted, text, wait_for_lines, without_seconds, yard};
use tempfile::TempDir;

const TABLES: [&str; 4] = ["table.md", "table.csv", "table.json", "report.html"];

/// A folder with a tournament file in it.
struct Place {
    folder: TempDir,
    file: PathBuf,
}

impl Place {
    fn new(games: u64) -> Place {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("t.toml");
        let text = format!(
            "version = 1\nname = 'small'\nrules = 'classic'\ngames = {games}\nseed = 5\n\
             mr_x = ['random']\ndetectives = ['random']\n"
        );
        fs::write(&file, text).unwrap();
        Place { folder, file }
    }

    fn out(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn args<'a>(&'a self, out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
        let fixed = ["tournament", self.file.to_str().unwrap(), "--out", out.to_str().unwrap()];
        [&fixed[..], more].concat()
    }
}

fn tables(out: &Path) -> Vec<String> {
    TABLES.iter().map(|name| fs::read_to_string(out.join(name)).unwrap()).collect()
}

#[test]
fn the_example_runs_and_writes_its_tables() {
    let place = Place::new(1);
    let example =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../research/tournaments/tournament.toml");
    let out = place.out("example");
    let shown = ok(&["tournament", example, "--games", "20", "--out", out.to_str().unwrap()]);
    assert!(shown.starts_with("# example\n"), "{shown}");
    assert!(shown.contains("20 games a cell, seed 1"), "{shown}");
    assert_eq!(tables(&out)[0], shown);
    assert_eq!(lines(&out.join("games.jsonl")), 21);
    let table: serde_json::Value = serde_json::from_str(&tables(&out)[2]).unwrap();
    assert_eq!(table["cells"][0][0]["games"], 20);
}

#[test]
fn json_has_the_table_and_how_far_it_came() {
    let place = Place::new(30);
    let out = place.out("json");
    let report: serde_json::Value =
        serde_json::from_str(&ok(&place.args(&out, &["--json"]))).unwrap();
    assert_eq!(report["played"], 30);
    assert_eq!(report["finished"], true);
    assert_eq!(report["mr_x"], serde_json::json!(["random"]));
    assert_eq!(report["cells"][0][0]["games"], 30);
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let place = Place::new(500);
    let [one, two] = ["one", "two"].map(|name| place.out(name));
    let shown = ok(&place.args(&one, &["--threads", "1"]));
    assert_eq!(shown, ok(&place.args(&two, &["--threads", "2"])));
    assert_eq!(tables(&one), tables(&two));
    assert_eq!(sorted(&one.join("games.jsonl")), sorted(&two.join("games.jsonl")));
}

#[test]
fn killed_again_and_again_it_ends_like_an_unbroken_run() {
    let place = Place::new(40_000);
    let [broken, whole] = ["broken", "whole"].map(|name| place.out(name));
    ok(&place.args(&whole, &[]));
    let results = broken.join("games.jsonl");
    let mut kills = 0;
    for wanted in [1, 2000, 9000, 18_000, 30_000] {
        kills += usize::from(kill_at(&place.args(&broken, &["--resume"]), &results, wanted));
    }
    assert!(kills >= 2, "the games are too quick for this test");
    ok(&place.args(&broken, &["--resume"]));
    assert_eq!(tables(&broken), tables(&whole));
    assert_eq!(sorted(&results), sorted(&whole.join("games.jsonl")));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished() {
    let place = Place::new(100_000);
    let [broken, whole] = ["broken", "whole"].map(|name| place.out(name));
    let results = broken.join("games.jsonl");
    let output = interrupt_at(&place.args(&broken, &["--json"]), &results, 100);
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    let played = report["played"].as_u64().unwrap();
    assert_eq!(played as usize + 1, lines(&results));
    let said = format!("interrupted: {played} of 100000 games were finished; --resume goes on\n");
    assert_eq!(text(&output.stderr), said);
    ok(&place.args(&broken, &["--resume"]));
    ok(&place.args(&whole, &[]));
    assert_eq!(tables(&broken), tables(&whole));
}

#[test]
fn a_torn_last_line_is_played_again() {
    let place = Place::new(40);
    let out = place.out("torn");
    let results = out.join("games.jsonl");
    ok(&place.args(&out, &[]));
    let (whole, bytes) = (tables(&out), fs::read(&results).unwrap());
    let header = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    for keep in [0, 1, header / 2, header, header + 1, header + 20, bytes.len() - 1] {
        fs::write(&results, &bytes[..keep]).unwrap();
        ok(&place.args(&out, &["--resume"]));
        assert_eq!(tables(&out), whole, "cut after {keep} bytes");
        assert_eq!(lines(&results), 41, "cut after {keep} bytes");
    }
}

#[test]
fn results_are_not_overwritten_and_not_mixed() {
    let place = Place::new(10);
    let out = place.out("kept");
    let results = out.join("games.jsonl");
    let shown = results.display();
    ok(&place.args(&out, &[]));
    let before = fs::read(&results).unwrap();
    let exists = "exists already; --resume goes on with it, or choose another place";
    bad(&place.args(&out, &[]), &format!("{shown}: {exists}"));
    let other = "these are results of another experiment";
    let more = ["--resume", "--seed", "6"];
    bad(&place.args(&out, &more), &format!("{shown}: {other}: its seed is 5, not 6"));
    let more = ["--resume", "--games", "11"];
    bad(&place.args(&out, &more), &format!("{shown}: {other}: its number of games is 10, not 11"));
    assert_eq!(fs::read(&results).unwrap(), before);
    for text in ["notes", "notes\n", "{\"a\":1}\n", "\u{0}\n"] {
        fs::write(&results, text).unwrap();
        bad(&place.args(&out, &["--resume"]), &format!("{shown}: these are no results of yard"));
        assert_eq!(fs::read_to_string(&results).unwrap(), text);
    }
}

#[test]
fn a_table_whose_games_are_gone_is_kept() {
    let place = Place::new(10);
    let out = place.out("kept");
    let shown = ok(&place.args(&out, &[]));
    fs::remove_file(out.join("games.jsonl")).unwrap();
    let before = tables(&out);
    let path = out.join("table.json").display().to_string();
    let exists = "exists already; --resume goes on with it, or choose another place";
    bad(&place.args(&out, &[]), &format!("{path}: {exists}"));
    assert_eq!(ok(&place.args(&out, &["--resume"])), shown);
    fs::remove_file(out.join("report.html")).unwrap();
    assert_eq!(ok(&place.args(&out, &["--resume"])), shown);
    assert_eq!(tables(&out), before, "the page is made again from the table");
    let refused = |more: &[&str], fault: &str| {
        let args = place.args(&out, &[&["--resume"], more].concat());
        bad(&args, &format!("{path}: {fault}; choose another place"));
    };
    let other = "this is the table of another tournament";
    refused(&["--seed", "6"], &format!("{other}: its seed is 5, not 6"));
    refused(&["--games", "11"], &format!("{other}: its number of games is 10, not 11"));
    assert_eq!(tables(&out), before);
    assert!(!out.join("games.jsonl").exists(), "nothing is begun");
    let fewer = before[2].replace("\"games\": 10,\n        \"det", "\"games\": 9,\n        \"det");
    assert_ne!(fewer, before[2]);
    for (text, fault) in [
        (fewer.as_str(), "it has other games than wanted, and they are no longer kept"),
        ("{}", "this is no table of yard tournament"),
    ] {
        fs::write(&path, text).unwrap();
        refused(&[], fault);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn rules_that_changed_under_their_name_are_noticed() {
    let place = Place::new(5);
    let grid = |surface: u32| {
        format!(
            "version = 1\nname = 'r'\nboard = 'grid:5'\ndetectives = 2\nlog_slots = 9\n\
             surfaces = [{surface}]\n[mr_x_tickets]\ntaxi = 'unlimited'\n[detective_tickets]\n\
             taxi = 'unlimited'\n[start]\nanywhere = true\n"
        )
    };
    let rules = place.folder.path().join("r.toml");
    fs::write(&rules, grid(3)).unwrap();
    let file = fs::read_to_string(&place.file).unwrap().replace("'classic'", "'./r.toml'");
    fs::write(&place.file, file).unwrap();
    let out = place.out("rules");
    ok(&place.args(&out, &[]));
    ok(&place.args(&out, &["--resume"]));
    fs::write(&rules, grid(4)).unwrap();
    let shown = out.join("games.jsonl").display().to_string();
    let message = "these are results of another experiment: the rules ./r.toml have changed since";
    bad(&place.args(&out, &["--resume"]), &format!("{shown}: {message}"));
}

#[test]
fn damaged_lines_are_named() {
    let place = Place::new(10);
    let out = place.out("damaged");
    let results = out.join("games.jsonl");
    ok(&place.args(&out, &[]));
    let good = fs::read_to_string(&results).unwrap();
    let second = good.lines().nth(1).unwrap();
    let game = |index| format!(r#"{{"cell":0,"index":{index},"winner":"mr-x","slots":3}}"#);
    for (line, fault) in [
        (second.to_owned(), "this game was listed before"),
        ("{}".to_owned(), "this is no finished game"),
        (game(10), "there is no such game in this experiment"),
    ] {
        fs::write(&results, format!("{good}{line}\n")).unwrap();
        let message = format!("{}: line 12: {fault}", results.display());
        bad(&place.args(&out, &["--resume"]), &message);
    }
}

#[test]
fn two_at_once_do_not_share_a_file() {
    let place = Place::new(200_000);
    let out = place.out("busy");
    let results = out.join("games.jsonl");
    let mut child = command(&place.args(&out, &["--threads", "1"])).spawn().unwrap();
    wait_for_lines(&mut child, &results, 10);
    let message = format!("{}: another yard is writing it", results.display());
    bad(&place.args(&out, &["--resume"]), &message);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn bad_tournament_files_list_every_fault() {
    let place = Place::new(1);
    let out = place.out("bad");
    let file = place.file.display().to_string();
    fs::write(&place.file, "version = 1\nname = 'x'\nrules = 'clasic'\ngame = 1\n").unwrap();
    bad(
        &place.args(&out, &[]),
        &format!(
            "{file}: 5 faults\n  line 3: rules: unknown rules \"clasic\", did you mean \
             \"classic\"?\n  line 4: unknown key \"game\", did you mean \"games\"?\n  \
             the key \"games\" is missing\n  the key \"mr_x\" is missing\n  \
             the key \"detectives\" is missing"
        ),
    );
    assert!(!out.exists(), "nothing is made for a bad file");
    let missing = place.folder.path().join("none.toml");
    let message = format!("cannot read {}: there is no such file", missing.display());
    bad(&["tournament", missing.to_str().unwrap()], &message);
}

#[test]
fn a_match_goes_on_from_its_results() {
    let place = Place::new(1);
    let results = place.out("match.jsonl");
    let path = results.to_str().unwrap();
    let series = ["match", "--games", "60", "--seed", "3", "--json"];
    let kept = [&series[..], &["--results", path]].concat();
    let unbroken = without_seconds(&ok(&series));
    assert_eq!(without_seconds(&ok(&kept)), unbroken);
    let message =
        format!("{path}: exists already; --resume goes on with it, or choose another place");
    bad(&kept, &message);
    let written = fs::read_to_string(&results).unwrap();
    let some: Vec<&str> = written.split_inclusive('\n').take(31).collect();
    fs::write(&results, some.concat() + "{\"cell\":0,\"ind").unwrap();
    assert_eq!(without_seconds(&ok(&[&kept[..], &["--resume"]].concat())), unbroken);
    assert_eq!(lines(&results), 61);
    let other = ["match", "--games", "60", "--seed", "4", "--results", path, "--resume"];
    let fault = "these are results of another experiment: its seed is 3, not 4";
    bad(&other, &format!("{path}: {fault}"));
}

#[test]
fn results_of_other_rules_or_agents_are_refused() {
    let place = Place::new(1);
    let results = place.out("match.jsonl");
    let path = results.to_str().unwrap();
    let series = ["match", "--games", "3", "--results", path];
    ok(&series);
    let refused = |more: &[&str], fault: &str| {
        let args = [&series[..], &["--resume"], more].concat();
        bad(&args, &format!("{path}: these are results of another experiment: {fault}"));
    };
    refused(&["--rules", "dash"], "its rules name is classic, not dash");
    let agents = "it has random against random where random against alphabeta is wanted";
    refused(&["--x", "alphabeta"], agents);
}

#[test]
fn files_of_agents_that_changed_under_their_name_are_noticed() {
    let place = Place::new(1);
    let [tables, results] = ["tables.toml", "match.jsonl"].map(|name| place.out(name));
    let shipped =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../yard-learn/data/location-tables/classic.toml");
    fs::copy(shipped, &tables).unwrap();
    let agent = format!("pimbot:playouts=2,tables={}", tables.display());
    let path = results.to_str().unwrap();
    let args = ["match", "--games", "2", "--detectives", &agent, "--results", path];
    ok(&args);
    let resume = [&args[..], &["--resume"]].concat();
    ok(&resume);
    let text = fs::read_to_string(&tables).unwrap();
    fs::write(&tables, format!("{text}# changed\n")).unwrap();
    let changed = format!("the file {} has changed since", tables.display());
    bad(&resume, &format!("{path}: these are results of another experiment: {changed}"));
    let shown = fs::read_to_string(&results).unwrap();
    let (head, games) = shown.split_once('\n').unwrap();
    let mut head: serde_json::Value = serde_json::from_str(head).unwrap();
    assert!(head.as_object_mut().unwrap().remove("files").is_some());
    // Results of before such files were noted go on.
    fs::write(&results, format!("{head}\n{games}")).unwrap();
    ok(&resume);
}

#[test]
fn kept_series_are_set_beside_each_other() {
    let place = Place::new(30);
    let out = place.out("table");
    ok(&place.args(&out, &[]));
    let [few, many] = ["few.json", "many:1.json"].map(|name| place.out(name));
    let series = |wins: u64, games: u64| {
        serde_json::json!({"games": games, "detective_wins": wins}).to_string()
    };
    fs::write(&few, series(48, 80)).unwrap();
    fs::write(&many, series(56, 70)).unwrap();
    let [few, many] = [&few, &many].map(|path| path.to_str().unwrap());
    // Newcombe (1998), table II, method 10: 56 of 70 less 48 of 80.
    let lines = format!(
        "{few}\n  detectives won 48 of 80, 60.0 % (95 % interval 49.0 to 70.0)\n\
         {many}\n  detectives won 56 of 70, 80.0 % (95 % interval 69.2 to 87.7): +20.0 points \
         (+5.2 to +33.4)\n"
    );
    assert_eq!(ok(&["compare", few, many]), lines);
    let table = out.join("table.json").display().to_string();
    let cell = format!("{table}:1,1");
    let report: serde_json::Value =
        serde_json::from_str(&ok(&["compare", few, &cell, few, "--json"])).unwrap();
    assert_eq!(report["series"][0]["difference"], serde_json::Value::Null);
    assert_eq!(report["series"][1]["games"], 30);
    assert_eq!(report["series"][2]["difference"], 0.0);
    let published = place.out("published.json");
    let ours =
        serde_json::json!({"cells": [{"cell": 7, "ours": {"games": 9, "detective_wins": 3}}]});
    fs::write(&published, ours.to_string()).unwrap();
    let published = published.display().to_string();
    assert!(ok(&["compare", few, &format!("{published}:7")]).contains("won 3 of 9"));
    for too_few in [&["compare"][..], &["compare", few]] {
        assert_eq!(yard(too_few).status.code(), Some(2), "{too_few:?}");
    }
    let nothing = place.out("nothing.json").display().to_string();
    let missing = format!("cannot read {nothing}: there is no such file");
    bad(&["compare", few, &nothing], &missing);
    for wrong in ["2,1", "0,1", "1,2", "1", "x", ""] {
        let cell = format!("{table}:{wrong}");
        bad(&["compare", few, &cell], &format!("{cell}: there is no such cell"));
    }
    let name = "this is a table; name a cell of it, FILE:ROW,COLUMN or FILE:CELL";
    bad(&["compare", few, &table], &format!("{table}: {name}"));
    for (text, fault) in [
        ("no", "this is no JSON"),
        ("[]", "this is no series: games and detective_wins are missing or wrong"),
        (&series(2, 1), "this is no series: games and detective_wins are missing or wrong"),
        (&series(0, 0), "this is no series: games and detective_wins are missing or wrong"),
    ] {
        fs::write(few, text).unwrap();
        bad(&["compare", few, few], &format!("{few}: {fault}"));
    }
}

#[test]
fn a_sequential_test_ends_with_a_verdict() {
    let args = ["sprt", "--rules", "grid5", "--a", "random", "--b", "random", "--json"];
    let report = without_seconds(&ok(&[&args[..], &["--threads", "1"]].concat()));
    assert_eq!(report["verdict"], "rejected");
    assert!(report["llr"].as_f64().unwrap() <= report["lower"].as_f64().unwrap());
    assert!((report["upper"].as_f64().unwrap() - 19_f64.ln()).abs() < 1e-9);
    assert_eq!(report["pairs"], report["ties"]);
    let two = without_seconds(&ok(&[&args[..], &["--threads", "2"]].concat()));
    assert_eq!(report, two);
    let few = without_seconds(&ok(&[&args[..], &["--pairs", "3"]].concat()));
    assert_eq!((&few["verdict"], &few["pairs"]), (&"undecided".into(), &3.into()));
    let side = ["--side", "detectives", "--against", "random", "--points1", "5"];
    let side = without_seconds(&ok(&[&args[..], &side].concat()));
    assert_eq!((&side["side"], &side["score1"]), (&"detectives".into(), &0.525.into()));
}

#[test]
fn hypotheses_that_make_no_sense_are_refused() {
    let with = |more: &[&str], message: &str| {
        bad(&[&["sprt", "--a", "random", "--b", "random"], more].concat(), message);
    };
    let elo = "--elo0 and --elo1 must rise and leave scores between 0 and 1";
    with(&["--elo0", "5", "--elo1", "5"], elo);
    with(&["--elo1", "NaN"], elo);
    let points = "--points0 and --points1 must rise and leave scores between 0 and 1";
    with(&["--points1", "100"], points);
    let errors = "--alpha and --beta must be above 0 and together below 1";
    with(&["--alpha", "0"], errors);
    with(&["--alpha", "0.6", "--beta", "0.4"], errors);
    with(&["--pairs", "0"], "--pairs must be at least 1");
    let alone = yard(&["sprt", "--a", "random", "--b", "random", "--side", "mr-x"]);
    assert_eq!(alone.status.code(), Some(2));
}
