//! Which request leads to which answer, and what it changes.

use serde_json::{Value, json};
use yard_core::Board;
use yard_service::bodies::{Asked, Changed, DeclineBody, MoveBody, NameBody, PaceBody};
use yard_service::keys::Keys;
use yard_service::messages::{Message, PONG, accepted, hello_first};
use yard_service::new_game::{NewTable, Prepared};
use yard_service::{ApiError, catalog};
use yard_tabletop::{
    BoardJson, CatalogError, Change, Decision, Intent, KeptRules, Role, Undo, check_pace,
};

use crate::engine::Engine;
use crate::request::{Address, Reply, Request, nothing};
use crate::table::Table;

impl Engine {
    pub(crate) fn route(&mut self, request: &Request) -> Result<Reply, ApiError> {
        let address = Address::read(&request.path)?;
        let parts: Vec<&str> = address.parts.iter().map(String::as_str).collect();
        match (request.method.as_str(), &parts[..]) {
            ("GET", ["healthz"]) => {
                Reply::json(200, &json!({ "ok": true, "version": env!("CARGO_PKG_VERSION") }))
            }
            ("GET", ["api", "rules"]) => {
                let all = self.catalog.all().iter().map(|rules| catalog::rules_json(rules));
                Reply::json(200, &json!({ "rules": all.collect::<Vec<_>>() }))
            }
            ("GET", ["api", "rules", name]) => self.one_rules(name),
            ("GET", ["api", "rules", name, "board"]) => self.board(name),
            ("GET", ["api", "agents"]) => Reply::json(200, &json!({ "agents": catalog::agents() })),
            ("POST", ["api", "levels", "suggest"]) => {
                Reply::json(200, &catalog::suggest_level(&request.object()?))
            }
            ("GET", ["api", "games"]) => self.list(&address.params(&["page"])?),
            ("POST", ["api", "games"]) => self.create(request),
            ("GET", ["api", "assist", "saved"]) => self.logs(),
            ("PUT", ["api", "assist", "saved"]) => self.save_log(request.object()?),
            ("DELETE", ["api", "assist", "saved"]) => {
                self.drop_log(&address.params::<NameBody>(&[])?.name)
            }
            ("POST", ["api", "import"]) => self.import(&request.body),
            (method, ["api", "games", id, rest @ ..]) => {
                match self.on_table(method, id, rest, request) {
                    Some(answer) => answer,
                    None => self.study(request, &address),
                }
            }
            _ => self.study(request, &address),
        }
    }

    /// What is asked of one table; `None` where it is no such question.
    fn on_table(
        &mut self,
        method: &str,
        id: &str,
        rest: &[&str],
        request: &Request,
    ) -> Option<Result<Reply, ApiError>> {
        let done = |done: Result<(), ApiError>| {
            done.and_then(|()| Reply::json(200, &json!({ "ok": true })))
        };
        Some(match (method, rest) {
            ("GET", []) => self.view(id, request),
            ("GET", ["record"]) => self.record(id, request),
            ("POST", ["moves"]) => self.with_body(id, request, |engine, role, body: MoveBody| {
                let ply = engine.play(id, role, &body.text, body.ply)?;
                Reply::json(200, &json!({ "ply": ply }))
            }),
            ("POST", ["undo"]) => self.role(id, request).and_then(|role| self.undo(id, role)),
            ("POST", ["cancel"]) => self.change(id, request, Change::End),
            ("POST", ["resume"]) => self.change(id, request, Change::GoOn),
            ("POST", ["pace"]) => request.object().and_then(|PaceBody { pace_ms, paused }| {
                check_pace(pace_ms.unwrap_or(0))?;
                self.change(id, request, Change::Pace { pace_ms, paused })
            }),
            ("POST", ["decline"]) => {
                self.with_body(id, request, |engine, role, body: DeclineBody| {
                    done(engine.decline(id, role, body.what))
                })
            }
            ("POST", ["name"]) => self.with_body(id, request, |engine, role, body: NameBody| {
                done(engine.rename(id, role, &body.name))
            }),
            ("POST", ["claim" | "recover" | "invite" | "token" | "spectators" | "rematch"]) => {
                Err(ApiError::forbidden("this needs a server that others can reach"))
            }
            _ => return None,
        })
    }

    /// Reads a body and the role of whoever sends it.
    fn with_body<T: serde::de::DeserializeOwned>(
        &mut self,
        id: &str,
        request: &Request,
        work: impl FnOnce(&mut Engine, Role, T) -> Result<Reply, ApiError>,
    ) -> Result<Reply, ApiError> {
        let role = self.role(id, request)?;
        work(self, role, request.object()?)
    }

    /// The role of whoever asks.
    pub(crate) fn role(&mut self, id: &str, request: &Request) -> Result<Role, ApiError> {
        let (token, now) = (request.token()?, self.now);
        let table = self.open(id)?;
        let role = table.role(token)?;
        table.seen = now;
        Ok(role)
    }

    fn one_rules(&self, name: &str) -> Result<Reply, ApiError> {
        match self.read_kept(name)? {
            Some(rules) => Reply::json(200, &catalog::rules_json(&rules)),
            None => Reply::json(200, &catalog::rules_json(&*self.catalog.rules(name)?)),
        }
    }

    fn board(&self, name: &str) -> Result<Reply, ApiError> {
        let map = |board: &Board| Reply::json(200, &BoardJson::new(board));
        match self.read_kept(name)? {
            Some(rules) => map(rules.board()),
            None => map(self.catalog.rules(name)?.board()),
        }
    }

