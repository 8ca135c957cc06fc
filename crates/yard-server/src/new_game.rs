//! Makes a game that a client asks for: checks the request, keeps the game, opens its table.

use std::sync::Arc;

use yard_core::{Deal, Rules};
pub(crate) use yard_service::new_game::{Created, check_agents};
use yard_service::new_game::{NewTable, Prepared};
use yard_tabletop::{CreateGame, GameSeed, Role, Tabletop};

use crate::clock::now_ms;
use crate::error::ApiError;
use crate::keys::Key;
use crate::lobby::Lobby;
use crate::secret::TokenHash;
use crate::store::NewGame;
use crate::web::Client;
use crate::work_pool::Lane;

impl Lobby {
    /// Makes a game and keeps it.
    pub(crate) async fn create(
        self: &Arc<Lobby>,
        request: CreateGame,
        owner: Option<TokenHash>,
        client: Client,
    ) -> Result<Created, ApiError> {
        let lobby = Arc::clone(self);
        let prepare =
            move || Prepared::new(request, &lobby.catalog, &lobby.roster, lobby.chance.as_ref());
        let prepared = self.pool.run(Lane::Read, client, prepare).await??;
        self.open_new(prepared, owner, client).await
    }

    /// Makes a game from a given deal.
    pub(crate) async fn create_with(
        self: &Arc<Lobby>,
        request: CreateGame,
        rules: Arc<Rules>,
        seed: GameSeed,
        deal: Deal,
        owner: Option<TokenHash>,
        client: Client,
    ) -> Result<Created, ApiError> {
        self.open_new(Prepared { request, rules, seed, deal }, owner, client).await
    }

    async fn open_new(
        self: &Arc<Lobby>,
        prepared: Prepared,
        owner: Option<TokenHash>,
        client: Client,
    ) -> Result<Created, ApiError> {
        let table = prepared.lay(owner, self.chance.as_ref())?;
        self.check_quota(owner, 0).await?;
        self.make_room(client)?;
        let NewTable { game, keys, claims, created } = table;
        self.keep_and_open(game, keys, claims, owner, client).await?;
        Ok(created)
    }

    /// First on disk, then in memory.
    async fn keep_and_open(
        self: &Arc<Lobby>,
        game: Tabletop,
        keys: Vec<Key>,
        claims: Vec<(Role, TokenHash)>,
        owner: Option<TokenHash>,
        client: Client,
    ) -> Result<(), ApiError> {
        let setup = game.setup();
        let row = NewGame {
            saved: game.saved()?,
            owner,
            names: setup.seats.summary(&setup.rules),
            created: now_ms(),
            keys: keys.clone(),
            claims,
        };
        let key = self.store.create(row).await?;
        self.add(game, key, keys, client);
        Ok(())
    }
}
