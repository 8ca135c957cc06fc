//! Running `yard`, stopping it, and looking at what it left.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yard"));
    command.args(args).env("YARD_DATA", "").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn yard(args: &[&str]) -> Output {
    command(args).output().expect("yard starts")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// Standard output of a command that must succeed.
pub(crate) fn ok(args: &[&str]) -> String {
    let output = yard(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Asserts exit code 2, nothing on standard output and just this message.
pub(crate) fn bad(args: &[&str], message: &str) {
    let output = yard(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    assert_eq!(text(&output.stderr), format!("error: {message}\n"), "{args:?}");
}

pub(crate) fn lines(file: &Path) -> usize {
    fs::read(file).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count())
}

/// Waits until so many lines are in a file, or the command has ended.
pub(crate) fn wait_for_lines(child: &mut Child, file: &Path, wanted: usize) {
    while lines(file) < wanted && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Runs a command that keeps its games in `file` until so many lines are there, then kills it (on
/// Unix by SIGKILL: it cannot tidy up). Tells whether the kill came before the end.
pub(crate) fn kill_at(args: &[&str], file: &Path, wanted: usize) -> bool {
    let mut child = command(args).spawn().unwrap();
    wait_for_lines(&mut child, file, wanted);
    let before = lines(file);
    child.kill().unwrap();
    let killed = !child.wait().unwrap().success();
    assert!(lines(file) >= before, "a finished game was lost");
    killed
}

/// Runs a command until so many lines are in `file`, then sends it Ctrl-C.
#[cfg(unix)]
pub(crate) fn interrupt_at(args: &[&str], file: &Path, wanted: usize) -> Output {
    let mut child = command(args).spawn().unwrap();
    wait_for_lines(&mut child, file, wanted);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    child.wait_with_output().unwrap()
}

/// The results of all games, in order.
pub(crate) fn sorted(file: &Path) -> Vec<String> {
    let mut lines: Vec<String> =
        fs::read_to_string(file).unwrap().lines().map(String::from).collect();
    lines.sort();
    lines
}

pub(crate) fn without_seconds(json: &str) -> serde_json::Value {
    let mut value: serde_json::Value = serde_json::from_str(json).unwrap();
    assert!(value.as_object_mut().unwrap().remove("seconds").is_some());
    value
}
