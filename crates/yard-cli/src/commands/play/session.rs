//! One game at the keyboard: whose turn it is, who is asked, and what is shown.

use yard_agents::{Agent, Detectives, MrX, Rng, Seed};
use yard_coach::{Adviser, CoachError, Effort, Hint};
use yard_core::{DetectiveMove, Game, Length, Move, Record, Turn};
use yard_roster::RosterAgent;

use super::PlayAs;
use super::input::{self, Input};
use super::paint;
use super::save::{Keeper, SaveError, Target};
use crate::exit::CliError;
use crate::screen::{
    Console, candidates, detectives_news, folded, mr_x_doubles, place, probabilities, rounds,
};

/// The computer's players; a person plays where there is none.
#[derive(Default)]
pub(super) struct Players {
    pub(super) mr_x: Option<Box<dyn Agent<MrX>>>,
    pub(super) team: Option<Box<dyn Agent<Detectives>>>,
}

/// Who sits at the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seat {
    MrX,
    Detectives,
}

/// One game.
pub(super) struct Session<'a, 'c> {
    game: Game,
    side: PlayAs,
    players: Players,
    mr_x_rng: Rng,
    team_rng: Rng,
    /// Who gives hints; the engine of the reviews when nobody is named.
    hints: Option<RosterAgent>,
    keeper: &'a Keeper,
    console: &'a mut Console<'c>,
    /// Candidates are marked on grids.
    light: bool,
    /// Plies that the person at the keyboard has been told of.
    told: usize,
    /// Who sat at the keyboard last.
    seated: Option<Seat>,
    /// A spectator who wants no more pauses.
    hurry: bool,
}

impl<'a, 'c> Session<'a, 'c> {
    /// Takes over a game that has just begun. The random streams are those of the referee, so a watched game
    /// is the one that the two agents play there.
    pub(super) fn new(
        game: Game,
        seed: Seed,
        side: PlayAs,
        mut players: Players,
        hints: Option<RosterAgent>,
        keeper: &'a Keeper,
        console: &'a mut Console<'c>,
    ) -> Session<'a, 'c> {
        if let Some(agent) = &mut players.mr_x {
            agent.begin();
        }
        if let Some(agent) = &mut players.team {
            agent.begin();
        }
        Session {
            game,
            side,
            players,
            mr_x_rng: seed.stream("mr-x"),
            team_rng: seed.stream("detectives"),
            hints,
            keeper,
            console,
            light: true,
            told: 0,
            seated: None,
            hurry: false,
        }
    }

    /// Plays until the end, or until the person leaves.
    pub(super) fn play(&mut self) -> Result<Game, CliError> {
        self.keeper.note(&self.game);
        self.welcome()?;
        loop {
            let goes_on = match self.game.turn() {
                Turn::Over(_) => break,
                Turn::MrX => self.mr_x_turn()?,
                Turn::Detective(_) | Turn::Team => self.detectives_turn()?,
            };
            self.keeper.note(&self.game);
            if !goes_on || (self.side == PlayAs::Watch && !self.watch_on()?) {
                return Ok(self.game.clone());
            }
        }
        if let Some(agent) = &mut self.players.mr_x {
            agent.end(self.game.mr_x_view());
        }
        if let Some(agent) = &mut self.players.team {
            agent.end(self.game.detective_view());
        }
        if self.side != PlayAs::Watch {
            let view = self.game.detective_view();
            self.console.say("")?;
            for line in detectives_news(view, self.told, self.console.ink) {
                self.console.say(&line)?;
            }
        }
        Ok(self.game.clone())
    }

    fn welcome(&mut self) -> Result<(), CliError> {
        let rules = self.game.rules();
        let length = match rules.length() {
            Length::Slots(slots) => format!("{slots} moves"),
            Length::Turns(turns) => format!("{turns} turns"),
        };
        let text = match self.side {
            PlayAs::Detectives => {
                format!("You are the detectives. Catch Mr X before he has made his {length}.")
            }
            PlayAs::X => format!("You are Mr X. Do not get caught for {length}."),
            PlayAs::Both => format!("One of you hides as Mr X for {length}, the other hunts him."),
            PlayAs::Watch => format!("Mr X must not get caught for {length}."),
        };
        let title = self.console.ink.bold("Scotland Yard");
        self.console.fresh()?;
        self.console.say(&format!("{title}  {text}"))?;
        if self.side != PlayAs::Watch {
            self.console.say(
                "Type the number of a move, or the move itself; help lists what else you can type.",
            )?;
        }
        if self.game.rules().board().grid_size().is_some() {
            self.console.say("On the board: · where Mr X can be, - where he was last seen, S both seen and still there.")?;
        }
        Ok(())
    }

