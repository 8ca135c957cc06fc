//! Lists of what the page keeps: games, logs, and records that were brought.

use serde::Serialize;
use serde_json::json;
use yard_service::assistant::SaveBody;
use yard_service::bodies::ListParams;
use yard_service::{ApiError, secret};
use yard_tabletop::{KeptRules, Replay, read_view};

use crate::changes::Write;
use crate::documents::{Document, GameDocument, ImportDocument, LogDocument};
use crate::engine::Engine;
use crate::request::{Reply, Request};

/// Games on a page.
const PAGE: usize = 50;

/// A line of the list of games.
#[derive(Serialize)]
struct ListedGame<'a> {
    id: &'a str,
    rules: &'a str,
    names: &'a str,
    state: &'a str,
    result: Option<&'a str>,
    slots: u8,
    taken_back: u32,
    reopened: u32,
    seed_chosen: bool,
    created: i64,
    touched: i64,
}

impl<'a> ListedGame<'a> {
    fn new(game: &'a GameDocument) -> ListedGame<'a> {
        ListedGame {
            id: &game.id,
            rules: &game.rules,
            names: &game.names,
            state: &game.state,
            result: game.result.as_deref(),
            slots: game.slots,
            taken_back: game.taken_back,
            reopened: game.reopened,
            seed_chosen: game.seed_chosen(),
            created: game.created,
            touched: game.touched,
        }
    }

    /// Whether all words are somewhere in the line.
    fn has(&self, words: &str) -> bool {
        let line = format!("{} {} {}", self.id, self.rules, self.names).to_lowercase();
        words.to_lowercase().split_whitespace().all(|word| line.contains(word))
    }
}

impl Engine {
    pub(crate) fn list(&self, params: &ListParams) -> Result<Reply, ApiError> {
        let state = params.state()?;
        let mut found: Vec<ListedGame<'_>> = self
            .games
            .values()
            .map(ListedGame::new)
            .filter(|game| state.as_deref().is_none_or(|state| state == game.state))
            .filter(|game| game.has(&params.query))
            .collect();
        found.sort_by_key(|game| std::cmp::Reverse(game.touched));
        let pages = found.len().div_ceil(PAGE);
        let page: Vec<_> = found.iter().skip(params.page as usize * PAGE).take(PAGE).collect();
        Reply::json(200, &json!({ "games": page, "page": params.page, "pages": pages }))
    }

    pub(crate) fn logs(&self) -> Result<Reply, ApiError> {
        let mut logs: Vec<&LogDocument> = self.logs.values().collect();
        logs.sort_by_key(|log| std::cmp::Reverse(log.date));
        let line = |log: &&LogDocument| json!({ "name": log.name, "record": log.record, "date": log.date });
        let saved: Vec<_> = logs.iter().map(line).collect();
        Reply::json(200, &json!({ "saved": saved }))
    }

    pub(crate) fn save_log(&mut self, body: SaveBody) -> Result<Reply, ApiError> {
        body.check()?;
        let SaveBody { name, record } = body;
        let log = LogDocument { name: name.clone(), record, date: self.now };
        let text = Document::Log(log.clone()).text()?;
        self.logs.insert(name.clone(), log);
        self.write(Write { key: format!("log/{name}"), text: Some(text), revision: None });
        Reply::json(200, &json!({ "ok": true }))
    }

    pub(crate) fn drop_log(&mut self, name: &str) -> Result<Reply, ApiError> {
        if self.logs.remove(name).is_some() {
            self.write(Write { key: format!("log/{name}"), text: None, revision: None });
        }
        Reply::json(200, &json!({ "ok": true }))
    }

    pub(crate) fn import(&mut self, text: &str) -> Result<Reply, ApiError> {
        let (record, view) = read_view(text, &self.catalog)?;
        let rules = KeptRules::new(view.rules());
        self.keep_record(record.to_string(), &rules)
    }

    /// Keeps a record to be looked at.
    pub(crate) fn keep_record(
        &mut self,
        record: String,
        rules: &KeptRules,
    ) -> Result<Reply, ApiError> {
        let chance = self.chance.as_ref();
        let (id, token) = (secret::id(chance)?, secret::token(chance)?);
        let kept_rules = self.keep_rules(rules)?;
        let created = self.now;
        let import =
            ImportDocument { id: id.clone(), token: token.clone(), record, kept_rules, created };
        let text = Document::Import(import.clone()).text()?;
        self.imports.insert(id.clone(), import);
        self.write(Write { key: format!("import/{id}"), text: Some(text), revision: None });
        Reply::json(201, &json!({ "id": id, "token": token }))
    }

    /// A record that was brought, if the id is of one and the token opens it.
    pub(crate) fn imported(&self, id: &str, request: &Request) -> Result<Option<Replay>, ApiError> {
        let Some(import) = self.imports.get(id) else { return Ok(None) };
        if import.token != request.token()? {
            return Err(ApiError::no_game());
        }
        let kept = self.kept_rules(&import.kept_rules);
        let replay = Replay::kept(id.to_owned(), &import.record, kept.as_ref(), &self.catalog);
        replay.map(Some).map_err(|error| ApiError::unreadable(id, error))
    }
}
