//! `process:CMD`: an agent that asks a program over its standard input and output.

mod child;
mod command;

use std::marker::PhantomData;
use std::sync::Arc;

use yard_agents::{Agent, Detectives, MrX, Rng, SideType};
use yard_core::{
    DetectiveMove, DetectiveText, DetectiveView, Move, MrXMove, MrXView, PlayError, Side, State,
    Station,
};

use self::child::{Program, quote};
pub(crate) use self::command::{ProgramSpec, split_spec, split_words};
use crate::protocol::{Begin, Choose, End, RulesData, StartData, ToProgram};

/// A side as the protocol sees it.
pub(crate) trait Seat: SideType {
    /// What `begin` says of the side and the start.
    fn begin(view: &Self::View) -> (Side, RulesData, StartData);
    /// The question.
    fn question(view: &Self::View) -> Choose;
    /// What `end` says.
    fn end(view: &Self::View) -> End;
    /// The move that a text means, when it is legal.
    fn read(view: &Self::View, text: &str) -> Result<Self::Move, String>;
    /// Any legal move, to stand where there is no answer.
    fn any_move(view: &Self::View) -> Self::Move;
}

fn try_move(mut state: State, rules: &yard_core::Rules, mv: Move) -> Result<(), String> {
    state.play(rules, mv).map_err(|cause: PlayError| cause.to_string())
}

impl Seat for MrX {
    fn begin(view: &MrXView) -> (Side, RulesData, StartData) {
        (Side::MrX, RulesData::new(view.rules()), StartData::of_mr_x(view))
    }

    fn question(view: &MrXView) -> Choose {
        Choose::of_mr_x(view)
    }

    fn end(view: &MrXView) -> End {
        End::new(view.detective_view())
    }

    fn read(view: &MrXView, text: &str) -> Result<MrXMove, String> {
        let mv: MrXMove = text.parse().map_err(|error| format!("{error}"))?;
        try_move(view.state(), view.rules(), mv.into())?;
        Ok(mv)
    }

    fn any_move(view: &MrXView) -> MrXMove {
        view.legal_moves().next().expect("a side is asked only when it has a move")
    }
}

impl Seat for Detectives {
    fn begin(view: &DetectiveView) -> (Side, RulesData, StartData) {
        (Side::Detectives, RulesData::new(view.rules()), StartData::of_detectives(view))
    }

    fn question(view: &DetectiveView) -> Choose {
        Choose::of_detectives(view)
    }

    fn end(view: &DetectiveView) -> End {
        End::new(view)
    }

    fn read(view: &DetectiveView, text: &str) -> Result<DetectiveMove, String> {
        let written: DetectiveText = text.parse().map_err(|error| format!("{error}"))?;
        let mv = written.in_turn(view.turn()).map_err(|error| error.to_string())?;
        // Whether a detective's move is legal does not depend on where Mr X is.
        let anywhere = view.candidates().iter().next().or(Station::new(1));
        if let Some(station) = anywhere {
            try_move(view.assume(station), view.rules(), mv.into())?;
        }
        Ok(mv)
    }

    fn any_move(view: &DetectiveView) -> DetectiveMove {
        view.legal_moves().next().expect("a side is asked only when it has a move")
    }
}

/// Asks a program, which is started when it is first needed, and anew after each fault.
#[derive(Debug)]
pub(crate) struct ProcessAgent<S> {
    spec: Arc<ProgramSpec>,
    program: Option<Program>,
    /// Whether the program has been told of this game.
    begun: bool,
    failure: Option<String>,
    side: PhantomData<fn() -> S>,
}

impl<S: Seat> ProcessAgent<S> {
    pub(crate) fn new(spec: ProgramSpec) -> ProcessAgent<S> {
        ProcessAgent {
            spec: Arc::new(spec),
            program: None,
            begun: false,
            failure: None,
            side: PhantomData,
        }
    }

    /// Every complaint names the program, as it was written.
    fn complain(&self, fault: &str) -> String {
        format!("the program {} {fault}", quote(self.spec.command.as_bytes()))
    }

    fn program(&mut self) -> Result<&mut Program, String> {
        if self.program.is_none() {
            self.program = Some(Program::start(&self.spec)?);
        }
        self.program.as_mut().ok_or_else(|| "is not running".to_owned())
    }

    fn ask(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, String> {
        let limit = self.spec.limit;
        let begun = std::mem::replace(&mut self.begun, true);
        let program = self.program()?;
        if !begun {
            let (side, rules, start) = S::begin(view);
            // Half of the bits: exact in every JSON reader, and too few to tell the stream.
            let seed = Some((rng.bits() >> 32) as u32);
            let ms = Some(limit.as_millis() as u64);
            let begin = Begin { side, seed, ms, rules, start };
            program.send(&ToProgram::Begin(Box::new(begin)))?;
        }
        let text = program.ask(&ToProgram::Choose(Box::new(S::question(view))), limit)?;
        S::read(view, &text).map_err(|cause| format!("played {}: {cause}", quote(text.as_bytes())))
    }
}

impl<S: Seat> Agent<S> for ProcessAgent<S> {
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> S::Move {
        match self.ask(view, rng) {
            Ok(mv) => mv,
            Err(fault) => {
                // It may still answer, and too late; only a new one is sure to be in step.
                self.program = None;
                self.failure = Some(self.complain(&fault));
                S::any_move(view)
            }
        }
    }

    fn begin(&mut self) {
        self.begun = false;
        self.failure = None;
    }

    fn end(&mut self, view: &S::View) {
        if let (true, Some(program)) = (self.begun, &mut self.program) {
            // One that has died since is found out in the next game.
            let _ = program.send(&ToProgram::End(S::end(view)));
        }
        self.begun = false;
    }

    fn failed(&mut self) -> Option<String> {
        self.failure.take()
    }

    fn ready(&mut self) -> Result<(), String> {
        match self.program() {
            Ok(_) => Ok(()),
            Err(fault) => Err(self.complain(&fault)),
        }
    }
}

impl<S> Drop for ProcessAgent<S> {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            program.quit();
        }
    }
}
