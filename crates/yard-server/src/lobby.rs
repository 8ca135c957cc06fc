//! All tables: makes games, finds them, and brings them back from the store.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use serde::{Deserialize, Serialize};
use yard_agents::Seed;
use yard_core::{Deal, DetectiveId, Rules, Station};

use crate::catalogue::Catalogue;
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::json;
use crate::seats::{Role, Seat, Seats, TeamSeats};
use crate::secret::{self, Chance, TokenHash};
use crate::shared::lock;
use crate::store::{GameRow, NewGame, Store};
use crate::table::{self, Handle, Wish};
use crate::tabletop::{Plan, Tabletop};
use crate::thinkers::Thinkers;
use crate::veil::Veil;
use crate::wire::Help;

/// No more tables than this are kept in memory.
const MOST_TABLES: usize = 20_000;
/// Open games that are brought back when the server starts; older ones when somebody asks.
const MOST_RESUMED: u32 = 2_000;
/// The slowest pace.
const MOST_PACE_MS: u32 = 60_000;

/// What a new game is asked to be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateGame {
    pub(crate) rules: String,
    #[serde(default)]
    pub(crate) detectives: Option<u32>,
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    #[serde(deserialize_with = "json::object")]
    pub(crate) seats: Seats,
    #[serde(default, deserialize_with = "json::object")]
    pub(crate) help: Help,
    #[serde(default)]
    pub(crate) pace_ms: Option<u32>,
}

/// The links of a new game; whoever makes it gets them all.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Links {
    pub(crate) mr_x: Option<String>,
    pub(crate) detectives: Vec<Option<String>>,
    pub(crate) watch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) watch_all: Option<String>,
}

/// The answer to a new game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Created {
    pub(crate) id: String,
    pub(crate) links: Links,
}

/// All tables.
pub(crate) struct Lobby {
    pub(crate) store: Store,
    pub(crate) thinkers: Thinkers,
    pub(crate) catalogue: Catalogue,
    pub(crate) chance: Box<dyn Chance>,
    pub(crate) veil: Veil,
    tables: Mutex<BTreeMap<String, Handle>>,
}

