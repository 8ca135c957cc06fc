//! A game as text and numbers, as a store keeps it, and how it is brought back from there.

use yard_agents::Seed;
use yard_core::{Deal, DetectiveText, Move, MrXMove, NotationError, Order, Station, Turn};

use crate::catalog::Catalog;
use crate::error::RestoreError;
use crate::game_seed::GameSeed;
use crate::kept_rules::{KeptRules, kept_or_offered};
use crate::object_json::read_object;
use crate::role::Role;
use crate::setup::GameSetup;
use crate::tabletop::{GameState, Tabletop};

/// A game as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// The id of the game.
    pub id: String,
    /// The name of the rules.
    pub rules: String,
    /// The rules themselves, which count whatever has become of the name; games kept by the first versions have none.
    pub kept_rules: Option<KeptRules>,
    /// The start stations, Mr X first.
    pub start: String,
    /// The seed, if somebody chose one. A secret is not kept.
    pub seed: Option<u64>,
    /// Who sits where, as JSON.
    pub seats: String,
    /// Which help is allowed, as JSON.
    pub help: String,
    /// The pace, in milliseconds.
    pub pace_ms: u32,
    /// The word of the [`GameState`].
    pub state: String,
    /// How often moves were taken back.
    pub taken_back: u32,
    /// How often of these the game was over.
    pub reopened: u32,
    /// Whether the agents wait.
    pub paused: bool,
    /// The seconds for a person's move; none without a clock.
    pub clock_s: Option<u32>,
    /// How often each seat was too late, as JSON.
    pub late: String,
    /// The next game of the table, as JSON.
    pub next: Option<String>,
    /// The moves, each as [`move_text`] writes it.
    pub moves: Vec<String>,
}

/// A move as it is kept: always with the detective's number.
pub fn move_text(mv: Move) -> String {
    match mv {
        Move::MrX(mv) => mv.to_string(),
        Move::Detective(mv) => DetectiveText::new(mv, Order::Any).to_string(),
    }
}

/// Reads a kept move of the side whose turn it is.
fn read_move(text: &str, turn: Turn) -> Result<Move, NotationError> {
    match turn {
        Turn::MrX => text.parse::<MrXMove>().map(Move::from),
        Turn::Detective(_) | Turn::Team | Turn::Over(_) => {
            text.parse::<DetectiveText>()?.in_turn(turn).map(Move::from)
        }
    }
}

fn start_text(deal: &Deal) -> String {
    let stations = std::iter::once(&deal.mr_x).chain(&deal.detectives);
    stations.map(Station::to_string).collect::<Vec<_>>().join(" ")
}

/// Mr X's start and those of the detectives, as many as were written.
fn read_start(text: &str) -> Option<(Station, Vec<Station>)> {
    let mut stations = text.split(' ').map(|word| word.parse().ok().and_then(Station::new));
    let mr_x = stations.next()??;
    let detectives: Option<Vec<Station>> = stations.collect();
    Some((mr_x, detectives?))
}

impl SavedGame {
    /// Plays the game again. Without a chosen seed its agents draw from a new secret from now on.
    ///
    /// # Errors
    /// When something in it cannot be read, or does not fit the rules as they are now.
    pub fn restore(&self, catalog: &Catalog, secret: [u8; 16]) -> Result<Tabletop, RestoreError> {
        let (mr_x, detectives) = read_start(&self.start).ok_or(RestoreError::Start)?;
        let kept = self.kept_rules.as_ref();
        let (rules, rules_kept) = kept_or_offered(&self.rules, detectives.len(), kept, catalog)?;
        let mut table = Tabletop::new(GameSetup {
            id: self.id.clone(),
            rules,
            deal: Deal { mr_x, detectives: detectives.into_iter().collect() },
            seed: self.seed.map_or(GameSeed::Secret(secret), |seed| GameSeed::Chosen(Seed(seed))),
            seats: read_object(&self.seats).map_err(|_| RestoreError::Seats)?,
            help: read_object(&self.help).map_err(|_| RestoreError::Help)?,
            pace_ms: self.pace_ms,
            clock_s: self.clock_s,
        })
        .map_err(|_| RestoreError::Seats)?;
        for text in &self.moves {
            let mv = read_move(text, table.game.turn()).map_err(|_| RestoreError::Moves)?;
            table.play(mv).map_err(|_| RestoreError::Moves)?;
        }
        let state = GameState::from_word(&self.state).ok_or(RestoreError::State)?;
        table.cancelled = state == GameState::Cancelled;
        table.taken_back = self.taken_back;
        table.reopened = self.reopened;
        table.paused = self.paused;
        table.late = table.read_late(&self.late).ok_or(RestoreError::Table)?;
        let next = self.next.as_deref().map(read_object).transpose();
        table.next = next.map_err(|_| RestoreError::Table)?;
        table.rules_kept = rules_kept;
        Ok(table)
    }
}

impl Tabletop {
    /// The game as it is kept.
    ///
    /// # Errors
    /// When its seats cannot be written as JSON.
    pub fn saved(&self) -> serde_json::Result<SavedGame> {
        let setup = &self.setup;
        Ok(SavedGame {
            id: setup.id.clone(),
            rules: setup.rules.name().to_owned(),
            kept_rules: Some(KeptRules::new(&setup.rules)),
            start: start_text(&setup.deal),
            seed: setup.seed.chosen().map(|seed| seed.0),
            seats: serde_json::to_string(&setup.seats)?,
            help: serde_json::to_string(&setup.help)?,
            pace_ms: self.pace_ms,
            state: self.state().word().to_owned(),
            taken_back: self.taken_back,
            reopened: self.reopened,
            paused: self.paused,
            clock_s: setup.clock_s,
            late: self.late_text()?,
            next: self.next.as_ref().map(serde_json::to_string).transpose()?,
            moves: self.moves.iter().map(|mv| move_text(*mv)).collect(),
        })
    }

    /// The move that [`move_text`] wrote for whoever's turn it is; whether it is legal, [`play`](Tabletop::play) tells.
    ///
    /// # Errors
    /// When the text is no move of that side.
    pub fn kept_move(&self, text: &str) -> Result<Move, NotationError> {
        read_move(text, self.game.turn())
    }

    /// The role of a kept number, which must be one that this game has a link for.
    ///
    /// # Errors
    /// When it is none: a link must never open another seat than the one it was made for.
    pub fn kept_role(&self, number: i64) -> Result<Role, RestoreError> {
        let known = self.setup.seats.roles(&self.setup.rules);
        Role::from_number(number).filter(|role| known.contains(role)).ok_or(RestoreError::Links)
    }
}
