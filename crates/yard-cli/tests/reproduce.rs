//! `yard reproduce`, results of `yard sprt`, and pictures: they survive a kill, and the same games give
//! the same bytes.

mod run;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

#[cfg(unix)]
use run::interrupt_at;
use run::{bad, command, kill_at, lines, ok, sorted, text, wait_for_lines, without_seconds, yard};
use tempfile::TempDir;

/// All files of a folder and those below, by path, apart from the games.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_none_or(|ending| ending != "jsonl") {
                let bytes = fs::read(&path).unwrap();
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), bytes);
            }
        }
    }
    found
}

/// Asserts that pictures of these names are there in both forms, and no other files but `more`.
fn check_pictures(files: &BTreeMap<PathBuf, Vec<u8>>, pictures: &[&str], more: &[&str]) {
    let mut wanted: Vec<PathBuf> = more.iter().map(PathBuf::from).collect();
    for name in pictures {
        let [svg, png] = ["svg", "png"].map(|ending| PathBuf::from(format!("{name}.{ending}")));
        let (svg_text, png_bytes) = (text(&files[&svg]), &files[&png]);
        assert!(svg_text.starts_with("<svg ") && svg_text.trim_end().ends_with("</svg>"), "{name}");
        assert_eq!(&png_bytes[..8], b"\x89PNG\r\n\x1a\n", "{name}");
        let side = |at: usize| u32::from_be_bytes(png_bytes[at..at + 4].try_into().unwrap());
        // Twice as many pixels as the SVG says.
        let (width, height) = (side(16) / 2, side(20) / 2);
        let head = format!("<svg width=\"{width}\" height=\"{height}\"");
        assert!(svg_text.starts_with(&head), "{name}: {head}");
        wanted.extend([svg, png]);
    }
    wanted.sort();
    assert_eq!(files.keys().cloned().collect::<Vec<_>>(), wanted);
}

const SOVA: [&str; 5] = ["reproduce", "sova-5.1", "--games", "6", "--out"];

fn sova<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&SOVA[..], &[out.to_str().unwrap()], more].concat()
}

#[test]
fn a_table_leaves_its_files_and_goes_on_after_kills() {
    let folder = TempDir::new().unwrap();
    let [broken, whole] = ["broken", "whole"].map(|name| folder.path().join(name));
    let shown = ok(&sova(&whole, &["--threads", "1"]));
    let done = files(&whole);
    check_pictures(
        &done,
        &["sova-5.1", "sova-5.1-figure-5.4", "sova-5.1-figure-5.4-paired"],
        &["sova-5.1.json", "sova-5.1.md"],
    );
    let markdown = text(&done[Path::new("sova-5.1.md")]);
    assert!(markdown.starts_with(&shown) && markdown.contains("\nOf 4 judged cells "), "{shown}");
    assert_eq!(shown.matches(" | grid5").count(), 11, "{shown}");
    let json: serde_json::Value =
        serde_json::from_slice(&done[Path::new("sova-5.1.json")]).unwrap();
    assert_eq!(json["cells"][3]["ours"]["games"], 6);

    let results = broken.join("sova-5.1.games.jsonl");
    let kills = [2, 9, 17].map(|wanted| kill_at(&sova(&broken, &["--resume"]), &results, wanted));
    assert!(kills.contains(&true), "the games are too quick for this test");
    assert_eq!(ok(&sova(&broken, &["--resume"])), shown);
    assert_eq!(files(&broken), done);
    assert_eq!(sorted(&results), sorted(&whole.join("sova-5.1.games.jsonl")));
    // Everything is finished: nothing is played, and the same comes out.
    assert_eq!(ok(&sova(&broken, &["--resume"])), shown);
    assert_eq!(lines(&results), 1 + 11 * 6);
}