impl Lobby {
    pub(crate) fn new(
        store: Store,
        catalogue: Catalogue,
        chance: Box<dyn Chance>,
        veil: Veil,
    ) -> Arc<Lobby> {
        let tables = Mutex::new(BTreeMap::new());
        Arc::new(Lobby { store, thinkers: Thinkers::new(), catalogue, chance, veil, tables })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Handle>> {
        lock(&self.tables)
    }

    /// Makes a game and keeps it.
    pub(crate) async fn create(
        self: &Arc<Lobby>,
        mut wanted: CreateGame,
        owner: Option<TokenHash>,
    ) -> Result<Created, ApiError> {
        wanted.seats.trim_names();
        let rules = self.catalogue.rules_for(&wanted.rules, wanted.detectives)?;
        wanted.seats.check(&rules)?;
        let seed = match wanted.seed {
            Some(seed) => Seed(seed),
            None => secret::seed(self.chance.as_ref())?,
        };
        let deal = rules.deal(&mut seed.stream("deal"));
        self.create_with(wanted, rules, seed, deal, owner).await
    }

    /// Makes a game from a given deal.
    pub(crate) async fn create_with(
        self: &Arc<Lobby>,
        wanted: CreateGame,
        rules: Arc<Rules>,
        seed: Seed,
        deal: Deal,
        owner: Option<TokenHash>,
    ) -> Result<Created, ApiError> {
        let pace_ms = wanted.pace_ms.unwrap_or(0);
        check_pace(pace_ms)?;
        if self.lock().len() >= MOST_TABLES {
            return Err(ApiError::unavailable("there are too many games; try again later"));
        }
        let chance = self.chance.as_ref();
        let id = secret::id(chance)?;
        let mut tokens = Vec::new();
        for role in wanted.seats.roles(&rules) {
            tokens.push((role, secret::token(chance)?));
        }
        let links: Vec<(TokenHash, Role)> =
            tokens.iter().map(|(role, token)| (TokenHash::of(token), *role)).collect();
        let json = |value: serde_json::Result<String>| value.map_err(ApiError::bad);
        let seats = &wanted.seats;
        self.store
            .create(NewGame {
                id: id.clone(),
                owner,
                rules: rules.name().to_owned(),
                start: start_text(&deal),
                seed: seed.0,
                seats: json(serde_json::to_string(seats))?,
                help: json(serde_json::to_string(&wanted.help))?,
                pace_ms,
                names: seats.summary(&rules),
                created: now_ms(),
                links: links.clone(),
            })
            .await?;
        let found = |role: Role| {
            let known = tokens.iter().find(|(known, _)| *known == role);
            known.map(|(_, token)| token.clone())
        };
        let answer = Created {
            id: id.clone(),
            links: Links {
                mr_x: found(Role::MrX),
                detectives: rules
                    .detective_ids()
                    .map(|id| found(detective_role(seats, id, &rules)))
                    .collect(),
                watch: found(Role::Watch),
                watch_all: found(Role::WatchAll),
            },
        };
        let CreateGame { seats, help, .. } = wanted;
        let plan = Plan { id: id.clone(), rules, deal, seed, seats, help, pace_ms };
        let handle = table::open(self, Tabletop::new(plan), links);
        self.lock().insert(id, handle);
        Ok(answer)
    }

    /// Brings back the games that go on. Agents think again where it is their turn.
    pub(crate) async fn resume(self: &Arc<Lobby>) -> Result<usize, ApiError> {
        let ids = self.store.open_games(MOST_RESUMED).await?;
        let mut resumed = 0;
        for id in &ids {
            resumed += usize::from(self.table(id).await.is_ok());
        }
        Ok(resumed)
    }

    /// The table of a game, from memory or from the store.
    pub(crate) async fn table(self: &Arc<Lobby>, id: &str) -> Result<Handle, ApiError> {
        match self.in_memory(id) {
            Some(handle) => Ok(handle),
            None => self.set_up(self.row(id).await?),
        }
    }

    /// The table of a game and the role of a token there. A token without a role brings no game back.
    pub(crate) async fn seat(
        self: &Arc<Lobby>,
        id: &str,
        token: &str,
    ) -> Result<(Handle, Role), ApiError> {
        let handle = match self.in_memory(id) {
            Some(handle) => handle,
            None => {
                let (row, hash) = (self.row(id).await?, TokenHash::of(token));
                if !row.links.iter().any(|(known, _)| *known == hash) {
                    return Err(ApiError::no_game());
                }
                self.set_up(row)?
            }
        };
        let role = handle.role(token).ok_or_else(ApiError::no_game)?;
        Ok((handle, role))
    }

    fn in_memory(&self, id: &str) -> Option<Handle> {
        self.lock().get(id).cloned()
    }

    async fn row(&self, id: &str) -> Result<GameRow, ApiError> {
        self.store.game(id).await?.ok_or_else(ApiError::no_game)
    }

    /// Opens the table of a stored game, unless somebody has been quicker.
    fn set_up(self: &Arc<Lobby>, row: GameRow) -> Result<Handle, ApiError> {
        let id = row.id.clone();
        let (game, links) = self.bring_back(row)?;
        let mut tables = self.lock();
        if let Some(handle) = tables.get(&id) {
            return Ok(handle.clone());
        }
        if tables.len() >= MOST_TABLES {
            return Err(ApiError::unavailable("there are too many games; try again later"));
        }
        let handle = table::open(self, game, links);
        tables.insert(id, handle.clone());
        Ok(handle)
    }

    /// Asks a table on behalf of a token.
    pub(crate) async fn ask<T>(
        self: &Arc<Lobby>,
        id: &str,
        token: &str,
        wish: impl Fn(Role, tokio::sync::oneshot::Sender<Result<T, ApiError>>) -> Wish,
    ) -> Result<T, ApiError> {
        // A table may be put away between finding and asking it; it comes back when found again.
        for _ in 0..3 {
            let (handle, role) = self.seat(id, token).await?;
            if let Some(answer) = handle.ask(|reply| wish(role, reply)).await {
                return answer;
            }
            tokio::task::yield_now().await;
        }
        Err(ApiError::unavailable("the table does not answer; try again"))
    }

    /// A copy of a game and the role of a token.
    pub(crate) async fn copy(
        self: &Arc<Lobby>,
        id: &str,
        token: &str,
    ) -> Result<(Box<Tabletop>, Role), ApiError> {
        let (_, role) = self.seat(id, token).await?;
        let game = self.ask(id, token, |_, reply| Wish::Copy(reply)).await?;
        Ok((game, role))
    }

    /// Closes all tables, as when the process ends.
    #[cfg(test)]
    pub(crate) fn close(&self) {
        self.lock().clear();
    }

    /// Takes a table off the list if it may go.
    pub(crate) fn forget_if(&self, id: &str, may_go: impl FnOnce() -> bool) -> bool {
        let mut tables = self.lock();
        let goes = may_go();
        if goes {
            tables.remove(id);
        }
        goes
    }

    /// Plays a stored game again. What is wrong with it is told in general words: its moves are not for everybody.
    fn bring_back(&self, row: GameRow) -> Result<(Tabletop, Vec<(TokenHash, Role)>), ApiError> {
        let broken =
            |what: &str| ApiError::unavailable(format!("game {} cannot be read: {what}", row.id));
        let mut stations =
            row.start.split(' ').map(|word| word.parse().ok().and_then(Station::new));
        let mr_x = stations.next().flatten().ok_or_else(|| broken("its start is damaged"))?;
        let detectives = stations.collect::<Option<Vec<Station>>>();
        let detectives = detectives.ok_or_else(|| broken("its start is damaged"))?;
        let rules = self.catalogue.rules_for(&row.rules, Some(detectives.len() as u32))?;
        let seats: Seats =
            serde_json::from_str(&row.seats).map_err(|_| broken("its seats are damaged"))?;
        let help: Help =
            serde_json::from_str(&row.help).map_err(|_| broken("its help is damaged"))?;
        let deal = Deal { mr_x, detectives: detectives.into_iter().collect() };
        let mut game = Tabletop::new(Plan {
            id: row.id.clone(),
            rules,
            deal,
            seed: Seed(row.seed),
            seats,
            help,
            pace_ms: row.pace_ms,
        });
        for text in &row.moves {
            game.play_text(text).map_err(|_| broken("its moves do not fit these rules"))?;
        }
        game.cancelled = row.state == "cancelled";
        game.taken_back = row.taken_back;
        game.reopened = row.reopened;
        game.paused = row.paused;
        Ok((game, row.links))
    }
}

pub(crate) fn check_pace(pace_ms: u32) -> Result<(), ApiError> {
    match pace_ms > MOST_PACE_MS {
        true => Err(ApiError::bad(format!("pace_ms is at most {MOST_PACE_MS}"))),
        false => Ok(()),
    }
}

/// The role whose link moves a detective.
fn detective_role(seats: &Seats, id: DetectiveId, rules: &Rules) -> Role {
    match &seats.detectives {
        TeamSeats::One(Seat::Human { .. }) => Role::team(rules),
        TeamSeats::One(Seat::Agent { .. }) | TeamSeats::Each(_) => {
            Role::Detectives(1 << id.index())
        }
    }
}

fn start_text(deal: &Deal) -> String {
    let stations = std::iter::once(&deal.mr_x).chain(&deal.detectives);
    stations.map(Station::to_string).collect::<Vec<_>>().join(" ")
}
