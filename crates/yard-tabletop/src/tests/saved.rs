//! Games that are kept as text come back as they were, or not at all.

use std::sync::Arc;

use serde_json::Value;
use yard_core::{Rules, presets};

use super::table::{agent, detective, each, human, json, one, play, table};
use crate::catalog::Catalog;
use crate::error::RestoreError;
use crate::role::Role;
use crate::saved_game::SavedGame;
use crate::tabletop::Tabletop;

fn begun() -> Tabletop {
    let mut game = table("modern", each(human(), vec![human(); 5]));
    play(&mut game, Role::MrX);
    for number in [2, 5, 1] {
        play(&mut game, detective(number));
    }
    game.rename(detective(2), "Ann").unwrap();
    game.set_pace(Role::MrX, Some(20), Some(true)).unwrap();
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
    let again = saved.restore(&Catalog::new(Vec::new())).unwrap();
    assert_eq!(views(&again), views(&game));
    assert_eq!(again.saved().unwrap(), saved);
    game.cancel(Role::MrX).unwrap();
    let again = game.saved().unwrap().restore(&Catalog::new(Vec::new())).unwrap();
    assert!(again.is_cancelled());
}

#[test]
fn what_is_damaged_does_not_come_back() {
    let saved = begun().saved().unwrap();
    let damage = |change: &dyn Fn(&mut SavedGame)| {
        let mut damaged = saved.clone();
        change(&mut damaged);
        damaged.restore(&Catalog::new(Vec::new())).err()
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
    let same = saved.restore(&catalog(Some(begun_under.as_ref().clone()))).unwrap();
    assert_eq!(json(&same, Role::MrX)["rules_kept"], Value::Null);
    let edited = presets::rules("bristol").unwrap().with_name("mine");
    for now in [Some(edited), None] {
        let again = saved.restore(&catalog(now)).unwrap();
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
