//! Which agents a client may ask for: no programs, no files, and no more thinking than is good for
//! the other tables.
//!
//! All of it is decided by what a parameter *is*, as the roster describes it. A new parameter that names a
//! file is refused without a word here.

use yard_roster::{AgentConfig, AgentSpec, FileName, Unit, Value};

use crate::error::ApiError;

/// The longest text of an agent.
const LONGEST: usize = 200;

/// What a move may cost at most. A thought that takes too long is cut short besides (`Limits::thought`), but a budget
/// that is never reached tells people nothing.
const fn most(unit: Unit) -> u64 {
    match unit {
        Unit::Ms => 30_000,
        Unit::Playouts => 300_000,
        Unit::Nodes => 30_000_000,
    }
}

/// Trees that are searched at once, at most.
const MOST_THREADS: u64 = 4;
/// Rounds that `alphabeta` may look ahead.
const MOST_ROUNDS: u64 = 4;
/// Public states that `resolve` may look into.
const MOST_EXPANSIONS: u64 = 10_000;
/// How exactly `nash` may have a game solved.
const LEAST_PRECISION: f64 = 0.001;

/// Reads an agent from outside.
///
/// # Errors
/// When there is no such agent, or it is not for clients.
pub fn check(text: &str) -> Result<AgentSpec, ApiError> {
    if text.len() > LONGEST {
        return Err(ApiError::bad(format!("an agent has at most {LONGEST} letters")));
    }
    if text.starts_with("process") {
        return Err(ApiError::forbidden("the server starts no programs; use the command line"));
    }
    let spec: AgentSpec = text.parse().map_err(ApiError::bad)?;
    for (key, value) in spec.values() {
        check_value(&spec, key, &value)?;
    }
    Ok(spec)
}

fn check_value(spec: &AgentSpec, key: &str, value: &Value) -> Result<(), ApiError> {
    let at_most = |most: u64| Err(ApiError::bad(format!("{key} is at most {most} here")));
    match value {
        Value::File(FileName::Shipped(_)) => Ok(()),
        Value::File(FileName::Run { .. } | FileName::Path(_)) => {
            Err(ApiError::forbidden(format!("{key} names a file, which a client cannot")))
        }
        Value::Budget(unit, Some(amount)) if *amount > most(*unit) => at_most(most(*unit)),
        Value::Count(count) if key == "threads" && *count > MOST_THREADS => at_most(MOST_THREADS),
        Value::Count(rounds) if is_alphabeta(spec) && key == "depth" && *rounds > MOST_ROUNDS => {
            at_most(MOST_ROUNDS)
        }
        Value::Count(count) if key == "expansions" && *count > MOST_EXPANSIONS => {
            at_most(MOST_EXPANSIONS)
        }
        Value::Number(number) if key == "precision" && *number < LEAST_PRECISION => {
            Err(ApiError::bad(format!("{key} is at least {LEAST_PRECISION} here")))
        }
        Value::Budget(..)
        | Value::Count(_)
        | Value::Number(_)
        | Value::Choice(_)
        | Value::Switch(..) => Ok(()),
    }
}

fn is_alphabeta(spec: &AgentSpec) -> bool {
    matches!(spec.config(), AgentConfig::AlphaBeta(_))
}

#[cfg(test)]
mod tests {
    use yard_roster::{AGENTS, Kind};

    use super::*;
    use crate::error::Code;

    #[test]
    fn programs_files_and_endless_thought_are_refused() {
        for good in [
            "best:ms=1000",
            "random",
            "nash",
            "pimbot:model=classic,playouts=5",
            "dqn:model=grid5",
            "dqn:model=hrklova",
            "qnet:model=dash",
        ] {
            assert!(check(good).is_ok(), "{good}");
        }
        for bad in [
            "process:rm -rf x",
            "process[ms=5]:sh",
            "nash:policy=/etc/passwd",
            "pimbot:tables=../x",
            "pimbot:model=x.toml",
            "dqn:model=runs/a/model.safetensors",
            "qnet:model=/etc/passwd",
            "best:ms=30001",
            "best:playouts=300001",
            "best:threads=200",
            "alphabeta:depth=6",
            "resolve:expansions=10001",
            "nash:precision=0.00001",
            "nobody",
        ] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }

    /// Whatever the roster says is a file is one here; nobody has to list it again.
    #[test]
    fn no_parameter_of_the_kind_file_gets_through() {
        let mut files = 0;
        for agent in AGENTS.iter().filter(|agent| agent.name != "process") {
            for parameter in &agent.parameters {
                let Kind::File { shipped } = &parameter.kind else { continue };
                files += 1;
                for path in ["/etc/passwd", "x.toml", "runs/a/model.safetensors", ".."] {
                    let text = format!("{}:{}={path}", agent.name, parameter.key);
                    let refused = check(&text).unwrap_err();
                    assert_eq!(refused.code, Code::Forbidden, "{text}");
                }
                for name in shipped {
                    let text = format!("{}:{}={name}", agent.name, parameter.key);
                    assert!(check(&text).is_ok(), "{text}");
                }
            }
        }
        assert!(files >= 5, "{files}");
    }

    /// The server promises an answer in time, so every search must heed the signal, however large its budget.
    #[test]
    fn every_agent_ends_its_search_when_it_is_told_to() {
        let (stop, roster) = (yard_agents::Stop::default(), yard_roster::Roster::default());
        stop.set();
        let mut searches = 0;
        for agent in AGENTS.iter().filter(|agent| agent.name != "process") {
            let has = |key: &str| agent.parameters.iter().any(|parameter| parameter.key == key);
            let spec = match agent.name {
                "alphabeta" => "alphabeta:depth=4".to_owned(),
                "resolve" => "resolve:expansions=10000".to_owned(),
                name if has("playouts") => format!("{name}:playouts=300000"),
                name if has("nodes") => format!("{name}:nodes=30000000"),
                name => name.to_owned(),
            };
            let spec = check(&spec).unwrap();
            for name in ["classic", "dash", "grid15", "grid5"] {
                let rules = std::sync::Arc::new(yard_core::presets::rules(name).unwrap());
                let deal = rules.deal(&mut yard_agents::Seed(1).stream("deal"));
                let mut game = yard_core::Game::new(std::sync::Arc::clone(&rules), &deal);
                let mut rng = yard_agents::Seed(1).stream("agent");
                let mut nodes = Vec::new();
                if let Ok(mut mr_x) = roster.mr_x(&spec, &rules) {
                    let moved = stop.during(|| mr_x.choose(game.mr_x_view(), &mut rng));
                    assert!(moved.is_ok(), "{} on {name}", agent.name);
                    nodes.extend(mr_x.root_report().map(|report| report.nodes));
                }
                let first = game.mr_x_view().legal_moves().next().unwrap();
                game.play(first.into()).unwrap();
                if let Ok(mut team) = roster.detectives(&spec, &rules) {
                    let moved = stop.during(|| team.choose(game.detective_view(), &mut rng));
                    assert!(moved.is_ok(), "{} on {name}", agent.name);
                    nodes.extend(team.root_report().map(|report| report.nodes));
                }
                for nodes in nodes {
                    searches += 1;
                    assert!(nodes < 50_000, "{} on {name}: {nodes} nodes", agent.name);
                }
            }
        }
        assert!(searches > 20, "{searches}");
    }
}
