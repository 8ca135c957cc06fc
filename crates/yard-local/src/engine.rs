//! The engine: opens tables, keeps what changes, and shows it to the seats that are open.

use std::collections::{BTreeMap, BTreeSet};

use yard_roster::Roster;
use yard_service::agent_task::SeatedAgents;
use yard_service::keys::Keys;
use yard_service::messages::refused;
use yard_service::secret;
use yard_service::study::Progress;
use yard_service::{ApiError, Chance};
use yard_tabletop::{Catalog, KeptRules, Role};

use crate::changes::{Changes, Frame, Write};
use crate::documents::{Document, GameDocument, ImportDocument, LogDocument, RulesDocument};
use crate::request::{Reply, Request};
use crate::table::Table;

/// The engine of a page.
pub struct Engine {
    pub(crate) catalog: Catalog,
    pub(crate) roster: Roster,
    pub(crate) chance: Box<dyn Chance>,
    /// Milliseconds since 1970, as the page told last.
    pub(crate) now: i64,
    /// All games, as they are kept.
    pub(crate) games: BTreeMap<String, GameDocument>,
    pub(crate) rules: BTreeMap<String, RulesDocument>,
    pub(crate) imports: BTreeMap<String, ImportDocument>,
    pub(crate) logs: BTreeMap<String, LogDocument>,
    /// Games that somebody looks at.
    pub(crate) tables: BTreeMap<String, Table>,
    sockets: BTreeMap<u32, Socket>,
    /// Agents between their moves, by game and by how often moves were taken back.
    pub(crate) agents: BTreeMap<String, (u32, SeatedAgents)>,
    pub(crate) analyses: BTreeMap<String, Analysis>,
    changes: Changes,
}

/// Agents go on for so many milliseconds after somebody has last asked for their game.
const ATTENTION: i64 = 60_000;

/// A review under way.
pub(crate) struct Analysis {
    pub(crate) replay: yard_tabletop::Replay,
    pub(crate) progress: Progress,
}

/// An open seat.
struct Socket {
    game: String,
    role: Role,
}

impl Engine {
    /// An engine without games. `chance` gives its random bytes.
    pub fn new(chance: Box<dyn Chance>) -> Engine {
        Engine {
            catalog: Catalog::new(Vec::new()),
            roster: Roster::default(),
            chance,
            now: 0,
            games: BTreeMap::new(),
            rules: BTreeMap::new(),
            imports: BTreeMap::new(),
            logs: BTreeMap::new(),
            tables: BTreeMap::new(),
            sockets: BTreeMap::new(),
            agents: BTreeMap::new(),
            analyses: BTreeMap::new(),
            changes: Changes::default(),
        }
    }

    /// Tells the time, in milliseconds since 1970.
    pub fn set_now(&mut self, now: i64) {
        self.now = now;
    }

    /// Hands in a file that [`take_needs`](Engine::take_needs) has asked for.
    pub fn give(&mut self, file: &str, bytes: Vec<u8>) {
        self.roster.shipped.give(file, bytes);
    }

    /// Hands in a document as the page has kept it. Whoever looks at the game sees it as it is now.
    ///
    /// # Errors
    /// When it is no document, or one of a newer version.
    pub fn load(&mut self, text: &str) -> Result<(), ApiError> {
        if let Document::Game(game) = Document::read(text)?
            && self.games.get(&game.id).is_some_and(|known| known.revision == game.revision)
        {
            return Ok(());
        }
        self.reload(text)
    }

    /// The same for a document that counts whatever is here: a change of this engine was not kept.
    ///
    /// # Errors
    /// When it is no document, or one of a newer version.
    pub fn reload(&mut self, text: &str) -> Result<(), ApiError> {
        match Document::read(text)? {
            Document::Game(game) => {
                let id = game.id.clone();
                self.games.insert(id.clone(), *game);
                if self.tables.remove(&id).is_some() {
                    self.changes.stopped.push(id.clone());
                    self.look(&id);
                }
            }
            Document::Rules(rules) => {
                self.rules.insert(rules.key.clone(), rules);
            }
            Document::Import(import) => {
                self.imports.insert(import.id.clone(), import);
            }
            Document::Log(log) => {
                self.logs.insert(log.name.clone(), log);
            }
        }
        Ok(())
    }

