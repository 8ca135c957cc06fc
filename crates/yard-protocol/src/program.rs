//! `process:CMD`: an agent that asks a program over its standard input and output.

use std::marker::PhantomData;
use std::sync::Arc;

use yard_agents::{Agent, AgentError, Detectives, MrX, Rng, SideType};
use yard_core::{
    DetectiveMove, DetectiveText, DetectiveView, Move, MrXMove, MrXView, PlayError, Side, State,
    Station,
};

use crate::child::{Limits, Program, quote};
use crate::command::ProgramSpec;
use crate::fault::{AnswerError, ProgramFault};
use crate::messages::{Begin, Choose, End, RulesData, StartData, ToProgram};

/// A side as the protocol sees it.
pub trait ProgramSide: SideType {
    /// What `begin` says of the side and the start.
    fn begin(view: &Self::View) -> (Side, RulesData, StartData);
    /// The question.
    fn question(view: &Self::View) -> Choose;
    /// What `end` says, with Mr X's way as the referee told it.
    fn end(view: &Self::View, way: Vec<Station>) -> End;
    /// The move that a text means, when it is legal.
    ///
    /// # Errors
    /// When it is no move, or not legal.
    fn read(view: &Self::View, text: &str) -> Result<Self::Move, AnswerError>;
}

fn try_move(mut state: State, rules: &yard_core::Rules, mv: Move) -> Result<(), PlayError> {
    state.play(rules, mv)
}

impl ProgramSide for MrX {
    fn begin(view: &MrXView) -> (Side, RulesData, StartData) {
        (Side::MrX, RulesData::new(view.rules()), StartData::of_mr_x(view))
    }

    fn question(view: &MrXView) -> Choose {
        Choose::of_mr_x(view)
    }

    fn end(view: &MrXView, _: Vec<Station>) -> End {
        End::new(view.detective_view(), view.path().to_vec())
    }

    fn read(view: &MrXView, text: &str) -> Result<MrXMove, AnswerError> {
        let mv: MrXMove = text.parse()?;
        try_move(view.state(), view.rules(), mv.into())?;
        Ok(mv)
    }
}

impl ProgramSide for Detectives {
    fn begin(view: &DetectiveView) -> (Side, RulesData, StartData) {
        (Side::Detectives, RulesData::new(view.rules()), StartData::of_detectives(view))
    }

    fn question(view: &DetectiveView) -> Choose {
        Choose::of_detectives(view)
    }

    fn end(view: &DetectiveView, way: Vec<Station>) -> End {
        End::new(view, way)
    }

    fn read(view: &DetectiveView, text: &str) -> Result<DetectiveMove, AnswerError> {
        let mv = text.parse::<DetectiveText>()?.in_turn(view.turn())?;
        // Whether a detective's move is legal does not depend on where Mr X is.
        let anywhere = view.candidates().iter().next().or(Station::new(1));
        if let Some(station) = anywhere {
            try_move(view.assume(station), view.rules(), mv.into())?;
        }
        Ok(mv)
    }
}

/// Asks a program, which is started when it is first needed, and anew after each fault.
#[derive(Debug)]
pub struct ProgramAgent<S> {
    spec: Arc<ProgramSpec>,
    program: Option<Program>,
    /// Whether the program has been told of this game.
    begun: bool,
    /// Mr X's way, once the game is over and the referee has told it.
    way: Vec<Station>,
    side: PhantomData<fn() -> S>,
}

impl<S: ProgramSide> ProgramAgent<S> {
    /// An agent that asks this program.
    pub fn new(spec: ProgramSpec) -> ProgramAgent<S> {
        let spec = Arc::new(spec);
        ProgramAgent { spec, program: None, begun: false, way: Vec::new(), side: PhantomData }
    }

    /// Every complaint names the program, as it was written.
    fn complain(&self, fault: &ProgramFault) -> String {
        format!("the program {} {fault}", quote(self.spec.command.as_bytes()))
    }

    fn program(&mut self) -> Result<&mut Program, ProgramFault> {
        if self.program.is_none() {
            self.program = Some(Program::start(&self.spec)?);
        }
        self.program.as_mut().ok_or(ProgramFault::NotRunning)
    }

    fn ask(&mut self, view: &S::View, rng: &mut Rng) -> Result<String, ProgramFault> {
        let limits = Limits { wall: self.spec.limit, cpu: self.spec.cpu };
        let begun = std::mem::replace(&mut self.begun, true);
        let program = self.program()?;
        if !begun {
            let (side, rules, start) = S::begin(view);
            // Half of the bits: exact in every JSON reader, and too few to tell the stream.
            let seed = Some((rng.bits() >> 32) as u32);
            let ms = Some(limits.wall.as_millis() as u64);
            let cpu_ms = limits.cpu.map(|cpu| cpu.as_millis() as u64);
            let begin = Begin { side, seed, ms, cpu_ms, rules, start };
            program.send(&ToProgram::Begin(Box::new(begin)))?;
        }
        program.ask(&ToProgram::Choose(Box::new(S::question(view))), limits)
    }
}

impl<S: ProgramSide> Agent<S> for ProgramAgent<S> {
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError> {
        let answer =
            self.ask(view, rng).map_err(|fault| AgentError::NoAnswer(self.complain(&fault)));
        let mv = answer.and_then(|text| {
            S::read(view, &text).map_err(|cause| {
                let text = quote(text.as_bytes());
                let fault = ProgramFault::Illegal { text, cause };
                AgentError::IllegalAnswer(self.complain(&fault))
            })
        });
        if mv.is_err() {
            // It may still answer, and too late; only a new one is sure to be in step.
            self.program = None;
        }
        mv
    }

    fn begin(&mut self) {
        self.begun = false;
    }

    fn end(&mut self, view: &S::View) {
        if let (true, Some(program)) = (self.begun, &mut self.program) {
            // One that has died since is found out in the next game.
            let _ = program.send(&ToProgram::End(S::end(view, std::mem::take(&mut self.way))));
        }
        self.begun = false;
        self.way.clear();
    }

    fn told_way(&mut self, way: &[Station]) {
        self.way = way.to_vec();
    }

    fn ready(&mut self) -> Result<(), AgentError> {
        match self.program() {
            Ok(_) => Ok(()),
            Err(fault) => Err(AgentError::NoAnswer(self.complain(&fault))),
        }
    }
}

impl<S> Drop for ProgramAgent<S> {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            program.quit();
        }
    }
}
