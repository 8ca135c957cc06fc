//! Makes a game that somebody asks for: checks the request, draws the secrets, and tells what opens it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use yard_agents::Seed;
use yard_coach::Level;
use yard_core::{Deal, Rules};
use yard_roster::Roster;
use yard_tabletop::{
    Catalog, CreateGame, GameSeed, GameSetup, Role, Seat, Seats, Tabletop, check_clock, check_pace,
    deal,
};

use crate::allowed_agents;
use crate::error::ApiError;
use crate::keys::{FreshKeys, Key, KeyKind};
use crate::secret::{self, Chance, NoChance, TokenHash};

/// Tokens that open something: the seats that whoever makes the game has taken, and watching.
#[derive(Clone, Serialize)]
pub struct Links {
    /// Mr X's seat.
    pub mr_x: Option<String>,
    /// The detectives' seats.
    pub detectives: Vec<Option<String>>,
    /// Watching what is public.
    pub watch: Option<String>,
    /// Watching both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch_all: Option<String>,
}

/// What is handed out: each opens nothing but the claim of its seat.
#[derive(Clone, Serialize)]
pub struct Invitations {
    /// To Mr X's seat.
    pub mr_x: Option<String>,
    /// To the detectives' seats.
    pub detectives: Vec<Option<String>>,
}

/// The answer to a new game. It has no `Debug` text: everything in it is secret.
#[derive(Clone, Serialize)]
pub struct Created {
    /// The id of the game.
    pub id: String,
    /// What opens something.
    pub links: Links,
    /// What is handed out.
    pub invitations: Invitations,
    /// The recovery codes of the seats that are taken.
    pub recovery: BTreeMap<String, String>,
}

/// Finds the agents of levels, and the names of agents that are a level.
fn name_agents(seats: &mut Seats) -> Result<(), ApiError> {
    for (side, seat) in seats.all_mut() {
        let Seat::Agent { spec, level, name } = seat else { continue };
        let found = match level.as_deref() {
            Some(id) if spec.is_empty() => {
                let unknown =
                    || ApiError::bad(format!("level is one of {}", Level::IDS.join(", ")));
                Some(Level::find(id).ok_or_else(unknown)?)
            }
            Some(_) => return Err(ApiError::bad("an agent has a spec or a level, not both")),
            None => Level::of_agent(side, spec),
        };
        if let Some(found) = found {
            found.agent(side).clone_into(spec);
        }
        *level = found.map(|found| found.id.to_owned());
        *name = found.map(|found| found.person(side).to_owned());
    }
    Ok(())
}

/// Looks whether clients may ask for the agents of a game, and whether these can play it.
///
/// # Errors
/// When they may not, or cannot.
pub fn check_agents(roster: &Roster, seats: &Seats, rules: &Rules) -> Result<(), ApiError> {
    if let Some(spec) = seats.mr_x.agent() {
        roster.mr_x(&allowed_agents::check(spec)?, rules).map_err(ApiError::bad)?;
    }
    for spec in seats.team().iter().filter_map(|seat| seat.agent()) {
        roster.detectives(&allowed_agents::check(spec)?, rules).map_err(ApiError::bad)?;
    }
    Ok(())
}

/// The keys of a new game: tokens for those who watch and for the seats that are taken, invitations to the others.
struct NewKeys {
    tokens: BTreeMap<Role, String>,
    invitations: BTreeMap<Role, String>,
    recovery: BTreeMap<String, String>,
    keys: Vec<Key>,
}

impl NewKeys {
    fn draw(roles: &[Role], taken: &[Role], chance: &dyn Chance) -> Result<NewKeys, NoChance> {
        let mut new = NewKeys {
            tokens: BTreeMap::new(),
            invitations: BTreeMap::new(),
            recovery: BTreeMap::new(),
            keys: Vec::new(),
        };
        for role in roles.iter().copied() {
            if taken.contains(&role) {
                let fresh = FreshKeys::draw(chance)?;
                new.keys.extend(fresh.keys(role));
                new.recovery.insert(role.name(), fresh.recovery);
                new.tokens.insert(role, fresh.token);
                continue;
            }
            let (token, watches) = (secret::token(chance)?, role.only_watches());
            let kind = if watches { KeyKind::Seat } else { KeyKind::Invitation };
            new.keys.push(Key { hash: TokenHash::of(&token), role, kind });
            let place = if watches { &mut new.tokens } else { &mut new.invitations };
            place.insert(role, token);
        }
        Ok(new)
    }

