//! Many games stepped at once, on all cores, into buffers that the caller owns.

use std::sync::Arc;

use rayon::ThreadPool;
use rayon::prelude::*;
use yard_agents::{AgentFactory, FactoryError, Seed};
use yard_core::{Rules, Side};

use crate::actions::Actions;
use crate::env::{ActError, Env, EnvAgent};
use crate::observe::{Kind, NoKind, Observer, compact_len};
use crate::opponent::{Opponent, OpponentError};
use crate::sampler::Sampler;

/// Games that one thread takes at a time.
const CHUNK: usize = 32;

/// When a finished game makes room for the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Autoreset {
    /// The step after the last one begins a new game and ignores its action.
    NextStep,
    /// The last step itself shows the new game.
    SameStep,
}

/// What a vector is made from.
pub struct VectorSetup {
    /// The rules.
    pub rules: Arc<Rules>,
    /// How many games at once.
    pub games: usize,
    /// Which side the caller plays; both when `None`.
    pub side: Option<Side>,
    /// Who plays the other side; random moves when `None`.
    pub opponent: Option<Arc<dyn AgentFactory>>,
    /// Worker threads; all cores when `None`.
    pub threads: Option<usize>,
    /// When a finished game makes room for the next one.
    pub autoreset: Autoreset,
    /// Whether a plane over stations follows the compact observation: where Mr X can be.
    pub candidates: bool,
}

/// Why a step could not be made. The named game stays as it was; all others have moved on.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    /// A buffer does not fit.
    #[error("{what} must have {wanted} numbers, not {found}")]
    Length {
        /// Which buffer.
        what: &'static str,
        /// How many it must have.
        wanted: usize,
        /// How many it has.
        found: usize,
    },
    /// An action cannot be taken.
    #[error("game {game}: {cause}")]
    Act {
        /// Which game.
        game: usize,
        /// Why not.
        cause: ActError,
    },
    /// An opponent has no move.
    #[error("game {game}: {cause}")]
    Opponent {
        /// Which game.
        game: usize,
        /// Why not.
        cause: OpponentError,
    },
    /// The opponent cannot play these rules.
    #[error("{0}")]
    Factory(#[from] FactoryError),
    /// The threads could not be started.
    #[error("cannot start {0} threads")]
    Threads(usize),
    /// The observation is not for these rules.
    #[error(transparent)]
    Kind(#[from] NoKind),
    /// There must be something to step.
    #[error("there must be at least one game")]
    NoGames,
    /// The games have not begun.
    #[error("call reset before step")]
    NotBegun,
}

/// Where a step writes. All rows belong to the game of the same number.
#[derive(Debug)]
pub struct Batch<'a> {
    /// What the agent to move sees: `games × observation_len`.
    pub observations: &'a mut [u8],
    /// 1 for each legal action: `games × actions`.
    pub masks: &'a mut [i8],
    /// For the side that acted: 1 when it has won, −1 when it has lost.
    pub rewards: &'a mut [f32],
    /// Whether the game has ended with this step.
    pub terminated: &'a mut [bool],
    /// Who is to move: 0 Mr X, 1 to 5 a detective.
    pub agents: &'a mut [u8],
    /// The last observation of games that ended and make room in the same step.
    pub finals: &'a mut [u8],
}

/// One game of a vector, with all that belongs to it.
struct Seat {
    env: Env,
    opponent: Option<Opponent>,
    sampler: Sampler,
    /// Where the games of this seat get their seeds.
    seed: Seed,
    /// Games begun here.
    episode: u64,
    /// Whether the next step begins a new game.
    over: bool,
}

/// Many games at once.
///
/// Every game depends on the seed, its place and its number there alone, so any number of threads gives
/// the same.
pub struct Vector {
    seats: Vec<Seat>,
    rules: Arc<Rules>,
    observer: Observer,
    actions: Actions,
    side: Option<Side>,
    autoreset: Autoreset,
    candidates: bool,
    /// Whether the games have begun.
    begun: bool,
    threads: usize,
    pool: Pool,
}