#[test]
fn some_cells_go_on_with_more_games() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let play = |games: &str, more: &[&str]| {
        let args = ["reproduce", "sova-5.1", "--games", games, "--out", out, "--resume"];
        ok(&[&args[..], more].concat());
        let json = fs::read(folder.path().join("sova-5.1.json")).unwrap();
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        let cells = json["cells"].as_array().unwrap();
        cells.iter().map(|cell| cell["ours"]["games"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(play("3", &["--cells", "2,4"]), [3, 3]);
    assert_eq!(play("5", &["--cells", "4"]), [3, 5]);
    // Asked for fewer than there are, it keeps what there is.
    assert_eq!(play("2", &[]), [2, 3, 2, 5, 2, 2, 2, 2, 2, 2, 2]);
    let name = ["reproduce", "sova-5.1", "--cells"];
    bad(&[&name[..], &["0"]].concat(), "--cells 0: sova-5.1 has cells 1 to 11");
    bad(&[&name[..], &["3,12"]].concat(), "--cells 12: sova-5.1 has cells 1 to 11");
    let two = ["reproduce", "sova-5.1", "sova-5.2", "--cells", "1"];
    bad(&two, "--cells goes with one table, not with several");
}

#[test]
fn a_table_whose_games_are_gone_keeps_its_cells() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let name = ["reproduce", "sova-5.1", "--out", out, "--resume"];
    let play = |more: &[&str]| ok(&[&name[..], more].concat());
    let games = folder.path().join("sova-5.1.games.jsonl");
    let table = folder.path().join("sova-5.1.json");
    let read = || text(&fs::read(&table).unwrap());
    let shown = play(&["--games", "3", "--cells", "2,4"]);
    let written = read();
    // Nothing is played again when no more is asked for.
    fs::remove_file(&games).unwrap();
    assert_eq!(play(&["--games", "2", "--cells", "2,4"]), shown);
    assert_eq!((read(), lines(&games)), (written.clone(), 1));
    // What is not asked for stays; a cell that is to have more games is played from its beginning.
    play(&["--games", "5", "--cells", "4"]);
    assert_eq!(lines(&games), 1 + 5);
    let cells = |text: &str| -> serde_json::Value {
        serde_json::from_str::<serde_json::Value>(text).unwrap()["cells"].clone()
    };
    assert_eq!(cells(&read())[0], cells(&written)[0]);
    assert_eq!(cells(&read())[1]["ours"]["games"], 5);
    // Neither another seed nor a run that does not mean to go on writes over it.
    fs::remove_file(&games).unwrap();
    let kept = read();
    let place = table.display();
    let seed = [&name[..], &["--seed", "3"]].concat();
    bad(&seed, &format!("{place}: its seed is 5101, not 3"));
    let exists = "exists already; --resume goes on with it, or choose another place";
    bad(&name[..4], &format!("{place}: {exists}"));
    assert_eq!(read(), kept);
    assert!(!games.exists());
    // A cell of other agents is named.
    let other = kept.replacen("mcts-sova", "alphabeta", 1);
    assert_ne!(other, kept);
    fs::write(&table, other).unwrap();
    let output = yard(&[&name[..], &["--games", "1", "--cells", "3"]].concat());
    assert_eq!(output.status.code(), Some(0));
    let said = format!("warning: {place} has a cell 2 of another sova-5.1; it is left out\n");
    assert_eq!(text(&output.stderr), said);
    // A table that cannot be read is not written over.
    fs::remove_file(&games).unwrap();
    fs::write(&table, "{").unwrap();
    let args = [&name[..], &["--games", "1"]].concat();
    let way_out = "this is no table of yard reproduce; take it away to go on without it";
    bad(&args, &format!("{}: {way_out}", table.display()));
    assert_eq!(read(), "{");
}

/// The cell had more games than are finished now; it stays as it was.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_a_cell_that_is_played_from_its_beginning() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let name = ["reproduce", "sova-5.1", "--out", out, "--resume", "--cells", "1"];
    ok(&[&name[..], &["--games", "30"]].concat());
    let (games, table) =
        (folder.path().join("sova-5.1.games.jsonl"), folder.path().join("sova-5.1.json"));
    let kept = fs::read(&table).unwrap();
    fs::remove_file(&games).unwrap();
    let output = interrupt_at(&name, &games, 5);
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert_eq!(fs::read(&table).unwrap(), kept);
}

/// Whoever reads the rows leaves early; the folder has the table all the same.
#[cfg(unix)]
#[test]
fn a_closed_pipe_costs_no_table() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let args = ["reproduce", "sova-5.1", "--games", "1", "--cells", "1,2", "--out", out];
    let mut child = command(&args).stdout(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.wait().unwrap();
    let done = files(folder.path());
    assert!(done.contains_key(Path::new("sova-5.1.json")), "{:?}", done.keys());
    assert!(done.contains_key(Path::new("sova-5.1.md")));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_games_of_a_table() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let results = out.join("sova-5.1.games.jsonl");
    let long = ["reproduce", "sova-5.1", "--json", "--out", out.to_str().unwrap()];
    let output = interrupt_at(&long, &results, 20);
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let played = lines(&results) - 1;
    let said = format!("interrupted: {played} of 11000 games were finished; --resume goes on\n");
    assert_eq!(text(&output.stderr), said);
    let report = without_seconds(&text(&output.stdout));
    assert_eq!(report["name"], "sova-5.1");
    // It goes on where it was.
    let mut child = command(&[&long[..], &["--resume"]].concat()).spawn().unwrap();
    wait_for_lines(&mut child, &results, played + 5);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(lines(&results) > played);
}