    fn told(&self, id: String, seats: &Seats, rules: &Rules) -> Created {
        let team = |from: &BTreeMap<Role, String>| {
            let roles = rules.detective_ids().map(|id| seats.detective_role(id, rules));
            roles.map(|role| role.and_then(|role| from.get(&role).cloned())).collect()
        };
        let token = |role: Role| self.tokens.get(&role).cloned();
        Created {
            id,
            links: Links {
                mr_x: token(Role::MrX),
                detectives: team(&self.tokens),
                watch: token(Role::Watch),
                watch_all: token(Role::WatchAll),
            },
            invitations: Invitations {
                mr_x: self.invitations.get(&Role::MrX).cloned(),
                detectives: team(&self.invitations),
            },
            recovery: self.recovery.clone(),
        }
    }
}

/// A game that was asked for and can be played: its rules, its seed and its deal.
pub struct Prepared {
    /// What was asked for, with names and levels filled in.
    pub request: CreateGame,
    /// The rules.
    pub rules: Arc<Rules>,
    /// Where its random numbers come from.
    pub seed: GameSeed,
    /// Where everybody starts.
    pub deal: Deal,
}

impl Prepared {
    /// Checks a request. Large boards, networks and the size of a game for the solver take their time.
    ///
    /// # Errors
    /// When it cannot be played, or asks for what a client may not have.
    pub fn new(
        mut request: CreateGame,
        catalog: &Catalog,
        roster: &Roster,
        chance: &dyn Chance,
    ) -> Result<Prepared, ApiError> {
        request.seats.trim_names();
        name_agents(&mut request.seats)?;
        let rules = catalog.rules_for(&request.rules, request.detectives)?;
        request.seats.check(&rules)?;
        request.check_seed()?;
        check_clock(request.clock_s)?;
        check_agents(roster, &request.seats, &rules)?;
        let seed = match request.seed {
            Some(seed) => GameSeed::Chosen(Seed(seed)),
            None => GameSeed::Secret(secret::game_secret(chance)?),
        };
        let deal = deal(&rules, &seed);
        Ok(Prepared { request, rules, seed, deal })
    }

    /// Draws the keys and lays the table.
    ///
    /// # Errors
    /// When the pace or the seats that are to be taken make no sense, or there are no random numbers.
    pub fn lay(self, owner: Option<TokenHash>, chance: &dyn Chance) -> Result<NewTable, ApiError> {
        let Prepared { request, rules, seed, deal } = self;
        let CreateGame { seats, help, pace_ms, clock_s, claim, .. } = request;
        let pace_ms = pace_ms.unwrap_or(0);
        check_pace(pace_ms)?;
        let taken = seats.wished(claim.as_ref(), &rules)?;
        let id = secret::id(chance)?;
        let new = NewKeys::draw(&seats.roles(&rules), &taken, chance)?;
        let created = new.told(id.clone(), &seats, &rules);
        let setup = GameSetup { id, rules, deal, seed, seats, help, pace_ms, clock_s };
        let mut game = Tabletop::new(setup)?;
        let holder = owner.map_or_else(|| secret::nobody(chance), Ok)?;
        for role in &taken {
            game.claim(*role, holder.holder())?;
        }
        let claims = taken.into_iter().map(|role| (role, holder)).collect();
        Ok(NewTable { game, keys: new.keys, claims, created })
    }
}

/// A new game before anybody keeps it.
pub struct NewTable {
    /// The game.
    pub game: Tabletop,
    /// What opens it.
    pub keys: Vec<Key>,
    /// The seats that are taken, and the marks of their holders.
    pub claims: Vec<(Role, TokenHash)>,
    /// What whoever made it is told.
    pub created: Created,
}