impl Vector {
    /// Makes the games; [`reset`](Vector::reset) begins them.
    ///
    /// # Errors
    /// When the opponent cannot play, or threads cannot be started.
    pub fn new(setup: VectorSetup, seed: Seed) -> Result<Vector, VectorError> {
        let VectorSetup { rules, games, side, opponent, threads, autoreset, candidates } = setup;
        if games == 0 {
            return Err(VectorError::NoGames);
        }
        let observer = Observer::new(Kind::Compact, &rules);
        let observer =
            observer.unwrap_or_else(|_| unreachable!("the compact one is for all rules"));
        let seat = |at: usize| -> Result<Seat, VectorError> {
            let seed = seed.of_name("vector").of_game(at as u64);
            let other = side.map(Side::other);
            let opponent = match (&opponent, other) {
                (_, None) => None,
                (None, Some(other)) => Some(Opponent::random(other, seed)),
                (Some(factory), Some(other)) => {
                    Some(Opponent::agent(other, factory.as_ref(), &rules, seed)?)
                }
            };
            let env = Env::new(Arc::clone(&rules), seed);
            Ok(Seat { env, opponent, sampler: Sampler::new(seed), seed, episode: 0, over: false })
        };
        let seats = (0..games).map(seat).collect::<Result<Vec<Seat>, VectorError>>()?;
        let actions = seats[0].env.actions();
        let threads = threads.unwrap_or(0);
        let pool = Pool::new(threads)?;
        let begun = false;
        Ok(Vector {
            seats,
            rules,
            observer,
            actions,
            side,
            autoreset,
            candidates,
            begun,
            threads,
            pool,
        })
    }

    /// How many games there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is at least one")]
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// How many numbers an observation has.
    #[must_use]
    pub fn observation_len(&self) -> usize {
        let plane = if self.candidates { self.actions.stations() } else { 0 };
        compact_len(&self.rules) + plane
    }

    /// The set of actions.
    #[must_use]
    pub fn actions(&self) -> Actions {
        self.actions
    }

    /// Begins all games anew, as [`reseed`](Vector::reseed) has set them up if it was called before.
    ///
    /// # Errors
    /// When a buffer does not fit, or an opponent has no move.
    pub fn reset(&mut self, batch: Batch<'_>) -> Result<(), VectorError> {
        self.begun = true;
        self.each(batch, |seat, game, row, look| {
            row.reward(0.0, false);
            seat.begin(game)?;
            look.show(seat, row);
            Ok(())
        })
    }

    /// Lets the next [`reset`](Vector::reset) begin with the first game of this seed at every place.
    pub fn reseed(&mut self, seed: Seed) {
        for (at, seat) in self.seats.iter_mut().enumerate() {
            seat.reseed(seed, at);
        }
    }

    /// Gives some places a seed of their own. Such a place plays what the first one of a vector with that seed plays.
    ///
    /// # Errors
    /// When there are not as many seeds as games.
    pub fn reseed_each(&mut self, seeds: &[Option<Seed>]) -> Result<(), VectorError> {
        if seeds.len() != self.len() {
            let (wanted, found) = (self.len(), seeds.len());
            return Err(VectorError::Length { what: "seeds", wanted, found });
        }
        for (seat, seed) in self.seats.iter_mut().zip(seeds) {
            seed.iter().for_each(|seed| seat.reseed(*seed, 0));
        }
        Ok(())
    }

    /// Takes one action in every game.
    ///
    /// # Errors
    /// When an action is not legal, an opponent has no move, or a buffer does not fit.
    pub fn step(&mut self, actions: &[i64], batch: Batch<'_>) -> Result<(), VectorError> {
        if actions.len() != self.len() {
            let (wanted, found) = (self.len(), actions.len());
            return Err(VectorError::Length { what: "actions", wanted, found });
        }
        if !self.begun {
            return Err(VectorError::NotBegun);
        }
        let autoreset = self.autoreset;
        self.each(batch, |seat, game, row, look| {
            seat.advance(game, actions[game], autoreset, row, look)
        })
    }

