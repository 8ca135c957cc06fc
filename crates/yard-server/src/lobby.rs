//! All tables: finds games by their links, brings them back from the store, and asks them.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use yard_roster::Roster;
use yard_service::ResponseDelay;
use yard_tabletop::{Catalog, RestoreError, Role, Tabletop};

use crate::catalog::BoardMaps;
use crate::error::{ApiError, Code};
use crate::keys::{Key, KeyKind};
use crate::lock::lock;
use crate::operations::Operations;
use crate::secret::{self, Chance, TokenHash};
use crate::store::{Claimed, GameKey, GameRow, KeyRow, Store};
use crate::table::{self, AgentShelf, Command, Handle, Reply};
use crate::tables::Tables;
use crate::web::{Client, Limits};
use crate::work_pool::{Lane, WorkPool};

/// So many tables are asked to go at once when there are too many; looking for them takes a moment.
const BATCH: usize = 64;
/// A table may be put away between finding and asking it; it comes back when found again.
const TRIES: usize = 3;
/// Open games that are brought back when the server starts; older ones when somebody asks.
const MOST_RESUMED: u32 = 2_000;

/// All tables.
pub(crate) struct Lobby {
    pub(crate) store: Store,
    pub(crate) pool: WorkPool,
    pub(crate) catalog: Catalog,
    /// Makes the agents.
    pub(crate) roster: Roster,
    pub(crate) maps: BoardMaps,
    pub(crate) chance: Box<dyn Chance>,
    pub(crate) delay: ResponseDelay,
    pub(crate) limits: Limits,
    /// Agents between their moves.
    pub(crate) shelf: Arc<AgentShelf>,
    /// What keeps the server running well: stopping, health, bans, figures, other processes.
    pub(crate) ops: Operations,
    tables: Mutex<Tables>,
    /// A game is opened by one request at a time; which of these it waits for follows from its id.
    opening: [tokio::sync::Mutex<()>; 64],
}

/// Games that are brought back a second when the server starts, or when those of another process are taken over.
const WAKE_EACH: Duration = Duration::from_millis(5);