    /// The rules that a game keeps under a name `NAME@KEY`; none where the name is of rules on offer.
    fn read_kept(&self, name: &str) -> Result<Option<yard_core::Rules>, ApiError> {
        let Some((_, key)) = name.rsplit_once('@') else { return Ok(None) };
        let kept = self.rules.get(key).and_then(|kept| KeptRules::read_text(&kept.text));
        let short = || name.chars().filter(|c| !c.is_control()).take(40).collect();
        kept.map(Some).ok_or_else(|| CatalogError::Unknown(short()).into())
    }

    fn create(&mut self, request: &Request) -> Result<Reply, ApiError> {
        let chance = self.chance.as_ref();
        let prepared = Prepared::new(request.object()?, &self.catalog, &self.roster, chance)?;
        let NewTable { game, keys, created, .. } = prepared.lay(None, chance)?;
        let mut table = Table::new(game, Keys::new(keys), self.now, 0);
        table.seen = self.now;
        self.tables.insert(created.id.clone(), table);
        self.keep(&created.id)?;
        self.changed(&created.id);
        Reply::json(201, &created)
    }

    fn view(&mut self, id: &str, request: &Request) -> Result<Reply, ApiError> {
        if let Some(replay) = self.imported(id, request)? {
            return Reply::json(200, &replay.last_view()?.ok_or_else(ApiError::no_game)?);
        }
        let role = self.role(id, request)?;
        Reply::json(200, &self.open(id)?.game.seat_json(role))
    }

    fn record(&mut self, id: &str, request: &Request) -> Result<Reply, ApiError> {
        if let Some(replay) = self.imported(id, request)? {
            return Ok(Reply::text(replay.record().to_string()));
        }
        let role = self.role(id, request)?;
        Ok(Reply::text(self.open(id)?.game.record_text(role)))
    }

    /// Plays a move of a seat; tells the plies after it.
    fn play(&mut self, id: &str, role: Role, text: &str, ply: usize) -> Result<usize, ApiError> {
        let game = &mut self.open(id)?.game;
        match game.intent(role, text, ply)? {
            Intent::Done => Ok(ply + 1),
            Intent::Play(mv) => {
                game.play(mv)?;
                let plies = game.plies();
                self.keep(id)?;
                self.changed(id);
                Ok(plies)
            }
        }
    }

    fn undo(&mut self, id: &str, role: Role) -> Result<Reply, ApiError> {
        let game = &mut self.open(id)?.game;
        let done = match game.undo(role)? {
            Undo::Asked => {
                game.ask_undo(role);
                self.show(id);
                false
            }
            Undo::To(plies) => {
                game.take_back(plies);
                self.stop(id);
                self.keep(id)?;
                self.changed(id);
                true
            }
        };
        Reply::json(200, &json!({ "done": done }))
    }

    /// Makes a change at once, or puts it to the vote.
    fn change(&mut self, id: &str, request: &Request, change: Change) -> Result<Reply, ApiError> {
        let role = self.role(id, request)?;
        let game = &mut self.open(id)?.game;
        let done = match game.ask(role, change)? {
            Decision::Asked => {
                self.show(id);
                false
            }
            Decision::Done => {
                if let Change::End | Change::Pace { .. } = change {
                    // A thought under way waits at the old pace.
                    self.stop(id);
                }
                self.keep(id)?;
                self.changed(id);
                true
            }
        };
        let state = self.open(id)?.game.state();
        Reply::json(200, &Changed { done, state })
    }

    fn decline(&mut self, id: &str, role: Role, what: Asked) -> Result<(), ApiError> {
        let game = &mut self.open(id)?.game;
        match what {
            Asked::Proposal => game.decline(role)?,
            Asked::Undo => game.decline_undo(role)?,
        }
        self.show(id);
        Ok(())
    }

    fn rename(&mut self, id: &str, role: Role, name: &str) -> Result<(), ApiError> {
        self.open(id)?.game.rename(role, name)?;
        self.keep(id)?;
        self.show(id);
        Ok(())
    }

    /// A message of an open seat.
    pub(crate) fn hear(&mut self, socket: u32, game: &str, text: &str) -> Result<(), ApiError> {
        match Message::read(text)? {
            Message::Hello { token } => return self.greet(socket, game, &token),
            Message::Ping => self.send(socket, PONG.to_owned()),
            Message::Move { text, ply, id } => {
                let played =
                    self.seated(socket).and_then(|(game, role)| self.play(&game, role, &text, ply));
                self.accept(socket, id.as_ref(), played.map(Some));
            }
            Message::React { reaction, id } => {
                let shown = self.seated(socket).and_then(|(game, role)| {
                    self.open(&game)?.game.react(role, reaction)?;
                    self.show(&game);
                    Ok(None)
                });
                self.accept(socket, id.as_ref(), shown);
            }
        }
        Ok(())
    }

    fn seated(&self, socket: u32) -> Result<(String, Role), ApiError> {
        self.seat_of(socket).ok_or_else(hello_first)
    }

    fn accept(&mut self, socket: u32, id: Option<&Value>, answer: Result<Option<usize>, ApiError>) {
        match answer {
            Ok(ply) => self.send(socket, accepted(id, ply)),
            Err(error) => self.tell(socket, &error, id),
        }
    }
}

impl Engine {
    /// What takes longer than a moment.
    fn study(&mut self, request: &Request, address: &Address) -> Result<Reply, ApiError> {
        self.studied(request, address).unwrap_or_else(|| Err(nothing()))
    }
}
