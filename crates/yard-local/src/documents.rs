//! Games, imported records and logs as the page keeps them: JSON with a version.

use serde::{Deserialize, Serialize};
use yard_service::ApiError;
use yard_service::keys::{Key, KeyKind};
use yard_service::secret::TokenHash;
use yard_tabletop::{KeptRules, RestoreError, SavedGame, Tabletop};

/// The version of these documents.
pub(crate) const VERSION: u32 = 1;

/// A document by its name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Document {
    Game(Box<GameDocument>),
    Rules(RulesDocument),
    Import(ImportDocument),
    Log(LogDocument),
}

/// A document with the version of its format.
#[derive(Serialize, Deserialize)]
struct Versioned<T> {
    version: u32,
    #[serde(flatten)]
    document: T,
}

impl Document {
    /// Reads a document.
    pub(crate) fn read(text: &str) -> Result<Document, ApiError> {
        let read: Versioned<Document> = serde_json::from_str(text)
            .map_err(|error| ApiError::bad(format!("this is no document of Yard: {error}")))?;
        match read.version {
            VERSION => Ok(read.document),
            other => Err(ApiError::bad(format!(
                "this was kept by a newer version of Yard (format {other}); load the page again"
            ))),
        }
    }

    /// The document as text.
    pub(crate) fn text(&self) -> Result<String, ApiError> {
        Ok(serde_json::to_string(&Versioned { version: VERSION, document: self })?)
    }
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameDocument {
    pub(crate) id: String,
    /// Rises with every change.
    pub(crate) revision: u64,
    pub(crate) rules: String,
    /// The key of the rules as they were when the game began.
    pub(crate) kept_rules: String,
    start: String,
    seed: Option<u64>,
    seats: String,
    help: String,
    pace_ms: u32,
    pub(crate) state: String,
    pub(crate) taken_back: u32,
    pub(crate) reopened: u32,
    paused: bool,
    clock_s: Option<u32>,
    late: String,
    next: Option<String>,
    moves: Vec<String>,
    keys: Vec<KeyDocument>,
    claims: Vec<ClaimDocument>,
    /// For lists.
    pub(crate) names: String,
    pub(crate) result: Option<String>,
    pub(crate) slots: u8,
    pub(crate) created: i64,
    pub(crate) touched: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeyDocument {
    hash: String,
    role: i64,
    kind: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct ClaimDocument {
    role: i64,
    holder: String,
}

/// Rules as a game keeps them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RulesDocument {
    pub(crate) key: String,
    pub(crate) text: String,
    pub(crate) fingerprint: String,
}

impl RulesDocument {
    pub(crate) fn new(kept: &KeptRules) -> RulesDocument {
        let fingerprint = format!("{:016x}", kept.fingerprint);
        RulesDocument { key: kept.key(), text: kept.text.clone(), fingerprint }
    }

    pub(crate) fn kept(&self) -> Option<KeptRules> {
        let fingerprint = u64::from_str_radix(&self.fingerprint, 16).ok()?;
        Some(KeptRules { text: self.text.clone(), fingerprint })
    }
}

/// A record that somebody brought.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ImportDocument {
    pub(crate) id: String,
    pub(crate) token: String,
    pub(crate) record: String,
    pub(crate) kept_rules: String,
    pub(crate) created: i64,
}

/// A log of the assistant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LogDocument {
    pub(crate) name: String,
    pub(crate) record: String,
    pub(crate) date: i64,
}

/// What a game has besides its moves.
pub(crate) struct Around<'a> {
    pub(crate) keys: &'a [Key],
    pub(crate) created: i64,
    pub(crate) touched: i64,
    pub(crate) revision: u64,
}

impl GameDocument {
    /// Writes a game down.
    pub(crate) fn new(game: &Tabletop, around: &Around<'_>) -> Result<GameDocument, ApiError> {
        let SavedGame {
            id,
            rules,
            kept_rules,
            start,
            seed,
            seats,
            help,
            pace_ms,
            state,
            taken_back,
            reopened,
            paused,
            clock_s,
            late,
            next,
            moves,
        } = game.saved()?;
        let setup = game.setup();
        let key = |key: &Key| KeyDocument {
            hash: hex(key.hash.0),
            role: key.role.to_number(),
            kind: key.kind.to_number(),
        };
        let people = setup.seats.people_roles(&setup.rules);
        let claims = people.into_iter().filter_map(|role| {
            let holder = game.holder(role)?;
            Some(ClaimDocument { role: role.to_number(), holder: hex(holder.0) })
        });
        Ok(GameDocument {
            id,
            revision: around.revision,
            rules,
            kept_rules: kept_rules.map(|kept| kept.key()).unwrap_or_default(),
            start,
            seed,
            seats,
            help,
            pace_ms,
            state,
            taken_back,
            reopened,
            paused,
            clock_s,
            late,
            next,
            moves,
            keys: around.keys.iter().map(key).collect(),
            claims: claims.collect(),
            names: setup.seats.summary(&setup.rules),
            result: game.result().map(str::to_owned),
            slots: game.slots_used(),
            created: around.created,
            touched: around.touched,
        })
    }

    /// The game as a table keeps it.
    pub(crate) fn saved(&self, kept_rules: Option<KeptRules>) -> SavedGame {
        SavedGame {
            id: self.id.clone(),
            rules: self.rules.clone(),
            kept_rules,
            start: self.start.clone(),
            seed: self.seed,
            seats: self.seats.clone(),
            help: self.help.clone(),
            pace_ms: self.pace_ms,
            state: self.state.clone(),
            taken_back: self.taken_back,
            reopened: self.reopened,
            paused: self.paused,
            clock_s: self.clock_s,
            late: self.late.clone(),
            next: self.next.clone(),
            moves: self.moves.clone(),
        }
    }

    /// Whether somebody chose the seed.
    pub(crate) fn seed_chosen(&self) -> bool {
        self.seed.is_some()
    }

    /// Gives a game that was brought back its claims, and tells its keys.
    pub(crate) fn seat(&self, game: &mut Tabletop) -> Result<Vec<Key>, RestoreError> {
        for claim in &self.claims {
            let role = game.kept_role(claim.role)?;
            let holder = TokenHash(unhex(&claim.holder).ok_or(RestoreError::Links)?).holder();
            game.claim(role, holder).map_err(|_| RestoreError::Links)?;
        }
        let key = |key: &KeyDocument| {
            let hash = TokenHash(unhex(&key.hash).ok_or(RestoreError::Links)?);
            let kind = KeyKind::from_number(key.kind).ok_or(RestoreError::Links)?;
            Ok(Key { hash, role: game.kept_role(key.role)?, kind })
        };
        self.keys.iter().map(key).collect()
    }
}

pub(crate) fn hex(bytes: [u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}