#[test]
fn several_tables_are_one_object_and_share_curves() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let names = ["reproduce", "sova-5.2", "sova-5.3", "sova-5.2"];
    let more = ["--games", "1", "--json", "--out", out.to_str().unwrap()];
    let report = without_seconds(&ok(&[&names[..], &more].concat()));
    let tables: Vec<&str> =
        report["tables"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap()).collect();
    assert_eq!(tables, ["sova-5.2", "sova-5.3"]);
    let found = files(&out);
    check_pictures(
        &found,
        &[
            "rate-over-playouts-detectives-mcts-sova-distance",
            "rate-over-playouts-detectives-mcts-sova-distance-opponent=paired",
            "rate-over-playouts-mr-x-mcts-sova-distance",
            "rate-over-playouts-mr-x-mcts-sova-distance-opponent=paired",
            "sova-5.2",
            "sova-5.2-figure-5.5",
            "sova-5.2-figure-5.5-paired",
            "sova-5.3",
        ],
        &["sova-5.2.json", "sova-5.2.md", "sova-5.3.json", "sova-5.3.md"],
    );
}

/// A scaled table: its networks are trained first, in folders of their own below `runs`, and only once.
#[test]
fn networks_of_a_table_are_trained_before_it_is_played() {
    let folder = TempDir::new().unwrap();
    let reproduce = |name: &str, more: &[&str]| {
        let args = ["reproduce", name, "--games", "8", "--out", "out", "--threads", "1"];
        let output =
            command(&[&args[..], more].concat()).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (shown, said) = reproduce("hrklova-6.5", &["--cells", "4,5,6"]);
    let run = "hrklova-program-detectives-8";
    let seeds = ["", "-seed-2", "-seed-3", "-seed-4", "-seed-5"];
    let line = |seed| format!("training runs/{run}{seed}: 0 of 8 games are played\n");
    assert_eq!(said, seeds.map(line).concat());
    assert_eq!(shown.matches(&format!("dqn:model=runs/{run}/model.safetensors")).count(), 3);
    assert_eq!(shown.matches("(5 trainings)").count(), 3, "{shown}");
    let again = reproduce("hrklova-6.5", &["--cells", "4,5,6", "--resume"]);
    assert_eq!(again, (shown, String::new()));
    // Phases of three trainings, their performance, and figure 12.
    let (shown, said) = reproduce("dash-1", &["--cells", "1"]);
    let line = |seed| format!("training runs/dash-1-8{seed}: 0 of 16 games are played\n");
    assert_eq!(said, ["", "-seed-2", "-seed-3"].map(line).concat());
    assert!(shown.contains("| dash-1-seed-3 | testing | 10906 / 14095 | -0.128 | "), "{shown}");
    assert!(shown.contains("| dash-1 | training | 12458 / 12543 | -0.003 | "), "{shown}");
    assert!(shown.contains("| dash-1 | testing | 10906 / 14095 | -0.128 | "), "{shown}");
    let found = files(&folder.path().join("out"));
    check_pictures(
        &found,
        &[
            "dash-1",
            "dash-1-performance",
            "dash-1-seed-2-performance",
            "dash-1-seed-3-performance",
            "dash-figure-12",
            "hrklova-6.5",
        ],
        &["dash-1.json", "dash-1.md", "hrklova-6.5.json", "hrklova-6.5.md"],
    );
    let json: serde_json::Value = serde_json::from_slice(&found[Path::new("dash-1.json")]).unwrap();
    let ours = json["phases"][1]["ours"].as_array().unwrap();
    assert_eq!(ours.iter().map(|wins| wins.as_u64().unwrap()).sum::<u64>(), 8);
}

/// The root of the repository, where `--summary` finds the kept tables.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn summary(more: &[&str]) -> String {
    let args = [&["reproduce", "--summary"][..], more].concat();
    let output = command(&args).current_dir(root()).output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success());
    text(&output.stdout)
}

/// The page of experiments opens with the tally that the command prints.
#[test]
fn the_page_of_experiments_has_the_tally() {
    let page = root().join("docs/research/experiments.md");
    let text = fs::read_to_string(&page).unwrap();
    let [begin, end] = ["<!-- tally -->\n", "<!-- end of the tally -->\n"];
    let (head, rest) = text.split_once(begin).expect("the page has the mark of the tally");
    let (tally, tail) = rest.split_once(end).expect("the page has the end of the tally");
    let wanted = format!("\n{}\n", summary(&[]));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&page, format!("{head}{begin}{wanted}{end}{tail}")).unwrap();
        return;
    }
    assert_eq!(tally, wanted, "UPDATE_GOLDEN=1 writes the tally into the page");
}

