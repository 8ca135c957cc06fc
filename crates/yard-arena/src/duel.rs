//! Two agents compared on the same deals, pair by pair, until it is clear which is better.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use yard_agents::{Agent, Detectives, MrX, Seed, referee};
use yard_core::{Rules, Side};

use crate::experiment::{Contender, detectives_of, mr_x_of, pool, refused};
use crate::played::Played;
use crate::series::SeriesError;
use crate::sprt::{PairCounts, PairScore, Sprt, Verdict};

/// Which of their abilities is compared.
#[derive(Clone)]
pub enum DuelMode {
    /// Each plays Mr X once, against the other's detectives.
    BothSides,
    /// Each plays Mr X against these detectives.
    MrX(Contender),
    /// Each plays the detectives against this Mr X.
    Detectives(Contender),
}

/// A comparison to be played.
#[derive(Clone)]
pub struct Duel {
    /// The rules.
    pub rules: Arc<Rules>,
    /// The agent that may be better.
    pub a: Contender,
    /// The agent it is compared with.
    pub b: Contender,
    /// On which side.
    pub mode: DuelMode,
    /// Both games of pair `i` have the seed `seed.of_game(i)`, hence the same deal.
    pub seed: Seed,
    /// The most pairs.
    pub pairs: u64,
    /// When to stop.
    pub test: Sprt,
    /// Worker threads; all cores when `None`.
    pub threads: Option<usize>,
}

/// What a comparison came to.
#[derive(Clone, PartialEq, Debug)]
pub struct DuelReport {
    /// How the pairs went.
    pub counts: PairCounts,
    /// What follows.
    pub verdict: Verdict,
    /// Games of those pairs that ended by an illegal move, which loses.
    pub fouls: u64,
    /// What the first foul was, by pair number.
    pub first_foul: Option<(u64, String)>,
}

/// The games that are finished, by pair.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PairLedger {
    /// A map, for the pairs of a file can have any numbers.
    pairs: BTreeMap<u64, [Option<Played>; 2]>,
}

impl PairLedger {
    /// Enters a finished game, the first (0) or the second (1) of a pair; false when that one was
    /// entered before, or there is no such game.
    pub fn enter(&mut self, game: usize, pair: u64, played: Played) -> bool {
        match self.pairs.entry(pair).or_default().get_mut(game) {
            Some(free @ None) => {
                *free = Some(played);
                true
            }
            Some(Some(_)) | None => false,
        }
    }

    fn game(&self, game: usize, pair: u64) -> Option<&Played> {
        self.pairs.get(&pair)?.get(game)?.as_ref()
    }
}

/// What is called with every game as it ends, from any thread and in any order: the first (0) or
/// the second (1) of a pair, the number of the pair, and what came out.
pub type EachGame<'a> = &'a (dyn Fn(usize, u64, &Played) + Sync);

/// Mr X and detectives of a game.
type Seat = (Box<dyn Agent<MrX>>, Box<dyn Agent<Detectives>>);
/// Those of the two games of a pair.
type Seats = [Seat; 2];

/// What all threads share while pairs are played.
struct Run<'a> {
    ledger: &'a PairLedger,
    stop: &'a AtomicBool,
    game: EachGame<'a>,
    fouls: &'a Mutex<Vec<(u64, String)>>,
}

/// Pairs that are played at a time for each thread.
const BATCH: u64 = 8;

