//! How Mr X hides in a series of games: after each of his turns the number of candidates by log
//! slot, the moves of the nearest detective to him, and what tickets he paid:
//! `cargo run --release -p yard-arena --example hiding -- RULES MR_X DETECTIVES GAMES SEED`.
//!
//! Nijssen 2013, chapter 7, has the first two for his games, so that ours can be laid beside them.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use yard_agents::Seed;
use yard_agents::pimbot::{Locations, category};
use yard_arena::{Series, Share};
use yard_core::{Game, Move, MrXMove, Record, Ticket};
use yard_roster::{Roster, load_rules};

/// Sums over games.
#[derive(Default)]
struct Hiding {
    /// Situations and candidates by log slot.
    slots: BTreeMap<u8, (u64, u64)>,
    /// Situations by the moves of the nearest detective to Mr X: 1, 2, 3, 4, 5 and more.
    nearest: [u64; 5],
    turns: u64,
    blacks: u64,
    doubles: u64,
}

impl Hiding {
    fn after(&mut self, game: &Game, mv: Move) {
        let Move::MrX(mv) = mv else { return };
        let (state, view) = (game.state(), game.detective_view());
        let (count, sum) = self.slots.entry(state.public().slots_used()).or_default();
        (*count, *sum) = (*count + 1, *sum + view.candidates().len() as u64);
        let (rules, table) = (game.rules(), state.public());
        self.nearest[category(Locations::MinDistance, rules, table, state.mr_x())] += 1;
        self.turns += 1;
        self.blacks += mv.steps().filter(|step| step.ticket == Ticket::Black).count() as u64;
        self.doubles += u64::from(matches!(mv, MrXMove::Double { .. }));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rules, mr_x, detectives, games, seed] = arguments.as_slice() else {
        return Err("hiding RULES MR_X DETECTIVES GAMES SEED".into());
    };
    let roster = Roster::default();
    let series = Series {
        rules: Arc::new(load_rules(rules)?),
        mr_x: roster.factory(&mr_x.parse()?),
        detectives: roster.factory(&detectives.parse()?),
        games: games.parse()?,
        seed: Seed(seed.parse()?),
        threads: None,
    };
    let sums = Mutex::new(Hiding::default());
    let tally = series.play(&AtomicBool::new(false), &|_, game| {
        let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
        // A game that was played replays.
        let rules = Arc::clone(game.detective_view().rules_arc());
        let replayed = Record::of(game).replay_each(rules, |game, mv| sums.after(game, mv));
        debug_assert!(replayed.is_ok(), "{replayed:?}");
    })?;
    let sums = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    let games = tally.games as f64;
    let Share { rate, ci95: [lo, hi] } = Share::new(tally.detective_wins, tally.games);
    println!("{rules}: {mr_x} (Mr X), {detectives} (detectives), {games} games, seed {seed}");
    println!("detectives win {:.1} % ({:.1} to {:.1})", rate * 100.0, lo * 100.0, hi * 100.0);
    println!(
        "a game: {:.2} log slots, {:.2} turns of Mr X, {:.2} black tickets, {:.2} double moves",
        tally.slots as f64 / games,
        sums.turns as f64 / games,
        sums.blacks as f64 / games,
        sums.doubles as f64 / games
    );
    println!("candidates after his turn, by log slot:");
    for (slot, (count, sum)) in &sums.slots {
        println!("{slot:>5} {:>6.1}", *sum as f64 / *count as f64);
    }
    println!("moves of the nearest detective to him:");
    for (moves, count) in (1..).zip(&sums.nearest) {
        println!("{moves:>5} {:>6.1} %", *count as f64 / sums.turns as f64 * 100.0);
    }
    Ok(())
}
