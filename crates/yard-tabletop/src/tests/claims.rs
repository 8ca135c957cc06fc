//! Who sits down where, what the table is told of it, and what is told of a chosen seed.

use serde_json::{Value, json};

use super::table::{
    agent, detective, each, human, json, one, play_to_the_end, rules, setup, table,
};
use crate::claims::{ClaimWish, Holder};
use crate::error::{ClaimError, SeatsError, SeedError};
use crate::game_seed::GameSeed;
use crate::object_json::read_object;
use crate::role::Role;
use crate::setup::{CreateGame, deal};
use crate::tabletop::Tabletop;

const ANN: Holder = Holder([1; 32]);
const BEN: Holder = Holder([2; 32]);

#[test]
fn a_seat_is_claimed_once_and_everybody_sees_it() {
    let mut game = table("grid5", each(human(), vec![human(), agent()]));
    let claims = |game: &Tabletop| json(game, Role::Watch)["claims"].clone();
    let seat = |seat: &str, claimed: bool| json!({ "seat": seat, "claimed": claimed });
    assert_eq!(claims(&game), json!([seat("mr_x", false), seat("detective-1", false)]));
    assert_eq!(game.claim(detective(1), ANN), Ok(()));
    assert_eq!(game.claim(detective(1), BEN), Err(ClaimError::Taken));
    assert_eq!(game.claim(detective(1), ANN), Err(ClaimError::Taken), "not even by the same one");
    for strange in [detective(2), Role::team(&rules("grid5")), Role::Watch, Role::WatchAll] {
        assert_eq!(game.claim(strange, BEN), Err(ClaimError::NoSeat), "{strange:?}");
    }
    assert_eq!(claims(&game), json!([seat("mr_x", false), seat("detective-1", true)]));
}

#[test]
fn a_holder_of_both_sides_is_shown_and_nobody_else() {
    let held = |mr_x: Holder, first: Holder, second: Holder| {
        let mut game = table("grid5", each(human(), vec![human(), human()]));
        for (role, holder) in [(Role::MrX, mr_x), (detective(1), first), (detective(2), second)] {
            game.claim(role, holder).unwrap();
        }
        let told =
            game.record_text(Role::Watch).contains("\n# one person held seats of both sides\n");
        let shown: Vec<Value> = [Role::MrX, detective(1), detective(2), Role::Watch]
            .map(|role| json(&game, role)["both_sides"].clone())
            .to_vec();
        assert!(shown.iter().all(|shown| *shown == told), "{shown:?}");
        told
    };
    assert!(held(ANN, BEN, ANN));
    assert!(!held(ANN, BEN, BEN));
}

#[test]
fn the_marks_of_holders_are_not_printed() {
    let mut game = table("grid5", one(human(), human()));
    game.claim(Role::MrX, Holder([171; 32])).unwrap();
    let text = format!("{game:?} {}", serde_json::to_string(&game.seat_json(Role::MrX)).unwrap());
    assert!(!text.contains("171, 171"), "{text}");
}

#[test]
fn whoever_makes_a_game_takes_the_seats_that_he_names() {
    let rules = rules("grid5");
    let wish = |text: &str| serde_json::from_str::<Option<ClaimWish>>(text).unwrap();
    let alone = one(human(), agent());
    assert_eq!(alone.wished(None, &rules), Ok(vec![Role::MrX]));
    assert_eq!(alone.wished(wish("[]").as_ref(), &rules), Ok(Vec::new()));
    let three = each(human(), vec![human(), human()]);
    assert_eq!(three.wished(None, &rules), Ok(Vec::new()));
    let all = vec![Role::MrX, detective(1), detective(2)];
    assert_eq!(three.wished(wish("\"all\"").as_ref(), &rules), Ok(all));
    let second = wish("[\"detective-2\", \"detective-2\"]");
    assert_eq!(three.wished(second.as_ref(), &rules), Ok(vec![detective(2)]));
    for strange in ["[\"detectives\"]", "[\"watch\"]", "[\"mr_x\", \"detective-3\"]"] {
        let wished = three.wished(wish(strange).as_ref(), &rules);
        assert_eq!(wished, Err(SeatsError::NoSuchSeat), "{strange}");
    }
    let wrong = r#"{"rules": "grid5", "seats": {"mr_x": {"kind": "human"}, "detectives": {"kind": "human"}}, "claim": 1}"#;
    let error = read_object::<CreateGame>(wrong).unwrap_err().to_string();
    assert!(error.contains("claim must be \"all\" or a list"), "{error}");
}

#[test]
fn a_seed_is_chosen_by_those_who_play_alone_only() {
    let wanted = |mr_x: Value, team: Value, seed: Value| {
        let seats = json!({ "mr_x": mr_x, "detectives": team });
        let body = json!({ "rules": "grid5", "seats": seats, "seed": seed });
        serde_json::from_value::<CreateGame>(body).unwrap().check_seed()
    };
    let (person, machine) =
        (json!({ "kind": "human" }), json!({ "kind": "agent", "spec": "best" }));
    for team in [person.clone(), json!([person, machine]), json!([person, person])] {
        assert_eq!(wanted(person.clone(), team.clone(), json!(7)), Err(SeedError));
        assert_eq!(wanted(person.clone(), team, Value::Null), Ok(()));
    }
    assert_eq!(wanted(machine.clone(), json!([person, person]), json!(7)), Err(SeedError));
    assert_eq!(wanted(machine.clone(), json!([person, machine]), json!(7)), Ok(()));
    assert_eq!(wanted(machine.clone(), machine, json!(0)), Ok(()));
}

/// Whoever knows the seed knows where Mr X is, so nobody may hide that he does.
#[test]
fn a_chosen_seed_is_told_from_the_start_and_its_number_after_the_end() {
    let mut chosen = table("grid:5,2,3", one(human(), agent()));
    for role in [Role::MrX, Role::Watch] {
        let shown = json(&chosen, role);
        assert_eq!((&shown["seed_chosen"], &shown["seed"]), (&json!(true), &Value::Null));
        let record = chosen.record_text(role);
        assert!(record.contains("\n# seed chosen\n"), "{record}");
    }
    play_to_the_end(&mut chosen);
    let shown = json(&chosen, Role::Watch);
    assert_eq!((&shown["seed_chosen"], &shown["seed"]), (&json!(true), &json!(7)));
    assert!(chosen.record_text(Role::Watch).contains("\n# seed chosen: 7\n"));

    let rules = rules("grid:5,2,3");
    let seed = GameSeed::Secret([9; 16]);
    let mut setup = setup(&rules, deal(&rules, &seed), one(human(), agent()));
    setup.seed = seed;
    let mut drawn = Tabletop::new(setup).unwrap();
    play_to_the_end(&mut drawn);
    let shown = json(&drawn, Role::MrX);
    assert_eq!((&shown["seed_chosen"], &shown["seed"]), (&json!(false), &Value::Null));
    assert!(!drawn.record_text(Role::MrX).contains("seed"));
}