#[test]
fn a_summary_counts_what_a_folder_has() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    ok(&["reproduce", "sova-5.1", "--games", "1", "--cells", "1,2,5", "--out", out]);
    let shown = summary(&["--json", "--out", out, "sova-5.1", "mortimer-1"]);
    let json: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let counts = |value: &serde_json::Value| {
        ["cells", "played", "full_length", "other_readings"].map(|key| value[key].as_u64().unwrap())
    };
    assert_eq!(counts(&json), [4 + 9, 2, 0, 1]);
    let sova = &json["documents"][0];
    assert_eq!((sova["document"].as_str(), counts(sova)), (Some("Sova 2021"), [4, 2, 0, 1]));
    assert_eq!(counts(&json["documents"][1]["tables"][0]), [9, 0, 0, 0]);
    let verdicts = ["agree", "tested", "open"].map(|key| json[key].as_u64().unwrap());
    assert_eq!(verdicts.iter().sum::<u64>(), 2);
    let shown = summary(&["--out", out, "sova-5.1"]);
    assert!(shown.starts_with("Of 4 published figures 2 are played, 0 of them"), "{shown}");
    // A cell of another table is told and left out; what is no table is refused.
    let table = folder.path().join("sova-5.1.json");
    let written = fs::read_to_string(&table).unwrap();
    fs::write(&table, written.replacen("alphabeta", "random", 1)).unwrap();
    let output = yard(&["reproduce", "--summary", "--out", out, "sova-5.1"]);
    let said =
        format!("warning: {} has a cell 1 of another sova-5.1; it is left out\n", table.display());
    assert_eq!((text(&output.stderr), output.status.code()), (said, Some(0)));
    assert!(text(&output.stdout).starts_with("Of 4 published figures 1 are played"));
    fs::write(&table, "{}").unwrap();
    let refused = format!("{}: this is no table of yard reproduce", table.display());
    bad(&["reproduce", "--summary", "--out", out], &refused);
    let nowhere = folder.path().join("nowhere");
    let refused = format!(
        "{}: there is no such folder; --out DIR names that of the tables",
        nowhere.display()
    );
    bad(&["reproduce", "--summary", "--out", nowhere.to_str().unwrap()], &refused);
}

#[test]
fn bad_tables_and_folders_are_refused_before_anything_is_played() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    bad(
        &["reproduce", "sova-5.1", "mortimr-1"],
        "unknown table \"mortimr-1\", did you mean \"mortimer-1\"?",
    );
    bad(&["reproduce", "sova-5.1", "--games", "0"], "--games must be at least 1");
    assert_eq!(yard(&["reproduce"]).status.code(), Some(2));
    assert_eq!(yard(&["reproduce", "sova-5.1", "--resume"]).status.code(), Some(2));
    ok(&["reproduce", "sova-5.2", "--games", "1", "--out", out.to_str().unwrap()]);
    let [found, wanted] = ["sova-5.2", "sova-5.1"].map(|n| out.join(format!("{n}.games.jsonl")));
    let shown = found.display();
    let again = ["reproduce", "sova-5.2", "--out", out.to_str().unwrap()];
    let exists = "exists already; --resume goes on with it, or choose another place";
    bad(&again, &format!("{shown}: {exists}"));
    let other = "these are results of another experiment";
    let seed = [&again[..], &["--games", "1", "--seed", "3", "--resume"]].concat();
    bad(&seed, &format!("{shown}: {other}: its seed is 5201, not 3"));
    fs::rename(&found, &wanted).unwrap();
    let shown = wanted.display();
    let mixed = sova(&out, &["--resume"]);
    bad(&mixed, &format!("{shown}: {other}: its table is sova-5.2, not sova-5.1"));
    fs::write(&wanted, "notes\n").unwrap();
    bad(&mixed, &format!("{shown}: these are no results of yard"));
}

const SPRT: [&str; 15] = [
    "sprt",
    "--rules",
    "grid5",
    "--a",
    "mcts-sova:playouts=60",
    "--b",
    "mcts-sova:playouts=40",
    "--elo1",
    "20",
    "--seed",
    "9",
    "--pairs",
    "600",
    "--json",
    "--results",
];

fn sprt<'a>(file: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&SPRT[..], &[file.to_str().unwrap()], more].concat()
}

