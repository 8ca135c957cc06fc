//! Makes a game that a client asks for: checks the request, draws the secrets, keeps the game, opens its table.

use std::sync::Arc;

use serde::Serialize;
use yard_agents::Seed;
use yard_core::{Deal, Rules};
use yard_roster::Roster;
use yard_tabletop::{CreateGame, GameSetup, Role, Seats, Tabletop, check_pace, deal};

use crate::allowed_agents;
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::lobby::Lobby;
use crate::secret::{self, TokenHash};
use crate::store::NewGame;
use crate::web::Client;
use crate::work_pool::Lane;

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

/// Looks whether clients may ask for the agents of a game, and whether these can play it.
fn check_agents(roster: &Roster, seats: &Seats, rules: &Rules) -> Result<(), ApiError> {
    if let Some(spec) = seats.mr_x.agent() {
        roster.mr_x(&allowed_agents::check(spec)?, rules).map_err(ApiError::bad)?;
    }
    for spec in seats.team().iter().filter_map(|seat| seat.agent()) {
        roster.detectives(&allowed_agents::check(spec)?, rules).map_err(ApiError::bad)?;
    }
    Ok(())
}

impl Links {
    fn new(tokens: &[(Role, String)], seats: &Seats, rules: &Rules) -> Links {
        let found = |role: Role| {
            let known = tokens.iter().find(|(known, _)| *known == role);
            known.map(|(_, token)| token.clone())
        };
        let detectives = rules.detective_ids().map(|id| seats.detective_role(id, rules));
        Links {
            mr_x: found(Role::MrX),
            detectives: detectives.map(|role| role.and_then(found)).collect(),
            watch: found(Role::Watch),
            watch_all: found(Role::WatchAll),
        }
    }
}

/// A game that was asked for and can be played: its rules, its seed and its deal.
struct Prepared {
    request: CreateGame,
    rules: Arc<Rules>,
    seed: Seed,
    deal: Deal,
}

impl Lobby {
    /// Makes a game and keeps it.
    pub(crate) async fn create(
        self: &Arc<Lobby>,
        request: CreateGame,
        owner: Option<TokenHash>,
        client: Client,
    ) -> Result<Created, ApiError> {
        let lobby = Arc::clone(self);
        // Large boards, networks and the size of a game for the solver take their time.
        let prepared = self.pool.run(Lane::Read, client, move || lobby.prepare(request)).await;
        let Prepared { request, rules, seed, deal } = prepared??;
        self.create_with(request, rules, seed, deal, owner, client).await
    }

    fn prepare(&self, mut request: CreateGame) -> Result<Prepared, ApiError> {
        request.seats.trim_names();
        let rules = self.catalog.rules_for(&request.rules, request.detectives)?;
        request.seats.check(&rules)?;
        check_agents(&self.roster, &request.seats, &rules)?;
        let seed = match request.seed {
            Some(seed) => Seed(seed),
            None => secret::seed(self.chance.as_ref())?,
        };
        let deal = deal(&rules, seed);
        Ok(Prepared { request, rules, seed, deal })
    }

    /// Makes a game from a given deal.
    pub(crate) async fn create_with(
        self: &Arc<Lobby>,
        request: CreateGame,
        rules: Arc<Rules>,
        seed: Seed,
        deal: Deal,
        owner: Option<TokenHash>,
        client: Client,
    ) -> Result<Created, ApiError> {
        let CreateGame { seats, help, pace_ms, .. } = request;
        let pace_ms = pace_ms.unwrap_or(0);
        check_pace(pace_ms)?;
        self.make_room(client)?;
        let chance = self.chance.as_ref();
        let id = secret::id(chance)?;
        let mut tokens = Vec::new();
        for role in seats.roles(&rules) {
            tokens.push((role, secret::token(chance)?));
        }
        let links = Links::new(&tokens, &seats, &rules);
        let setup = GameSetup { id: id.clone(), rules, deal, seed, seats, help, pace_ms };
        self.keep_and_open(Tabletop::new(setup)?, &tokens, owner, client).await?;
        Ok(Created { id, links })
    }

    /// First on disk, then in memory.
    async fn keep_and_open(
        self: &Arc<Lobby>,
        game: Tabletop,
        tokens: &[(Role, String)],
        owner: Option<TokenHash>,
        client: Client,
    ) -> Result<(), ApiError> {
        let links: Vec<(TokenHash, Role)> =
            tokens.iter().map(|(role, token)| (TokenHash::of(token), *role)).collect();
        let setup = game.setup();
        let row = NewGame {
            saved: game.saved()?,
            owner,
            names: setup.seats.summary(&setup.rules),
            created: now_ms(),
            links: links.clone(),
        };
        self.store.create(row).await?;
        self.add(game, links, client);
        Ok(())
    }
}