impl Lobby {
    pub(crate) fn new(
        store: Store,
        catalog: Catalog,
        roster: Roster,
        chance: Box<dyn Chance>,
        delay: ResponseDelay,
        limits: Limits,
    ) -> Arc<Lobby> {
        Arc::new(Lobby {
            store,
            pool: WorkPool::new(limits.thought, limits.agents, limits.waiting),
            catalog,
            roster,
            maps: BoardMaps::default(),
            chance,
            delay,
            limits,
            shelf: AgentShelf::new(limits.agents),
            ops: Operations::default(),
            tables: Mutex::default(),
            opening: std::array::from_fn(|_| tokio::sync::Mutex::new(())),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Tables> {
        lock(&self.tables)
    }

    /// Makes room for a new game of a client; tables that people have left go first.
    ///
    /// # Errors
    /// When people look at all of the client's tables, or at all there are.
    pub(crate) fn make_room(&self, client: Client) -> Result<(), ApiError> {
        let tables = self.lock();
        if tables.count(client) >= self.limits.tables && tables.ask_to_leave(1, Some(client)) == 0 {
            return Err(ApiError::new(
                Code::TooMany,
                "too many games are open from here; close some first",
            ));
        }
        match tables.len() >= self.limits.all_tables && tables.ask_to_leave(BATCH, None) == 0 {
            true => Err(ApiError::unavailable("there are too many games; try again later")),
            false => Ok(()),
        }
    }

    /// Tables in memory.
    #[cfg(test)]
    pub(crate) fn open_tables(&self) -> usize {
        self.lock().len()
    }

    /// Opens the table of a new game.
    pub(crate) fn add(
        self: &Arc<Lobby>,
        game: Tabletop,
        key: GameKey,
        keys: Vec<Key>,
        client: Client,
    ) {
        let id = game.setup().id.clone();
        let handle = table::open(self, game, key, keys, client);
        self.lock().insert(id, handle, client);
    }

    /// Brings back the games that go on and that no other process has, one after the other. Agents think again when
    /// somebody looks.
    pub(crate) async fn resume(self: &Arc<Lobby>) -> Result<usize, ApiError> {
        let ids = self.store.open_games(MOST_RESUMED).await?;
        let mut resumed = 0;
        for id in &ids {
            resumed += usize::from(self.table(id, Client::NOBODY).await.is_ok());
            // Whoever asks for a game now must not wait for all the others.
            tokio::time::sleep(WAKE_EACH).await;
        }
        Ok(resumed)
    }

    /// The table of a game, from memory or from the store.
    pub(crate) async fn table(
        self: &Arc<Lobby>,
        id: &str,
        client: Client,
    ) -> Result<Handle, ApiError> {
        match self.in_memory(id) {
            Some(handle) => Ok(handle),
            None => {
                let _one = self.opening[opening_of(id)].lock().await;
                let row = self.store.game(id).await?.ok_or_else(ApiError::no_game)?;
                self.set_up(row, client).await
            }
        }
    }

    /// The table of a game and the role of a token there.
    pub(crate) async fn seat(
        self: &Arc<Lobby>,
        id: &str,
        token: &str,
        client: Client,
    ) -> Result<(Handle, Role), ApiError> {
        self.find(id, token, client).await?.ok_or_else(ApiError::no_game)
    }

    /// The same; `None` when there is no such game or the token opens no seat of it. Such a token brings no game back.
    pub(crate) async fn find(
        self: &Arc<Lobby>,
        id: &str,
        token: &str,
        client: Client,
    ) -> Result<Option<(Handle, Role)>, ApiError> {
        let Some(handle) = self.with_key(id, TokenHash::of(token), client).await? else {
            return Ok(None);
        };
        let role = handle.keys.role(token)?;
        Ok(role.map(|role| (handle, role)))
    }

    /// The table of a game that knows this key or is in memory; `None` when there is none. What the key is good for,
    /// the table tells.
    pub(crate) async fn with_key(
        self: &Arc<Lobby>,
        id: &str,
        hash: TokenHash,
        client: Client,
    ) -> Result<Option<Handle>, ApiError> {
        if let Some(handle) = self.in_memory(id) {
            return Ok(Some(handle));
        }
        let _one = self.opening[opening_of(id)].lock().await;
        let fits = |row: &GameRow| row.keys.iter().any(|key| key.hash == hash);
        match self.store.game(id).await?.filter(fits) {
            Some(row) => self.set_up(row, client).await.map(Some),
            None => Ok(None),
        }
    }

    pub(crate) fn in_memory(&self, id: &str) -> Option<Handle> {
        self.lock().get(id).cloned()
    }

    /// All tables in memory.
    pub(crate) fn tables(&self) -> Vec<Handle> {
        self.lock().handles().cloned().collect()
    }

    /// Opens the table of a stored game, unless somebody has been quicker, or another process plays it. Whoever has a
    /// game can always open it: if there are too many tables, others are put away, and one more than there should be
    /// does no harm.
    async fn set_up(self: &Arc<Lobby>, row: GameRow, client: Client) -> Result<Handle, ApiError> {
        let id = row.saved.id.clone();
        if let Some(handle) = self.in_memory(&id) {
            return Ok(handle);
        }
        let row = match self.store.claim(row).await? {
            Claimed::Here(row) => *row,
            Claimed::Nowhere => return Err(ApiError::no_game()),
            Claimed::Elsewhere => {
                return Err(ApiError::unavailable("the game has just moved; try again"));
            }
        };
        let key = row.key();
        let lobby = Arc::clone(self);
        let restored = self.pool.run(Lane::Read, client, move || lobby.bring_back(row)).await;
        let (game, keys) = restored??;
        let mut tables = self.lock();
        if let Some(handle) = tables.get(&id) {
            return Ok(handle.clone());
        }
        if tables.count(client) >= self.limits.tables {
            tables.ask_to_leave(1, Some(client));
        }
        if tables.len() >= self.limits.all_tables {
            tables.ask_to_leave(BATCH, None);
        }
        let handle = table::open(self, game, key, keys, client);
        tables.insert(id, handle.clone(), client);
        Ok(handle)
    }

    /// Asks a table on behalf of a token.
    pub(crate) async fn ask<T>(
        self: &Arc<Lobby>,
        id: &str,
        token: &str,
        client: Client,
        command: impl Fn(Role, Reply<T>) -> Command,
    ) -> Result<T, ApiError> {
        for _ in 0..TRIES {
            let (handle, role) = self.seat(id, token, client).await?;
            if let Some(answer) = handle.ask(client, |reply| command(role, reply)).await {
                return answer;
            }
            tokio::task::yield_now().await;
        }
        Err(ApiError::no_table())
    }

    /// Asks a table that knows a key, which may open no seat.
    pub(crate) async fn ask_with_key<T>(
        self: &Arc<Lobby>,
        id: &str,
        hash: TokenHash,
        client: Client,
        command: impl Fn(Reply<T>) -> Command,
    ) -> Result<T, ApiError> {
        for _ in 0..TRIES {
            let handle = self.with_key(id, hash, client).await?.ok_or_else(ApiError::no_game)?;
            if let Some(answer) = handle.ask(client, &command).await {
                return answer;
            }
            tokio::task::yield_now().await;
        }
        Err(ApiError::no_table())
    }

    /// Asks the table of a game on behalf of the server, which has made sure that the client may.
    pub(crate) async fn ask_by_right<T>(
        self: &Arc<Lobby>,
        id: &str,
        client: Client,
        command: impl Fn(Reply<T>) -> Command,
    ) -> Result<T, ApiError> {
        for _ in 0..TRIES {
            if let Some(answer) = self.table(id, client).await?.ask(client, &command).await {
                return answer;
            }
            tokio::task::yield_now().await;
        }
        Err(ApiError::no_table())
    }

    /// Asks the table of a game on behalf of the one who made it.
    pub(crate) async fn ask_as_host<T>(
        self: &Arc<Lobby>,
        id: &str,
        owner: TokenHash,
        client: Client,
        command: impl Fn(Reply<T>) -> Command,
    ) -> Result<T, ApiError> {
        if self.store.owner(id).await? != Some(owner) {
            return Err(ApiError::no_game());
        }
        self.ask_by_right(id, client, command).await
    }

    /// A copy of a game and the role of a token.
    pub(crate) async fn copy(
        self: &Arc<Lobby>,
        id: &str,
        token: &str,
        client: Client,
    ) -> Result<(Box<Tabletop>, Role), ApiError> {
        let (_, role) = self.seat(id, token, client).await?;
        let game = self.ask(id, token, client, |_, reply| Command::Copy(reply)).await?;
        Ok((game, role))
    }

    /// Closes all tables, as when the process ends: they hold the store as long as they are here.
    pub(crate) fn close(&self) {
        self.lock().clear();
    }

    /// Takes a table off the list that has ended; another one of the same game stays.
    pub(crate) fn forget(&self, key: &GameKey) {
        let mut tables = self.lock();
        if tables.get(&key.id).is_some_and(|handle| handle.key() == key) {
            tables.remove(&key.id);
        }
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
    pub(crate) fn bring_back(&self, row: GameRow) -> Result<(Tabletop, Vec<Key>), ApiError> {
        let GameRow { saved, keys, claims, .. } = row;
        let broken = |error| ApiError::unreadable(&saved.id, error);
        let secret = secret::game_secret(self.chance.as_ref())?;
        let mut game = saved.restore(&self.catalog, secret).map_err(broken)?;
        let key = |KeyRow { hash, role, kind }| {
            let kind = KeyKind::from_number(kind).ok_or(RestoreError::Links)?;
            Ok(Key { hash, role: game.kept_role(role)?, kind })
        };
        let keys: Result<Vec<Key>, RestoreError> = keys.into_iter().map(key).collect();
        let keys = keys.map_err(broken)?;
        for claim in claims {
            let role = game.kept_role(claim.role).map_err(broken)?;
            let claimed = game.claim(role, claim.holder.holder());
            claimed.map_err(|_| broken(RestoreError::Links))?;
        }
        Ok((game, keys))
    }
}
/// Which lock a game is opened under.
fn opening_of(id: &str) -> usize {
    id.bytes().fold(0_usize, |sum, byte| (sum * 31 + usize::from(byte)) % 64)
}