impl Duel {
    /// Plays pairs until the verdict falls, all are played, or `stop` is set. Games that the ledger
    /// has are taken from there.
    ///
    /// `game` is called with every game that was played, `batch` now and then with the sums so far.
    ///
    /// # Errors
    /// When an agent cannot play its side.
    pub fn play(
        &self,
        ledger: &PairLedger,
        stop: &AtomicBool,
        game: EachGame<'_>,
        batch: &mut dyn FnMut(&PairCounts),
    ) -> Result<DuelReport, SeriesError> {
        // Made once here so that a wrong side is an error before anything is played.
        let games = self.games();
        for ((x, team), (mr_x, detectives)) in self.seats()?.iter_mut().zip(games) {
            x.ready().map_err(|cause| refused(mr_x, cause.into()))?;
            team.ready().map_err(|cause| refused(detectives, cause.into()))?;
        }
        let pool = pool(self.threads)?;
        let at_once = BATCH * pool.current_num_threads() as u64;
        let fouls: Mutex<Vec<(u64, String)>> = Mutex::default();
        let run = Run { ledger, stop, game, fouls: &fouls };
        let (counts, verdict) = self.test.run(self.pairs, at_once, |range, counts| {
            batch(counts);
            let play = |seats: &mut Option<Seats>, pair| self.pair(seats, pair, &run);
            let scores = || range.into_par_iter().map_init(|| None, play).collect();
            let pairs: Result<Vec<Option<PairScore>>, SeriesError> = pool.install(scores);
            // After a stop only the pairs before the first gap count: their order is fixed.
            Ok::<_, SeriesError>(pairs?.into_iter().map_while(|score| score).collect())
        })?;
        let mut fouls = fouls.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Pairs after the verdict were played, but do not count.
        fouls.retain(|(pair, _)| *pair < counts.pairs());
        let first_foul = fouls.iter().min().cloned();
        Ok(DuelReport { counts, verdict, fouls: fouls.len() as u64, first_foul })
    }

    /// What the finished pairs before the first gap come to, without playing.
    pub fn report_of(&self, ledger: &PairLedger) -> DuelReport {
        let mut fouls = Vec::new();
        let mut score = |pair: u64| {
            let games = [ledger.game(0, pair)?, ledger.game(1, pair)?];
            fouls.extend(games.iter().filter_map(|game| Some((pair, game.fouled.clone()?))));
            Some(self.score(games.map(|game| game.winner)))
        };
        let tested = self.test.run(self.pairs, BATCH, |range, _| {
            Ok::<_, std::convert::Infallible>(range.map_while(&mut score).collect())
        });
        let (counts, verdict) = tested.unwrap_or_else(|never| match never {});
        fouls.retain(|(pair, _)| *pair < counts.pairs());
        let first_foul = fouls.iter().min().cloned();
        DuelReport { counts, verdict, fouls: fouls.len() as u64, first_foul }
    }

    /// How many pairs one thread has played when the verdict falls after so many: whole batches.
    pub fn pairs_of_one_thread(&self, pairs: u64) -> u64 {
        self.pairs.min(pairs.div_ceil(BATCH) * BATCH)
    }

    /// Who plays Mr X and the detectives in the two games of a pair.
    pub(crate) fn games(&self) -> [(&Contender, &Contender); 2] {
        match &self.mode {
            DuelMode::BothSides => [(&self.a, &self.b), (&self.b, &self.a)],
            DuelMode::MrX(team) => [(&self.a, team), (&self.b, team)],
            DuelMode::Detectives(mr_x) => [(mr_x, &self.a), (mr_x, &self.b)],
        }
    }

    /// The agents of the two games.
    fn seats(&self) -> Result<Seats, SeriesError> {
        let [first, second] = self.games().map(|(mr_x, team)| {
            Ok::<_, SeriesError>((mr_x_of(mr_x, &self.rules)?, detectives_of(team, &self.rules)?))
        });
        Ok([first?, second?])
    }

    /// Plays one pair; nothing when stopped.
    fn pair(
        &self,
        seats: &mut Option<Seats>,
        pair: u64,
        run: &Run<'_>,
    ) -> Result<Option<PairScore>, SeriesError> {
        let mut winners = [Side::MrX; 2];
        for (game, winner) in winners.iter_mut().enumerate() {
            let played = match run.ledger.game(game, pair) {
                Some(played) => played.clone(),
                None if run.stop.load(Ordering::Relaxed) => return Ok(None),
                None => {
                    let ready = match seats.take() {
                        Some(seats) => seats,
                        None => self.seats()?,
                    };
                    let played = self.one(&mut seats.insert(ready)[game], pair);
                    (run.game)(game, pair, &played);
                    played
                }
            };
            *winner = played.winner;
            if let Some(text) = played.fouled {
                run.fouls.lock().unwrap_or_else(PoisonError::into_inner).push((pair, text));
            }
        }
        Ok(Some(self.score(winners)))
    }

    /// Plays one game of a pair.
    fn one(&self, (mr_x, team): &mut Seat, pair: u64) -> Played {
        Played::of(&referee(&self.rules, self.seed.of_game(pair), mr_x.as_mut(), team.as_mut()))
    }

