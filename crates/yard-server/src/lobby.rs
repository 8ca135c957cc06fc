//! All tables: finds games by their links, brings them back from the store, and asks them.

use std::sync::{Arc, Mutex, MutexGuard};

use yard_roster::Roster;
use yard_tabletop::{Catalog, Role, Tabletop};

use crate::catalog::BoardMaps;
use crate::error::{ApiError, Code};
use crate::lock::lock;
use crate::response_delay::ResponseDelay;
use crate::secret::{Chance, TokenHash};
use crate::store::{GameRow, Store};
use crate::table::{self, Command, Handle, Reply};
use crate::tables::Tables;
use crate::web::{Client, Limits};
use crate::work_pool::{Lane, WorkPool};

/// So many tables are asked to go at once when there are too many; looking for them takes a moment.
const BATCH: usize = 64;
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
    tables: Mutex<Tables>,
}

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
            tables: Mutex::default(),
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
        links: Vec<(TokenHash, Role)>,
        client: Client,
    ) {
        let id = game.setup().id.clone();
        let handle = table::open(self, game, links, client);
        self.lock().insert(id, handle, client);
    }

    /// Brings back the games that go on. Agents think again when somebody looks.
    pub(crate) async fn resume(self: &Arc<Lobby>) -> Result<usize, ApiError> {
        let ids = self.store.open_games(MOST_RESUMED).await?;
        let mut resumed = 0;
        for id in &ids {
            resumed += usize::from(self.table(id, Client::NOBODY).await.is_ok());
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
        let handle = match self.in_memory(id) {
            Some(handle) => handle,
            None => {
                let hash = TokenHash::of(token);
                let fits = |row: &GameRow| row.links.iter().any(|(known, _)| *known == hash);
                match self.store.game(id).await?.filter(fits) {
                    Some(row) => self.set_up(row, client).await?,
                    None => return Ok(None),
                }
            }
        };
        Ok(handle.role(token).map(|role| (handle, role)))
    }

    fn in_memory(&self, id: &str) -> Option<Handle> {
        self.lock().get(id).cloned()
    }

    /// Opens the table of a stored game, unless somebody has been quicker. Whoever has a game can always open it: if
    /// there are too many tables, others are put away, and one more than there should be does no harm.
    async fn set_up(self: &Arc<Lobby>, row: GameRow, client: Client) -> Result<Handle, ApiError> {
        let id = row.saved.id.clone();
        let lobby = Arc::clone(self);
        let restored = self.pool.run(Lane::Read, client, move || lobby.bring_back(row)).await;
        let (game, links) = restored??;
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
        let handle = table::open(self, game, links, client);
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
        // A table may be put away between finding and asking it; it comes back when found again.
        for _ in 0..3 {
            let (handle, role) = self.seat(id, token, client).await?;
            if let Some(answer) = handle.ask(client, |reply| command(role, reply)).await {
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
        client: Client,
    ) -> Result<(Box<Tabletop>, Role), ApiError> {
        let (_, role) = self.seat(id, token, client).await?;
        let game = self.ask(id, token, client, |_, reply| Command::Copy(reply)).await?;
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
        let GameRow { saved, links } = row;
        let broken = |error| ApiError::unreadable(&saved.id, error);
        let game = saved.restore(&self.catalog).map_err(broken)?;
        let link = |(hash, number)| game.kept_role(number).map(|role| (hash, role));
        let links: Result<Vec<_>, _> = links.into_iter().map(link).collect();
        let links = links.map_err(broken)?;
        Ok((game, links))
    }
}
