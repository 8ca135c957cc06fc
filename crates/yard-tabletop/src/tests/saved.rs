//! Games that are kept as text come back as they were, or not at all.

use std::sync::Arc;

use serde_json::Value;
use yard_core::{Rules, presets};

use super::table::{agent, detective, each, human, json, one, play, rules, setup, table};
use crate::agent_turn::AgentTurn;
use crate::catalog::Catalog;
use crate::error::RestoreError;
use crate::game_seed::GameSeed;
use crate::role::Role;
use crate::saved_game::SavedGame;
use crate::setup::deal;
use crate::tabletop::Tabletop;
use crate::vote::Change;

fn begun() -> Tabletop {
    let mut game = table("modern", each(human(), vec![human(); 5]));
    play(&mut game, Role::MrX);
    for number in [2, 5, 1] {
        play(&mut game, detective(number));
    }
    game.rename(detective(2), "Ann").unwrap();
    game.ask(Role::MrX, Change::Pace { pace_ms: Some(20), paused: Some(true) }).unwrap();
    game
}

#[test]
fn a_game_comes_back_as_it_was() {
    let mut game = begun();
    game.take_back(3);
    let views = |game: &Tabletop| -> Vec<Value> {
        let roles = game.setup().seats.roles(&game.setup().rules);
        roles.into_iter().map(|role| json(game, role)).collect()
    };
    let saved = game.saved().unwrap();
    let again = saved.restore(&Catalog::new(Vec::new()), [1; 16]).unwrap();
    assert_eq!(views(&again), views(&game));
    assert_eq!(again.saved().unwrap(), saved);
    game.ask(Role::MrX, Change::End).unwrap();
    let again = game.saved().unwrap().restore(&Catalog::new(Vec::new()), [1; 16]).unwrap();
    assert!(again.is_cancelled());
}

/// A chosen seed is kept, so that it can be told; a secret is not, and every process draws its own.
#[test]
fn no_secret_is_kept() {
    let secret = GameSeed::Secret([171; 16]);
    let rules = rules("grid5");
    let mut setup = setup(&rules, deal(&rules, &secret), one(human(), agent()));
    setup.seed = secret;
    let mut game = Tabletop::new(setup).unwrap();
    play(&mut game, Role::MrX);
    let saved = game.saved().unwrap();
    assert_eq!(saved.seed, None);
    let bits = |game: &Tabletop| match game.agent_turn() {
        Some(AgentTurn::Detectives(mut turn)) => turn.rng.bits(),
        Some(AgentTurn::MrX(_)) | None => panic!("the detectives' turn"),
    };
    let [same, other] =
        [[171; 16], [172; 16]].map(|new| saved.restore(&Catalog::new(Vec::new()), new).unwrap());
    assert_eq!(bits(&same), bits(&game));
    assert_ne!(bits(&other), bits(&game));
    for text in [format!("{game:?}"), format!("{saved:?}"), game.record_text(Role::MrX)] {
        assert!(!text.contains("171"), "{text}");
    }
}

#[test]
fn what_is_damaged_does_not_come_back() {
    let saved = begun().saved().unwrap();
    let damage = |change: &dyn Fn(&mut SavedGame)| {
        let mut damaged = saved.clone();
        change(&mut damaged);
        damaged.restore(&Catalog::new(Vec::new()), [1; 16]).err()
    };
    let seats = |count| serde_json::to_string(&each(human(), vec![human(); count])).unwrap();
    let start = |text: &str| damage(&|game| game.start = text.to_owned());
    assert_eq!(start("1 x"), Some(RestoreError::Start));
    assert_eq!(start(""), Some(RestoreError::Start));
    assert_eq!(start("1 2 3 4 5 6 7 8 9"), Some(RestoreError::Start));
    assert_eq!(damage(&|game| game.seats = "{}".to_owned()), Some(RestoreError::Seats));
    assert_eq!(damage(&|game| game.seats = seats(4)), Some(RestoreError::Seats));
    assert_eq!(damage(&|game| game.help = "[]".to_owned()), Some(RestoreError::Help));
    assert_eq!(damage(&|game| game.state = "opened".to_owned()), Some(RestoreError::State));
    assert_eq!(damage(&|game| game.moves[0] = "T199".to_owned()), Some(RestoreError::Moves));
    assert_eq!(damage(&|game| game.moves[1] = "K?".to_owned()), Some(RestoreError::Moves));
    let rules = damage(&|game| {
        game.rules = "nowhere".to_owned();
        game.kept_rules = None;
    });
    assert!(matches!(rules, Some(RestoreError::Rules(_))), "{rules:?}");
    let rules = damage(&|game| {
        game.rules = "nowhere".to_owned();
        game.kept_rules.as_mut().unwrap().fingerprint ^= 1;
    });
    assert_eq!(rules, Some(RestoreError::KeptRules));
}

/// The file of the rules was edited, or is gone, while the game goes on.
#[test]
fn a_game_goes_on_under_the_rules_it_was_begun_with() {
    let begun_under = Arc::new(presets::rules("modern").unwrap().with_name("mine"));
    let catalog = |rules: Option<Rules>| Catalog::new(rules.map(Arc::new).into_iter().collect());
    let mut setup = begun().setup().clone();
    setup.rules = Arc::clone(&begun_under);
    let game = Tabletop::new(setup).unwrap();
    let saved = game.saved().unwrap();
    let same = saved.restore(&catalog(Some(begun_under.as_ref().clone())), [1; 16]).unwrap();
    assert_eq!(json(&same, Role::MrX)["rules_kept"], Value::Null);
    let edited = presets::rules("bristol").unwrap().with_name("mine");
    for now in [Some(edited), None] {
        let again = saved.restore(&catalog(now), [1; 16]).unwrap();
        assert_eq!(again.setup().rules, begun_under);
        let (mut seen, before) = (json(&again, Role::MrX), json(&game, Role::MrX));
        let name = format!("mine@{}", saved.kept_rules.as_ref().unwrap().key());
        assert_eq!(seen["rules_kept"].take(), Value::from(name));
        assert_eq!(seen, before, "nothing else has changed");
    }
}

/// A link of one seat must never open another.
#[test]
fn a_link_opens_a_seat_of_this_game_or_none() {
    let game = table("grid5", one(agent(), human()));
    let team = Role::team(&game.setup().rules);
    assert_eq!(game.kept_role(team.to_number()), Ok(team));
    assert_eq!(game.kept_role(Role::Watch.to_number()), Ok(Role::Watch));
    let strange = [Role::MrX, Role::WatchAll, detective(1), detective(5)].map(Role::to_number);
    for number in strange.into_iter().chain([0, 32, 99, 103, -1]) {
        assert_eq!(game.kept_role(number), Err(RestoreError::Links), "{number}");
    }
}