#[test]
fn a_killed_sequential_test_ends_with_the_same_ratio() {
    let folder = TempDir::new().unwrap();
    let [broken, whole] = ["broken", "whole"].map(|name| folder.path().join(name));
    let shown = without_seconds(&ok(&sprt(&whole, &["--threads", "1"])));
    assert_eq!(shown, without_seconds(&ok(&SPRT[..SPRT.len() - 1])), "a file changes nothing");
    let kills = [1, 40, 150].map(|wanted| kill_at(&sprt(&broken, &["--resume"]), &broken, wanted));
    assert!(kills.contains(&true), "the games are too quick for this test");
    assert_eq!(without_seconds(&ok(&sprt(&broken, &["--resume"]))), shown);
    let before = fs::read(&broken).unwrap();
    assert_eq!(without_seconds(&ok(&sprt(&broken, &["--resume"]))), shown);
    assert_eq!(fs::read(&broken).unwrap(), before, "nothing was left to be played");
    // The games of both files agree wherever both have them.
    let [one, other] = [&broken, &whole].map(|file| sorted(file));
    assert!(one.iter().filter(|line| other.contains(line)).count() > 100);
}

#[test]
fn a_sequential_test_without_verdict_goes_on_with_more_pairs() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("r.jsonl");
    let short: Vec<&str> =
        sprt(&file, &[]).iter().map(|arg| if *arg == "600" { "10" } else { arg }).collect();
    let first = without_seconds(&ok(&short));
    assert_eq!((&first["pairs"], &first["verdict"]), (&10.into(), &"undecided".into()));
    assert_eq!(lines(&file), 21);
    let resumed = without_seconds(&ok(&sprt(&file, &["--resume"])));
    assert_eq!(resumed, without_seconds(&ok(&SPRT[..SPRT.len() - 1])));
}

#[test]
fn results_of_another_test_are_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("r.jsonl");
    let path = file.to_str().unwrap();
    let args = ["sprt", "--a", "random", "--b", "random", "--pairs", "3", "--results", path];
    ok(&args);
    let exists = "exists already; --resume goes on with it, or choose another place";
    bad(&args, &format!("{path}: {exists}"));
    let with = |more: &[&'static str]| [&args[..], &["--resume"], more].concat();
    let other = "these are results of another experiment";
    bad(&with(&["--seed", "2"]), &format!("{path}: {other}: its seed is 1, not 2"));
    let rules = "its rules name is classic, not dash";
    bad(&with(&["--rules", "dash"]), &format!("{path}: {other}: {rules}"));
    let series = ["match", "--games", "3", "--results", path, "--resume"];
    bad(&series, &format!("{path}: {other}: it is of another command"));
    assert_eq!(
        yard(&["sprt", "--a", "random", "--b", "random", "--resume"]).status.code(),
        Some(2)
    );
    fs::write(&file, fs::read_to_string(&file).unwrap() + "{\"cell\":2,\"index\":0}\n").unwrap();
    bad(&with(&[]), &format!("{path}: line 8: this is no finished game"));
    let nowhere = folder.path().join("no/such/folder");
    let lost = ["sprt", "--a", "random", "--b", "random", "--results", nowhere.to_str().unwrap()];
    let output = yard(&lost);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot be opened"), "{}", text(&output.stderr));
}

#[test]
fn a_tournament_leaves_pictures_of_every_pair_and_of_budgets() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("t.toml");
    let text = "version = 1\nname = 'small'\nrules = 'grid5'\ngames = 10\nmr_x = ['random']\n\
                detectives = ['mcts-sova:playouts=5', 'mcts-sova:playouts=20']\n";
    fs::write(&file, text).unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    for (out, threads) in [(&one, "1"), (&two, "2")] {
        let out = out.to_str().unwrap();
        ok(&["tournament", file.to_str().unwrap(), "--out", out, "--threads", threads]);
    }
    let found = files(&one);
    check_pictures(
        &found,
        &[
            "heat-map",
            "capture-rounds",
            "plots/rate-over-playouts-detectives-mcts-sova",
            "plots/mcts-sova-playouts=5-against-random",
            "plots/mcts-sova-playouts=20-against-random",
        ],
        &["report.html", "table.csv", "table.json", "table.md"],
    );
    assert_eq!(found, files(&two), "the same games give the same bytes");
}

#[test]
fn a_match_draws_its_capture_rounds() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("a/b");
    ok(&["match", "--games", "50", "--plot", out.to_str().unwrap()]);
    check_pictures(&files(&out), &["capture-rounds"], &[]);
    let taken = folder.path().join("taken");
    fs::write(&taken, "").unwrap();
    let output = yard(&["match", "--games", "50", "--plot", taken.to_str().unwrap()]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}