    /// One turn of Mr X; `false` when the person leaves.
    fn mr_x_turn(&mut self) -> Result<bool, CliError> {
        let Some(agent) = &mut self.players.mr_x else {
            return self.ask(Seat::MrX);
        };
        let (view, rng) = (self.game.mr_x_view(), &mut self.mr_x_rng);
        let think = || agent.choose(view, rng);
        let mv = self.console.meanwhile("Mr X is thinking …", think)?;
        let mv = mv.map_err(|failure| CliError::bad(format!("Mr X: {failure}")))?;
        self.computer_plays("Mr X", mv.into())
    }

    /// One detective's move; `false` when the person leaves.
    fn detectives_turn(&mut self) -> Result<bool, CliError> {
        if let Some(agent) = &mut self.players.team {
            let (view, rng) = (self.game.detective_view(), &mut self.team_rng);
            let think = || agent.choose(view, rng);
            let note = "The detectives are thinking …";
            let mv = self.console.meanwhile(note, think)?;
            let mv = mv.map_err(|failure| CliError::bad(format!("the detectives: {failure}")))?;
            return self.computer_plays("the detectives", mv.into());
        }
        let mut moves = self.game.detective_view().legal_moves();
        if let (Some(pass @ DetectiveMove::Pass { .. }), None) = (moves.next(), moves.next()) {
            drop(moves);
            return self.computer_plays("the detectives", pass.into());
        }
        drop(moves);
        self.ask(Seat::Detectives)
    }

    fn computer_plays(&mut self, who: &str, mv: Move) -> Result<bool, CliError> {
        match self.game.play(mv) {
            Ok(()) => Ok(true),
            Err(error) => {
                Err(CliError::Internal(format!("{who} tried a move that is not legal: {error}")))
            }
        }
    }

    /// Asks the person for a move until there is one; `false` when the person leaves.
    fn ask(&mut self, seat: Seat) -> Result<bool, CliError> {
        if !self.hand_over(seat)? {
            return Ok(false);
        }
        self.paint(seat)?;
        let grid = self.game.rules().board().grid_size().is_some();
        loop {
            let prompt = match (seat, self.game.turn()) {
                (Seat::MrX, _) => "Mr X> ".to_owned(),
                (Seat::Detectives, Turn::Detective(id)) => format!("detective {id}> "),
                (Seat::Detectives, _) => "detectives> ".to_owned(),
            };
            let Some(line) = self.console.ask(&prompt)? else {
                return Ok(false);
            };
            let ink = self.console.ink;
            match Input::read(&line, grid) {
                Input::Nothing => {}
                Input::Quit => return Ok(false),
                Input::Help => self.console.show(&help(seat, grid))?,
                Input::Log => {
                    let text = rounds(self.game.detective_view(), ink);
                    self.console.show(&text)?;
                }
                Input::Candidates => {
                    let text = candidates(self.game.detective_view(), ink);
                    self.console.show(&text)?;
                }
                Input::Belief => {
                    let text = probabilities(self.game.detective_view(), ink);
                    self.console.show(&text)?;
                }
                Input::Hint => {
                    let said = self
                        .hint(seat)?
                        .unwrap_or_else(|error| format!("There is no hint: {error}"));
                    self.console.say(&said)?;
                }
                Input::Board => self.paint(seat)?,
                Input::Marks => {
                    self.light = !self.light;
                    self.paint(seat)?;
                }
                Input::Doubles => match seat {
                    Seat::MrX => {
                        let text = mr_x_doubles(self.game.mr_x_view(), ink);
                        self.console.show(&text)?;
                    }
                    Seat::Detectives => self.console.say("Only Mr X makes double moves.")?,
                },
                Input::Save(file) => {
                    let said = match file.is_empty() {
                        true => "Say where to, as in save game.txt".to_owned(),
                        false => self.save(seat, &file).unwrap_or_else(|error| error.to_string()),
                    };
                    self.console.say(&said)?;
                }
                Input::Move(text) => match self.try_move(seat, &text) {
                    Ok(()) => return Ok(true),
                    Err(error) => self.console.say(&error)?,
                },
            }
        }
    }

    fn try_move(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        let mv: Move = match seat {
            Seat::MrX => input::mr_x_move(self.game.mr_x_view(), text)?.into(),
            Seat::Detectives => input::detective_move(self.game.detective_view(), text)?.into(),
        };
        self.game.play(mv).map_err(|error| format!("Not possible: {error}."))
    }

    /// What somebody strong would do in this seat, and why. The detectives' hint knows what they know.
    fn hint(&mut self, seat: Seat) -> Result<Result<String, CoachError>, CliError> {
        let game = &self.game;
        let adviser = match &self.hints {
            Some(agent) => Adviser::Agent(agent),
            None => Adviser::Engine(Effort::USUAL),
        };
        let think = || match seat {
            Seat::MrX => yard_coach::hint_mr_x(game.mr_x_view(), adviser),
            Seat::Detectives => yard_coach::hint_detectives(game.detective_view(), adviser),
        };
        let hint = self.console.meanwhile("Thinking about a hint …", think)?;
        let ink = self.console.ink;
        let board = self.game.rules().board();
        Ok(hint.map(|hint: Hint| {
            let who = match (hint.by(), self.game.turn()) {
                (Some(id), Turn::Team) => format!("detective {id}: "),
                (Some(_) | None, _) => String::new(),
            };
            let reason = hint.reason(|station| place(board, station));
            // On a grid the move names a number that the screen does not show.
            let to = match (board.grid_size(), hint.target()) {
                (Some(_), Some(at)) => format!(" to {}", place(board, at)),
                (Some(_) | None, _) => String::new(),
            };
            let head = "Hint: ";
            let text = format!("{head}{who}{}{to} – {reason}", ink.bold(&hint.text));
            folded(&text, head.len())
        }))
    }

