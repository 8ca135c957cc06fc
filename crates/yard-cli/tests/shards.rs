//! A run that is split over machines: `--shard I/N` and `yard merge`.

mod run;

use std::fs;
use std::path::{Path, PathBuf};

use run::{bad, interrupt_at, kill_at, ok, sorted, text, without_seconds, yard};

const SHARDS: u64 = 7;

/// Four cells of quick agents, with a number of games that seven does not divide.
fn tournament(folder: &Path) -> String {
    let path = folder.join("t.toml");
    let lines = "version = 1\nname = 't'\nrules = 'grid5'\ngames = 40\nseed = 7\n\
                 mr_x = ['random', 'lookahead']\ndetectives = ['random', 'lookahead:p=0.5']\n";
    fs::write(&path, lines).unwrap();
    path.to_str().unwrap().to_owned()
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Plays every shard into a folder of its own; returns their results files in an odd order.
fn play_shards(folder: &Path, args: &[&str], file: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for index in [4, 1, 7, 2, 6, 3, 5] {
        let out = folder.join(format!("shard-{index}"));
        let shard = format!("{index}/{SHARDS}");
        let said = ok(&[args, &["--shard", &shard, "--out", name(&out)]].concat());
        assert!(said.contains(&format!("shard {shard}: ")), "{said}");
        files.push(out.join(file));
    }
    files
}

fn merge_args<'a>(files: &'a [PathBuf], out: &'a Path) -> Vec<&'a str> {
    let files = files.iter().map(|file| name(file));
    ["merge"].into_iter().chain(files).chain(["--out", name(out)]).collect()
}

fn same(one: &Path, other: &Path) {
    let bytes = |path: &Path| fs::read(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    assert!(bytes(one) == bytes(other), "{one:?} is not {other:?}");
}

#[test]
fn seven_shards_of_a_tournament_are_the_unbroken_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = |part: &str| folder.path().join(part);
    let file = tournament(folder.path());
    ok(&["tournament", &file, "--out", name(&at("whole")), "--threads", "1"]);
    let files = play_shards(folder.path(), &["tournament", &file, "--threads", "2"], "games.jsonl");
    assert!(!at("shard-1").join("table.md").exists(), "a part has no table");
    fs::create_dir(at("joined")).unwrap();
    let joined = at("joined").join("games.jsonl");
    let said = ok(&merge_args(&files, &joined));
    assert!(said.starts_with("160 games of 7 shards are in "), "{said}");
    same(&joined, &at("whole").join("games.jsonl"));
    ok(&["tournament", &file, "--out", name(&at("joined")), "--resume"]);
    for table in ["table.json", "table.md", "table.csv", "report.html", "heat-map.svg"] {
        same(&at("joined").join(table), &at("whole").join(table));
    }
    let message = format!("{} exists already; --force overwrites it", name(&joined));
    bad(&merge_args(&files, &joined), &message);
}

#[test]
fn gaps_overlaps_and_other_experiments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |part: &str| folder.path().join(part);
    let file = tournament(folder.path());
    let args = ["tournament", &file];
    let mut files = play_shards(folder.path(), &args, "games.jsonl");
    let out = at("joined.jsonl");
    let refused = |files: &[PathBuf], part: &str| {
        let output = yard(&merge_args(files, &out));
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(part), "{message}");
        assert!(!out.exists(), "nothing is written");
    };
    // One is missing, one is there twice.
    refused(&files[1..], "shard 4/7 is missing");
    let twice = [&files[..], &files[2..3]].concat();
    refused(&twice, "shard 7/7 is in ");
    // A whole run, another seed, another split.
    ok(&["tournament", &file, "--out", name(&at("whole"))]);
    let whole = at("whole").join("games.jsonl");
    refused(&[&files[..6], std::slice::from_ref(&whole)].concat(), "a whole run, not of a shard");
    let other = |part: &str, more: &[&str]| {
        let out = at(part);
        ok(&[&args[..], &["--out", name(&out)], more].concat());
        out.join("games.jsonl")
    };
    let seed = other("seed", &["--shard", "5/7", "--seed", "8"]);
    refused(&[&files[..6], &[seed]].concat(), "its seed is 8, not 7");
    let split = other("split", &["--shard", "5/8"]);
    refused(&[&files[..6], &[split]].concat(), "a run that was split otherwise");
    let games = other("games", &["--shard", "5/7", "--games", "39"]);
    refused(&[&files[..6], &[games]].concat(), "its number of games is 39, not 40");
    // A shard does not go on as another one, nor as the whole.
    let third = at("shard-3");
    let again = [&args[..], &["--out", name(&third), "--resume"]].concat();
    let output = yard(&[&again[..], &["--shard", "2/7"]].concat());
    assert!(text(&output.stderr).contains("it is of shard 3/7, not of shard 2/7"));
    assert!(text(&yard(&again).stderr).contains("it is of shard 3/7, not of the whole run"));
    // Impossible numbers, torn and foreign files.
    let lines = fs::read_to_string(&files[0]).unwrap();
    for (from, to, told) in [
        ("\"index\":4,\"of\":7", "\"index\":0,\"of\":0", "these are no results of yard"),
        ("[40,40,40,40]", "[18446744073709551615,18446744073709551615]", "line 4: "),
    ] {
        assert!(lines.contains(from), "{lines}");
        fs::write(&files[0], lines.replace(from, to)).unwrap();
        refused(&files, told);
    }
    fs::write(&files[0], &lines[..lines.len() - 5]).unwrap();
    refused(&files, "1 of 24 games are missing; play shard 4/7 to its end with --resume");
    fs::write(&files[0], "{}\n").unwrap();
    refused(&files, "these are no results of yard");
    files[0] = at("nowhere");
    refused(&files, "there is no such file");
}