    /// A document is gone from the store, or was never kept.
    pub fn forget(&mut self, key: &str) {
        let Some((kind, name)) = key.split_once('/') else { return };
        match kind {
            "game" => {
                self.games.remove(name);
                self.tables.remove(name);
                let error = ApiError::no_game();
                self.tell_all(name, &error);
            }
            "import" => drop(self.imports.remove(name)),
            "log" => drop(self.logs.remove(name)),
            _ => {}
        }
    }

    /// Answers a request.
    pub fn request(&mut self, request: &Request) -> Reply {
        self.route(request).unwrap_or_else(|error| Reply::error(&error))
    }

    /// What is to be done now; every change is told once.
    pub fn take_changes(&mut self) -> Changes {
        let ends = self.tables.values().filter_map(Table::clock_ends).min();
        Changes { timer: ends, ..std::mem::take(&mut self.changes) }
    }

    /// Files that were needed in vain: the page is to load them, [hand them in](Engine::give) and ask again.
    pub fn take_needs(&mut self) -> BTreeSet<&'static str> {
        self.roster.shipped.take_missing()
    }

    /// The clock of somebody's move may have run out.
    pub fn tick(&mut self) {
        let late: Vec<String> = self
            .tables
            .iter_mut()
            .filter_map(|(id, table)| table.play_late(self.now).then(|| id.clone()))
            .collect();
        for id in late {
            let _ = self.keep(&id);
            self.changed(&id);
        }
    }

    /// A message of an open seat; the first must be hello.
    pub fn receive(&mut self, socket: u32, game: &str, text: &str) {
        if let Err(error) = self.hear(socket, game, text) {
            self.tell(socket, &error, None);
        }
    }

    /// A seat was closed.
    pub fn close(&mut self, socket: u32) {
        if let Some(Socket { game, .. }) = self.sockets.remove(&socket) {
            self.show_visitors(&game);
        }
    }

    /// Sits somebody down who looks.
    pub(crate) fn greet(&mut self, socket: u32, game: &str, token: &str) -> Result<(), ApiError> {
        let role = self.open(game)?.role(token)?;
        self.sockets.insert(socket, Socket { game: game.to_owned(), role });
        self.look(game);
        self.show_visitors(game);
        Ok(())
    }

    /// The game and the role of a socket.
    pub(crate) fn seat_of(&self, socket: u32) -> Option<(String, Role)> {
        self.sockets.get(&socket).map(|socket| (socket.game.clone(), socket.role))
    }

    /// The table of a game, brought back if nobody has looked at it yet.
    pub(crate) fn open(&mut self, id: &str) -> Result<&mut Table, ApiError> {
        if !self.tables.contains_key(id) {
            let table = self.bring_back(id)?;
            self.tables.insert(id.to_owned(), table);
        }
        self.tables.get_mut(id).ok_or_else(ApiError::no_game)
    }

    /// Plays a kept game again.
    pub(crate) fn bring_back(&self, id: &str) -> Result<Table, ApiError> {
        let document = self.games.get(id).ok_or_else(ApiError::no_game)?;
        let broken = |error| ApiError::unreadable(id, error);
        let secret = secret::game_secret(self.chance.as_ref())?;
        let saved = document.saved(self.kept_rules(&document.kept_rules));
        let mut game = saved.restore(&self.catalog, secret).map_err(broken)?;
        let keys = document.seat(&mut game).map_err(broken)?;
        Ok(Table::new(game, Keys::new(keys), document.created, document.revision))
    }

    pub(crate) fn kept_rules(&self, key: &str) -> Option<KeptRules> {
        self.rules.get(key).and_then(RulesDocument::kept)
    }

    /// Whether somebody looks at a game.
    fn is_watched(&self, game: &str) -> bool {
        self.sockets.values().any(|socket| socket.game == game)
    }

    /// Whether somebody looks, or did a moment ago. If not, the agents wait.
    fn is_attended(&self, game: &str) -> bool {
        let lately = |table: &Table| self.now - table.seen < ATTENTION;
        self.is_watched(game) || self.tables.get(game).is_some_and(lately)
    }

    /// Notes that a game is to be kept as it is now.
    pub(crate) fn keep(&mut self, id: &str) -> Result<(), ApiError> {
        let now = self.now;
        let table = self.tables.get_mut(id).ok_or_else(ApiError::no_game)?;
        table.revision += 1;
        let document = table.document(now)?;
        let rules = KeptRules::new(&table.game.setup().rules);
        self.keep_rules(&rules)?;
        let text = Document::Game(Box::new(document.clone())).text()?;
        let (key, revision) = (format!("game/{id}"), Some(document.revision));
        self.games.insert(id.to_owned(), document);
        self.write(Write { key, text: Some(text), revision });
        Ok(())
    }

    /// Notes that rules are to be kept, once.
    pub(crate) fn keep_rules(&mut self, rules: &KeptRules) -> Result<String, ApiError> {
        let document = RulesDocument::new(rules);
        let key = document.key.clone();
        if !self.rules.contains_key(&key) {
            let text = Document::Rules(document.clone()).text()?;
            self.rules.insert(key.clone(), document);
            self.write(Write { key: format!("rules/{key}"), text: Some(text), revision: None });
        }
        Ok(key)
    }

    pub(crate) fn write(&mut self, write: Write) {
        self.changes.writes.push(write);
    }

    /// After every change: the next agent begins to think, and everybody sees the new view.
    pub(crate) fn changed(&mut self, id: &str) {
        if self.is_attended(id)
            && let Some(thought) = self.tables.get_mut(id).and_then(Table::wake)
        {
            self.changes.thoughts.push(thought);
        }
        self.show(id);
    }

    /// Thoughts of a game lead nowhere any more.
    pub(crate) fn stop(&mut self, id: &str) {
        if let Some(table) = self.tables.get_mut(id) {
            table.forget_thoughts();
            self.changes.stopped.push(id.to_owned());
        }
    }

    /// Somebody has come to a game, or it has changed elsewhere.
    fn look(&mut self, id: &str) {
        if !self.is_watched(id) {
            return;
        }
        match self.open(id).map(drop) {
            Ok(()) => {
                self.set_present(id);
                self.changed(id);
            }
            Err(error) => self.tell_all(id, &error),
        }
    }

    /// Shows every open seat of a game what it sees now.
    pub(crate) fn show(&mut self, id: &str) {
        let (now, watched) = (self.now, self.is_watched(id));
        let Some(table) = self.tables.get_mut(id) else { return };
        table.set_clock(now, watched);
        let open = self.sockets.iter().filter(|(_, socket)| socket.game == id);
        for (socket, Socket { role, .. }) in open {
            if let Ok(view) = serde_json::to_string(&table.game.seat_json(*role)) {
                let text = format!("{{\"type\":\"view\",\"view\":{view}}}");
                self.changes.frames.push(Frame { socket: *socket, text });
            }
        }
    }

    /// Notes who is here; tells whether that is news.
    fn set_present(&mut self, id: &str) -> bool {
        let here: BTreeSet<Role> = match self.tables.get(id) {
            Some(table) => table.keys.all().iter().map(|key| key.role).collect(),
            None => return false,
        };
        let count = |role: Role| {
            let open = |socket: &&Socket| socket.game == id && socket.role == role;
            (role, self.sockets.values().filter(open).count())
        };
        let counts: Vec<(Role, usize)> = here.into_iter().map(count).collect();
        self.tables.get_mut(id).is_some_and(|table| table.game.set_present(counts))
    }

    fn show_visitors(&mut self, id: &str) {
        if self.set_present(id) {
            self.show(id);
        }
    }

    /// Tells a socket that something is wrong.
    pub(crate) fn tell(&mut self, socket: u32, error: &ApiError, id: Option<&serde_json::Value>) {
        self.send(socket, refused(error, id));
    }

    pub(crate) fn send(&mut self, socket: u32, text: String) {
        self.changes.frames.push(Frame { socket, text });
    }

    fn tell_all(&mut self, game: &str, error: &ApiError) {
        let open = self.sockets.iter().filter(|(_, socket)| socket.game == game);
        let sockets: Vec<u32> = open.map(|(socket, _)| *socket).collect();
        for socket in sockets {
            self.tell(socket, error, None);
        }
    }

    /// An agent has thought: its move as text, or why there is none.
    pub fn thought(&mut self, game: &str, epoch: u64, mv: Result<&str, &str>) {
        let Some(table) = self.tables.get_mut(game).filter(|table| table.epoch == epoch) else {
            return;
        };
        table.game.set_thinking(false);
        let played = mv.map_err(str::to_owned).and_then(|text| {
            let mv = table.game.kept_move(text).map_err(|error| error.to_string())?;
            table.game.play(mv).map_err(|error| error.to_string())
        });
        match played {
            // What we make ourselves can always be written.
            Ok(()) => drop(self.keep(game)),
            Err(fault) => table.game.set_fault(&fault),
        }
        self.changed(game);
    }
}
