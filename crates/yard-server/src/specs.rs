//! Which agents a client may ask for: no programs, no files, and no more thinking than is good for
//! the other tables.

use std::time::Duration;

use yard_arena::AgentSpec;

use crate::error::ApiError;
use crate::work_pool::Lane;

/// The longest text of an agent.
const LONGEST: usize = 200;

/// What a parameter may be at most. An agent that thinks cannot be interrupted, so this also bounds
/// how long a thread is busy for a game that is cancelled.
const MOST: [(&str, f64); 5] = [
    ("ms", 30_000.0),
    ("playouts", 300_000.0),
    ("nodes", 30_000_000.0),
    ("threads", 4.0),
    ("exploration", 1e9),
];

/// Parameters that name a file, with the one value that does not.
const FILES: [(&str, &str); 3] = [("policy", "kept"), ("tables", "classic"), ("model", "classic")];

/// Reads an agent from outside.
///
/// # Errors
/// When there is no such agent, or it is not for clients.
pub(crate) fn check(text: &str) -> Result<AgentSpec, ApiError> {
    if text.len() > LONGEST {
        return Err(ApiError::bad(format!("an agent has at most {LONGEST} letters")));
    }
    if text.starts_with("process") {
        return Err(ApiError::forbidden("the server starts no programs; use the command line"));
    }
    let spec: AgentSpec = text.parse().map_err(ApiError::bad)?;
    for (key, value) in given(text) {
        if FILES.iter().any(|(known, word)| *known == key && *word != value) {
            let text = format!("{key} names a file, which a client cannot");
            return Err(ApiError::forbidden(text));
        }
        let most = MOST.iter().find(|(known, _)| *known == key);
        if let (Some((_, most)), Ok(number)) = (most, value.parse::<f64>())
            && number > *most
        {
            return Err(ApiError::bad(format!("{key} is at most {most} here")));
        }
        if key == "depth" && spec.name() == "alphabeta" && value.parse().unwrap_or(9.0) > 4.0 {
            return Err(ApiError::bad("depth is at most 4 here"));
        }
        if key == "precision" && value.parse().unwrap_or(0.0) < 0.001 {
            return Err(ApiError::bad("precision is at least 0.001 here"));
        }
    }
    Ok(spec)
}

/// The parameters in the text of an agent.
fn given(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let parameters = text.split_once(':').map_or("", |(_, parameters)| parameters);
    parameters.split(',').filter_map(|part| part.split_once('='))
}

/// Agents that answer without a search.
const QUICK: [&str; 4] = ["random", "lookahead", "dqn", "qnet"];
/// A search that takes longer than this, or more, is slow.
const USUAL_TIME: Duration = Duration::from_secs(2);
const USUAL: [(&str, f64); 2] = [("playouts", 30_000.0), ("nodes", 3_000_000.0)];

/// Where an agent thinks.
pub(crate) fn lane(spec: &AgentSpec) -> Lane {
    let text = spec.to_string();
    let over = |(key, most): &(&str, f64)| {
        given(&text).any(|(known, value)| known == *key && value.parse().unwrap_or(0.0) > *most)
    };
    if QUICK.contains(&spec.name()) {
        Lane::Quick
    } else if spec.name() == "nash"
        || spec.time().is_some_and(|time| time > USUAL_TIME)
        || USUAL.iter().any(over)
    {
        // Perfect play may first have to be worked out.
        Lane::Slow
    } else {
        Lane::Usual
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_files_and_endless_thought_are_refused() {
        for good in ["best:ms=1000", "random", "nash", "pimbot:model=classic,playouts=5"] {
            assert!(check(good).is_ok(), "{good}");
        }
        for bad in [
            "process:rm -rf x",
            "process[ms=5]:sh",
            "nash:policy=/etc/passwd",
            "pimbot:tables=../x",
            "pimbot:model=x.toml",
            "best:ms=30001",
            "best:playouts=1e9",
            "best:threads=200",
            "alphabeta:depth=6",
            "nash:precision=0.00001",
            "nobody",
        ] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn agents_think_where_others_are_as_slow() {
        for (text, wanted) in [
            ("random", Lane::Quick),
            ("lookahead:p=0.5", Lane::Quick),
            ("best:ms=1000", Lane::Usual),
            ("pimbot:playouts=3000", Lane::Usual),
            ("paranoid", Lane::Usual),
            ("best:ms=8000", Lane::Slow),
            ("pimbot:trees=vote,playouts=300000", Lane::Slow),
            ("nash", Lane::Slow),
        ] {
            assert_eq!(lane(&text.parse().unwrap()), wanted, "{text}");
        }
    }
}
