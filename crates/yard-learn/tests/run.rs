//! Trainings in folders: stopped ones are resumed, and what does not fit is refused.

mod common;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use common::players;
use yard_learn::{Plan, RunEnd, RunError, TrainingRun};

fn plan(games: u64) -> Plan {
    let text = format!(
        "version = 1\nbase = 'hrklova-x'\nrules = 'grid:3,1,6,2'\ngames = {games}\ncheckpoint = 10\n\
         opponents = ['random']\n[learner]\nbatch = 16\nreplay = 200\n"
    );
    Plan::from_toml(&text).unwrap()
}

fn begin(folder: &Path, games: u64) -> Result<TrainingRun, RunError> {
    TrainingRun::begin("test", plan(games), folder, &players())
}

/// Names and contents of all files of a run.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut files: Vec<_> = entries.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn a_stopped_run_is_resumed_and_ends_with_the_same_files() {
    let temporary = tempfile::tempdir().unwrap();
    let [whole, broken] = ["whole", "broken"].map(|name| temporary.path().join(name));
    let mut run = begin(&whole, 60).unwrap();
    let mut told = Vec::new();
    let end = run.train(&AtomicBool::new(false), &mut |status| told.push(status.games)).unwrap();
    assert_eq!((end, told.last()), (RunEnd::Finished, Some(&60)));

    let mut run = begin(&broken, 60).unwrap();
    for stop_at in [7, 33] {
        let stop = AtomicBool::new(false);
        let end =
            run.train(&stop, &mut |status| stop.store(status.games >= stop_at, Ordering::Relaxed));
        assert_eq!(end, Ok(RunEnd::Stopped));
        run = TrainingRun::resume(&broken, Some(&plan(60)), &players()).unwrap();
        assert!(run.training().status().games >= stop_at);
    }
    assert_eq!(run.train(&AtomicBool::new(false), &mut |_| {}), Ok(RunEnd::Finished));
    let names: Vec<String> = files(&whole).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            "metrics.csv",
            "metrics.json",
            "model-f16.safetensors",
            "model.safetensors",
            "plan.toml",
            "run.json",
            "state.safetensors"
        ]
    );
    assert!(files(&whole) == files(&broken), "a resumed run has other files");
}

/// A run that was begun with fewer games goes on: the games it has played stay, and what fell over them stays down.
#[test]
fn a_run_can_be_made_longer() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("run");
    let longer =
        |games, given: Option<&Plan>| TrainingRun::resume_longer(&folder, given, games, &players());
    let train = |mut run: TrainingRun| run.train(&AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(train(begin(&folder, 30).unwrap()), RunEnd::Finished);
    let at_30 = fs::read(folder.join("metrics.csv")).unwrap();

    let shorter = RunError::Shorter { folder: folder.clone(), all: 30 };
    assert_eq!(longer(29, None).err(), Some(shorter));
    let other = RunError::OtherPlan { folder: folder.clone() };
    let mut wrong = plan(30);
    wrong.set_seed(99);
    assert_eq!(longer(50, Some(&wrong)).err(), Some(other));
    // As long as it was: nothing is left to do. The games of a plan that is given do not count.
    assert!(longer(30, Some(&plan(7))).unwrap().training().status().is_finished());

    let run = longer(50, Some(&plan(7))).unwrap();
    assert_eq!((run.plan().games(), run.plan().schedule()), (50, 30));
    assert_eq!(run.training().status().games, 30);
    // Killed before a new checkpoint, it goes on by the old one.
    drop(run);
    let run = TrainingRun::resume(&folder, None, &players()).unwrap();
    assert_eq!((run.training().status().games, run.training().status().all), (30, 50));
    assert_eq!(train(run), RunEnd::Finished);
    let metrics = fs::read_to_string(folder.join("metrics.csv")).unwrap();
    assert!(metrics.starts_with(std::str::from_utf8(&at_30).unwrap()));
    assert!(metrics.lines().last().unwrap().starts_with("50,"));
    assert_eq!(train(longer(60, None).unwrap()), RunEnd::Finished);
}

#[test]
fn what_does_not_fit_is_refused_with_the_file_that_is_wrong() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("run");
    let resume = |given: Option<&Plan>| TrainingRun::resume(&folder, given, &players()).err();
    assert!(matches!(resume(None), Some(RunError::Read(_))), "there is no run yet");
    let mut run = begin(&folder, 20).unwrap();
    assert!(resume(None).is_none(), "without a checkpoint it goes on from the start");
    run.train(&AtomicBool::new(true), &mut |_| {}).unwrap();

    let exists = RunError::Exists { folder: folder.clone() };
    assert_eq!(begin(&folder, 20).err(), Some(exists));
    assert_eq!(resume(Some(&plan(21))), Some(RunError::OtherPlan { folder: folder.clone() }));
    let wrong = |name: &str| {
        let kept = fs::read(folder.join(name)).unwrap();
        fs::write(folder.join(name), "no such thing").unwrap();
        let error = resume(None).unwrap();
        fs::write(folder.join(name), kept).unwrap();
        let path = folder.join(name).display().to_string();
        assert!(error.to_string().starts_with(&path), "{error}");
        error
    };
    assert!(matches!(wrong("run.json"), RunError::About { .. }));
    assert!(matches!(wrong("plan.toml"), RunError::Plan { .. }));
    assert!(matches!(wrong("state.safetensors"), RunError::Resume { .. }));
    assert!(resume(None).is_none());
}