    /// Shows the seat's screen and remembers what it has told.
    fn paint(&mut self, seat: Seat) -> Result<(), CliError> {
        let ink = self.console.ink;
        let view = self.game.detective_view();
        let plies = view.log().plies().len();
        let first_look = self.seated.is_none();
        let text = match seat {
            Seat::MrX => paint::mr_x(self.game.mr_x_view(), self.light, ink),
            Seat::Detectives => {
                let since = paint::last_mr_x(view).unwrap_or(0).min(self.told);
                paint::detectives(view, since, self.light, ink)
            }
        };
        self.told = plies;
        self.seated = Some(seat);
        if first_look {
            self.console.say("")?;
        } else {
            self.console.fresh()?;
        }
        self.console.show(&text)
    }

    /// With two people at one keyboard, the screen is wiped before the other one looks; `false` when
    /// they leave.
    fn hand_over(&mut self, seat: Seat) -> Result<bool, CliError> {
        if self.side != PlayAs::Both || self.seated == Some(seat) || !self.console.typed {
            return Ok(true);
        }
        if self.seated.is_some() {
            self.console.wipe()?;
        }
        let who = match seat {
            Seat::MrX => "Mr X sits here and nobody else looks",
            Seat::Detectives => "the detectives sit here",
        };
        let answer = self.console.ask(&format!("Press Enter when {who}. "))?;
        Ok(!leaves(answer.as_deref()))
    }

    /// After a round, the spectator's screen and a pause; `false` when he leaves.
    fn watch_on(&mut self) -> Result<bool, CliError> {
        if let Turn::Detective(_) | Turn::Team = self.game.turn() {
            return Ok(true);
        }
        let text = paint::spectator(self.game.mr_x_view(), self.told, self.console.ink);
        self.told = self.game.detective_view().log().plies().len();
        if self.hurry || self.seated.is_none() {
            self.console.say("")?;
        } else {
            self.console.fresh()?;
        }
        self.seated = Some(Seat::MrX);
        self.console.show(&text)?;
        if !self.console.live || self.hurry || self.game.outcome().is_some() {
            return Ok(true);
        }
        let answer =
            self.console.ask("Enter for the next round, g to go to the end, q to quit> ")?;
        self.hurry = answer.as_deref() == Some("g");
        Ok(!leaves(answer.as_deref()))
    }

    /// Writes what the one at the keyboard knows.
    fn save(&self, seat: Seat, file: &str) -> Result<String, SaveError> {
        let target = Target::check(file.as_ref())?;
        let (record, note) = match seat {
            Seat::MrX => (Record::of(&self.game), ""),
            Seat::Detectives => {
                (Record::of_view(self.game.detective_view()), ", with ? where Mr X is hidden")
            }
        };
        target.write(&record)?;
        Ok(format!("The game so far is in {}{note}.", target.shown()))
    }
}

fn leaves(answer: Option<&str>) -> bool {
    match answer {
        None => true,
        Some(answer) => matches!(answer.to_lowercase().as_str(), "q" | "quit" | "exit"),
    }
}

fn help(seat: Seat, grid: bool) -> String {
    let mut text = String::from("You can type\n");
    let mut line = |word: &str, meaning: &str| {
        text.push_str(&format!("  {word:<14}{meaning}\n"));
    };
    line("3", "the move with this number in the list");
    if grid {
        line("w a s d", "a step up, left, down or right (then Enter)");
    }
    match seat {
        Seat::MrX => {
            line("T46", "ticket and station: T taxi, B bus, U underground, K black");
            line("2T46K58", "a double move: 2, then both steps");
            line(if grid { "doubles" } else { "d" }, "list the double moves");
        }
        Seat::Detectives => {
            line("T46", "ticket and station: T taxi, B bus, U underground");
            line("3:T46", "the same, saying which detective");
        }
    }
    line("log", "the whole travel log and all moves so far");
    line("hint", "a good move, and why");
    line("candidates", "where Mr X can be by what is known to all");
    line("probabilities", "how likely he is where, in the eyes of good detectives");
    if grid {
        line("c", "marks of these cells on the board on or off");
    }
    line("board", "show the screen again");
    line("save FILE", "write the game so far, as you know it, to a file");
    line("quit", "leave the game");
    text
}