    /// Draws a legal action for every game; 0 where a game is over.
    ///
    /// # Errors
    /// When the buffer does not fit.
    pub fn sample(&mut self, out: &mut [i64]) -> Result<(), VectorError> {
        let (wanted, found) = (self.len(), out.len());
        if wanted != found {
            return Err(VectorError::Length { what: "actions", wanted, found });
        }
        self.pool.ready(self.threads)?;
        let draw = |(seat, out): (&mut Seat, &mut i64)| {
            *out = seat.sampler.draw(&seat.env).map_or(0, |action| action as i64);
        };
        let seats = &mut self.seats;
        self.pool.run(|| seats.par_iter_mut().zip(out).with_min_len(CHUNK).for_each(draw));
        Ok(())
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Shows the agent to move in every game an observation of some kind: `games × its length` numbers.
    ///
    /// # Errors
    /// When the observation is not for these rules, or the buffer does not fit.
    pub fn observe(&mut self, kind: Kind, out: &mut [f32]) -> Result<(), VectorError> {
        let observer = Observer::new(kind, &self.rules)?;
        let (wanted, found) = (self.len() * observer.len(), out.len());
        if wanted != found {
            return Err(VectorError::Length { what: "observations", wanted, found });
        }
        self.pool.ready(self.threads)?;
        let last = last_agent(self.side);
        let show = |observer: &mut Observer, (seat, row): (&mut Seat, &mut [f32])| {
            let agent = seat.env.agent().unwrap_or(last);
            observer.floats(&seat.env, agent, row);
        };
        let rows = self.seats.par_iter_mut().zip(out.par_chunks_exact_mut(observer.len()));
        let rows = rows.with_min_len(CHUNK);
        self.pool.run(|| rows.for_each_init(|| observer.clone(), show));
        Ok(())
    }

    /// The game at a place: the truth, for referees and simulations.
    #[must_use]
    pub fn env(&self, at: usize) -> Option<&Env> {
        self.seats.get(at).map(|seat| &seat.env)
    }

    fn check(&self, batch: &Batch<'_>) -> Result<(), VectorError> {
        let (games, width) = (self.len(), self.observation_len());
        let lengths = [
            ("observations", batch.observations.len(), games * width),
            ("masks", batch.masks.len(), games * self.actions.len()),
            ("rewards", batch.rewards.len(), games),
            ("terminated", batch.terminated.len(), games),
            ("agents", batch.agents.len(), games),
            ("finals", batch.finals.len(), games * width),
        ];
        for (what, found, wanted) in lengths {
            if found != wanted {
                return Err(VectorError::Length { what, wanted, found });
            }
        }
        Ok(())
    }

    /// Works on every game with its rows of the buffers.
    fn each(
        &mut self,
        batch: Batch<'_>,
        work: impl Fn(&mut Seat, usize, &mut Row<'_>, &Look<'_>) -> Result<(), VectorError> + Sync,
    ) -> Result<(), VectorError> {
        self.check(&batch)?;
        self.pool.ready(self.threads)?;
        let (width, actions) = (self.observation_len(), self.actions.len());
        let look = Look {
            observer: &self.observer,
            actions: self.actions,
            side: self.side,
            candidates: self.candidates,
        };
        let Batch { observations, masks, rewards, terminated, agents, finals } = batch;
        let rows = self
            .seats
            .par_iter_mut()
            .zip(observations.par_chunks_exact_mut(width))
            .zip(masks.par_chunks_exact_mut(actions))
            .zip(rewards.par_iter_mut())
            .zip(terminated.par_iter_mut())
            .zip(agents.par_iter_mut())
            .zip(finals.par_chunks_exact_mut(width))
            .enumerate()
            .with_min_len(CHUNK)
            .map(|(game, ((((((seat, observation), mask), reward), terminated), agent), last))| {
                let mut row = Row { observation, mask, reward, terminated, agent, last };
                work(seat, game, &mut row, &look).err()
            });
        // All games are worked on, and the fault of the first one is told, whatever the threads do.
        self.pool.run(|| rows.reduce(|| None, Option::or)).map_or(Ok(()), Err)
    }
}

/// Threads of a vector's own.
struct Pool {
    threads: ThreadPool,
    /// The process that started them. A fork has a copy of everything but the threads.
    process: u32,
}

impl Pool {
    /// So many threads; one a core when 0.
    fn new(threads: usize) -> Result<Pool, VectorError> {
        let process = std::process::id();
        let built = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let threads = built.map_err(|_| VectorError::Threads(threads))?;
        Ok(Pool { threads, process })
    }

    /// Starts threads anew in a process that was forked.
    fn ready(&mut self, threads: usize) -> Result<(), VectorError> {
        if self.process != std::process::id() {
            let old = std::mem::replace(self, Pool::new(threads)?);
            // Its threads are those of another process: nobody here could end them.
            std::mem::forget(old.threads);
        }
        Ok(())
    }

    fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.threads.install(work)
    }
}

/// The rows of one game.
struct Row<'a> {
    observation: &'a mut [u8],
    mask: &'a mut [i8],
    reward: &'a mut f32,
    terminated: &'a mut bool,
    agent: &'a mut u8,
    last: &'a mut [u8],
}

impl Row<'_> {
    fn reward(&mut self, reward: f32, terminated: bool) {
        *self.reward = reward;
        *self.terminated = terminated;
    }
}

/// How games are shown.
struct Look<'a> {
    observer: &'a Observer,
    actions: Actions,
    side: Option<Side>,
    candidates: bool,
}

impl Look<'_> {
    /// Shows the agent to move what it sees and may do.
    fn show(&self, seat: &Seat, row: &mut Row<'_>) {
        row.mask.fill(0);
        let agent = seat.env.agent().unwrap_or(last_agent(self.side));
        *row.agent = agent.number();
        self.observe(seat, agent, row.observation);
        seat.env.legal(|action| row.mask[self.actions.number(action)] = 1);
    }

    fn observe(&self, seat: &Seat, agent: EnvAgent, out: &mut [u8]) {
        let plane = if self.candidates { self.actions.stations() } else { 0 };
        let (numbers, candidates) = out.split_at_mut(out.len() - plane);
        self.observer.compact(&seat.env, agent, numbers);
        if self.candidates {
            candidates.fill(0);
            for station in seat.env.game().detective_view().candidates().iter() {
                candidates[usize::from(station.number()) - 1] = 1;
            }
        }
    }
}

/// Whose eyes see the end: those of the side that the caller plays, or a detective's.
fn last_agent(side: Option<Side>) -> EnvAgent {
    match side {
        Some(Side::MrX) => EnvAgent::MrX,
        Some(Side::Detectives) | None => EnvAgent::Detective(yard_core::DetectiveId::D1),
    }
}

impl Seat {
    /// Plays from now on what the place `at` of a vector with this seed plays.
    fn reseed(&mut self, seed: Seed, at: usize) {
        self.seed = seed.of_name("vector").of_game(at as u64);
        self.episode = 0;
        self.sampler = Sampler::new(self.seed);
    }

    /// Begins the next game; the opponent moves first if it is his turn. A game that is over before the
    /// caller can do anything, as when Mr X is walled in at the start, is passed over.
    fn begin(&mut self, game: usize) -> Result<(), VectorError> {
        self.over = false;
        loop {
            let seed = self.seed.of_game(self.episode);
            self.episode += 1;
            self.env.reset(seed);
            if let Some(opponent) = &mut self.opponent {
                opponent.begin(seed);
            }
            self.answer(game)?;
            if self.env.winner().is_none() {
                return Ok(());
            }
        }
    }

    fn answer(&mut self, game: usize) -> Result<(), VectorError> {
        match &mut self.opponent {
            None => Ok(()),
            Some(opponent) => opponent
                .answer(&mut self.env)
                .map_err(|cause| VectorError::Opponent { game, cause }),
        }
    }

    fn advance(
        &mut self,
        game: usize,
        action: i64,
        autoreset: Autoreset,
        row: &mut Row<'_>,
        look: &Look<'_>,
    ) -> Result<(), VectorError> {
        if self.over {
            row.reward(0.0, false);
            self.begin(game)?;
            look.show(self, row);
            return Ok(());
        }
        let last = look.actions.len() - 1;
        let actor = self.env.agent();
        let acted = match usize::try_from(action) {
            Ok(number) if number <= last => self.env.act(number),
            Ok(_) | Err(_) => Err(ActError::NoAction { number: action, last }),
        };
        acted.map_err(|cause| VectorError::Act { game, cause })?;
        self.answer(game)?;
        let winner = self.env.winner();
        let side = look.side.or(actor.map(EnvAgent::side));
        let reward = match winner {
            None => 0.0,
            Some(winner) if Some(winner) == side => 1.0,
            Some(_) => -1.0,
        };
        row.reward(reward, winner.is_some());
        if winner.is_some() {
            match autoreset {
                Autoreset::NextStep => self.over = true,
                Autoreset::SameStep => {
                    look.observe(self, last_agent(look.side), row.last);
                    self.begin(game)?;
                }
            }
        }
        look.show(self, row);
        Ok(())
    }
}
