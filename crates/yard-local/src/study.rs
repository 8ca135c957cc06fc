//! What takes longer than a moment: agents' moves, help, reviews, the assistant, solved boards.
//!
//! The page lets a second engine do this, with the documents of the game in question. Nothing here changes a game.

use serde::Deserialize;
use serde_json::json;
use yard_service::bodies::{HelpParams, ReplayParams};
use yard_service::study::{self, FactsJson, Progress};
use yard_service::{ApiError, assistant, puzzles, solutions};
use yard_tabletop::{KeptRules, Replay, move_text};

use crate::documents::Document;
use crate::engine::{Analysis, Engine};
use crate::request::{Address, Reply, Request};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DailyParams {
    date: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowParams {
    record: String,
}

/// Whether this engine answers these questions. The one that a page loads first does not, and is smaller.
const STUDIES: bool = cfg!(any(feature = "study", test));

/// The other engine answers this.
fn left_out() -> ApiError {
    ApiError::unavailable("this is a question for the engine that studies")
}

/// So many reviews are remembered.
const MOST_ANALYSES: usize = 8;

impl Engine {
    /// Whether a request is for the engine that studies.
    pub fn is_study(path: &str, method: &str) -> bool {
        let Ok(Address { parts, .. }) = Address::read(path) else { return false };
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        matches!(
            (method, &parts[..]),
            ("GET", ["api", "games", _, "help" | "analysis" | "facts" | "replay"])
                | ("POST", ["api", "assist", ..])
                | (_, ["api", "puzzles" | "solutions", ..])
        )
    }

    /// The documents that the other engine needs for a game or an imported record.
    pub fn context(&self, id: &str) -> Vec<String> {
        let mut texts = Vec::new();
        let mut rules = |key: &str| {
            let document = self.rules.get(key).cloned().map(Document::Rules);
            texts.extend(document.and_then(|document| document.text().ok()));
        };
        if let Some(game) = self.games.get(id) {
            rules(&game.kept_rules);
            texts.extend(Document::Game(Box::new(game.clone())).text().ok());
        } else if let Some(import) = self.imports.get(id) {
            rules(&import.kept_rules);
            texts.extend(Document::Import(import.clone()).text().ok());
        }
        texts
    }

    /// The move of the agent whose turn it is, as text.
    ///
    /// # Errors
    /// When it has none, or it is nobody's turn.
    pub fn think(&mut self, id: &str) -> Result<String, String> {
        let text = |error: ApiError| error.error;
        // Brought back for this thought alone, so that its random numbers are fresh.
        let table = self.bring_back(id).map_err(text)?;
        let turn = table.game.agent_turn().ok_or("it is nobody's turn")?;
        let taken_back = table.game.taken_back();
        let (_, mut agents) =
            self.agents.remove(id).filter(|(known, _)| *known == taken_back).unwrap_or_default();
        let task = agents.task(turn, &table.game.setup().rules, &self.roster);
        let thought = task.run().map_err(|fault| fault.to_string())?;
        agents.seat(thought.agent, || Some(Box::new(())));
        // One game is played at a time; the agents of others give back their memory.
        self.agents.clear();
        self.agents.insert(id.to_owned(), (taken_back, agents));
        Ok(move_text(thought.mv))
    }

    /// Answers what only this engine answers; `None` where it is no such question.
    pub(crate) fn studied(
        &mut self,
        request: &Request,
        address: &Address,
    ) -> Option<Result<Reply, ApiError>> {
        if !STUDIES {
            return Some(Err(left_out()));
        }
        let parts: Vec<&str> = address.parts.iter().map(String::as_str).collect();
        let (rules, roster) = (&self.catalog, &self.roster);
        Some(match (request.method.as_str(), &parts[..]) {
            ("GET", ["api", "puzzles"]) => Reply::json(200, &puzzles::list()),
            ("GET", ["api", "puzzles", "daily"]) => address
                .params(&[])
                .and_then(|DailyParams { date }| puzzles::daily(&date))
                .and_then(|puzzle| Reply::json(200, &puzzle)),
            ("GET", ["api", "puzzles", id]) => {
                puzzles::one(id).and_then(|puzzle| Reply::json(200, &puzzle))
            }
            ("GET", ["api", "solutions"]) => Reply::json(200, &solutions::list()),
            ("POST", ["api", "assist"]) => request
                .object()
                .and_then(|body| assistant::assist(&body, rules, roster))
                .and_then(|answer| Reply::json(200, &answer)),
            ("POST", ["api", "assist", "mr-x"]) => request
                .object()
                .and_then(|body| assistant::assist_mr_x(&body, rules, roster))
                .and_then(|answer| Reply::json(200, &answer)),
            ("POST", ["api", "assist", "check"]) => request
                .object()
                .and_then(assistant::CheckBody::record)
                .and_then(|record| Reply::json(200, &assistant::check(&record, rules))),
            ("POST", ["api", "puzzles", id, "answer"]) => request
                .object()
                .and_then(|body| puzzles::answer(id, &body))
                .and_then(|answer| Reply::json(200, &answer)),
            ("GET", ["api", "solutions", name, "show"]) => address
                .params(&[])
                .and_then(|ShowParams { record }| solutions::show(rules, roster, name, &record))
                .and_then(|answer| Reply::json(200, &answer)),
            ("GET", ["api", "games", id, "help"]) => self.help(id, request, address),
            ("GET", ["api", "games", id, "replay"]) => self.views(id, request, address),
            ("GET", ["api", "games", id, "analysis"]) => {
                self.analysis(id, request).and_then(|analysis| Reply::json(200, &analysis.progress))
            }
            ("GET", ["api", "games", id, "facts"]) => self.facts(id, request),
            ("POST", ["api", "games", id, "share"]) => self.share(id, request),
            _ => return None,
        })
    }

    fn help(&mut self, id: &str, request: &Request, address: &Address) -> Result<Reply, ApiError> {
        let HelpParams { kind } = address.params(&[])?;
        let role = self.role(id, request)?;
        Reply::json(200, &study::help(&self.open(id)?.game, role, kind)?)
    }

    /// A finished game or an import, to be looked at as a whole.
    fn finished(&mut self, id: &str, request: &Request) -> Result<Replay, ApiError> {
        if let Some(replay) = self.imported(id, request)? {
            return Ok(replay);
        }
        self.role(id, request)?;
        let replay = self.open(id)?.game.replay();
        replay.ok_or_else(|| ApiError::forbidden("the game is not over yet"))
    }

    fn views(&mut self, id: &str, request: &Request, address: &Address) -> Result<Reply, ApiError> {
        let params: ReplayParams = address.params(&[])?;
        let views = self.finished(id, request)?.views(params.viewpoint())?;
        Reply::json(200, &json!({ "views": views }))
    }

    /// The review of a game, which is begun when somebody first asks for it.
    fn analysis(&mut self, id: &str, request: &Request) -> Result<&Analysis, ApiError> {
        let replay = self.finished(id, request)?;
        let key = replay.key();
        if !self.analyses.contains_key(&key) {
            let progress = Progress::new(&replay)?;
            if self.analyses.len() >= MOST_ANALYSES {
                self.analyses.clear();
            }
            self.analyses.insert(key.clone(), Analysis { replay, progress });
        }
        self.analyses.get(&key).ok_or_else(ApiError::no_game)
    }

    fn facts(&mut self, id: &str, request: &Request) -> Result<Reply, ApiError> {
        let role = match self.imports.contains_key(id) {
            true => None,
            false => Some(self.role(id, request)?),
        };
        let Analysis { replay, progress } = self.analysis(id, request)?;
        Reply::json(200, &FactsJson::new(replay, progress, role)?)
    }

    /// A copy of a finished game that opens no seat.
    fn share(&mut self, id: &str, request: &Request) -> Result<Reply, ApiError> {
        let replay = self.finished(id, request)?;
        let rules = KeptRules::new(replay.rules());
        self.keep_record(replay.record().to_string(), &rules)
    }

    /// Goes on with reviews by one move; tells whether there is more to do.
    pub fn step(&mut self) -> bool {
        if !STUDIES {
            return false;
        }
        let open = self.analyses.values_mut().find(|analysis| !analysis.progress.is_done());
        let Some(Analysis { replay, progress }) = open else { return false };
        progress.add(study::judge(replay, progress.done));
        true
    }
}
