//! A running program and the two threads that keep its pipes moving.
//!
//! Nothing here waits for a pipe: one thread writes, one reads, and whoever asks waits for their
//! reports with a time limit. So a program that neither reads nor writes cannot hold us up.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use crate::command::ProgramSpec;
use crate::fault::{Pipe, ProgramFault};
use crate::group::Group;
use crate::messages::{FromProgram, Hello, MOST_LINE, PROTOCOL, ToProgram};

/// Time to start and say hello, whatever the limit for moves: an interpreter on a busy machine
/// needs a while, and it happens once.
const START: Duration = Duration::from_secs(10);
/// How often a program that was asked to end is looked at, and how many times.
const LOOK: Duration = Duration::from_millis(5);
const LOOKS: u32 = 200;
/// Lines that wait to be read; a program that floods us is held up by its own full pipe.
const BACKLOG: usize = 8;

/// How often a program with a limited processor time is looked at.
const CPU_LOOK: Duration = Duration::from_millis(20);

/// How long a program may take for an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// By the clock.
    pub(crate) wall: Duration,
    /// By the processors, where that is limited.
    pub(crate) cpu: Option<Duration>,
}

/// What the two threads report.
enum Event {
    Line(Vec<u8>),
    TooLong,
    OutputClosed,
    InputClosed,
}

/// A program that runs and has said hello.
#[derive(Debug)]
pub(crate) struct Program {
    /// It and all that it has started.
    group: Group,
    /// `None` once it has been told to end.
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Event>,
}

impl std::fmt::Debug for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Event::Line(_) => "Line",
            Event::TooLong => "TooLong",
            Event::OutputClosed => "OutputClosed",
            Event::InputClosed => "InputClosed",
        })
    }
}