    /// Whether A or B did better in the two games, by their winners.
    fn score(&self, [first, second]: [Side; 2]) -> PairScore {
        let (a_won, b_won) = match self.mode {
            // With sides swapped the same winner in both games means a win each.
            DuelMode::BothSides | DuelMode::MrX(_) => (first == Side::MrX, second == Side::MrX),
            DuelMode::Detectives(_) => (first == Side::Detectives, second == Side::Detectives),
        };
        match (a_won, b_won) {
            (true, false) => PairScore::Win,
            (false, true) => PairScore::Loss,
            (true, true) | (false, false) => PairScore::Tie,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::contender;

    fn duel(mode: DuelMode) -> Duel {
        Duel {
            rules: Arc::new(yard_core::presets::rules("grid5").unwrap()),
            a: contender("random"),
            b: contender("random"),
            mode,
            seed: Seed(4),
            pairs: 1000,
            test: Sprt { score0: 0.5, score1: 0.55, alpha: 0.05, beta: 0.05 },
            threads: Some(2),
        }
    }

    fn play(duel: &Duel, ledger: &PairLedger, stop: bool) -> DuelReport {
        duel.play(ledger, &AtomicBool::new(stop), &|_, _, _| {}, &mut |_| {}).unwrap()
    }

    #[test]
    fn games_of_the_ledger_are_not_played_again() {
        let strong = contender("mcts-sova:playouts=20");
        let duel = Duel { a: strong, pairs: 60, ..duel(DuelMode::BothSides) };
        let games = Mutex::new(Vec::new());
        let note = |game: usize, pair: u64, played: &Played| {
            games.lock().unwrap().push((game, pair, played.clone()));
        };
        let stop = AtomicBool::new(false);
        let whole = duel.play(&PairLedger::default(), &stop, &note, &mut |_| {}).unwrap();
        let games = games.into_inner().unwrap();
        let mut ledger = PairLedger::default();
        // Whole pairs, halves of pairs, and gaps.
        for (game, pair, played) in
            games.iter().filter(|(game, pair, _)| !(pair + *game as u64).is_multiple_of(3))
        {
            assert!(ledger.enter(*game, *pair, played.clone()));
            assert!(!ledger.enter(*game, *pair, played.clone()), "twice");
        }
        assert!(!ledger.enter(2, 0, games[0].2.clone()), "a pair has two games");
        let again = Mutex::new(0);
        let count = |game: usize, pair: u64, _: &Played| {
            assert!(ledger.game(game, pair).is_none());
            *again.lock().unwrap() += 1;
        };
        assert_eq!(duel.play(&ledger, &stop, &count, &mut |_| {}).unwrap(), whole);
        assert!(*again.lock().unwrap() < games.len());
    }

    #[test]
    fn an_agent_is_not_better_than_itself() {
        let random = contender("random");
        let modes =
            [DuelMode::BothSides, DuelMode::MrX(random.clone()), DuelMode::Detectives(random)];
        for mode in modes {
            let report = play(&duel(mode), &PairLedger::default(), false);
            assert_eq!(report.verdict, Verdict::Rejected);
            // The same agents on the same seed play the same game twice.
            assert_eq!((report.counts.losses, report.counts.wins), (0, 0));
        }
    }

    #[test]
    fn scores_follow_the_winners_and_the_mode() {
        use Side::{Detectives as D, MrX as X};
        let random = contender("random");
        let score = |mode: DuelMode, winners| duel(mode).score(winners);
        assert_eq!(score(DuelMode::BothSides, [X, D]), PairScore::Win, "A won as both");
        assert_eq!(score(DuelMode::BothSides, [D, X]), PairScore::Loss);
        assert_eq!(score(DuelMode::BothSides, [X, X]), PairScore::Tie);
        assert_eq!(score(DuelMode::MrX(random.clone()), [X, D]), PairScore::Win);
        assert_eq!(score(DuelMode::Detectives(random), [X, D]), PairScore::Loss);
    }

    #[test]
    fn a_stop_leaves_it_undecided() {
        let report = play(&duel(DuelMode::BothSides), &PairLedger::default(), true);
        assert_eq!((report.counts.pairs(), report.verdict), (0, Verdict::Undecided));
    }
}
