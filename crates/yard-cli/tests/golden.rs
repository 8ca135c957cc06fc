//! What every agent decides, through the command: its signature and short games, held by files.
//!
//! `UPDATE_GOLDEN=1` writes the files under `tests/golden/` anew; a change there means that somebody
//! plays differently, and needs a reason.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use yard_roster::AGENTS;

/// Games of one agent, on each side it plays, against `random`.
struct Golden {
    rules: &'static str,
    /// The agent with a small budget.
    spec: &'static str,
    games: &'static str,
}

const fn golden(spec: &'static str, rules: &'static str, games: &'static str) -> Golden {
    Golden { rules, spec, games }
}

const GOLDEN: [Golden; 28] = [
    golden("random", "grid5", "8"),
    golden("random", "classic", "8"),
    golden("alphabeta", "grid5", "8"),
    golden("alphabeta:depth=2", "classic", "4"),
    golden("mcts-sova:playouts=100", "grid5", "8"),
    golden("mcts-sova:playouts=50", "classic", "4"),
    golden("mcts-sova-distance:playouts=100", "grid5", "8"),
    golden("mcts-sova-distance:playouts=50", "classic", "4"),
    golden("mcts-gerza:playouts=100", "grid5", "8"),
    golden("lookahead:p=0.8", "grid5", "8"),
    golden("lookahead", "classic", "4"),
    golden("paranoid:nodes=300", "grid5", "8"),
    golden("paranoid:nodes=300", "classic", "4"),
    golden("paranoid-nw:nodes=300", "classic", "4"),
    golden("paranoid-nw:nodes=300", "bristol", "4"),
    golden("expectimax:nodes=300", "classic", "4"),
    golden("expectimax:nodes=300", "bristol", "4"),
    golden("pimbot:playouts=100", "grid5", "8"),
    golden("pimbot:playouts=50", "classic", "4"),
    golden("dqn", "grid5", "8"),
    golden("qnet", "dash", "4"),
    golden("nash", "glasses", "8"),
    golden("resolve:expansions=20", "grid5", "4"),
    golden("resolve:expansions=10", "classic", "2"),
    golden("best:playouts=100", "grid5", "8"),
    golden("best:playouts=400", "classic", "2"),
    golden("person:playouts=50", "grid5", "8"),
    golden("person:playouts=50", "classic", "4"),
];

impl Golden {
    fn agent(&self) -> &'static str {
        self.spec.split_once(':').map_or(self.spec, |(name, _)| name)
    }

    fn args<'a>(&'a self, side: &'a str, threads: &'a str) -> [&'a str; 13] {
        let (x, detectives) = match side {
            "x" => (self.spec, "random"),
            _ => ("random", self.spec),
        };
        let more = [x, "--detectives", detectives, "--games", self.games, "--threads", threads];
        let [a, b, c, d, e, f, g] = more;
        ["match", "--json", "--seed=3", "--rules", self.rules, "--x", a, b, c, d, e, f, g]
    }
}

/// Standard output of a command that must succeed.
fn ok(args: &[&str]) -> String {
    ok_with(args, "")
}

/// The same, for a command that reads these lines.
fn ok_with(args: &[&str], lines: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yard"));
    // Nothing is kept: what was solved by another version must not be found.
    command.args(args).env("YARD_DATA", "").stdin(Stdio::piped());
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("yard starts");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(lines.as_bytes()).expect("yard reads");
    drop(input);
    let output = child.wait_with_output().expect("yard ends");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {messages}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// The bytes of a report without its last key, `seconds`.
fn without_seconds(report: &str) -> String {
    let (rest, seconds) = report.rsplit_once(",\"seconds\":").expect("seconds come last");
    let number = seconds.strip_suffix("}\n").expect("and end the object");
    assert!(number.parse::<f64>().is_ok(), "{seconds}");
    format!("{rest}}}\n")
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// Compares with a golden file, or writes it.
fn hold(name: &str, found: &str) {
    let path = file(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().expect("it lies in a folder")).unwrap();
        fs::write(&path, found).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept, found, "{name} has changed; UPDATE_GOLDEN=1 writes it anew");
}

/// The same bytes on one thread and on two, and those that are kept.
#[test]
fn matches_of_every_agent_are_golden() {
    for golden in &GOLDEN {
        let info = AGENTS.iter().find(|info| info.name == golden.agent()).expect("it is known");
        for (side, plays) in [("x", info.mr_x), ("detectives", info.detectives)] {
            if plays {
                let report = without_seconds(&ok(&golden.args(side, "1")));
                let again = without_seconds(&ok(&golden.args(side, "2")));
                assert_eq!(report, again, "{} as {side} on {}", golden.spec, golden.rules);
                hold(&format!("match-{}-{}-{side}.json", golden.agent(), golden.rules), &report);
            }
        }
    }
}

/// `process` is left out: its games are those of the program it asks.
#[test]
fn every_agent_has_a_golden_match() {
    for info in AGENTS.iter().filter(|info| info.name != "process") {
        let held = GOLDEN.iter().any(|golden| golden.agent() == info.name);
        assert!(held, "{} has no golden match", info.name);
    }
}

/// Changed means that an agent decides differently: say so in the commit, with a series result.
#[test]
fn the_signature_is_golden() {
    let found = ok(&["bench", "--signature"]);
    hold("signature.txt", &found);
    for info in AGENTS.iter().filter(|info| info.name != "process") {
        assert!(found.contains(&format!(" {}", info.name)), "{} has no signature", info.name);
    }
}

/// Levels, hints, probabilities and the look back, as people read them in the terminal.
#[test]
fn help_in_the_terminal_is_golden() {
    for (name, rules, side, level) in [
        ("play-london-detectives.txt", "classic", "detectives", "medium"),
        ("play-london-x.txt", "classic", "x", "hard"),
        ("play-grid-detectives.txt", "grid5", "detectives", "hard"),
    ] {
        let args = ["play", "--rules", rules, "--as", side, "--level", level, "--seed", "7"];
        let more = ["--hints", "lookahead", "--review"];
        let args: Vec<&str> = args.into_iter().chain(more).collect();
        let said = ok_with(&args, "help\nhint\nprobabilities\n1\n1\nhint\nquit\n");
        hold(name, &said);
    }
}
