//! All that a page keeps as one text, for another device, and back.

use serde::{Deserialize, Serialize};
use yard_service::ApiError;

use crate::changes::Write;
use crate::documents::Document;
use crate::engine::Engine;

/// What became of documents that somebody brought.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
pub struct Brought {
    /// Games, records and logs that are here now.
    pub taken: usize,
    /// Those that were here already, as they are or further on.
    pub known: usize,
    /// Those that cannot be read.
    pub damaged: usize,
}

/// The text of an export.
#[derive(Serialize, Deserialize)]
struct Bundle {
    /// What this file is.
    yard_games: u32,
    documents: Vec<serde_json::Value>,
}

impl Engine {
    /// All documents as one text.
    ///
    /// # Errors
    /// When they cannot be written as JSON.
    pub fn export(&self) -> Result<String, ApiError> {
        let games = self.games.values().map(|game| Document::Game(Box::new(game.clone())));
        let rules = self.rules.values().cloned().map(Document::Rules);
        let imports = self.imports.values().cloned().map(Document::Import);
        let logs = self.logs.values().cloned().map(Document::Log);
        let all = rules.chain(games).chain(imports).chain(logs);
        let documents: Result<Vec<_>, ApiError> =
            all.map(|document| Ok(serde_json::from_str(&document.text()?)?)).collect();
        Ok(serde_json::to_string(&Bundle { yard_games: 1, documents: documents? })?)
    }

    /// Takes in an exported text. A game that is here already stays unless the other one is further on.
    ///
    /// # Errors
    /// When the text is none. Single documents that cannot be read are counted.
    pub fn bring(&mut self, text: &str) -> Result<Brought, ApiError> {
        let bundle: Bundle = serde_json::from_str(text)
            .map_err(|_| ApiError::bad("this file has no games that were exported from Yard"))?;
        let mut brought = Brought::default();
        let mut documents = Vec::new();
        for value in bundle.documents {
            match Document::read(&value.to_string()) {
                Ok(document) => documents.push(document),
                Err(_) => brought.damaged += 1,
            }
        }
        // Games are read under their rules.
        documents.sort_by_key(|document| !matches!(document, Document::Rules(_)));
        for document in documents {
            self.bring_one(document, &mut brought)?;
        }
        Ok(brought)
    }

    fn bring_one(&mut self, document: Document, brought: &mut Brought) -> Result<(), ApiError> {
        let (key, known, revision) = match &document {
            Document::Rules(rules) => {
                let sound = rules.kept().and_then(|kept| kept.read()).is_some();
                if sound && let Some(kept) = rules.kept() {
                    self.keep_rules(&kept)?;
                }
                return Ok(());
            }
            Document::Game(game) => {
                let known = self.games.get(&game.id);
                let older = known.is_some_and(|known| known.touched >= game.touched);
                (format!("game/{}", game.id), older, known.map(|known| known.revision))
            }
            Document::Import(import) => {
                (format!("import/{}", import.id), self.imports.contains_key(&import.id), None)
            }
            Document::Log(log) => {
                (format!("log/{}", log.name), self.logs.contains_key(&log.name), None)
            }
        };
        if known {
            brought.known += 1;
            return Ok(());
        }
        self.take_in(key, document, revision, brought)
    }

    fn take_in(
        &mut self,
        key: String,
        mut document: Document,
        known: Option<u64>,
        brought: &mut Brought,
    ) -> Result<(), ApiError> {
        let mut revision = None;
        if let Document::Game(game) = &mut document {
            // The store wants the revision after the one that it has.
            game.revision = known.unwrap_or(0) + 1;
            revision = Some(game.revision);
        }
        let before = match &document {
            Document::Game(game) => self.games.get(&game.id).cloned(),
            Document::Rules(_) | Document::Import(_) | Document::Log(_) => None,
        };
        let text = document.text()?;
        self.load(&text)?;
        if let Document::Game(game) = &document
            && self.bring_back(&game.id).is_err()
        {
            brought.damaged += 1;
            match before {
                Some(before) => drop(self.games.insert(game.id.clone(), before)),
                None => self.forget(&key),
            }
            return Ok(());
        }
        brought.taken += 1;
        self.write(Write { key, text: Some(text), revision });
        Ok(())
    }
}