impl Program {
    /// Starts a program and exchanges hellos.
    pub(crate) fn start(spec: &ProgramSpec) -> Result<Program, ProgramFault> {
        let (program, arguments) = spec.words.split_first().ok_or(ProgramFault::Missing)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if spec.shows_errors { Stdio::inherit() } else { Stdio::null() });
        let mut group = Group::start(command).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => ProgramFault::Missing,
            _ => ProgramFault::NotStarted(error.to_string()),
        })?;
        let (events, from) = sync_channel(BACKLOG);
        let (to, lines) = channel();
        if let Some((stdin, stdout)) = group.pipes() {
            let reports = events.clone();
            thread::spawn(move || write_lines(stdin, &lines, &reports));
            thread::spawn(move || read_lines(stdout, &events));
        }
        let mut program = Program { group, to: Some(to), from };
        program.greet()?;
        if spec.cpu.is_some() && program.group.cpu_time().is_none() {
            return Err(ProgramFault::NoCpuTime);
        }
        Ok(program)
    }

    fn greet(&mut self) -> Result<(), ProgramFault> {
        let name = concat!("yard ", env!("CARGO_PKG_VERSION")).to_owned();
        self.send(&ToProgram::Hello(Hello { yard: PROTOCOL, name }))?;
        match self.receive(START)? {
            FromProgram::Hello(Hello { yard: PROTOCOL, .. }) => Ok(()),
            FromProgram::Hello(Hello { yard, .. }) => Err(ProgramFault::Version(yard)),
            FromProgram::Move { .. } => Err(ProgramFault::MoveForHello),
            FromProgram::Error { message } => Err(gave_up(&message)),
        }
    }

    /// Sends a message; it is written by and by.
    pub(crate) fn send(&mut self, message: &ToProgram) -> Result<(), ProgramFault> {
        let mut line =
            serde_json::to_vec(message).map_err(|error| ProgramFault::NoLine(error.to_string()))?;
        line.push(b'\n');
        match &self.to {
            Some(to) if to.send(line).is_ok() => Ok(()),
            Some(_) | None => Err(self.input_closed()),
        }
    }

    /// Sends a question and waits for the move.
    pub(crate) fn ask(
        &mut self,
        question: &ToProgram,
        limits: Limits,
    ) -> Result<String, ProgramFault> {
        // An answer to no question would be taken for the answer to this one.
        match self.from.try_recv() {
            Ok(Event::Line(line)) => {
                let unasked = || ProgramFault::Unasked(quote(&line));
                return Err(reason(&line).unwrap_or_else(unasked));
            }
            Ok(event) => return Err(self.fault_of(event)),
            Err(_) => {}
        }
        let before = limits.cpu.and_then(|cpu| Some((cpu, self.group.cpu_time()?)));
        self.send(question)?;
        let answer = match before {
            None => self.receive(limits.wall)?,
            Some((cpu, before)) => self.receive_within(limits.wall, cpu, before)?,
        };
        match answer {
            FromProgram::Move { mv } => Ok(mv),
            FromProgram::Hello(_) => Err(ProgramFault::HelloForMove),
            FromProgram::Error { message } => Err(gave_up(&message)),
        }
    }

    /// Waits for an answer as long as the program has not used its processor time.
    fn receive_within(
        &mut self,
        wall: Duration,
        cpu: Duration,
        before: Duration,
    ) -> Result<FromProgram, ProgramFault> {
        let mut waited = Duration::ZERO;
        loop {
            let look = CPU_LOOK.min(wall.saturating_sub(waited));
            let answer = self.receive(look);
            waited += look;
            // Time is counted again after the answer, so nobody gains by hiding behind the looks.
            let used =
                self.group.cpu_time().map_or(Duration::ZERO, |now| now.saturating_sub(before));
            match answer {
                Err(ProgramFault::Ended(status)) => return Err(ProgramFault::Ended(status)),
                _ if used > cpu => return Err(ProgramFault::Busy(cpu.as_millis())),
                Err(ProgramFault::Silent(_)) if waited < wall => {}
                Err(ProgramFault::Silent(_)) => return Err(ProgramFault::Silent(wall.as_millis())),
                answer => return answer,
            }
        }
    }

    fn receive(&mut self, limit: Duration) -> Result<FromProgram, ProgramFault> {
        match self.from.recv_timeout(limit) {
            Ok(Event::Line(line)) => serde_json::from_slice(&line).map_err(|error| {
                ProgramFault::NoMessage { line: quote(&line), cause: plain(&error) }
            }),
            Ok(event) => Err(self.fault_of(event)),
            Err(RecvTimeoutError::Timeout) => Err(ProgramFault::Silent(limit.as_millis())),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone(Pipe::Both)),
        }
    }

    fn fault_of(&mut self, event: Event) -> ProgramFault {
        match event {
            Event::Line(line) => ProgramFault::Sent(quote(&line)),
            Event::TooLong => ProgramFault::TooLong,
            Event::OutputClosed => self.gone(Pipe::Output),
            Event::InputClosed => self.input_closed(),
        }
    }

    /// It reads no more. If it has said why, that counts, whichever pipe we heard of first.
    fn input_closed(&mut self) -> ProgramFault {
        for _ in 0..LOOKS / 4 {
            match self.from.recv_timeout(LOOK) {
                Ok(Event::Line(line)) => {
                    if let Some(reason) = reason(&line) {
                        return reason;
                    }
                }
                Ok(Event::InputClosed) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Event::OutputClosed | Event::TooLong) | Err(RecvTimeoutError::Disconnected) => {
                    break;
                }
            }
        }
        self.gone(Pipe::Input)
    }

    /// What to say of a closed pipe: mostly the program has ended, and how is of more use.
    fn gone(&mut self, otherwise: Pipe) -> ProgramFault {
        for _ in 0..LOOKS / 4 {
            if let Some(status) = self.group.ended() {
                return ProgramFault::Ended(status);
            }
            thread::sleep(LOOK);
        }
        ProgramFault::Closed(otherwise)
    }

    /// Ends it in peace: tells it to quit, closes its input, and waits a little.
    pub(crate) fn quit(mut self) {
        // Whatever it thinks of this, it is ended by now or by force.
        let _ = self.send(&ToProgram::Quit {});
        self.to = None;
        for _ in 0..LOOKS {
            if self.group.ended().is_some() {
                return;
            }
            thread::sleep(LOOK);
        }
    }
}

/// Ends, and closes the pipe, when there is nothing more to come.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>, reports: &SyncSender<Event>) {
    for line in lines {
        if stdin.write_all(&line).is_err() {
            let _ = reports.send(Event::InputClosed);
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, reports: &SyncSender<Event>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = (&mut stdout).take(MOST_LINE as u64).read_until(b'\n', &mut line);
        let event = match read {
            Err(_) | Ok(0) => Event::OutputClosed,
            Ok(_) if line.ends_with(b"\n") => Event::Line(line),
            Ok(MOST_LINE) => Event::TooLong,
            // A last line without its end: half a message.
            Ok(_) => Event::OutputClosed,
        };
        let last = !matches!(event, Event::Line(_));
        if reports.send(event).is_err() || last {
            return;
        }
    }
}

/// What a program gives as its reason, if the line is such a message.
fn reason(line: &[u8]) -> Option<ProgramFault> {
    match serde_json::from_slice(line) {
        Ok(FromProgram::Error { message }) => Some(gave_up(&message)),
        Ok(FromProgram::Hello(_) | FromProgram::Move { .. }) | Err(_) => None,
    }
}

fn gave_up(message: &str) -> ProgramFault {
    ProgramFault::GaveUp(quote(message.as_bytes()))
}

/// The message of the JSON parser without its place, which is always line 1.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line").next().unwrap_or_default().to_owned()
}

/// What a program sent, short and printable.
pub(crate) fn quote(bytes: &[u8]) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MOST)]);
    let mut short: String = text.trim_end().chars().take(MOST).collect();
    short = short.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let cut = if text.trim_end().chars().count() > MOST { "…" } else { "" };
    format!("\"{short}{cut}\"")
}