#[test]
fn a_killed_shard_goes_on_and_is_merged() {
    let folder = tempfile::tempdir().unwrap();
    let at = |part: &str| folder.path().join(part);
    let path = |shard: u64| at(&format!("{shard}.jsonl"));
    let series = ["match", "--rules", "grid5", "--x", "mcts-sova:playouts=200", "--games", "60"];
    let whole = at("whole.jsonl");
    let unbroken =
        ok(&[&series[..], &["--results", name(&whole), "--threads", "1", "--json"]].concat());
    for shard in 1..=3 {
        let (part, file) = (format!("{shard}/3"), path(shard));
        let args = [&series[..], &["--shard", &part, "--results", name(&file)]].concat();
        if shard == 2 && kill_at(&args, &file, 5) {
            let files: Vec<PathBuf> = (1..=2).map(path).collect();
            let output = yard(&merge_args(&files, &at("early.jsonl")));
            assert!(text(&output.stderr).contains("to its end with --resume"));
            ok(&[&args[..], &["--resume"]].concat());
        } else if shard != 2 {
            ok(&args);
        }
    }
    let joined = at("joined.jsonl");
    ok(&merge_args(&[path(3), path(1), path(2)], &joined));
    same(&joined, &whole);
    let report = ok(&[&series[..], &["--results", name(&joined), "--resume", "--json"]].concat());
    assert_eq!(without_seconds(&report), without_seconds(&unbroken));
}

#[test]
fn shards_of_a_published_table_make_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let at = |part: &str| folder.path().join(part);
    let table = ["reproduce", "hrklova-6.6", "--cells", "2,4", "--games", "9"];
    ok(&[&table[..], &["--out", name(&at("whole")), "--threads", "1"]].concat());
    let files = play_shards(folder.path(), &table, "hrklova-6.6.games.jsonl");
    fs::create_dir(at("joined")).unwrap();
    let joined = at("joined").join("hrklova-6.6.games.jsonl");
    ok(&merge_args(&files, &joined));
    same(&joined, &at("whole").join("hrklova-6.6.games.jsonl"));
    ok(&[&table[..], &["--out", name(&at("joined")), "--resume"]].concat());
    for file in ["hrklova-6.6.json", "hrklova-6.6.md", "hrklova-6.6.svg"] {
        same(&at("joined").join(file), &at("whole").join(file));
    }
}

#[test]
fn a_shard_needs_a_place_for_its_games() {
    for args in [&["match", "--shard", "1/2"][..], &["reproduce", "sova-5.1", "--shard", "1/2"]] {
        let output = yard(args);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    }
    let output = yard(&["match", "--shard", "3/2", "--results", "x"]);
    assert!(text(&output.stderr).contains("a shard is written I/N"), "{}", text(&output.stderr));
}

/// Ctrl-C ends a shard politely, and its games are just those that the whole run has.
#[cfg(unix)]
#[test]
fn an_interrupted_shard_goes_on_with_its_own_games() {
    let folder = tempfile::tempdir().unwrap();
    let at = |part: &str| folder.path().join(part);
    let series = ["match", "--rules", "grid5", "--x", "mcts-sova:playouts=200", "--games", "50"];
    let mut games = Vec::new();
    for shard in ["1/2", "2/2"] {
        let file = at(&shard.replace('/', "-"));
        let args = [&series[..], &["--shard", shard, "--results", name(&file)]].concat();
        let output = interrupt_at(&args, &file, 6);
        assert!(matches!(output.status.code(), Some(0 | 130)), "{}", text(&output.stderr));
        ok(&[&args[..], &["--resume"]].concat());
        let lines = sorted(&file).into_iter().filter(|line| line.starts_with("{\"cell\""));
        games.extend(lines);
    }
    games.sort();
    let whole = at("whole");
    ok(&[&series[..], &["--results", name(&whole)]].concat());
    let lines = sorted(&whole).into_iter().filter(|line| line.starts_with("{\"cell\""));
    assert_eq!(games, lines.collect::<Vec<_>>());
}
