//! An agent that no roster knows enters everything that plays many games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use yard_agents::{
    Agent, AgentError, Both, Detectives, FactoryError, OnlyDetectives, RandomAgent, RespondConfig,
    Rng, Seed,
};
use yard_arena::{
    Contender, Duel, DuelMode, Exploit, ExploitKind, Ledger, PairLedger, Series, Sprt, Tournament,
};
use yard_core::{DetectiveMove, DetectiveView, Rules, Side, presets};
use yard_solve::Effort;

/// Takes the first legal move.
#[derive(Clone)]
struct First;

impl Agent<Detectives> for First {
    fn choose(&mut self, view: &DetectiveView, _: &mut Rng) -> Result<DetectiveMove, AgentError> {
        view.legal_moves().next().ok_or_else(|| AgentError::NoAnswer("there is no move".to_owned()))
    }
}

fn rules() -> Arc<Rules> {
    Arc::new(presets::rules("grid5").unwrap())
}

fn mine() -> Contender {
    Arc::new(OnlyDetectives::new("mine", || First))
}

fn random() -> Contender {
    Arc::new(Both::new("anybody", || RandomAgent))
}

static GO_ON: AtomicBool = AtomicBool::new(false);

#[test]
fn it_plays_a_series_and_a_tournament() {
    let series = Series {
        rules: rules(),
        mr_x: random(),
        detectives: mine(),
        games: 40,
        seed: Seed(1),
        threads: Some(2),
    };
    let tally = series.play(&GO_ON, &|_, _| {}).unwrap();
    assert_eq!((tally.games, tally.fouls), (40, 0));
    let tournament = Tournament {
        name: "own".to_owned(),
        rules: rules(),
        detectives_count: None,
        games: 10,
        seed: Seed(1),
        mr_x: vec![random()],
        detectives: vec![mine(), random()],
        cells: vec![(0, 0), (1, 0)],
        notes: None,
    };
    let tallies = tournament.experiment(Some(1)).play(&Ledger::new(2), &GO_ON, &|_, _, _, _| {});
    let table = tournament.table(&tallies.unwrap());
    assert_eq!(table.detectives, ["mine", "anybody"]);
    assert_eq!(table.played().count(), 2);
}

#[test]
fn it_is_tested_against_another_and_challenged() {
    let duel = Duel {
        rules: rules(),
        a: random(),
        b: mine(),
        mode: DuelMode::Detectives(random()),
        seed: Seed(1),
        pairs: 200,
        test: Sprt { score0: 0.5, score1: 0.7, alpha: 0.05, beta: 0.05 },
        threads: Some(2),
    };
    let report = duel.play(&PairLedger::default(), &GO_ON, &|_, _, _| {}, &mut |_| {}).unwrap();
    assert!(report.counts.pairs() > 0 && report.fouls == 0);
    let exploit = Exploit {
        rules: Arc::new(presets::rules("grid:4,2,4,2").unwrap()),
        agent: mine(),
        side: Side::Detectives,
        games: 50,
        seed: Seed(1),
        threads: Some(2),
        effort: Effort::default(),
        streams: None,
        respond: RespondConfig { playouts: 20, questions: 500, ..RespondConfig::default() },
    };
    let report = exploit.run(&GO_ON, &|_, _| {}).unwrap();
    assert_eq!(report.kind, ExploitKind::LowerBound);
    assert!(report.value > 0.0 && report.games > 0);
}

#[test]
fn a_side_that_it_does_not_play_is_told_with_its_name() {
    let error = mine().mr_x(&rules()).map(drop).unwrap_err();
    assert_eq!(error, FactoryError::Side(Side::MrX));
    let series = Series {
        rules: rules(),
        mr_x: mine(),
        detectives: mine(),
        games: 1,
        seed: Seed(1),
        threads: None,
    };
    let error = series.play(&GO_ON, &|_, _| {}).unwrap_err();
    assert_eq!(error.to_string(), "agent mine cannot play Mr X");
}
